/** Personal data in orders (ORD-06, PLT-18). A closed account's orders keep what was sold, when and for how much. */
import { jsonChanged } from '../database/stored-json.ts'
import { isOfPerson, type PersonalData } from '../erasure/personal-data.ts'
import { personPaths } from './records/contact.ts'

const IS_OF_PERSON = isOfPerson('buyer', 'created_at_ms')
const ROWS_OF_PERSON = `SELECT id FROM orders WHERE ${IS_OF_PERSON}`

const CLEARED_VIEW = `json_set(view, '$.buyer', NULL, '$.shipments', json('[]'), '$.cancel', NULL)`
const CLEARED_RECORD = `json_remove(record, ${personPaths.map((path) => `'${path}'`).join(', ')})`

export const ordersPersonalData: PersonalData = {
  searchIndexes: ['order_search'],
  subjects: [`SELECT 'order:' || order_id AS subject FROM orders WHERE ${IS_OF_PERSON}`],
  newest: [
    'SELECT max(created_at_ms) FROM orders WHERE buyer = :name AND created_at_ms <= :untilMs',
    'SELECT max(opened_at_ms) FROM order_cases WHERE buyer = :name AND opened_at_ms <= :untilMs',
  ],
  tables: [
    { table: 'order_contacts', ofPerson: ['detail'], delete: `order_row IN (${ROWS_OF_PERSON})` },
    {
      table: 'order_carriers',
      ofPerson: ['tracking_number'],
      withoutPersons: ['carrier'],
      delete: `order_row IN (${ROWS_OF_PERSON})`,
    },
    { table: 'order_packing', delete: `order_row IN (${ROWS_OF_PERSON})` },
    { table: 'order_lines', withoutPersons: ['line_item_id', 'listing_id', 'sku'] },
    { table: 'order_search', delete: `rowid IN (${ROWS_OF_PERSON})` },
    {
      table: 'order_cases',
      names: { buyer: 'SELECT DISTINCT buyer AS name FROM order_cases WHERE buyer IS NOT NULL' },
      ofPerson: ['record'],
      withoutPersons: ['type', 'case_id', 'order_id', 'listing_id'],
      delete: isOfPerson('buyer', 'opened_at_ms'),
    },
    {
      table: 'orders',
      names: { buyer: 'SELECT DISTINCT buyer AS name FROM orders WHERE buyer IS NOT NULL' },
      ofPerson: ['record', 'fulfillments', 'view'],
      withoutPersons: ['order_id', 'source', 'stage'],
      change: [
        `UPDATE orders SET buyer = NULL, fulfillments = NULL, wants_read = 0,
           view = ${jsonChanged('view', CLEARED_VIEW, "'{}'")}, record = ${jsonChanged('record', CLEARED_RECORD, "'{}'")}
         WHERE ${IS_OF_PERSON}`,
      ],
    },
    { table: 'order_reading', withoutPersons: ['name', 'value'] },
  ],
}
