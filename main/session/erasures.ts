/**
 * Erases the users whose accounts were closed on the platform (PLT-18): from the database, its search indexes, captures and log,
 * and on the seller's choice from older copies, with their copies in the folder that the seller chose.
 *
 * The platform reports every closed account, and nearly all of them are of strangers. Of those only the notification itself
 * is erased, without closing anything.
 */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ErasedCounts, OlderCopy } from '../../shared/notifications/erasure.ts'
import { conflict, Failure, notFound } from '../../shared/result.ts'
import { dropMentions } from '../app/handlers.ts'
import { compactInBackground } from '../database/background-jobs.ts'
import { listBackups, parseBackupTime, removeUnfinished } from '../database/backups.ts'
import { readCopy } from '../database/copies.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { countTraces, createMatcher, eraseFromFile, type Person, type Traces } from '../database/erase.ts'
import { isIntact } from '../database/integrity.ts'
import { conversationSearchIndex, matchConversations } from '../messaging/feature.ts'
import {
  createErasureStore,
  type ErasedIds,
  type ErasureHandlers,
  type ErasureRecord,
  eventSearchIndex,
  readErasedIds,
} from '../notifications/feature.ts'
import type { Clock, Log, Settings } from '../ports.ts'
import type { RunSerially } from '../serial-queue.ts'
import { erasureRules } from './erasure-rules.ts'

export const searchIndexes = [conversationSearchIndex, eventSearchIndex]

const NOTHING: ErasedCounts = { conversations: 0, messages: 0, notifications: 0 }
const NO_IDS: ErasedIds = { conversationIds: [], events: [] }

const toCounts = (traces: Traces): ErasedCounts => ({
  conversations: traces.conversations ?? 0,
  messages: traces.messages ?? 0,
  notifications: traces.notification_events ?? 0,
})

/** The names in a notification's body. The keys are the platform's (PLT-18). */
const readPerson = (body: Uint8Array): Person => {
  const found: string[] = []
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string' && /^(?:username|userId|eiasToken)$/i.test(key) && value.trim() !== '') {
      found.push(value.trim())
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of Object.entries(value)) walk(one, inner)
    }
  }
  try {
    walk(JSON.parse(Buffer.from(body).toString('utf8')), '')
  } catch {
    // A body that was erased already holds no name.
  }
  return [...new Set(found)]
}

const CONVERSATIONS = 'SELECT conversation_id AS id, buyer FROM conversations WHERE buyer IS NOT NULL'
const EVENTS = 'SELECT identity AS id, buyer FROM notification_events WHERE buyer IS NOT NULL'

const findIds = (database: Database, person: Person): ErasedIds => {
  const { isPerson } = createMatcher(person)
  const find = (sql: string): string[] =>
    database.all<{ id: string; buyer: string }>(sql).flatMap(({ id, buyer }) => (isPerson(buyer) ? [id] : []))
  return { conversationIds: find(CONVERSATIONS), events: find(EVENTS) }
}

/** The name that an older copy has for these ids. */
const findPerson = (database: Database, { conversationIds, events }: ErasedIds): Person => {
  const names = [
    ...database.all<{ buyer: string }>(
      'SELECT DISTINCT buyer FROM conversations WHERE conversation_id IN (SELECT value FROM json_each(?)) AND buyer IS NOT NULL',
      [JSON.stringify(conversationIds)],
    ),
    ...database.all<{ buyer: string }>(
      'SELECT DISTINCT buyer FROM notification_events WHERE identity IN (SELECT value FROM json_each(?)) AND buyer IS NOT NULL',
      [JSON.stringify(events)],
    ),
  ].map(({ buyer }) => buyer.trim())
  return [...new Set(names)].filter((name) => name !== '')
}

/** The FTS5 expression for a name, split into words as the event index does. */
const matchEvents = (name: string): string =>
  (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' AND ')

