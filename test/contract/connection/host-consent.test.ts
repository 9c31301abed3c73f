/** SECURITY (SEC-04): the seller must agree outside the window before a connection's hosts get anything. */
import { afterEach, describe, expect, it } from 'vitest'
import { createTestHost, type TestHost } from './open-app.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const openAt = async (profile: object): Promise<TestHost> => {
  const host = createTestHost()
  closing.push(host.close)
  await host.start()
  const { id } = await host.ask<{ id: string }>('connection.create', { profile })
  await host.ask('connection.open', { id })
  return host
}
const stranger = {
  name: 'My shop',
  kind: 'sandbox',
  baseUrl: 'https://api.stranger.invalid',
  oauth: { clientId: 'client', authorizeUrl: 'https://sign-in.stranger.invalid/authorize' },
}

describe('new hosts', () => {
  it('SEC-04 get no secret and open no browser before the seller agrees', async () => {
    const host = await openAt(stranger)
    host.answers.push(false, false)
    expect(await host.refusal('connection.keepSecrets', { clientSecret: 'canary' })).toMatchObject({ kind: 'conflict' })
    expect(await host.refusal('connection.beginSignIn')).toMatchObject({ kind: 'conflict' })
    expect([...host.vault.keys()].some((key) => key.endsWith('/clientSecret'))).toBe(false)
    expect(host.browsed).toEqual([])
    expect(host.questions[0]?.title).toBe('Trust api.stranger.invalid, sign-in.stranger.invalid?')
  })

  it('need consent only once', async () => {
    const host = await openAt(stranger)
    await host.ask('connection.keepSecrets', { clientSecret: 'canary' })
    await host.ask('connection.beginSignIn')
    await host.ask('connection.cancelSignIn')
    const { id } = await host.ask<{ id: string }>('connection.create', {
      profile: { ...stranger, name: 'Second shop' },
    })
    await host.ask('connection.open', { id })
    await host.ask('connection.keepSecrets', { clientSecret: 'canary' })
    expect(host.questions).toHaveLength(1)
    expect(host.browsed).toHaveLength(1)
  })

  it('need no consent on this machine or if they belong to a known platform', async () => {
    for (const profile of [
      { name: 'Here', kind: 'sandbox', baseUrl: 'http://127.0.0.1:1' },
      { name: 'eBay', kind: 'sandbox', platform: 'ebay' },
    ]) {
      const host = await openAt(profile)
      await host.ask('connection.keepSecrets', { clientSecret: 'canary' })
      expect(host.questions).toEqual([])
    }
  })
})
