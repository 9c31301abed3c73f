import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createSchema, listTables } from '../../../main/database/our-schema.ts'
import { migrations } from '../../../main/migrations.ts'
import { copyRules, leftOutOfExports, listNeverCopied } from '../../../main/session/trust.ts'

it('SEC-14 what may come with a copy is stated for every table of the schema, and for no other', () => {
  const connection = new DatabaseSync(':memory:')
  createSchema(connection, migrations, migrations.length)
  expect(Object.keys(copyRules).toSorted(), 'copyRules in main/session/trust.ts').toEqual(
    listTables(connection).toSorted(),
  )
  connection.close()
})

it('SEC-14 an import brings no key, no proposal, hold, mark, row of the item list, erased person or address, and a backup brings its own of the last two', () => {
  const granting = [
    ...['notification_keys', 'outbound_hold', 'outbound_mark', 'item_rows'],
    ...['assistants', 'assistant_readings', 'proposals'],
  ]
  expect(listNeverCopied('own')).toEqual(granting)
  expect(listNeverCopied('outside')).toEqual([...granting, 'erased_persons', 'erasure_mentions', 'order_contacts'])
})

it('ORD-06 an export keeps no address that a notification of a sale brought, and every other notification', () => {
  const connection = new DatabaseSync(':memory:')
  createSchema(connection, migrations, migrations.length)
  const bodies = [
    '<Buyer><BuyerInfo><ShippingAddress><Name>Anna Hidden</Name></ShippingAddress></BuyerInfo></Buyer>',
    '{"order":{"shipTo":{"fullName":"Anna Hidden"}}}',
    '<Item><ShipToLocations>US</ShipToLocations><Title>Lamp</Title></Item>',
  ]
  for (const [index, body] of bodies.entries()) {
    connection
      .prepare(`INSERT INTO notification_deliveries (id, received_at_ms, format, size_bytes, origin, state)
        VALUES (?, 0, 'soap', 1, 'platform', 'settled')`)
      .run(index + 1)
    connection
      .prepare(`INSERT INTO notification_captures (id, headers, body_digest, body) VALUES (?, '[]', '', ?)`)
      .run(index + 1, Buffer.from(body))
  }
  for (const sql of leftOutOfExports) connection.exec(sql)
  const kept = connection.prepare('SELECT CAST(body AS TEXT) AS body FROM notification_captures ORDER BY id').all()
  expect(kept.map(({ body }) => body)).toEqual(['(erased)', '(erased)', bodies[2]])
  connection.close()
})
