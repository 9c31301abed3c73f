import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createDatabase } from '../../../main/database/database.ts'
import type { Recovered } from '../../../main/database/open-database.ts'
import { createSchema } from '../../../main/database/our-schema.ts'
import { createInventoryStore } from '../../../main/inventory/store.ts'
import { migrations } from '../../../main/migrations.ts'
import { contentLabels, describeLosses, settleRebuilt } from '../../../main/session/after-rebuild.ts'
import { copyRules, listNeverCopied } from '../../../main/session/trust.ts'
import { platforms } from '../../../shared/connection/platforms.ts'

/** Their loss is made good by reading the platform or by starting from nothing. */
const withoutLabel = ['draft_revision', 'inventory_marks', 'listing_categories', 'notification_claims']
const readAgain = ['earnings_reading', 'offer_reading', 'order_reading', 'sync_lists', 'sync_seen']

const openFilled = () => {
  const connection = new DatabaseSync(':memory:')
  createSchema(connection, migrations, migrations.length)
  const database = createDatabase(connection)
  database.run(`INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, created_at_ms, changed_at_ms)
    VALUES ('1', 'message', 'lane', 'conversation:1', '{}', 'queued', '{}', 1, 1)`)
  database.run(`INSERT INTO notification_keys VALUES ('kid', 'key', 'ECDSA', 'SHA1', 1)`)
  database.run(`INSERT INTO sync_lists VALUES ('inbox', '{}')`)
  return database
}

const recovered = (change: Partial<Recovered>): Recovered => ({
  setAsideAs: 'aside',
  cause: 'damaged',
  outcome: 'rebuilt',
  losses: { whole: [], parts: [] },
  newestBackup: undefined,
  ...change,
})

it('SEC-12 every table with content has a name that a seller knows', () => {
  const named = contentLabels.flatMap(([, tables]) => tables)
  const granting = listNeverCopied('own')
  expect(
    [...named, ...withoutLabel, ...readAgain].toSorted(),
    'contentLabels in main/session/after-rebuild.ts, or a list in this test',
  ).toEqual(
    Object.keys(copyRules)
      .filter((table) => !granting.includes(table))
      .toSorted(),
  )
})

it('SEC-12 data that can be read again from the platform is not reported as lost', () => {
  expect(describeLosses({ whole: ['sync_lists'], parts: [] })).toBe('Nothing of yours was lost.')
})

it('OFF-04 a partly rebuilt database sends nothing automatically, and its lists are read again', () => {
  const database = openFilled()
  settleRebuilt(database, recovered({ outcome: 'partlyRebuilt' }), 5)
  expect(database.all('SELECT reason FROM outbound_hold')).toEqual([{ reason: 'damaged' }])
  expect(database.all('SELECT * FROM sync_lists')).toEqual([])
})

it.each(['rebuilt', 'partlyRebuilt'] as const)(
  'SEC-14 a database that was %s makes the rows of the item list again',
  (outcome) => {
    const database = openFilled()
    const store = createInventoryStore(database, platforms.neutral)
    store.add(['LAMP-1'], 1)
    expect(database.all('SELECT sku FROM item_rows')).toEqual([{ sku: 'LAMP-1' }])
    settleRebuilt(database, recovered({ outcome }), 5)
    expect(database.all('SELECT sku FROM items')).toEqual([{ sku: 'LAMP-1' }])
    expect(database.all('SELECT * FROM item_rows')).toEqual([])
  },
)

it('SEC-11 a database with foreign parts keeps no key, and is on hold', () => {
  const database = openFilled()
  settleRebuilt(database, recovered({ cause: 'foreign' }), 5)
  expect(database.all('SELECT * FROM notification_keys')).toEqual([])
  expect(database.all('SELECT reason FROM outbound_hold')).toEqual([{ reason: 'damaged' }])
})

it('SEC-14 a database with foreign parts keeps no delivery address, and names nobody to erase from another one', () => {
  const database = openFilled()
  database.run(
    `INSERT INTO orders (id, order_id, source, record, read_at_ms, stage) VALUES (7, '7', 'platform', '{}', 1, 'toShip')`,
  )
  database.run(`INSERT INTO order_contacts VALUES (7, '{}')`)
  database.run(`INSERT INTO notification_erasures (delivery_id, event_id, requested_at_ms, erased_at_ms, ids)
    VALUES (1, 1, 5, 6, '{"conversationIds":["c1"],"events":[]}')`)
  settleRebuilt(database, recovered({ cause: 'foreign' }), 5)
  expect(database.all('SELECT * FROM order_contacts')).toEqual([])
  expect(database.all('SELECT wants_read FROM orders')).toEqual([{ wants_read: 1 }])
  expect(database.all('SELECT ids FROM notification_erasures')).toEqual([{ ids: '{}' }])
})

it('rebuilding search indexes puts nothing on hold', () => {
  const database = openFilled()
  settleRebuilt(database, recovered({}), 5)
  expect(database.all('SELECT * FROM outbound_hold')).toEqual([])
})
