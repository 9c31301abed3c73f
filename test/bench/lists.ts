/**
 * Each list at the design's scale, 20,000 rows (the inbox with 200,000 messages): a page and its counts, within a budget and
 * beside the simplest SQL for the same rows. At 100,000 rows: a search beside the simplest SQL, and how much slower a top page is.
 *
 * The app's time is for the query as the feature's handler calls it: SQL, building rows, marking matches. Deep pages, counts
 * and searches may grow as SQLite's own do, so the growth excludes counts.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { createDatabase, type Database, type SqlParams } from '../../main/database/database.ts'
import { CONNECTION_SETTINGS } from '../../main/database/open-database.ts'
import { flagSql } from '../../main/inventory/items/item-row.ts'
import { createInventoryStore } from '../../main/inventory/store.ts'
import { createConversationQueries } from '../../main/messaging/conversations/conversation-queries.ts'
import { conversationColumns } from '../../main/messaging/conversations/conversation-row.ts'
import { matchExpression, parseSearch } from '../../main/messaging/search/search-terms.ts'
import { createNotificationStore } from '../../main/notifications/store.ts'
import { platforms } from '../../shared/connection/platforms.ts'
import { noErasedPersons } from '../support/no-erased-persons.ts'
import { filledShop } from './filled-shop.ts'
import { type Compared, comparePairs, type Measure, PAGE_BUDGET_MS, type Row } from './measure.ts'

const SIZE = 20_000
const LARGE_SIZE = 100_000
const ROUNDS = 20
const PAGE = 100

/** One list. Both sides must return the same rows; pages and searches include their total. */
type List = {
  readonly name: string
  readonly page: () => unknown
  readonly plainPage: () => unknown
  /** The list's separate count query, if it has one; otherwise the counts within a page are measured. */
  readonly counts?: () => unknown
  readonly plainCounts: () => unknown
  readonly search: () => unknown
  readonly plainSearch: () => unknown
}

type Plain = <T>(sql: string, ...params: SQLInputValue[]) => T[]

/** Runs prepared statements without processing their rows. */
const createPlain = (connection: DatabaseSync): Plain => {
  const prepared = new Map<string, StatementSync>()
  return <T>(sql: string, ...params: SQLInputValue[]): T[] => {
    const statement = prepared.get(sql) ?? connection.prepare(sql)
    prepared.set(sql, statement)
    return statement.all(...params) as T[]
  }
}

const inbox = (database: Database, plain: Plain): List => {
  const queries = createConversationQueries(database)
  const request = { view: 'all', itemId: null, otherParty: null, search: '', offset: 0, limit: PAGE } as const
  const ids = (rows: readonly { readonly conversation_id: string }[]) => rows.map((row) => row.conversation_id)
  const expression = matchExpression(parseSearch('parcel')) ?? ''
  const folder = `FROM conversations c WHERE folder = 'inbox'`
  const found = `${folder} AND id IN (SELECT rowid FROM search_index WHERE search_index MATCH ?)`
  const newest = `ORDER BY sort_ms DESC, id DESC LIMIT ${PAGE}`
  const inOutbox = `SELECT substr(subject, 14) FROM outbound WHERE is_open = 1 AND kind = 'message'`
  const views = [
    folder,
    `FROM conversations INDEXED BY conversations_unread WHERE folder = 'inbox' AND unread = 1`,
    `FROM conversations INDEXED BY conversations_unanswered
     WHERE folder = 'inbox' AND unanswered = 1 AND no_reply_needed = 0`,
    `FROM conversations WHERE folder = 'snoozed' AND snoozed_until_ms IS NOT NULL`,
    `FROM conversations INDEXED BY conversations_sent
     WHERE folder IN ('inbox', 'snoozed', 'archived') AND last_sent_ms IS NOT NULL`,
    'FROM conversations WHERE conversation_id IN (SELECT conversation_id FROM drafts)',
    `FROM conversations WHERE conversation_id IN (${inOutbox})`,
    `FROM conversations WHERE conversation_id IN (${inOutbox} AND state = 'unknown')`,
    `FROM conversations WHERE folder = 'archived'`,
    `FROM conversations WHERE folder = 'notices'`,
  ]
  return {
    name: 'Inbox',
    page: () => queries.page(request).rows.map((row) => row.conversationId),
    plainPage: () => {
      plain(`SELECT COUNT(*) ${folder}`)
      return ids(plain(`SELECT ${conversationColumns} ${folder} ${newest}`))
    },
    counts: () => Object.values(queries.counts()),
    plainCounts: () => views.map((view) => plain<{ n: number }>(`SELECT COUNT(*) AS n ${view}`)[0]?.n),
    search: () => queries.page({ ...request, search: 'parcel' }).rows.map((row) => row.conversationId),
    plainSearch: () => {
      const rows = plain<{ id: number; conversation_id: string }>(
        `SELECT ${conversationColumns} ${found} ${newest}`,
        expression,
      )
      plain(`SELECT COUNT(*) ${found}`, expression)
      // The texts that show the seller the match.
      for (const { id } of rows)
        plain('SELECT key, text FROM messages WHERE conversation_row = ? ORDER BY position DESC', id)
      return ids(rows)
    },
  }
}

