/** Follows up on a database rebuilt from a damaged or foreign one: messages, holds, and new reads. */
import type { Database } from '../database/database.ts'
import type { Recovered } from '../database/open-database.ts'
import type { Losses } from '../database/rebuild.ts'
import { holdWaitingWork } from './held-work.ts'
import { forgetForeign } from './trust.ts'

/** The seller's names for the tables' content, starting with data that can't be read again from the platform. */
export const contentLabels: readonly (readonly [label: string, tables: readonly string[]])[] = [
  ['drafts', ['drafts']],
  ['messages and changes that wait', ['outbound', 'outbound_history', 'mapping_start_draft', 'mapping_start_body']],
  ['notes', ['buyer_notes']],
  ['saved replies', ['saved_replies']],
  ['saved searches', ['saved_searches']],
  ['edits of items', ['item_edits', 'cell_blocks', 'cell_block_items', 'csv_file']],
  ['listing drafts', ['listings', 'listing_choices']],
  ['notifications', ['notification_events', 'notification_deliveries', 'notification_captures']],
  ['settings of notifications', ['notification_settings', 'notification_listings']],
  ['conversations', ['conversations', 'messages', 'former_names']],
  [
    'items',
    [
      'items',
      'item_records',
      'item_languages',
      'item_places',
      'item_costs',
      'item_families',
      'item_listings',
      'item_groups',
      'active_listings',
      'active_listing_skus',
    ],
  ],
  ['orders', ['orders', 'order_lines', 'order_contacts', 'order_carriers', 'order_cases', 'order_packing']],
  ['lowest prices', ['offer_floors']],
  ['offers', ['best_offers', 'watcher_offers']],
  ['earnings', ['earnings_transactions', 'earnings_lines', 'earnings_payouts']],
  ['past saves and runs', ['item_saves', 'run', 'item_change_ledger']],
  ['mapping tasks', ['mapping_task', 'mapping_product', 'mapping_result', 'mapping_entry', 'mapping_poll']],
  ['mapping drafts', ['mapping_draft', 'mapping_correction']],
  ['records of closed accounts', ['notification_erasures', 'erased_persons', 'erasure_mentions']],
]

const join = (labels: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(labels)

/** `Lost: notes; some of the drafts and messages.` */
export const describeLosses = ({ whole, parts }: Losses): string => {
  const lost = contentLabels.filter(([, tables]) => tables.every((table) => whole.includes(table)))
  const partly = contentLabels.filter(
    (entry) => !lost.includes(entry) && entry[1].some((table) => whole.includes(table) || parts.includes(table)),
  )
  const said = [
    ...(lost.length === 0 ? [] : [join(lost.map(([label]) => label))]),
    ...(partly.length === 0 ? [] : [`some of the ${join(partly.map(([label]) => label))}`]),
  ]
  return said.length === 0 ? 'Nothing of yours was lost.' : `Lost: ${said.join('; ')}.`
}

/** SECURITY (SEC-11): if the database may come from someone else, the platform's keys are fetched again. */
export const dropTrust = (database: Database): void => void database.run('DELETE FROM notification_keys')

/** Completes the platform's lists again, and puts automatic sends on hold. */
export const settleRebuilt = (database: Database, { cause, outcome }: Recovered, nowMs: number): void => {
  if (cause === 'foreign') for (const sql of forgetForeign) database.run(sql)
  // They are made again from what was saved.
  database.run('DELETE FROM item_rows')
  if (cause !== 'foreign' && outcome !== 'partlyRebuilt') return
  holdWaitingWork(database, 'damaged', nowMs)
  if (outcome !== 'partlyRebuilt') return
  database.transaction(() => {
    database.run('DELETE FROM order_reading')
    database.run('DELETE FROM offer_reading')
    database.run('DELETE FROM earnings_reading')
    database.run('DELETE FROM sync_lists')
    database.run('DELETE FROM sync_seen')
    database.run('UPDATE conversations SET thread_stale = 1, thread_complete = 0')
    database.run('UPDATE items SET wants_read = 1')
  })
}
