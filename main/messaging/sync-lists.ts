/**
 * The lists of the platform's that are read, and how far: on disk, so that a restart goes on where the reading was.
 *
 * Which conversations a pass brought is marked beside them (`sync_seen`), not held in memory: a list may be a hundred thousand
 * long. The marks of the ARCHIVE filter also tell which conversations are archived, where their own entries do not.
 */
import type { ConversationType } from '../../shared/messaging/conversation.ts'
import type { ReadFilter } from '../../shared/messaging/sync-state.ts'
import type { Database } from '../database/database.ts'
import type { KeptConversations } from './kept-conversations.ts'
import { addPage, beginPass, isAgreed, type ListPass, neverPassed } from './list-pass.ts'
import type { ConversationRecord } from './wire.ts'

export type ListName = { readonly conversationType: ConversationType; readonly filter: ReadFilter | null }

/** Every list, in the order of reading: what is archived is known before the whole list is filed. */
export const lists: readonly ListName[] = [
  { conversationType: 'FROM_MEMBERS', filter: 'ARCHIVE' },
  { conversationType: 'FROM_SVC', filter: 'ARCHIVE' },
  { conversationType: 'FROM_MEMBERS', filter: null },
  { conversationType: 'FROM_SVC', filter: null },
  { conversationType: 'FROM_MEMBERS', filter: 'UNANSWERED' },
]

export const scopeOf = ({ conversationType, filter }: ListName): string =>
  filter === null ? conversationType : `${conversationType} ${filter}`

export type ListState = ListPass & {
  /** How long the pass that ended last took. */
  readonly tookMs: number
  /** Passes since two last agreed. */
  readonly disagreed: number
  /** When the reading last came to an end of any kind; null before. */
  readonly checkedAtMs: number | null
  /** When two passes last agreed on a list of which every entry has an id; null before. */
  readonly asOfMs: number | null
  readonly isRefused: boolean
}

type Row = {
  total: number | null
  pass: number
  under_way: number
  began_at_ms: number
  took_ms: number
  next_offset: number
  stood: number
  read: number
  agreeing: number
  unreadable: number
  former_read: number | null
  disagreed: number
  checked_at_ms: number | null
  as_of_ms: number | null
  refused: number
}

const never: ListState = {
  ...neverPassed,
  tookMs: 0,
  disagreed: 0,
  checkedAtMs: null,
  asOfMs: null,
  isRefused: false,
}

const stateOfRow = (row: Row): ListState => ({
  pass: row.pass,
  isUnderWay: row.under_way === 1,
  beganAtMs: row.began_at_ms,
  nextOffset: row.next_offset,
  total: row.total,
  stood: row.stood === 1,
  read: row.read,
  agreeing: row.agreeing,
  unreadable: row.unreadable,
  formerRead: row.former_read,
  tookMs: row.took_ms,
  disagreed: row.disagreed,
  checkedAtMs: row.checked_at_ms,
  asOfMs: row.as_of_ms,
  isRefused: row.refused === 1,
})

/** Rows that are looked at in one go when a whole inbox is gone through: some ten milliseconds' work where all are changed. */
const ROWS_AT_ONCE = 250

const idsOf = (records: readonly ConversationRecord[]): string =>
  JSON.stringify(records.map(({ conversationId }) => conversationId))

export type SyncLists = ReturnType<typeof createSyncLists>

