import { describe, expect, it } from 'vitest'
import type { Send } from '../../../../main/http/request.ts'
import { checkLegacyCalls } from '../../../../main/notifications/legacy/legacy-preferences.ts'
import { createTradingClient } from '../../../../main/notifications/legacy/trading-client.ts'
import { completeProfile } from '../../../../shared/connection/profile.ts'
import { SOAP } from '../notifications-rig.ts'

const profile = completeProfile({ kind: 'sandbox', name: 'Box', baseUrl: 'https://api.example.com' })

const check = (answer: string, secrets: Readonly<Record<string, string>>) => {
  const operations: string[] = []
  const send: Send = async ({ operation }) => {
    operations.push(operation)
    const body = Buffer.from(`<e:Envelope xmlns:e="${SOAP}"><e:Body>${answer}</e:Body></e:Envelope>`)
    return { status: 200, headers: { 'content-type': 'text/xml' }, body, bodyCut: false }
  }
  const stored = {
    get: async (name: string) => secrets[name],
    set: async () => undefined,
    delete: async () => undefined,
  }
  return { operations, result: checkLegacyCalls(createTradingClient(profile, send, stored)) }
}

const all = { appName: 'app', devName: 'dev', certName: 'cert', userToken: 'token-canary' }

describe('the legacy calls in "Check connection"', () => {
  it('SOAP-03 reads the settings and reports whether an address is registered', async () => {
    const { operations, result } = check(
      '<R><Ack>Success</Ack><ApplicationDeliveryPreferences><ApplicationURL>https://shop.example/n</ApplicationURL></ApplicationDeliveryPreferences></R>',
      all,
    )
    expect(await result).toMatchObject({ ok: true, message: expect.stringContaining('An address is registered.') })
    expect(operations).toEqual(['GetNotificationPreferences'])
  })

  it('names a missing credential, and sends nothing', async () => {
    const { operations, result } = check('', { ...all, userToken: '' })
    expect(await result).toMatchObject({
      ok: false,
      message: expect.stringContaining('is missing. Enter it in Settings.'),
    })
    expect(operations).toEqual([])
  })

  it("SOAP-04 shows the platform's refusal without a secret", async () => {
    const { result } = check(
      '<R><Ack>Failure</Ack><Errors><ErrorCode>931</ErrorCode><LongMessage>Auth token token-canary is invalid.</LongMessage></Errors></R>',
      all,
    )
    const failed = await result
    expect(failed.ok).toBe(false)
    expect(JSON.stringify(failed)).not.toContain('token-canary')
  })
})
