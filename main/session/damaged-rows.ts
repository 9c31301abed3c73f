/** Finds stored JSON that can't be read, so that the seller hears of what lists and erasures skip (SEC-16). */
import { readInBackground } from '../database/background-jobs.ts'
import { contentLabels } from './after-rebuild.ts'

/** The columns that hold JSON. A test requires every column in which a used shop has JSON. */
export const jsonColumns: Readonly<Record<string, readonly string[]>> = {
  conversations: ['waiting_evidence', 'read_kept', 'raw'],
  messages: ['attachments', 'raw'],
  drafts: ['content', 'evidence'],
  sync_lists: ['state'],
  outbound: ['payload', 'detail', 'last_error'],
  outbound_history: ['detail'],
  run: ['plan', 'problem'],
  items: ['unreadable'],
  item_rows: ['shown'],
  item_records: ['record', 'last_record', 'read_problem'],
  item_edits: ['edit', 'refused_edit', 'refusals'],
  item_saves: ['base', 'sent', 'after'],
  active_listings: ['variations'],
  item_groups: ['record', 'read_problem', 'edit'],
  cell_block_items: ['before', 'after'],
  csv_file: ['mended', 'lines_left'],
  listings: ['offers', 'read_problem', 'draft', 'refusals', 'warnings'],
  listing_categories: ['detail'],
  listing_choices: ['value'],
  mapping_task: ['counts'],
  mapping_start_body: ['body'],
  mapping_product: ['content'],
  mapping_entry: ['content'],
  mapping_result: ['remarks'],
  mapping_correction: ['form'],
  mapping_start_draft: ['draft'],
  notification_events: ['occurrences'],
  notification_captures: ['headers'],
  notification_erasures: ['ids'],
  orders: ['record', 'view', 'fulfillments'],
  order_cases: ['record'],
  order_contacts: ['detail'],
  order_reading: ['value'],
}

/** Early drafts are plain texts, so only one that begins like JSON counts. */
const isDamaged = (table: string, column: string): string =>
  table === 'drafts' ? `(substr(${column}, 1, 1) = '{' AND NOT json_valid(${column}))` : `NOT json_valid(${column})`

/** One row for each table with damaged rows, as JSON: the table and how many. */
const FIND = `SELECT json_group_object(name, n) FROM (${Object.entries(jsonColumns)
  .map(
    ([table, columns]) =>
      `SELECT '${table}' AS name, count(*) AS n FROM ${table} WHERE ${columns.map((column) => isDamaged(table, column)).join(' OR ')}`,
  )
  .join(' UNION ALL ')}) WHERE n > 0`

/** How many rows can't be read, by table. Runs in another thread: a gigabyte takes some seconds. Undefined if it was stopped. */
export const findDamagedRows = (file: string) => {
  const { value, stop } = readInBackground(file, FIND)
  return {
    found: value.then((found) =>
      found === undefined ? undefined : (JSON.parse(String(found)) as Readonly<Record<string, number>>),
    ),
    stop,
  }
}

/** `Skipped: 2 of the orders, 1 of the drafts`; undefined if nothing of the seller's is damaged. */
export const describeDamagedRows = (found: Readonly<Record<string, number>>): string | undefined => {
  const counted = contentLabels
    .map(([label, tables]) => ({ label, count: tables.reduce((sum, table) => sum + (found[table] ?? 0), 0) }))
    .filter(({ count }) => count > 0)
  if (counted.length === 0) return undefined
  const list = counted.map(({ label, count }) => `${count} of the ${label}`)
  return `Some of what is stored is damaged, and Stallhand skips it: ${new Intl.ListFormat('en').format(list)}. A backup may still have it.`
}