export const createSyncLists = (database: Database, kept: Pick<KeptConversations, 'keepPage'>) => {
  const stateOf = (name: ListName): ListState => {
    const row = database.get<Row>('SELECT * FROM sync_lists WHERE scope = ?', [scopeOf(name)])
    return row === undefined ? never : stateOfRow(row)
  }

  const put = (name: ListName, state: ListState): ListState => {
    database.run(
      `INSERT OR REPLACE INTO sync_lists (scope, total, pass, under_way, began_at_ms, took_ms, next_offset, stood, read, agreeing,
         unreadable, former_read, disagreed, checked_at_ms, as_of_ms, refused)
       VALUES (:scope, :total, :pass, :underWay, :beganAtMs, :tookMs, :nextOffset, :stood, :read, :agreeing,
         :unreadable, :formerRead, :disagreed, :checkedAtMs, :asOfMs, :refused)`,
      {
        scope: scopeOf(name),
        total: state.total,
        pass: state.pass,
        underWay: state.isUnderWay ? 1 : 0,
        beganAtMs: state.beganAtMs,
        tookMs: state.tookMs,
        nextOffset: state.nextOffset,
        stood: state.stood ? 1 : 0,
        read: state.read,
        agreeing: state.agreeing,
        unreadable: state.unreadable,
        formerRead: state.formerRead,
        disagreed: state.disagreed,
        checkedAtMs: state.checkedAtMs,
        asOfMs: state.asOfMs,
        refused: state.isRefused ? 1 : 0,
      },
    )
    return state
  }

  /** Marks what a page brought; counts what is new in this pass, and what of it the pass before had. */
  const mark = (scope: string, pass: number, records: readonly ConversationRecord[]) => {
    const params = { scope, pass, ids: idsOf(records) }
    const counts = database.get<{ added: number; agreeing: number }>(
      `SELECT COUNT(*) AS added, COUNT(*) FILTER (WHERE s.pass = :pass - 1) AS agreeing
       FROM (SELECT DISTINCT value AS id FROM json_each(:ids)) listed
       CROSS JOIN conversations c ON c.conversation_id = listed.id
       LEFT JOIN sync_seen s ON s.scope = :scope AND s.conversation_row = c.id
       WHERE s.pass IS NOT :pass`,
      params,
    )
    database.run(
      `INSERT INTO sync_seen (scope, conversation_row, pass)
         SELECT :scope, c.id, :pass FROM json_each(:ids) listed CROSS JOIN conversations c ON c.conversation_id = listed.value
         WHERE true
       ON CONFLICT (scope, conversation_row) DO UPDATE SET pass = excluded.pass`,
      params,
    )
    return { added: counts?.added ?? 0, agreeing: counts?.agreeing ?? 0 }
  }

  /**
   * Of a page's conversations those that the ARCHIVE filter lists.
   *
   * One in which a buyer wrote since that filter was read is taken to be back in the inbox until the filter says otherwise:
   * a new message must not lie unseen in the archive.
   */
  const archivedAmong = (name: ListName, records: readonly ConversationRecord[]): ReadonlySet<string> => {
    if (name.filter === 'ARCHIVE') return new Set(records.map(({ conversationId }) => conversationId))
    const archive = scopeOf({ conversationType: name.conversationType, filter: 'ARCHIVE' })
    const listed = new Map(
      database
        .all<{ conversation_id: string; id: number; sort_ms: number }>(
          `SELECT c.conversation_id, c.id, c.sort_ms
           FROM json_each(?) listed CROSS JOIN conversations c ON c.conversation_id = listed.value
           CROSS JOIN sync_seen s ON s.scope = ? AND s.conversation_row = c.id`,
          [idsOf(records), archive],
        )
        .map((row) => [row.conversation_id, row] as const),
    )
    const archived = new Set<string>()
    for (const { conversationId, latestAtMs, latest, buyer } of records) {
      const before = listed.get(conversationId)
      if (before === undefined) continue
      const isFromSeller = latest?.sender != null && buyer !== null && latest.sender !== buyer
      if ((latestAtMs ?? 0) > before.sort_ms && !isFromSeller) {
        database.run('DELETE FROM sync_seen WHERE scope = ? AND conversation_row = ?', [archive, before.id])
      } else archived.add(conversationId)
    }
    return archived
  }

  /** All conversations in stretches, each to be settled in a transaction of its own; `work` gives the rows it changed. */
  function* stretches(
    work: (params: { readonly from: number; readonly to: number }) => number,
  ): Generator<() => number> {
    const last = database.get<{ id: number | null }>('SELECT MAX(id) AS id FROM conversations')?.id ?? 0
    for (let from = 1; from <= last; from += ROWS_AT_ONCE) yield () => work({ from, to: from + ROWS_AT_ONCE - 1 })
  }

  return {
    stateOf,

    /** Every list and its state, in the order of reading. Asked for with each page of the inbox, and therefore in one go. */
    states: (): readonly (readonly [ListName, ListState])[] => {
      const rows = database.all<Row & { scope: string }>('SELECT * FROM sync_lists')
      return lists.map((name) => {
        const row = rows.find(({ scope }) => scope === scopeOf(name))
        return [name, row === undefined ? never : stateOfRow(row)]
      })
    },

    /** Begins the next pass of a list. */
    begin: (name: ListName, nowMs: number): ListState => {
      const before = stateOf(name)
      return put(name, { ...before, ...beginPass(before, nowMs), isRefused: false })
    },

    /**
     * Keeps a page of the pass under way, with how far the pass is, in one transaction; returns the pass and how many
     * conversations are new or different.
     */
    keepPage: (
      name: ListName,
      page: { readonly total: number; readonly count: number; readonly conversations: readonly ConversationRecord[] },
      requestedAtMs: number,
      nowMs: number,
    ): { readonly state: ListState; readonly changes: number } =>
      database.transaction(() => {
        const { conversations: records, total, count } = page
        const changes = kept.keepPage(name.conversationType, records, archivedAmong(name, records), requestedAtMs)
        const before = stateOf(name)
        const marks = mark(scopeOf(name), before.pass, records)
        const pass = addPage(before, { total, count, unreadable: count - records.length, ...marks })
        const state = { ...before, ...pass, tookMs: pass.isUnderWay ? before.tookMs : nowMs - before.beganAtMs }
        return { state: put(name, state), changes }
      }),

    /** Keeps a page that belongs to no pass: a look at what is new. */
    keepGlance: (
      name: ListName,
      page: { readonly total: number; readonly conversations: readonly ConversationRecord[] },
      requestedAtMs: number,
    ): number =>
      database.transaction(() => {
        const before = stateOf(name)
        // In the middle of a pass its own count must stand, or the pass would seem to have stood still.
        if (!before.isUnderWay && before.total !== page.total) put(name, { ...before, total: page.total })
        const { conversations: records } = page
        return kept.keepPage(name.conversationType, records, archivedAmong(name, records), requestedAtMs)
      }),

    /** A pass ended: notes whether two agree, and returns it. */
    end: (name: ListName, nowMs: number): boolean => {
      const state = stateOf(name)
      if (!isAgreed(state)) {
        put(name, { ...state, disagreed: state.disagreed + 1 })
        return false
      }
      database.transaction(() => {
        put(name, {
          ...state,
          disagreed: 0,
          checkedAtMs: nowMs,
          asOfMs: state.unreadable === 0 ? nowMs : state.asOfMs,
        })
        database.run('DELETE FROM sync_seen WHERE scope = ? AND pass < ?', [scopeOf(name), state.pass])
      })
      return true
    },

    /** The platform does not know this filter. It is asked again in time. */
    refuse: (name: ListName, nowMs: number): void => {
      put(name, { ...stateOf(name), isUnderWay: false, isRefused: true, checkedAtMs: nowMs, asOfMs: null })
    },

    /**
     * After two passes over a whole list agreed: what the platform lists nowhere any more leaves the views; nothing is
     * deleted here. Gives the number that went, stretch by stretch.
     *
     * What was archived stays where the ARCHIVE filter was not read to its end: the whole list may leave it out.
     */
    keepOnlyListed: (conversationType: ConversationType) => {
      const whole = { conversationType, filter: null }
      const archive = { conversationType, filter: 'ARCHIVE' } as const
      const isArchiveKnown = stateOf(archive).asOfMs !== null
      return stretches(
        ({ from, to }) =>
          database.run(
            `UPDATE conversations SET gone = 1
             WHERE id BETWEEN :from AND :to AND conversation_type = :conversationType AND gone = 0
               AND (archived = 0 OR :isArchiveKnown = 1)
               AND NOT EXISTS (SELECT 1 FROM sync_seen s WHERE s.conversation_row = conversations.id AND s.scope IN (:whole, :archive))`,
            {
              from,
              to,
              conversationType,
              isArchiveKnown: isArchiveKnown ? 1 : 0,
              whole: scopeOf(whole),
              archive: scopeOf(archive),
            },
          ).changes,
      )
    },

    /**
     * After two passes over the UNANSWERED filter agreed: who waits for an answer, as the platform sees it. Gives the number
     * that changed, stretch by stretch. What was answered from here after `beganAtMs` stays answered.
     */
    keepUnanswered: (beganAtMs: number) =>
      stretches(
        ({ from, to }) =>
          database.run(
            `UPDATE conversations SET unanswered = listed.is_listed FROM (
               SELECT c.id, EXISTS (SELECT 1 FROM sync_seen s WHERE s.conversation_row = c.id AND s.scope = :scope) AS is_listed
               FROM conversations c
               WHERE c.id BETWEEN :from AND :to AND c.conversation_type = 'FROM_MEMBERS' AND c.gone = 0
                 AND c.answered_here_at_ms < :beganAtMs
             ) listed WHERE listed.id = conversations.id AND conversations.unanswered IS NOT listed.is_listed`,
            { from, to, beganAtMs, scope: scopeOf({ conversationType: 'FROM_MEMBERS', filter: 'UNANSWERED' }) },
          ).changes,
      ),

    /** Conversations that only the ARCHIVE filter lists: there are so many more than the whole lists say. */
    beyondWholeLists: (): number =>
      (['FROM_MEMBERS', 'FROM_SVC'] as const).reduce(
        (sum, conversationType) =>
          sum +
          (database.get<{ n: number }>(
            `SELECT COUNT(*) AS n FROM sync_seen a WHERE a.scope = :archive AND NOT EXISTS
               (SELECT 1 FROM sync_seen w WHERE w.scope = :whole AND w.conversation_row = a.conversation_row)`,
            {
              archive: scopeOf({ conversationType, filter: 'ARCHIVE' }),
              whole: scopeOf({ conversationType, filter: null }),
            },
          )?.n ?? 0),
        0,
      ),
  }
}
