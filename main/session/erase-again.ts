/**
 * Before a copy replaces a database, erases from it the users who were erased since it was made (PLT-18).
 *
 * SECURITY (SEC-11, SEC-14): a copy may come from anywhere. Open erasure requests in a copy are carried out in the copy.
 * Records of erasures act on a copy only if they were written here: those of a copy from outside are forgotten before it is
 * put in place, so that they can't act on a backup that is restored later.
 */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readCopy } from '../database/copies.ts'
import { createDatabase, type Database } from '../database/database.ts'
import type { CopyOrigin } from '../database/outside-copy.ts'
import { findPersons, removeTraces } from '../erasure/erase.ts'
import {
  addHashes,
  createErasedPersons,
  type IsPerson,
  loadErasureKey,
  loadHashes,
  matchNames,
} from '../erasure/erased-persons.ts'
import { createErasureStore, type ErasureRecord, findRecordedNames } from '../notifications/feature.ts'
import type { Clock, Settings } from '../ports.ts'
import { closingOf, completeRequest, eraseFound, readOpenRequests } from './erasures.ts'
import { personalData } from './personal-data.ts'
import { forgetOutside } from './trust.ts'

/** Databases that were set aside as damaged. They may record more erasures than the database that replaced them. */
const listSetAside = (file: string): readonly string[] =>
  readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.damaged-`) && !/-(?:wal|shm)$/.test(name))
    .map((name) => join(dirname(file), name))

type Memory = { readonly records: readonly ErasureRecord[]; readonly hashes: ReturnType<typeof loadHashes> }

const readMemory = (database: Database): Memory => ({
  records: createErasureStore(database).erasureRecords(),
  hashes: loadHashes(database),
})

/**
 * SECURITY (SEC-14): anyone may have written a file that was set aside, so its records don't name anyone to erase. Its hashes
 * match no one unless this installation's key made them.
 */
const readSetAside = (database: Database): Memory => {
  const { records, hashes } = readMemory(database)
  return { records: records.map((record) => ({ ...record, ids: '{}' })), hashes }
}

const keyOf = ({ event_id, requested_at_ms }: ErasureRecord): string => `${event_id} ${requested_at_ms}`

const carryOutRequests = async (database: Database, clock: Clock): Promise<void> => {
  for (const request of readOpenRequests(database)) {
    const found = await findPersons(database, personalData, matchNames(request.names), () => closingOf(request))
    await eraseFound(database, found, undefined, (erased) => {
      completeRequest(database, request, erased, clock.nowMs())
    })
  }
}

const eraseFromCopy = async (
  database: Database,
  memories: readonly Memory[],
  origin: CopyOrigin,
  settings: Settings,
  clock: Clock,
): Promise<void> => {
  const store = createErasureStore(database)
  const persons = createErasedPersons(database, loadErasureKey(settings))
  if (origin === 'outside') {
    await carryOutRequests(database, clock)
    database.transaction(() => {
      for (const sql of forgetOutside) database.run(sql)
    })
  }
  const known = new Set(store.erasureRecords().map(keyOf))
  const records = new Map(memories.flatMap(({ records }) => records).map((record) => [keyOf(record), record]))
  const missing = [...records].flatMap(([key, record]) => (known.has(key) ? [] : [record]))
  database.transaction(() => {
    for (const { hashes } of memories) addHashes(database, hashes)
    for (const record of missing) store.addErasureRecord(record)
  })
  const isRecorded = matchNames(missing.flatMap((record) => findRecordedNames(database, record)))
  // What is dated after an erasure belongs to a new account with the name (SEC-10).
  const untilOf = (name: string): number =>
    isRecorded(name) ? Number.MAX_SAFE_INTEGER : (persons.erasedUntil(name) ?? 0)
  const isErased: IsPerson = (name) => isRecorded(name) || persons.isErased(name, null)
  const found = await findPersons(database, personalData, isErased, (name) => ({
    atMs: untilOf(name),
    untilMs: untilOf(name),
  }))
  if (found.names.length > 0) {
    const nowMs = clock.nowMs()
    await eraseFound(database, found, store.erasures()[0]?.erasureId, (_, conversationIds) => {
      persons.remember({ names: [], conversationIds }, nowMs, true)
      for (const name of found.names) {
        persons.remember({ names: [name] }, Math.min(nowMs, found.untilMs.get(name) ?? nowMs), true)
      }
    })
  }
  await carryOutRequests(database, clock)
  await removeTraces(database, personalData)
}

/** `copy` is closed, checked and migrated; `file` is the closed database that it replaces. */
export const eraseAgain = async (
  copy: string,
  file: string,
  origin: CopyOrigin,
  settings: Settings,
  clock: Clock,
): Promise<void> => {
  const memories = [readCopy(file, readMemory)]
  for (const source of listSetAside(file)) {
    try {
      memories.push(readCopy(source, readSetAside))
    } catch {
      // These records are damaged.
    }
  }
  const connection = new DatabaseSync(copy)
  try {
    connection.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
    await eraseFromCopy(createDatabase(connection), memories, origin, settings, clock)
  } finally {
    connection.close()
  }
}
