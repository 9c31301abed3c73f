import { describe, expect, it } from 'vitest'
import type { Send } from '../../../main/http/request.ts'
import { checkLegacyCalls } from '../../../main/notifications/check-legacy-calls.ts'
import { createTradingClient } from '../../../main/notifications/trading-client.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { SOAP } from './notifications-rig.ts'

const profile = completeProfile({ kind: 'sandbox', name: 'Box', baseUrl: 'https://api.example.com' })

const check = (answer: string, secrets: Readonly<Record<string, string>>) => {
  const asked: string[] = []
  const send: Send = async ({ operation }) => {
    asked.push(operation)
    const body = Buffer.from(`<e:Envelope xmlns:e="${SOAP}"><e:Body>${answer}</e:Body></e:Envelope>`)
    return { status: 200, headers: { 'content-type': 'text/xml' }, body, bodyCut: false }
  }
  const kept = {
    get: async (name: string) => secrets[name],
    set: async () => undefined,
    delete: async () => undefined,
  }
  return { asked, result: checkLegacyCalls(createTradingClient(profile, send, kept)) }
}

const all = { appName: 'app', devName: 'dev', certName: 'cert', userToken: 'token-canary' }

describe('the legacy calls in "Check connection"', () => {
  it('SOAP-03 reads the present settings and says whether an address is registered', async () => {
    const { asked, result } = check(
      '<R><Ack>Success</Ack><ApplicationDeliveryPreferences><ApplicationURL>https://shop.example/n</ApplicationURL></ApplicationDeliveryPreferences></R>',
      all,
    )
    expect(await result).toMatchObject({ ok: true, words: expect.stringContaining('An address is registered.') })
    expect(asked).toEqual(['GetNotificationPreferences'])
  })

  it('names the credential that is missing, and sends nothing', async () => {
    const { asked, result } = check('', { ...all, userToken: '' })
    expect(await result).toMatchObject({
      ok: false,
      words: expect.stringContaining('is missing. Enter it in Settings.'),
    })
    expect(asked).toEqual([])
  })

  it("SOAP-04 tells the platform's refusal in words, without a secret", async () => {
    const { result } = check(
      '<R><Ack>Failure</Ack><Errors><ErrorCode>931</ErrorCode><LongMessage>Auth token token-canary is invalid.</LongMessage></Errors></R>',
      all,
    )
    const told = await result
    expect(told.ok).toBe(false)
    expect(JSON.stringify(told)).not.toContain('token-canary')
  })
})
