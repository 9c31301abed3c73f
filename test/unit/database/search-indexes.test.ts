import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import { openDatabase } from '../../../main/database/open-database.ts'
import { conversationSearchIndex } from '../../../main/messaging/search/search-index.ts'
import { migrations } from '../../../main/migrations.ts'
import { eventSearchIndex } from '../../../main/notifications/log/event-store.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const searchIndexes = [conversationSearchIndex, eventSearchIndex]
let folder: string
let file: string

const open = () =>
  openDatabase({ file, migrations, searchIndexes, clock: createFakeClock(), log: createRecordingLog() })

const isSetAside = (): boolean => readdirSync(folder).some((name) => name.includes('.damaged-'))
const find = (database: Database, word: string): readonly unknown[] =>
  database
    .all('SELECT rowid AS id FROM notification_search WHERE notification_search MATCH ?', [word])
    .map(({ id }) => id)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-search-'))
  file = join(folder, 'shop.sqlite')
  const { database } = open()
  for (let id = 1; id <= 50; id += 1) {
    database.run(
      `INSERT INTO notification_events (id, identity, received_at_ms, origin, name, format, occurrences, signature,
         signature_message, processing) VALUES (?, ?, 0, 'platform', ?, 'soap', '[]', 'verified', '', 'processed')`,
      [id, `e${id}`, `kettle${id}`],
    )
  }
  Array.from(eventSearchIndex.refill(database))
  database.close()
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a damaged search index', () => {
  it('is rebuilt in place without setting the database aside', () => {
    const vandal = new DatabaseSync(file, { defensive: false })
    vandal.exec(`UPDATE notification_search_data SET block = x'00ff00ff00ff' WHERE id > 10;
      UPDATE search_index_data SET block = x'ff' WHERE id = 10`)
    vandal.close()
    const { database, recovered } = open()
    expect(recovered).toBeUndefined()
    expect(isSetAside()).toBe(false)
    expect(find(database, 'kettle7')).toEqual([7])
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    database.close()
  })

  it('costs no row if its pages are gone', () => {
    const reader = new DatabaseSync(file, { readOnly: true })
    const root = Number(
      reader.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'notification_search_data'").get()?.rootpage,
    )
    const pageBytes = Number(reader.prepare('PRAGMA page_size').get()?.page_size)
    reader.close()
    const bytes = readFileSync(file)
    bytes.fill(0xa5, (root - 1) * pageBytes, root * pageBytes)
    writeFileSync(file, bytes)
    const { database, recovered } = open()
    expect(recovered?.outcome).toBe('rebuilt')
    expect(database.get('SELECT count(*) AS n FROM notification_events')).toEqual({ n: 50 })
    expect(find(database, 'kettle7')).toEqual([7])
    database.close()
  })
})