/** Texts without an index; there are few of them. */
const SMALL_TEXTS = [
  'SELECT content, other_party_username FROM drafts',
  'SELECT name, search, other_party FROM saved_searches',
  'SELECT buyer, text FROM buyer_notes',
  'SELECT name, text FROM saved_replies',
  `SELECT payload FROM outbound WHERE kind = 'message' AND is_open = 1`,
]

/** Whether anything but the notification itself may name the user. Quick, since most users are strangers. */
const isKnown = (database: Database, person: Person): boolean => {
  const { mentions } = createMatcher(person)
  const isIndexed = (table: string, toMatch: (name: string) => string): boolean =>
    person
      .map(toMatch)
      .some(
        (match) =>
          match !== '' &&
          database.get(`SELECT 1 AS found FROM ${table} WHERE ${table} MATCH ? LIMIT 1`, [match]) !== undefined,
      )
  return (
    isIndexed('search_index', matchConversations) ||
    isIndexed('notification_search', matchEvents) ||
    SMALL_TEXTS.some((sql) => database.all(sql).some((row) => Object.values(row).some(mentions)))
  )
}

/** Databases that were set aside as damaged or deleted. */
const listSetAside = (file: string): readonly string[] =>
  readdirSync(dirname(file))
    .filter((name) => /\.(?:damaged|deleted)-[^.]*$/.test(name) && name.startsWith(`${basename(file)}.`))
    .filter((name) => !/-(?:wal|shm)$/.test(name))
    .map((name) => join(dirname(file), name))

/** Backups, newest first, then databases that were set aside. */
const listCopies = (file: string): readonly string[] => [...listBackups(file), ...listSetAside(file)]

/** Removes what a crash left of copies being made or rewritten: they hold everything, and nothing lists them. */
const removeUnfinishedCopies = (file: string): void => {
  removeUnfinished(file)
  for (const folder of [dirname(file), join(dirname(file), 'backups')].filter(existsSync)) {
    for (const name of readdirSync(folder)) {
      const isRewriting = name.startsWith(`${basename(file)}.`) && /\.rewriting(?:-\w+)?$/.test(name)
      if (isRewriting) rmSync(join(folder, name), { force: true })
    }
  }
}

/** Undefined if the copy holds nothing of the person, null if it can't be read. All are 0 if it only mentions the name. */
const countInCopy = async (copy: string, person: Person): Promise<ErasedCounts | null | undefined> => {
  try {
    if (!readCopy(copy, (database) => isKnown(database, person))) return undefined
    const traces = await countTraces(copy, person, erasureRules)
    return Object.keys(traces).length === 0 ? undefined : toCounts(traces)
  } catch {
    return null
  }
}

export type Erasures = {
  readonly handlers: ErasureHandlers
  /** Whether a request is open, here or from before a crash. */
  readonly hasOpen: () => boolean
  /**
   * Erases strangers at once. Returns what has to run on the closed database; undefined if nothing is left to do.
   */
  readonly prepare: () => Promise<(() => Promise<void>) | undefined>
}

const loadBody = (database: Database, deliveryId: number): Uint8Array =>
  database.get<{ body: NodeJS.NonSharedUint8Array }>('SELECT body FROM notification_captures WHERE id = ?', [
    deliveryId,
  ])?.body ?? new Uint8Array()

/**
 * Erases from a closed copy of the database at `file` the users that were erased after the copy was made, and adds the records
 * of that. A database that was set aside may know of more than the one that took its place.
 */
