import { describe, expect, it } from 'vitest'
import { createTokenMemories, type TokenMemories } from '../../../main/connection/held-tokens.ts'
import { createTokens } from '../../../main/connection/tokens.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const HOUR_MS = 3_600_000

const file: ProfileFile = {
  id: 'shop',
  kind: 'sandbox',
  name: 'Test shop',
  baseUrl: 'https://shop.example',
  oauth: {
    authorizeUrl: 'https://shop.example/a',
    tokenUrl: 'https://shop.example/token',
    clientId: 'client',
    redirectUri: '',
  },
}

/** One run of the app, in which connections are opened and closed. */
const createRun = () => {
  const clock = createFakeClock()
  const memories: TokenMemories = createTokenMemories()
  const kept = new Map<string, string>([
    ['clientSecret', 'secret'],
    ['refreshToken', 'refresh'],
  ])
  let fetched = 0
  const open = (profileFile: ProfileFile = file) => {
    const profile = completeProfile(profileFile)
    return createTokens({
      profile,
      memory: memories.open(profile),
      scopes: (credential) => profile.scopes[credential],
      secrets: {
        get: async (name) => kept.get(name),
        set: async (name, secret) => void kept.set(name, secret),
        delete: async (name) => void kept.delete(name),
      },
      clock,
      log: createRecordingLog(),
      onChange: () => undefined,
      onReset: () => undefined,
      send: async () => {
        fetched += 1
        const body = JSON.stringify({ access_token: `token-${fetched}`, expires_in: 7_200 })
        return { status: 200, headers: {}, body: new TextEncoder().encode(body), bodyCut: false }
      },
    })
  }
  return { clock, memories, kept, open }
}

describe('a connection that is opened again', () => {
  it('AUT-01 keeps its application’s token', async () => {
    const { open } = createRun()
    expect(await open().current('application')).toBe('token-1')
    expect(await open().current('application')).toBe('token-1')
  })

  it('AUT-01 keeps its token while it is valid, whatever was open in between', async () => {
    const { clock, open } = createRun()
    expect(await open().current('user')).toBe('token-1')
    expect(await open({ ...file, id: 'other' }).current('user')).toBe('token-2')
    expect(await Promise.all([open().current('user'), open().current('user')])).toEqual(['token-1', 'token-1'])
    await clock.advance(2 * HOUR_MS)
    expect(await open().current('user')).toBe('token-3')
  })

  it('AUT-01 keeps the new token after a sign-in', async () => {
    const { open } = createRun()
    await open().signIn('code', 'https://shop.example/back', [])
    expect(await open().current('user')).toBe('token-1')
  })

  it.each<[string, Partial<ProfileFile>]>([
    ['another address', { baseUrl: 'https://other.example' }],
    ['one more address', { graphqlUrl: 'https://other.example/graphql' }],
    ['another keyset', { oauth: { ...file.oauth, clientId: 'other' } }],
    ['another kind', { kind: 'production' }],
    ['another platform', { platform: 'ebay' }],
  ])('SEC-01 forgets its token for %s, also when that is changed back', async (_, changed) => {
    const { open } = createRun()
    expect(await open().current('user')).toBe('token-1')
    expect(await open({ ...file, ...changed }).current('user')).not.toBe('token-1')
    expect(await open().current('user')).not.toBe('token-1')
  })

  it('AUT-04 has no token after a sign-out', async () => {
    const { kept, open } = createRun()
    const tokens = open()
    await tokens.current('user')
    await tokens.changeSecrets(async () => void kept.delete('refreshToken'))
    await expect(open().current('user')).rejects.toMatchObject({ detail: { kind: 'signInNeeded' } })
  })

  it.each(['user', 'application'] as const)('AUT-04 has no %s token of earlier secrets', async (credential) => {
    const tokens = createRun().open()
    expect(await tokens.current(credential)).toBe('token-1')
    await tokens.changeSecrets(async () => undefined)
    expect(await tokens.current(credential)).toBe('token-2')
  })

  it.each([
    ['deleted', undefined],
    ['replaced', 'another'],
  ])('AUT-04 has no token if its secret was %s while it was closed', async (_, secret) => {
    const { kept, open } = createRun()
    await open().current('user')
    if (secret === undefined) kept.delete('refreshToken')
    else kept.set('refreshToken', secret)
    const again = open()
    const [first, second] = await Promise.allSettled([again.current('user'), again.current('user')])
    for (const one of [first, second]) expect(one).not.toMatchObject({ value: 'token-1' })
  })

  it('AUT-04 has no token once it is deleted', async () => {
    const { memories, open } = createRun()
    await open().current('user')
    memories.forget('shop')
    expect(await open().current('user')).toBe('token-2')
  })
})
