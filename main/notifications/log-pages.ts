/**
 * The log as a list: pages by offset, filters, search, notes.
 *
 * A page is chosen by ids over an index that holds all that a filter asks for, from whichever end of the list is nearer; only
 * its rows are then read. How many there are is kept by triggers, so that no page counts. The words of new events are put
 * into the search index later and together: nobody searches for what arrived a moment ago, and every delivery would pay.
 */
import type { Origin, ProcessingState, SignatureState } from '../../shared/notifications/event.ts'
import type { Database } from '../database/database.ts'
import { type EventRecord, eventColumns } from './log-store.ts'

export type LogFilter = {
  readonly name?: string | undefined
  readonly signature?: SignatureState | undefined
  readonly processing?: ProcessingState | undefined
  readonly origin?: Origin | undefined
}

export type LogRequest = {
  readonly filter: LogFilter
  readonly search: string
  readonly offset: number
  readonly limit: number
}

/** A row of the log with the times of its first delivery. */
export type LogRecord = EventRecord & {
  readonly accept_ms: number | null
  readonly persist_ms: number | null
  readonly answer_ms: number | null
  readonly process_ms: number | null
}

export type LogPage = {
  readonly rows: readonly LogRecord[]
  readonly total: number
  /** A search stopped counting at `total`. */
  readonly totalIsFloor: boolean
}

/** A search that finds more than this stops: whoever looks for one event narrows it. */
export const MOST_FOUND = 2_000

/** What nearly every event is: the indexes of these columns leave it out. */
const usual: Readonly<Partial<Record<Column, string>>> = {
  signature: 'verified',
  processing: 'processed',
  origin: 'platform',
}

const columns = ['name', 'signature', 'processing', 'origin'] as const
type Column = (typeof columns)[number]
type Counted = { readonly [C in Column]: string } & { readonly count: number }
type Asked = { readonly column: Column; readonly value: string }

/** The user's words as an FTS5 query: each at the beginning of a word, all of them; undefined where there is none. */
const searchQuery = (search: string): string | undefined => {
  const words = search.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.length === 0 ? undefined : words.map((word) => `"${word}"*`).join(' ')
}

const askedOf = (filter: LogFilter): readonly Asked[] =>
  columns.flatMap((column) => {
    const value = filter[column]
    return value === undefined ? [] : [{ column, value }]
  })

const sum = (counted: readonly Counted[]): number => counted.reduce((all, { count }) => all + count, 0)

/** Conditions of which the rarest leads; the unary plus keeps the others from choosing an index. */
const conditionsOf = (asked: readonly Asked[], leading: Asked | undefined): readonly string[] =>
  asked.flatMap((each) => {
    const { column } = each
    if (each !== leading) return [`+e.${column} = ?`]
    return [`e.${column} = ?`, ...(usual[column] === undefined ? [] : [`e.${column} <> '${usual[column]}'`])]
  })

