/** What each table of a copy may bring along. A test requires a rule for every table of the schema. */
import type { CopyOrigin } from '../database/outside-copy.ts'
import { ERASED } from '../erasure/personal-data.ts'

/**
 * Parts of notifications that hold a buyer's address. A legacy notification of a sale has the buyer's:
 * https://developer.ebay.com/devzone/xml/docs/reference/ebay/types/UserType.html
 */
const addressNames = ['<ShippingAddress', '<RegistrationAddress', ':ShippingAddress', '"shippingAddress"', '"shipTo"']

/**
 * What happens to a table's rows when a database is replaced by a copy: an own backup, an import, or a database found in
 * the data folder.
 *
 * - `content`: they come with every copy. They act in the database that they are in, and what waits there is on hold.
 * - `requests`: requests in a copy are carried out in the copy. The records come from own backups only.
 * - `own`: they come from own backups only, because they act later, also on another database.
 * - `never`: they don't come from any copy. A copy gets new rows when it replaces the database.
 */
export type CopyRule = 'content' | 'requests' | 'own' | 'never'

const withRule = <R extends CopyRule>(rule: R, tables: readonly string[]): Readonly<Record<string, R>> =>
  Object.fromEntries(tables.map((table) => [table, rule]))

/**
 * SECURITY (SEC-11, SEC-14): the rule of every table.
 *
 * - `notification_keys` decides which notifications are the platform's.
 * - `outbound_hold` and `outbound_mark` decide whether anything may be sent.
 * - `notification_erasures`, `erased_persons` and `erasure_mentions` decide what is erased from a backup that is restored
 *   later.
 * - `order_contacts` decides where a parcel goes.
 * - `item_rows` are made again from the rest, so the list shows nothing that the records and edits don't say.
 */
export const copyRules: Readonly<Record<string, CopyRule>> = {
  ...withRule('never', [
    ...['notification_keys', 'outbound_hold', 'outbound_mark', 'item_rows'],
    // A copy must not bring keys to the door, nor words that an assistant of somebody else wrote.
    ...['assistants', 'assistant_readings', 'proposals'],
  ]),
  ...withRule('own', ['erased_persons', 'erasure_mentions', 'order_contacts']),
  ...withRule('requests', ['notification_erasures']),
  // The seller's own content, data read from the platform, and notes about both.
  ...withRule('content', [
    ...['buyer_notes', 'conversations', 'draft_revision', 'drafts', 'former_names', 'messages', 'saved_replies'],
    ...['saved_searches', 'sync_lists', 'sync_seen'],
    ...['outbound', 'outbound_history', 'run'],
    ...[
      'item_change_ledger',
      'item_edits',
      'item_families',
      'item_languages',
      'item_places',
      'item_costs',
      'item_records',
      'item_saves',
      'items',
    ],
    ...['active_listings', 'active_listing_skus', 'item_listings', 'item_groups', 'inventory_marks'],
    ...['cell_blocks', 'cell_block_items', 'csv_file'],
    ...['listings', 'listing_categories', 'listing_choices'],
    ...['mapping_task', 'mapping_start_body', 'mapping_product', 'mapping_poll', 'mapping_result', 'mapping_entry'],
    ...['mapping_correction', 'mapping_draft', 'mapping_start_draft'],
    ...['notification_captures', 'notification_claims', 'notification_deliveries', 'notification_events'],
    ...['notification_listings', 'notification_settings'],
    ...['best_offers', 'watcher_offers', 'offer_floors', 'offer_reading'],
    ...['orders', 'order_lines', 'order_carriers', 'order_cases', 'order_packing', 'order_reading'],
    ...['earnings_transactions', 'earnings_lines', 'earnings_payouts', 'earnings_reading'],
  ]),
}

const withAnyRule = (...rules: readonly CopyRule[]): readonly string[] =>
  Object.keys(copyRules).filter((table) => rules.some((rule) => copyRules[table] === rule))

const ownTables = withAnyRule('own')

/** The tables that stay empty in a copy. */
export const listNeverCopied = (origin: CopyOrigin): readonly string[] =>
  origin === 'own' ? withAnyRule('never') : withAnyRule('never', 'own')

/** Orders that are still to be shipped: their addresses are not in a copy from outside, and are read from the platform. */
const wantAddresses = `UPDATE orders SET wants_read = 1 WHERE stage IN ('toShip', 'partlyShipped')`

/**
 * SECURITY (SEC-14): SQL for a copy from outside whose requests were carried out. Records of another database must not
 * act on a backup that is restored later.
 */
export const forgetOutside: readonly string[] = [
  ...withAnyRule('own', 'requests').map((table) => `DELETE FROM ${table}`),
  wantAddresses,
]

/**
 * SECURITY (SEC-14): SQL for a database with parts that another program created. Its hashes of erased persons stay: only
 * this installation's key makes one that matches anybody.
 */
export const forgetForeign: readonly string[] = [
  'DELETE FROM notification_keys',
  'DELETE FROM order_contacts',
  `UPDATE notification_erasures SET ids = '{}'`,
  wantAddresses,
]

/**
 * SECURITY (ORD-06): what an export leaves out, as SQL for the copy that is packed. Backups on this computer keep it.
 *
 * Buyers' addresses can be read again from the platform; orders that are still to be shipped are read after an import.
 */
export const leftOutOfExports: readonly string[] = [
  `UPDATE orders SET wants_read = 1
   WHERE stage IN ('toShip', 'partlyShipped') AND id IN (SELECT order_row FROM order_contacts)`,
  ...ownTables.map((table) => `DELETE FROM ${table}`),
  // An index keeps the terms of deleted rows until it is merged. An import builds them again from the rows.
  ...['search_index', 'answered_questions', 'order_search', 'earnings_search'].map(
    (index) => `INSERT INTO ${index} (${index}) VALUES ('delete-all')`,
  ),
  'DELETE FROM notification_search',
  `INSERT INTO notification_search (notification_search) VALUES ('rebuild')`,
  // What waits for its key is verified over its bytes, so it stays as it arrived.
  `UPDATE notification_captures SET body = CAST('${ERASED}' AS BLOB)
   WHERE id IN (SELECT id FROM notification_deliveries WHERE state = 'settled')
     AND (${addressNames.map((name) => `CAST(body AS TEXT) LIKE '%${name}%'`).join(' OR ')})`,
]
