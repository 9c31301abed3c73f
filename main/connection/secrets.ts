/**
 * The secrets of one connection, by name, in the vault.
 *
 * SECURITY (AUT-04): they stay in main. Keys begin with the connection's id, so that a sandbox can never read production's.
 */
import { typedSecretNames } from '../../shared/connection/contract.ts'
import { Failure } from '../../shared/result.ts'
import type { ConnectionSecrets } from '../feature.ts'
import type { SecretVault, Settings } from '../ports.ts'

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

/** Every name under which a secret of a connection is ever kept: what deleting a connection deletes. */
export const secretNames: readonly string[] = [...typedSecretNames, 'refreshTokenEndsAt', 'verificationToken']

/** What stands for the seller, and goes when the seller signs out. */
export const sellerSecretNames: readonly string[] = ['refreshToken', 'refreshTokenEndsAt', 'accessToken', 'userToken']

/** When secrets were kept. No secret itself, and so among the settings. */
export type SecretTimes = {
  readonly of: (connectionId: string) => Readonly<Record<string, number>>
  /** `atMs` undefined: it is kept no more. */
  readonly note: (connectionId: string, name: string, atMs: number | undefined) => void
}

const TIMES_KEY = 'secretTimes'

export const createSecretTimes = (settings: Settings): SecretTimes => {
  const all = (): Record<string, Record<string, number>> => {
    const stored = settings.get(TIMES_KEY)
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, Record<string, number>>) : {}
  }
  const of = (connectionId: string): Record<string, number> => {
    const stored = Object.hasOwn(all(), connectionId) ? all()[connectionId] : undefined
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, atMs]) => typeof atMs === 'number'))
  }
  return {
    of,
    note: (connectionId, name, atMs) => {
      const { [name]: _, ...others } = of(connectionId)
      const { [connectionId]: __, ...rest } = all()
      const times = atMs === undefined ? others : { ...others, [name]: atMs }
      settings.set(TIMES_KEY, Object.keys(times).length === 0 ? rest : { ...rest, [connectionId]: times })
    },
  }
}

/**
 * Names: see `secretNames`. Throws `signInNeeded` where the vault cannot be opened. `onKept` is told after each change, so
 * that it can be shown when a secret was kept.
 */
export const createConnectionSecrets = (
  vault: SecretVault,
  connectionId: string,
  onKept: (name: string, isKept: boolean) => void = () => undefined,
): ConnectionSecrets => {
  // An id holds no slash, so that no two connections share a key.
  const keyOf = (name: string): string => `connection/${connectionId}/${name}`
  return {
    get: (name) => orClosed(() => vault.get(keyOf(name))),
    set: async (name, secret) => {
      await orClosed(() => vault.set(keyOf(name), secret))
      onKept(name, true)
    },
    delete: async (name) => {
      await orClosed(() => vault.delete(keyOf(name)))
      onKept(name, false)
    },
  }
}

/**
 * What to say where secrets of a connection that were kept are not to be had; undefined where nothing is to be said.
 *
 * Without a vault secrets last for the session, as the settings say; only that there was one last time is news.
 */
export const wordsOfLostSecrets = (found: {
  readonly name: string
  readonly lost: number
  readonly keptBefore: boolean
  readonly keeping: SecretVault['keeping']
}): string | undefined => {
  if (found.lost === 0) return undefined
  if (found.keeping === 'kept') {
    return `The key store of this computer does not give back the secrets of "${found.name}". If it is locked, unlock it and start Stallhand again; otherwise enter them again under Settings. Nothing else is affected.`
  }
  if (!found.keptBefore) return undefined
  return `This computer offers no key store any more, where the secrets of "${found.name}" were kept. Enter them again under Settings: they then last until Stallhand ends. What was kept stays where it is, and nothing else is affected.`
}

/** Deletes every secret of a connection. Throws `signInNeeded` where the vault cannot be opened. */
export const deleteSecrets = async (vault: SecretVault, times: SecretTimes, connectionId: string): Promise<void> => {
  const secrets = createConnectionSecrets(vault, connectionId, (name) => times.note(connectionId, name, undefined))
  for (const name of secretNames) await secrets.delete(name)
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
