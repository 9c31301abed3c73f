/**
 * Remembers who was erased, so that a sync, a late notification or a restored backup doesn't bring them back (SEC-10).
 *
 * SECURITY: only keyed hashes are kept. The key stays in this installation's settings, so someone with only a backup or
 * an export can't test names against them.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import type { Settings } from '../ports.ts'

const KEY_SETTING = 'erasureKey'
const HASH_BYTES = 16
/**
 * The platform reports every closed account, and nearly all belong to strangers. After this time no backup contains
 * them, and every list has been read again.
 */
const STRANGERS_KEPT_MS = 40 * 86_400_000

/** Returns this installation's key, creating it on first use. */
export const loadErasureKey = (settings: Settings): string => {
  const stored = settings.get(KEY_SETTING)
  if (typeof stored === 'string' && stored !== '') return stored
  const created = randomBytes(32).toString('hex')
  settings.set(KEY_SETTING, created)
  return created
}

/** Usernames are not case-sensitive. */
export const normalizeName = (name: string): string => name.trim().toLowerCase()

export type IsPerson = (name: string | null | undefined) => boolean

/** Returns a case-insensitive test for exactly these names. */
export const matchNames = (names: readonly string[]): IsPerson => {
  const normalized = new Set(names.map(normalizeName))
  return (name) => name != null && normalized.has(normalizeName(name))
}

export type ErasedPersons = ReturnType<typeof createErasedPersons>
/** The check that features make before storing a person's data. */
export type ErasedCheck = Pick<ErasedPersons, 'isErased' | 'isErasedConversation'>

type Hash = NodeJS.NonSharedUint8Array

export const createErasedPersons = (database: Database, key: string) => {
  const hash = (value: string): Hash => createHmac('sha256', key).update(value).digest().subarray(0, HASH_BYTES)
  const hashName = (name: string): Hash => hash(`person:${normalizeName(name)}`)
  const hashConversation = (conversationId: string): Hash => hash(`conversation:${conversationId}`)
  const has = (hashed: () => Hash): boolean => {
    if (database.get('SELECT 1 AS found FROM erased_persons LIMIT 1') === undefined) return false
    return database.get('SELECT 1 AS found FROM erased_persons WHERE hash = ?', [hashed()]) !== undefined
  }
  const erasedUntil = (name: string): number | undefined => {
    if (database.get('SELECT 1 AS found FROM erased_persons LIMIT 1') === undefined) return undefined
    return database.get<{ atMs: number }>('SELECT erased_at_ms AS atMs FROM erased_persons WHERE hash = ?', [
      hashName(name),
    ])?.atMs
  }

  return {
    /**
     * Whether data of this name and date (milliseconds since 1970) is an erased user's. What is dated after the erasure belongs to a
     * new account with the name; what has no date doesn't.
     */
    isErased: (name: string | null | undefined, atMs: number | null): boolean => {
      const untilMs = name == null ? undefined : erasedUntil(name)
      return untilMs !== undefined && (atMs === null || atMs <= untilMs)
    },
    /** Up to which date data of this name is an erased user's; undefined if no user of this name was erased. */
    erasedUntil,
    isErasedConversation: (conversationId: string): boolean => has(() => hashConversation(conversationId)),

    /** `atMs`: data of these names dated up to then is refused from now on. */
    remember: (
      {
        names,
        conversationIds = [],
      }: { readonly names: readonly string[]; readonly conversationIds?: readonly string[] },
      atMs: number,
      wasKnown: boolean,
    ): void => {
      const hashes = [...names.map(hashName), ...conversationIds.map(hashConversation)]
      addHashes(
        database,
        hashes.map((hashed) => ({ hash: hashed, erased_at_ms: atMs, was_known: wasKnown ? 1 : 0 })),
      )
    },

    forgetStrangers: (nowMs: number): void => {
      database.run('DELETE FROM erased_persons WHERE was_known = 0 AND erased_at_ms < ?', [nowMs - STRANGERS_KEPT_MS])
    },
  }
}

type StoredHash = {
  readonly hash: Hash
  readonly erased_at_ms: number
  readonly was_known: number
}

export const loadHashes = (database: Database): readonly StoredHash[] =>
  database.all<StoredHash>('SELECT hash, erased_at_ms, was_known FROM erased_persons')

/** Adds hashes, such as those that another database of this shop remembers. */
export const addHashes = (database: Database, hashes: readonly StoredHash[]): void => {
  for (const { hash, erased_at_ms, was_known } of hashes) {
    database.run(
      `INSERT INTO erased_persons (hash, erased_at_ms, was_known) VALUES (?, ?, ?)
       ON CONFLICT (hash) DO UPDATE SET erased_at_ms = max(erased_at_ms, excluded.erased_at_ms),
         was_known = max(was_known, excluded.was_known)`,
      [hash, erased_at_ms, was_known],
    )
  }
}
