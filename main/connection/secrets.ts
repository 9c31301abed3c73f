/**
 * The secrets of one connection, by name, in the vault. SECURITY (AUT-04): they stay in main. Vault keys begin with the
 * connection's id, so a sandbox can't read production's. SECURITY (SEC-01): an id alone proves nothing, because a file
 * or an edit may give it other addresses. So each secret is stored with the origins it was entered for. A connection
 * with any other origin doesn't get it.
 */
import * as z from 'zod'
import { typedSecretNames } from '../../shared/connection/contract.ts'
import { Failure } from '../../shared/result.ts'
import type { ConnectionSecrets } from '../feature.ts'
import type { SecretVault, Settings } from '../ports.ts'
import { SIGNING_KEY_SECRET } from './signing-keys.ts'

/** Every name under which a secret is stored: deleting a connection deletes these. */
const secretNames: readonly string[] = [
  ...typedSecretNames,
  'refreshTokenEndsAt',
  'verificationToken',
  SIGNING_KEY_SECRET,
]

/** The seller's own secrets, which a sign-out deletes. */
export const sellerSecretNames: readonly string[] = ['refreshToken', 'refreshTokenEndsAt', 'accessToken', 'userToken']

const orVaultFailure = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const message = 'The password store of this computer couldn’t be opened. Unlock it and try again.'
    throw new Failure({ kind: 'signInNeeded', message }, error)
  }
}

const TIMES_KEY = 'secretTimes'

/** When each secret was saved. Contains no secret, so it is in the settings. */
export const createSecretTimes = (settings: Settings) => {
  const loadAll = (): Record<string, Record<string, number>> => {
    const stored = settings.get(TIMES_KEY)
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, Record<string, number>>) : {}
  }
  const list = (connectionId: string): Record<string, number> => {
    const all = loadAll()
    const stored = Object.hasOwn(all, connectionId) ? all[connectionId] : undefined
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, atMs]) => typeof atMs === 'number'))
  }
  return {
    list,
    /** `atMs` undefined: the secret was deleted. */
    set: (connectionId: string, name: string, atMs: number | undefined): void => {
      const { [name]: _, ...others } = list(connectionId)
      const { [connectionId]: __, ...rest } = loadAll()
      const times = atMs === undefined ? others : { ...others, [name]: atMs }
      settings.set(TIMES_KEY, Object.keys(times).length === 0 ? rest : { ...rest, [connectionId]: times })
    },
  }
}

const storedSchema = z.strictObject({ origins: z.array(z.string()), secret: z.string() })

const parseStored = (text: string): z.infer<typeof storedSchema> | undefined => {
  try {
    return storedSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

// An id contains no slash, so no two connections share a key.
const toKey = (connectionId: string, name: string): string => `connection/${connectionId}/${name}`

/**
 * `origins`: all origins of the connection (`listSecretOrigins`). `onSaved` is called after each change. Every method
 * throws `signInNeeded` if the vault can't be opened.
 */
export const createConnectionSecrets = (
  vault: SecretVault,
  connection: { readonly id: string; readonly origins: readonly string[] },
  onSaved: (name: string, isKept: boolean) => void = () => undefined,
) => {
  const { id, origins } = connection
  const load = async (name: string) => {
    const text = await orVaultFailure(() => vault.get(toKey(id, name)))
    const stored = text === undefined ? undefined : parseStored(text)
    const isHere = stored !== undefined && origins.every((origin) => stored.origins.includes(origin))
    return { isStored: stored !== undefined, secret: isHere ? stored.secret : undefined }
  }
  return {
    /** `elsewhere`: stored, but for other origins. Throws `signInNeeded` if the vault can't be opened. */
    find: async (name: string): Promise<'here' | 'elsewhere' | 'missing'> => {
      const { isStored, secret } = await load(name)
      return secret !== undefined ? 'here' : isStored ? 'elsewhere' : 'missing'
    },
    get: async (name: string): Promise<string | undefined> => (await load(name)).secret,
    set: async (name: string, secret: string): Promise<void> => {
      await orVaultFailure(() => vault.set(toKey(id, name), JSON.stringify({ origins, secret })))
      onSaved(name, true)
    },
    delete: async (name: string): Promise<void> => {
      await orVaultFailure(() => vault.delete(toKey(id, name)))
      onSaved(name, false)
    },
  }
}

/** Deletes every secret of a connection. Throws `signInNeeded` if the vault can't be opened. */
export const deleteSecrets = async (
  vault: SecretVault,
  times: ReturnType<typeof createSecretTimes>,
  connectionId: string,
): Promise<void> => {
  for (const name of secretNames) {
    await orVaultFailure(() => vault.delete(toKey(connectionId, name)))
    times.set(connectionId, name, undefined)
  }
}

/**
 * The message if stored secrets can't be read; undefined if there is nothing to say. Without a vault, secrets last for
 * the session, as the settings say. Only a vault lost since the last start is news.
 */
export const formatLostSecrets = (found: {
  readonly name: string
  readonly lost: number
  /** Stored, but for other origins. */
  readonly elsewhere: number
  readonly hadVault: boolean
  readonly keeping: SecretVault['keeping']
}): string | undefined => {
  if (found.elsewhere > 0) {
    return `The secrets of “${found.name}” were entered for other addresses and aren’t sent to these. Enter them again in Settings.`
  }
  if (found.lost === 0) return undefined
  if (found.keeping === 'kept') {
    return `The password store of this computer no longer returns the secrets of “${found.name}”. If it is locked, unlock it and restart Stallhand. Otherwise enter them again in Settings.`
  }
  if (!found.hadVault) return undefined
  if (found.keeping === 'unwanted') {
    return `Stallhand was started with --no-key-ring, so it doesn’t read the secrets of “${found.name}”. Start it without that flag, or enter them again in Settings: they then last until Stallhand closes.`
  }
  return `The password store that holds the secrets of “${found.name}” couldn’t be opened. Unlock it and start Stallhand again, or enter them again in Settings: they then last until Stallhand closes.`
}

/**
 * Falls back to `defaults` when the vault has no value: the practice shop's credentials, which are public in its
 * source. They are never written to the vault, so practice works without one.
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