const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`

/** The list of the log. All calls are synchronous. */
export const createLogPages = (database: Database) => {
  const counted = (): readonly Counted[] => database.all<Counted>('SELECT * FROM notification_event_counts')

  const byFilter = (filter: LogFilter, offset: number, limit: number) => {
    const all = counted()
    const matching = (conditions: readonly Asked[]): readonly Counted[] =>
      all.filter((row) => conditions.every(({ column, value }) => row[column] === value))
    const total = sum(matching(askedOf(filter)))
    // What is so of every event that the other conditions leave, need not be asked of each of thousands.
    const asked = askedOf(filter).reduce<readonly Asked[]>((left, each) => {
      const others = left.filter((other) => other !== each)
      return usual[each.column] === each.value && sum(matching(others)) === total ? others : left
    }, askedOf(filter))
    if (offset >= total) return { ids: [], total }
    const size = ({ column, value }: Asked): number => sum(all.filter((row) => row[column] === value))
    const leading = asked
      .filter(({ column, value }) => usual[column] !== value)
      .toSorted((a, b) => size(a) - size(b))[0]
    const rows = Math.min(limit, total - offset)
    const isNearerTheEnd = offset > total - offset - rows
    const ids = database
      .all<{ readonly id: number }>(
        `SELECT e.id FROM notification_events e ${leading === undefined ? 'INDEXED BY notification_log_in_order' : ''}
         ${whereOf(conditionsOf(asked, leading))} ORDER BY e.id ${isNearerTheEnd ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`,
        [...asked.map(({ value }) => value), rows, isNearerTheEnd ? total - offset - rows : offset],
      )
      .map(({ id }) => id)
    return { ids: isNearerTheEnd ? ids.reverse() : ids, total }
  }

  /** Brings the search index up to the newest event. All below its highest entry are in it already. */
  const indexNewWords = (): void => {
    database.run(
      `INSERT INTO notification_search (rowid, words)
       SELECT id, concat_ws(' ', name, item_id, transaction_id, buyer, notification_id, note) FROM notification_events
       WHERE id > (SELECT coalesce(max(id), 0) FROM notification_search_docsize)`,
    )
  }

  const bySearch = (match: string, filter: LogFilter, offset: number, limit: number) => {
    indexNewWords()
    const asked = askedOf(filter)
    // One value in the place of two thousand rows, each of which would be made an object of.
    const found = database.get<{ readonly ids: string }>(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT s.rowid AS id FROM notification_search s
         ${asked.length === 0 ? '' : 'JOIN notification_events e ON e.id = s.rowid'}
         ${whereOf(['notification_search MATCH ?', ...conditionsOf(asked, undefined)])}
         ORDER BY s.rowid DESC LIMIT ?)`,
      [match, ...asked.map(({ value }) => value), MOST_FOUND + 1],
    )
    const ids: readonly number[] = JSON.parse(found?.ids ?? '[]')
    return {
      ids: ids.slice(0, MOST_FOUND).slice(offset, offset + limit),
      total: Math.min(ids.length, MOST_FOUND),
      totalIsFloor: ids.length > MOST_FOUND,
    }
  }

  const idsOf = ({ filter, search, offset, limit }: LogRequest) => {
    if (search.trim() === '') return { ...byFilter(filter, offset, limit), totalIsFloor: false }
    const match = searchQuery(search)
    return match === undefined ? { ids: [], total: 0, totalIsFloor: false } : bySearch(match, filter, offset, limit)
  }

  return {
    /** A page of the log, newest first. */
    events: (request: LogRequest): LogPage => {
      const { ids, total, totalIsFloor } = idsOf(request)
      if (ids.length === 0) return { rows: [], total, totalIsFloor }
      const rows = database.all<LogRecord>(
        `SELECT ${eventColumns}, d.accept_ms, d.persist_ms, d.answer_ms, d.process_ms
         FROM json_each(?) AS wanted JOIN notification_events e ON e.id = wanted.value
         LEFT JOIN notification_deliveries d
           ON d.id = (SELECT min(id) FROM notification_deliveries WHERE event_id = e.id)
         ORDER BY e.id DESC`,
        [JSON.stringify(ids)],
      )
      return { rows, total, totalIsFloor }
    },

    /** Only the ids of such a page. */
    eventIds: (request: LogRequest): readonly number[] => idsOf(request).ids,

    indexNewWords,

    /** Every event name that is in the log. */
    names: (): readonly string[] =>
      database
        .all<{ readonly name: string }>('SELECT DISTINCT name FROM notification_event_counts ORDER BY name LIMIT 200')
        .map(({ name }) => name),

    counts: (): { readonly waiting: number; readonly failed: number; readonly heldApart: number } => {
      const all = counted()
      const of = (state: ProcessingState): number => sum(all.filter(({ processing }) => processing === state))
      return { waiting: of('waiting'), failed: of('failed'), heldApart: of('heldApart') }
    },

    setNote: (eventId: number, note: string): boolean =>
      database.transaction(() => {
        const { changes } = database.run('UPDATE notification_events SET note = ? WHERE id = ?', [note, eventId])
        if (changes === 0) return false
        indexNewWords()
        database.run(
          `UPDATE notification_search SET words = (
             SELECT concat_ws(' ', name, item_id, transaction_id, buyer, notification_id, note)
             FROM notification_events WHERE id = ?1) WHERE rowid = ?1`,
          [eventId],
        )
        return true
      }),
  }
}
