import { describe, expect, it } from 'vitest'
import { type TokenSource, withAuth } from '../../../main/http/with-auth.ts'
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

describe('withAuth', () => {
  it('AUT-01 adds the token of the call’s credential', async () => {
    const { send, asked } = scripted(answer(200))
    const auth = withAuth(send, { tokens: tokens() })
    await auth(request({ headers: { accept: 'text/plain' } }))
    await auth(request({ credential: 'application' }))
    expect(bearers(asked)).toEqual(['Bearer user-1', 'Bearer application-1'])
    expect(asked[0]?.headers.accept).toBe('text/plain')
  })

  it('adds no token to a call that needs none', async () => {
    const { send, asked } = scripted(answer(200))
    await withAuth(send, { tokens: tokens() })(request({ credential: 'none' }))
    expect(bearers(asked)).toEqual([undefined])
  })

  it('AUT-02 renews after a 401 and repeats the call once, even a send, since a 401 was not carried out', async () => {
    const { send, asked } = scripted(answer(401), answer(200))
    const source = tokens()
    const response = await withAuth(send, { tokens: source })(sendMessage())
    expect(response.status).toBe(200)
    expect(source.renewed).toEqual(['user-1'])
    expect(bearers(asked)).toEqual(['Bearer user-1', 'Bearer user-2'])
    expect(asked[1]?.body).toBe(asked[0]?.body)
  })

  it('AUT-03 returns a second 401 without another try', async () => {
    const { send, asked } = scripted(answer(401))
    const response = await withAuth(send, { tokens: tokens() })(request())
    expect(response.status).toBe(401)
    expect(asked).toHaveLength(2)
  })

  it('AUT-03 does not repeat with the same token', async () => {
    const { send, asked } = scripted(answer(401))
    const source: TokenSource = { current: async () => 'only', renew: async () => 'only' }
    expect((await withAuth(send, { tokens: source })(request())).status).toBe(401)
    expect(asked).toHaveLength(1)
  })

  it('AUT-03 renews nothing for a 403', async () => {
    const { send, asked } = scripted(answer(403))
    const source = tokens()
    expect((await withAuth(send, { tokens: source })(request())).status).toBe(403)
    expect(source.renewed).toEqual([])
    expect(asked).toHaveLength(1)
  })
})