export const eraseAgain = async (copy: string, file: string, clock: Clock): Promise<void> => {
  const readRecords = (source: string) => readCopy(source, (database) => createErasureStore(database).erasureRecords())
  const keyOf = ({ event_id, requested_at_ms }: ErasureRecord): string => `${event_id} ${requested_at_ms}`
  const known = new Set(readRecords(copy).map(keyOf))
  const records = new Map(readRecords(file).map((record) => [keyOf(record), record]))
  for (const source of listSetAside(file)) {
    try {
      for (const record of readRecords(source)) records.set(keyOf(record), record)
    } catch {
      // The damage is in these records.
    }
  }
  const missing = [...records].flatMap(([key, record]) => (known.has(key) ? [] : [record]))
  const connection = new DatabaseSync(copy)
  let person: Person
  try {
    const database = createDatabase(connection)
    const store = createErasureStore(database)
    const open = store.openErasures()
    person = [
      ...missing.flatMap((record) => findPerson(database, readErasedIds(record))),
      ...open.flatMap(({ deliveryId }) => readPerson(loadBody(database, deliveryId))),
    ]
    database.transaction(() => {
      for (const { erasureId } of open) store.recordErasure(erasureId, clock.nowMs(), NOTHING, [], NO_IDS)
      for (const record of missing) store.addErasureRecord(record)
    })
  } finally {
    connection.close()
  }
  if (person.length > 0) await eraseFromFile(copy, [...new Set(person)], { rules: erasureRules, searchIndexes })
}

