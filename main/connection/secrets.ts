/**
 * The secrets of one connection, by name, in the vault.
 *
 * SECURITY (AUT-04): they stay in main. Keys begin with the connection's id, so that a sandbox can never read production's.
 */
import { Failure } from '../../shared/result.ts'
import type { SecretVault } from '../ports.ts'
import type { ConnectionSecrets } from '../room.ts'

const closed = (cause: unknown): Failure =>
  new Failure(
    {
      kind: 'signInNeeded',
      message: 'The key store of this computer could not be opened. Unlock it and try again; nothing else is affected.',
    },
    cause,
  )

const orClosed = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw closed(error)
  }
}

/** Names: `clientSecret`, `refreshToken`, and what a room needs. Throws `signInNeeded` where the vault cannot be opened. */
export const createConnectionSecrets = (vault: SecretVault, connectionId: string): ConnectionSecrets => {
  // An id holds no slash, so that no two connections share a key.
  const keyOf = (name: string): string => `connection/${connectionId}/${name}`
  return {
    get: (name) => orClosed(() => vault.get(keyOf(name))),
    set: (name, secret) => orClosed(() => vault.set(keyOf(name), secret)),
    delete: (name) => orClosed(() => vault.delete(keyOf(name))),
  }
}

/**
 * Puts well-known values behind those of the vault: the practice shop's credentials, which are printed in its source.
 *
 * They are not written to the vault, so that practising works without one.
 */
export const withDefaults = (
  secrets: ConnectionSecrets,
  defaults: Readonly<Record<string, string>>,
): ConnectionSecrets => ({
  ...secrets,
  get: async (name) => {
    const fallback = Object.hasOwn(defaults, name) ? defaults[name] : undefined
    if (fallback === undefined) return secrets.get(name)
    return (await secrets.get(name).catch(() => undefined)) ?? fallback
  },
})