const items = (database: Database, plain: Plain): List => {
  const store = createInventoryStore(database, platforms.neutral)
  const request = { filter: 'all', sort: { by: 'title', direction: 'ascending' }, offset: 0, limit: PAGE } as const
  const skus = (rows: readonly { readonly sku: string }[]) => rows.map(({ sku }) => sku)
  const columns = 'sku, flags, quantity, condition, edited_at_ms, listing_state, price, category, shown'
  const byTitle = `ORDER BY title_key, sku LIMIT ${PAGE}`
  const found = `FROM item_rows WHERE instr(search_text, ?) > 0`
  const plainCounts = () => {
    const conditions = [...(['incomplete', 'changed', 'conflict', 'refused'] as const).map(flagSql), 'quantity <= 1']
    for (const condition of ['1', ...conditions]) plain(`SELECT COUNT(*) FROM item_rows WHERE ${condition}`)
    plain('SELECT SUM(unsent) FROM item_rows')
    plain('SELECT COUNT(*) FROM items WHERE wants_read = 1')
    for (const column of ['listing_state', 'condition', 'category'])
      plain(`SELECT ${column}, COUNT(*) FROM item_rows GROUP BY ${column}`)
  }
  return {
    name: 'Items',
    page: () => skus(store.page({ ...request, search: '' }).rows),
    plainPage: () => {
      plainCounts()
      return skus(plain(`SELECT ${columns} FROM item_rows ${byTitle}`))
    },
    plainCounts,
    search: () => skus(store.page({ ...request, search: 'camera' }).rows),
    plainSearch: () => {
      plainCounts()
      plain(`SELECT COUNT(*) ${found}`, 'camera')
      return skus(plain(`SELECT ${columns} ${found} ${byTitle}`, 'camera'))
    },
  }
}

const log = (database: Database, plain: Plain): List => {
  const store = createNotificationStore(database, noErasedPersons)
  const request = { filter: {}, offset: 0, limit: PAGE } as const
  const ids = (rows: readonly { readonly eventId: number }[]) => rows.map(({ eventId }) => eventId)
  const columns = `id AS eventId, received_at_ms, origin, name, format, item_id, transaction_id, buyer, occurrences, raises,
    is_test, unseen, same_sale_as, signature, processing, note,
    (SELECT COUNT(*) FROM notification_deliveries WHERE event_id = e.id AND replay_of IS NULL),
    (SELECT COUNT(*) FROM notification_deliveries WHERE event_id = e.id AND replay_of IS NOT NULL),
    (SELECT MAX(received_at_ms) FROM notification_deliveries WHERE event_id = e.id AND replay_of IS NULL)`
  const newest = `ORDER BY id DESC LIMIT ${PAGE}`
  const found = 'FROM notification_events e WHERE id IN (SELECT rowid FROM notification_search(?))'
  const plainCounts = () => plain('SELECT COUNT(*) FROM notification_events')
  return {
    name: 'Notification log',
    page: () => ids(store.events({ ...request, search: '' }).rows),
    plainPage: () => {
      plainCounts()
      return ids(plain(`SELECT ${columns} FROM notification_events e ${newest}`))
    },
    plainCounts,
    search: () => ids(store.events({ ...request, search: 'feedback' }).rows),
    plainSearch: () => {
      plain(`SELECT COUNT(*) ${found}`, '"feedback"*')
      return ids(plain(`SELECT ${columns} ${found} ${newest}`, '"feedback"*'))
    },
  }
}

