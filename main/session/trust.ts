/** The tables that grant trust, and all others. A test requires every table to be in one of the two lists. */
import { ERASED } from '../erasure/personal-data.ts'

/**
 * Parts of notifications that hold a buyer's address. A legacy notification of a sale has the buyer's:
 * https://developer.ebay.com/devzone/xml/docs/reference/ebay/types/UserType.html
 */
const addressNames = ['<ShippingAddress', '<RegistrationAddress', ':ShippingAddress', '"shippingAddress"', '"shipTo"']

/**
 * SECURITY (SEC-11): rows of these tables never come from a copy.
 *
 * - `notification_keys` decides which notifications are the platform's.
 * - `outbound_hold` and `outbound_mark` decide whether anything may be sent; a copy gets new rows in both when it
 *   replaces the database.
 */
export const grantingTables: readonly string[] = ['notification_keys', 'outbound_hold', 'outbound_mark']

/**
 * SECURITY (ORD-06): what an export leaves out, as SQL for the copy that is packed. Backups on this computer keep it.
 *
 * Buyers' addresses can be read again from the platform; orders that are still to be shipped are read after an import.
 */
export const leftOutOfExports: readonly string[] = [
  `UPDATE orders SET wants_read = 1
   WHERE stage IN ('toShip', 'partlyShipped') AND id IN (SELECT order_row FROM order_contacts)`,
  'DELETE FROM order_contacts',
  // What waits for its key is verified over its bytes, so it stays as it arrived.
  `UPDATE notification_captures SET body = CAST('${ERASED}' AS BLOB)
   WHERE id IN (SELECT id FROM notification_deliveries WHERE state = 'settled')
     AND (${addressNames.map((name) => `CAST(body AS TEXT) LIKE '%${name}%'`).join(' OR ')})`,
]

/** The seller's own content, data read from the platform, and notes about both. */
export const contentTables: readonly string[] = [
  ...[
    'buyer_notes',
    'conversations',
    'draft_revision',
    'drafts',
    'former_names',
    'messages',
    'saved_replies',
    'saved_searches',
  ],
  ...['sync_lists', 'sync_seen'],
  ...['outbound', 'outbound_history', 'run'],
  ...['item_change_ledger', 'item_edits', 'item_families', 'item_languages', 'item_records', 'item_saves', 'items'],
  ...[
    'active_listings',
    'active_listing_skus',
    'item_listings',
    'item_groups',
    'inventory_marks',
    'cell_blocks',
    'cell_block_items',
    'csv_file',
  ],
  ...['listings', 'listing_categories', 'listing_choices'],
  ...['mapping_task', 'mapping_start_body', 'mapping_product', 'mapping_poll', 'mapping_result', 'mapping_entry'],
  ...['mapping_correction', 'mapping_draft', 'mapping_start_draft'],
  ...['notification_captures', 'notification_claims', 'notification_deliveries', 'notification_erasures'],
  ...['notification_events', 'notification_listings', 'notification_settings'],
  ...['orders', 'order_lines', 'order_contacts', 'order_carriers', 'order_cases', 'order_reading'],
  // Hashes can't be created without this installation's key.
  ...['erased_persons', 'erasure_mentions'],
]
