import { describe, expect, it } from 'vitest'
import { createRefusedSignIns } from '../../../main/http/refused-sign-ins.ts'
import type { TokenSource } from '../../../main/http/sender.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { sendThrough } from '../../support/send-through.ts'
import { answer, request, scripted, sendMessage } from './fake-send.ts'

const tokens = (): TokenSource & { readonly renewed: string[] } => {
  let number = 1
  const renewed: string[] = []
  return {
    renewed,
    current: async (credential) => `${credential}-${number}`,
    renew: async (credential, rejected) => {
      renewed.push(rejected)
      number += 1
      return `${credential}-${number}`
    },
  }
}

const bearers = (asked: readonly { headers: Readonly<Record<string, string>> }[]) =>
  asked.map(({ headers }) => headers.authorization)

describe('the token of a request', () => {
  it('AUT-01 adds the token of the call’s credential', async () => {
    const { send, asked } = scripted(answer(200))
    const auth = sendThrough(send, { tokens: tokens() })
    await auth(request({ headers: { accept: 'text/plain' } }))
    await auth(request({ credential: 'application' }))
    expect(bearers(asked)).toEqual(['Bearer user-1', 'Bearer application-1'])
    expect(asked[0]?.headers.accept).toBe('text/plain')
  })

  it('adds no token to a call that needs none', async () => {
    const { send, asked } = scripted(answer(200))
    await sendThrough(send, { tokens: tokens() })(request({ credential: 'none' }))
    expect(bearers(asked)).toEqual([undefined])
  })

  it.each([
    ['whole', (token: string) => JSON.stringify({ errors: [{ message: `Token ${token} is unknown` }] })],
    ['in an address', (token: string) => `see https://a.example/?t=${encodeURIComponent(token)}&x=1`],
    ['cut off', (token: string) => `Unknown: ${token.slice(0, 40)}…`],
    ['in a header line', (token: string) => `Authorization: Bearer ${token}`],
  ])('AUT-04 takes a token that a refusal repeats %s out of the answer', async (_, say) => {
    const token = 'v^1.1#i^1#r^0#canary-Abc/def+ghi==canary-in-the-middle-canary'
    const { send } = scripted(answer(400, say(token)))
    const auth = sendThrough(send, { tokens: { current: async () => token, renew: async () => token } })
    const text = new TextDecoder().decode((await auth(request())).body)
    expect(text).not.toContain('canary')
    expect(text).toContain('…')
  })

  it('AUT-04 leaves an answer without the token byte for byte', async () => {
    const { send } = scripted(answer(200, 'Grüße, €5'))
    const { body } = await sendThrough(send, { tokens: tokens() })(request())
    expect(new TextDecoder().decode(body)).toBe('Grüße, €5')
  })

  it('AUT-02 renews after a 401 and repeats the call once, even a send, since a 401 was not carried out', async () => {
    const { send, asked } = scripted(answer(401), answer(200))
    const source = tokens()
    const response = await sendThrough(send, { tokens: source })(sendMessage())
    expect(response.status).toBe(200)
    expect(source.renewed).toEqual(['user-1'])
    expect(bearers(asked)).toEqual(['Bearer user-1', 'Bearer user-2'])
    expect(asked[1]?.body).toBe(asked[0]?.body)
  })

  it('AUT-02 PLT-19 renews after an answer that refuses the token with a successful status', async () => {
    const { send, asked } = scripted(answer(200, 'expired'), answer(200, 'done'))
    const source = tokens()
    const refusesToken = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body) === 'expired'
    const response = await sendThrough(send, { tokens: source })({ ...sendMessage(), refusesToken })
    expect(new TextDecoder().decode(response.body)).toBe('done')
    expect(bearers(asked)).toEqual(['Bearer user-1', 'Bearer user-2'])
  })

  it('AUT-03 returns a second 401 without another try', async () => {
    const { send, asked } = scripted(answer(401))
    const response = await sendThrough(send, { tokens: tokens() })(request())
    expect(response.status).toBe(401)
    expect(asked).toHaveLength(2)
  })

  it('AUT-03 does not repeat with the same token', async () => {
    const { send, asked } = scripted(answer(401))
    const source: TokenSource = { current: async () => 'only', renew: async () => 'only' }
    expect((await sendThrough(send, { tokens: source })(request())).status).toBe(401)
    expect(asked).toHaveLength(1)
  })

  it('AUT-03 renews nothing for a 403', async () => {
    const { send, asked } = scripted(answer(403))
    const source = tokens()
    expect((await sendThrough(send, { tokens: source })(request())).status).toBe(403)
    expect(source.renewed).toEqual([])
    expect(asked).toHaveLength(1)
  })

  const forEver = () => {
    const { send, asked } = scripted(answer(401))
    const clock = createFakeClock()
    const source = tokens()
    const refused = createRefusedSignIns(clock)
    const auth = sendThrough(send, { clock, tokens: source, refused })
    return { asked, clock, source, refused, auth }
  }

  it('AUT-03 sends no background read to a service that refused a fresh token, until a growing wait has passed', async () => {
    const { asked, clock, source, auth } = forEver()
    const watch = () => auth(request({ purpose: 'watch' }))
    for (const waitMs of [60_000, 120_000, 240_000]) {
      await watch()
      const before = asked.length
      await clock.advance(waitMs - 1)
      await expect(watch()).rejects.toMatchObject({ detail: { kind: 'signInNeeded' } })
      expect(asked).toHaveLength(before)
      await clock.advance(1)
    }
    expect(source.renewed).toHaveLength(3)
  })

  it('AUT-03 sends a call of the seller meanwhile, once and without a new token', async () => {
    const { asked, source, auth } = forEver()
    await auth(request({ purpose: 'watch' }))
    expect((await auth(request())).status).toBe(401)
    expect([asked.length, source.renewed.length]).toEqual([3, 1])
  })

  it('AUT-03 goes on with other services and credentials, and with all after a new sign-in', async () => {
    const { asked, refused, auth } = forEver()
    await auth(request({ purpose: 'watch' }))
    await auth(request({ purpose: 'watch', service: 'inventory' }))
    await auth(request({ purpose: 'watch', credential: 'application' }))
    expect(asked).toHaveLength(6)
    refused.forget()
    await auth(request({ purpose: 'watch' }))
    expect(asked).toHaveLength(8)
  })

  it('AUT-03 tells a sign-in that no service accepts from one that a single service refuses', async () => {
    const { refused } = forEver()
    const messages = { service: 'messages', credential: 'user' } as const
    refused.note(messages, { status: 401 })
    expect(refused.ofSeller()).toEqual({ services: ['messages'], all: true })
    refused.note({ service: 'inventory', credential: 'user' }, { status: 404 })
    expect(refused.ofSeller()).toEqual({ services: ['messages'], all: false })
    refused.note(messages, { status: 200 })
    expect(refused.ofSeller().services).toEqual([])
  })
})