const msOf = (work: () => unknown): number => {
  const startedMs = performance.now()
  work()
  return performance.now() - startedMs
}

/** Opens a list on a database of `size` rows, and measures a page's rows and counts separately. */
const openList = (size: number, open: (database: Database, plain: Plain) => List) => {
  const connection = new DatabaseSync(filledShop(size).file)
  connection.exec(CONNECTION_SETTINGS)
  const database = createDatabase(connection)
  /** Time in a page's counts: single-row and GROUP BY statements. */
  let countsMs = 0
  const count = <T>(work: () => T): T => {
    const startedMs = performance.now()
    const result = work()
    countsMs += performance.now() - startedMs
    return result
  }
  const timed: Database = {
    ...database,
    get: <T extends Record<string, SQLOutputValue>>(sql: string, params?: SqlParams) =>
      count(() => database.get<T>(sql, params)),
    all: <T extends Record<string, SQLOutputValue>>(sql: string, params?: SqlParams) =>
      sql.includes('GROUP BY') ? count(() => database.all<T>(sql, params)) : database.all<T>(sql, params),
  }
  const list = open(timed, createPlain(connection))
  const partsOfPage = (): { readonly countsMs: number; readonly rowsMs: number } => {
    countsMs = 0
    const ms = msOf(list.page)
    return { countsMs, rowsMs: ms - countsMs }
  }
  return { list, partsOfPage, close: () => connection.close() }
}

/** Compares both in turns. Runs once before each pair, so that both find their data in memory. */
const compare = (limit: () => number, ours: () => number): Compared => {
  const pairs: { limit: number; ours: number }[] = []
  for (let round = -ROUNDS / 2; round < ROUNDS; round += 1) {
    ours()
    const pair = { limit: limit(), ours: ours() }
    // The first rounds are a warm-up.
    if (round >= 0) pairs.push(pair)
  }
  return comparePairs(pairs)
}

/** Both return the same rows and counts, or the comparison would be of different work. Each also finds its data in memory. */
const checkSame = (list: List): void => {
  deepStrictEqual(list.page(), list.plainPage())
  deepStrictEqual(list.search(), list.plainSearch())
  if (list.counts !== undefined) deepStrictEqual(list.counts(), list.plainCounts())
}

export const lists: Measure = async () =>
  [inbox, items, log].flatMap((open): readonly Row[] => {
    const usual = openList(SIZE, open)
    const large = openList(LARGE_SIZE, open)
    const { list, partsOfPage } = usual
    const counts = list.counts
    try {
      for (const one of [list, large.list]) checkSame(one)
      const countsMs = (): number => (counts === undefined ? partsOfPage().countsMs : msOf(counts))
      const limit = 'the plainest SQL for the same rows'
      const inBudget = { limit, unit: 'ms', goal: { oursAtMost: PAGE_BUDGET_MS } }
      return [
        {
          what: `${list.name}: a page at the top, 20,000 rows`,
          ...compare(
            () => msOf(list.plainPage),
            () => msOf(list.page),
          ),
          ...inBudget,
        },
        {
          what: `${list.name}: its counts, 20,000 rows`,
          ...compare(() => msOf(list.plainCounts), countsMs),
          ...inBudget,
        },
        {
          what: `${list.name}: a search for a common word, 100,000 rows`,
          ...compare(
            () => msOf(large.list.plainSearch),
            () => msOf(large.list.search),
          ),
          limit,
          unit: 'ms',
          goal: { atMost: 1.5 },
        },
        {
          what: `${list.name}: growth of a page at the top to 100,000 rows, without its counts`,
          ...compare(
            () => partsOfPage().rowsMs,
            () => large.partsOfPage().rowsMs,
          ),
          limit: 'itself with 20,000',
          unit: 'ms',
          goal: { atMost: 1.5 },
        },
      ]
    } finally {
      usual.close()
      large.close()
    }
  })