export const createErasures = (deps: {
  readonly file: string
  readonly database: Database
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  /** Deletes the copy of a backup in the seller's folder. Throws `conflict` if that can't be done. */
  readonly removeFolderCopy: (atMs: number) => Promise<void>
  readonly copyToFolder: (backup: { readonly file: string; readonly atMs: number }) => void
  /** Shared with everything that opens or closes a database: opening one removes copies left half rewritten. */
  readonly runSerially: RunSerially
  readonly changed: () => void
}): Erasures => {
  const { file, database, clock, log } = deps
  const store = createErasureStore(database)
  /** Exists from before an erasure until the file is rewritten: a crash or a full disk may come between. */
  const unfinishedMark = `${file}.erasing`
  removeUnfinishedCopies(file)

  /** Erases the names from the notification that reported the closed account. */
  const eraseNotification = ({ erasureId, deliveryId, person, copies }: Request): void => {
    const { redact } = createMatcher(person)
    database.transaction(() => {
      database.run('UPDATE notification_captures SET body = ? WHERE id = ?', [
        redact(loadBody(database, deliveryId)) as Uint8Array,
        deliveryId,
      ])
      store.recordErasure(erasureId, clock.nowMs(), NOTHING, copies, NO_IDS)
    })
  }

  /** The copies that hold something of the person, or can't be read. */
  const findCopies = async (person: Person) => {
    const found: { readonly name: string; readonly holds: ErasedCounts | null }[] = []
    for (const copy of listCopies(file)) {
      const holds = await countInCopy(copy, person)
      if (holds !== undefined) found.push({ name: basename(copy), holds })
    }
    return found
  }

  const loadRequests = async () => {
    const requests: Request[] = []
    for (const { erasureId, deliveryId } of store.openErasures()) {
      const person = readPerson(loadBody(database, deliveryId))
      requests.push({ erasureId, deliveryId, person, copies: await findCopies(person) })
    }
    return requests
  }
  type Request = {
    readonly erasureId: number
    readonly deliveryId: number
    readonly person: Person
    readonly copies: Awaited<ReturnType<typeof findCopies>>
  }

  const pathOf = (name: string): string => {
    const found = listCopies(file).find((copy) => basename(copy) === name)
    if (found !== undefined) return found
    throw notFound('This copy no longer exists.')
  }

  const find = (erasureId: number, name: string) => {
    const erasure = store.erasures().find((one) => one.erasureId === erasureId)
    if (erasure?.copies.some((copy) => copy.name === name) === true) return erasure
    throw notFound('This copy no longer has data of the user.')
  }

  /** Records that a deleted copy no longer holds these users. */
  const forget = (name: string, erasureIds: readonly number[]): void => {
    for (const { erasureId, copies } of store.erasures()) {
      if (!erasureIds.includes(erasureId)) continue
      store.setErasureCopies(
        erasureId,
        copies.filter((copy) => copy.name !== name),
      )
    }
    deps.changed()
  }

  return {
    hasOpen: () => store.openErasures().length > 0 || existsSync(unfinishedMark),

    prepare: async () => {
      const open = await loadRequests()
      const known = open.filter(({ person }) => isKnown(database, person))
      // Overwritten text must not stay readable in a free page or in the write-ahead log.
      database.get('PRAGMA secure_delete = ON')
      try {
        for (const one of open) if (!known.includes(one)) eraseNotification(one)
      } finally {
        database.get('PRAGMA secure_delete = OFF')
      }
      database.get('PRAGMA wal_checkpoint(TRUNCATE)')
      deps.changed()
      if (known.length === 0 && !existsSync(unfinishedMark)) return undefined
      for (const { person } of known) dropMentions(deps.settings, createMatcher(person).mentions)
      return async () => {
        writeFileSync(unfinishedMark, '')
        if (known.length === 0) await compactInBackground(file)
        for (const { erasureId, person, copies } of known) {
          const ids = readCopy(file, (closed) => findIds(closed, person))
          await eraseFromFile(file, person, {
            rules: erasureRules,
            searchIndexes,
            record: (closed, traces) =>
              createErasureStore(closed).recordErasure(erasureId, clock.nowMs(), toCounts(traces), copies, ids),
          })
          log.info('a closed account was erased', { copies: copies.length })
        }
        rmSync(unfinishedMark, { force: true })
      }
    },

    handlers: {
      erasures: () => {
        const names = new Map(listCopies(file).map((copy) => [basename(copy), copy]))
        return {
          withoutData: store.countErasuresWithoutData(),
          erasures: store.erasures().map(({ ids: _, copies, ...erasure }) => ({
            ...erasure,
            copies: copies
              .filter(({ name }) => names.has(name))
              .map(({ name, holds }): OlderCopy => ({ name, holds, atMs: parseBackupTime(name) ?? null })),
          })),
        }
      },
      rewriteCopy: ({ erasureId, name }) =>
        deps.runSerially(async () => {
          const { ids } = find(erasureId, name)
          const copy = pathOf(name)
          const atMs = parseBackupTime(name)
          const unusable = (cause?: unknown): Failure =>
            conflict(
              'The user can’t be erased from this copy. Delete the copy, or keep it only as long as you must.',
              cause,
            )
          const rewritten = `${copy}.rewriting`
          try {
            for (const suffix of ['', '-wal']) {
              if (existsSync(`${copy}${suffix}`)) await copyFile(`${copy}${suffix}`, `${rewritten}${suffix}`)
            }
            const person = readCopy(rewritten, (closed) => findPerson(closed, ids))
            if (person.length === 0) throw unusable()
            await eraseFromFile(rewritten, person, { rules: erasureRules, searchIndexes })
            if (!isIntact(rewritten)) throw unusable()
            if (atMs !== undefined) await deps.removeFolderCopy(atMs)
            renameSync(rewritten, copy)
            // A file that was set aside has its write-ahead log beside it, which is in the rewritten copy.
            for (const suffix of ['-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
            if (atMs !== undefined) deps.copyToFolder({ file: copy, atMs })
          } catch (error) {
            throw error instanceof Failure ? error : unusable(error)
          } finally {
            for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${rewritten}${suffix}`, { force: true })
          }
          forget(name, [erasureId])
        }),
      deleteCopy: ({ erasureId, name }) =>
        deps.runSerially(async () => {
          find(erasureId, name)
          const copy = pathOf(name)
          const atMs = parseBackupTime(name)
          if (atMs !== undefined) await deps.removeFolderCopy(atMs)
          for (const suffix of ['', '-wal', '-shm']) {
            if (existsSync(`${copy}${suffix}`)) rmSync(`${copy}${suffix}`, { force: true })
          }
          forget(
            name,
            store.erasures().map((one) => one.erasureId),
          )
        }),
    },
  }
}
