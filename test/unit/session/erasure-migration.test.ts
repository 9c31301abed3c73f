import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../../../main/database/open-database.ts'
import { createErasedPersons } from '../../../main/erasure/erased-persons.ts'
import { migrations } from '../../../main/migrations.ts'
import { createErasureStore } from '../../../main/notifications/feature.ts'
import { eraseAgain } from '../../../main/session/erase-again.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'erasure-migration-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clock = createFakeClock()
const open = (file: string) => openDatabase({ file, migrations, clock, log: createRecordingLog() }).database

/** A database of version 0.2.2. */
const createOld = (name: string, sql: string): string => {
  const file = join(folder, name)
  const connection = new DatabaseSync(file)
  connection.exec(
    `PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF; ${migrations[0]?.sql ?? ''}; PRAGMA user_version = 1`,
  )
  connection.exec(sql)
  connection.close()
  return file
}

const addConversation = `INSERT INTO conversations (conversation_id, conversation_type, buyer, raw)
  VALUES ('c1', 'FROM_MEMBERS', 'anna_wolle', '{}'), ('c2', 'FROM_MEMBERS', 'tom', '{}');`
const addRecord = `INSERT INTO notification_erasures (delivery_id, event_id, requested_at_ms, erased_at_ms, conversations, copies, ids)
  VALUES (1, 1, 5, 6, 1, '[{"name":"x.backup","holds":null}]', '{"conversationIds":["c1"],"events":[]}');`

it('PLT-18 a database of 0.2.2 keeps its records, and what it deleted can no longer be read in it', () => {
  const file = createOld(
    'deleted.sqlite',
    `${addConversation} ${addRecord} DELETE FROM conversations WHERE buyer = 'anna_wolle'`,
  )
  expect(readFileSync(file, 'latin1')).toContain('anna_wolle')
  const database = open(file)
  expect(createErasureStore(database).erasures()).toMatchObject([{ requestedAtMs: 5, erased: { conversations: 1 } }])
  database.close()
  expect(readFileSync(file, 'latin1')).not.toContain('anna_wolle')
})

it('SEC-10 a restored backup loses an erased user, and keeps a later account with the name', async () => {
  const settings = { get: () => 'key', set: () => undefined }
  const file = createOld('later.sqlite', '')
  const live = open(file)
  createErasedPersons(live, 'key').remember({ names: ['Anna_Wolle'] }, 1_000, true)
  live.close()
  const copy = createOld(
    'later-copy.sqlite',
    `INSERT INTO conversations (conversation_id, conversation_type, buyer, raw, latest_writer, sort_ms)
       VALUES ('c1', 'FROM_MEMBERS', 'anna_wolle', '{}', 'buyer', 1000), ('c2', 'FROM_MEMBERS', 'anna_wolle', '{}', 'buyer', 1001),
         ('c3', 'FROM_MEMBERS', 'anna_wolle', '{}', 'seller', 1001)`,
  )
  open(copy).close()
  await eraseAgain(copy, file, 'own', settings, clock)
  const database = open(copy)
  expect(database.column('SELECT conversation_id FROM conversations')).toEqual(['c2'])
  expect(createErasedPersons(database, 'key').erasedUntil('anna_wolle')).toBe(1_000)
  database.close()
})

it('PLT-18 a user whom 0.2.2 erased is erased again from its older backup', async () => {
  const file = createOld('shop.sqlite', addRecord)
  open(file).close()
  const copy = createOld('copy.sqlite', addConversation)
  open(copy).close()
  await eraseAgain(copy, file, 'own', { get: () => 'key', set: () => undefined }, clock)
  const database = open(copy)
  expect(database.column('SELECT buyer FROM conversations')).toEqual(['tom'])
  database.close()
  expect(readFileSync(copy, 'latin1')).not.toContain('anna_wolle')
})
