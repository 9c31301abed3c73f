import { describe, expect, it } from 'vitest'
import { createConnectionSecrets, formatLostSecrets, withDefaults } from '../../../main/connection/secrets.ts'
import type { SecretVault } from '../../../main/ports.ts'

const vault = (): SecretVault & { readonly kept: Map<string, string> } => {
  const kept = new Map<string, string>()
  return {
    kept,
    keeping: 'kept',
    get: async (key) => kept.get(key),
    set: async (key, secret) => void kept.set(key, secret),
    delete: async (key) => void kept.delete(key),
  }
}
const broken: SecretVault = {
  keeping: 'kept',
  get: () => Promise.reject(new Error('canary from the vault')),
  set: () => Promise.reject(new Error('canary from the vault')),
  delete: () => Promise.reject(new Error('canary from the vault')),
}

const shop = (id: string, ...origins: readonly string[]) => ({ id, origins })

describe('secrets of a connection', () => {
  it('RCV-11 AUT-04 are separate for each connection', async () => {
    const store = vault()
    const sandbox = createConnectionSecrets(store, shop('my-shop'))
    const production = createConnectionSecrets(store, shop('my-shop-2'))
    await sandbox.set('refreshToken', 'a')
    await production.set('refreshToken', 'b')
    expect([await sandbox.get('refreshToken'), await production.get('refreshToken')]).toEqual(['a', 'b'])
    await sandbox.delete('refreshToken')
    expect([await sandbox.get('refreshToken'), await production.get('refreshToken')]).toEqual([undefined, 'b'])
  })

  it('SEC-01 returns a secret only to a connection without a further origin', async () => {
    const store = vault()
    const [a, b, c] = ['https://a.example', 'https://b.example', 'https://c.example'] as const
    await createConnectionSecrets(store, shop('s', a, b)).set('refreshToken', 'canary')
    const open = (...origins: readonly string[]) => createConnectionSecrets(store, shop('s', ...origins))
    expect(await open(b, a).get('refreshToken')).toBe('canary')
    expect(await open(a).get('refreshToken')).toBe('canary')
    for (const origins of [[c], [a, b, c], [a, 'http://b.example'], [a, 'https://b.example:8443']]) {
      expect(await open(...origins).get('refreshToken'), origins.join()).toBeUndefined()
      expect(await open(...origins).find('refreshToken'), origins.join()).toBe('elsewhere')
    }
  })

  it('AUT-04 report a locked vault without its own message', async () => {
    const secrets = createConnectionSecrets(broken, shop('my-shop'))
    const failures = await Promise.all(
      [secrets.get('a'), secrets.set('a', 'b'), secrets.delete('a')].map((call) =>
        call.catch((error: unknown) => error),
      ),
    )
    for (const failure of failures) {
      expect(failure).toMatchObject({
        detail: { kind: 'signInNeeded', message: expect.stringMatching(/password store/) },
      })
      expect(JSON.stringify((failure as { detail: unknown }).detail)).not.toContain('canary')
    }
  })

  it('use the practice secrets without a vault, but prefer the seller’s own', async () => {
    const defaults = { refreshToken: 'practice-refresh-token' }
    expect(await withDefaults(createConnectionSecrets(broken, shop('p')), defaults).get('refreshToken')).toBe(
      'practice-refresh-token',
    )
    const store = vault()
    const secrets = withDefaults(createConnectionSecrets(store, shop('p')), defaults)
    await secrets.set('refreshToken', 'own')
    expect(await secrets.get('refreshToken')).toBe('own')
    expect(await secrets.get('toString')).toBeUndefined()
  })
})

describe('secrets that a start does not find', () => {
  const lost = { name: 'My shop', lost: 2, elsewhere: 0, hadVault: true }

  it('AUT-04 name the true cause and its remedy', () => {
    expect(formatLostSecrets({ ...lost, keeping: 'sessionOnly' })).toMatch(/couldn’t be opened\. Unlock it/)
    expect(formatLostSecrets({ ...lost, keeping: 'unwanted' })).toMatch(/--no-key-ring.*Start it without that flag/)
    expect(formatLostSecrets({ ...lost, keeping: 'unwanted', hadVault: false })).toBeUndefined()
  })
})
