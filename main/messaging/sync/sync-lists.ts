/**
 * Stores how far each list of the platform has been read, so that reading resumes after a restart.
 *
 * `sync_seen` records the last pass that returned each conversation, so memory stays flat for long lists. For the ARCHIVE
 * filter it also shows what is archived, where the entries themselves don't.
 */
import * as z from 'zod'
import type { ConversationType } from '../../../shared/messaging/conversation.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import type { ConversationWrites } from '../conversations/conversation-writes.ts'
import {
  addPage,
  beforeFirstPass,
  firstWindow,
  halveWindow,
  isAgreed,
  isAsListed,
  listPassSchema,
  startPass,
} from '../platform/list-pass.ts'
import type { ConversationPage } from '../platform/message-client.ts'
import type { ConversationRecord } from '../platform/message-wire.ts'

/** Status filters that are read besides the complete lists (MSG-06). */
type ReadFilter = 'ARCHIVE' | 'UNANSWERED'

export type ListName = { readonly conversationType: ConversationType; readonly filter: ReadFilter | null }

export const conversationTypes: readonly ConversationType[] = ['FROM_MEMBERS', 'FROM_SVC']
export const unansweredList: ListName = { conversationType: 'FROM_MEMBERS', filter: 'UNANSWERED' }

/**
 * In the order of use: who waits, the whole lists, the archives.
 *
 * Without the UNANSWERED filter the complete lists show who is waiting (PLT-06).
 */
export const listNames = ({ unansweredFilter }: { readonly unansweredFilter: boolean }): readonly ListName[] => [
  ...(unansweredFilter ? [unansweredList] : []),
  ...conversationTypes.map((conversationType) => ({ conversationType, filter: null })),
  ...conversationTypes.map((conversationType) => ({ conversationType, filter: 'ARCHIVE' }) as const),
]

export const scopeName = ({ conversationType, filter }: ListName): string =>
  filter === null ? conversationType : `${conversationType} ${filter}`

const listStateSchema = listPassSchema.extend({
  /** Duration of the last finished pass. */
  tookMs: z.number(),
  /** When the last page was stored, or the pass started. */
  pageAtMs: z.number(),
  /** Conversations that the current pass changed, and consecutive passes that changed none. */
  changes: z.number(),
  quietPasses: z.number(),
  /** Passes since two last agreed. */
  disagreed: z.number(),
  /** When reading last finished, by agreement or refusal; null if never. */
  checkedAtMs: z.number().nullable(),
  /** Start of the last pass that agreed with the one before and had an id for every entry; null if there was none. */
  asOfMs: z.number().nullable(),
  /** The platform doesn't offer this filter. */
  isRefused: z.boolean(),
  /** A check for new messages ended early, so a pass has to read the rest. */
  missesNews: z.boolean().default(false),
  /** The platform refuses the list as a whole, so it is read in windows of time (PLT-31). */
  isNarrow: z.boolean().default(false),
  /** When such a list was last checked for new messages; null if never. */
  newsAtMs: z.number().nullable().default(null),
  /** Whether the last passes agreed on other entries than the platform's total says. */
  isAsListed: z.boolean().default(false),
  /** Since when the list lacks conversations that it had, until a later reading confirms that (MSG-26); null if it lacks none. */
  missingSinceMs: z.number().nullable().default(null),
})
export type ListState = Readonly<z.infer<typeof listStateSchema>>

export const initialState: ListState = {
  ...beforeFirstPass,
  tookMs: 0,
  pageAtMs: 0,
  changes: 0,
  quietPasses: 0,
  disagreed: 0,
  checkedAtMs: null,
  asOfMs: null,
  isRefused: false,
  missesNews: false,
  isNarrow: false,
  newsAtMs: null,
  isAsListed: false,
  missingSinceMs: null,
}

/**
 * How much later a reading has to begin to confirm that a list lacks conversations. Two passes a moment apart show the same fault
 * of the platform.
 */
export const CONFIRM_AFTER_MS = 60_000
const DAY_MS = 24 * 60 * 60_000

const idsJson = (records: readonly ConversationRecord[]): string =>
  JSON.stringify(records.map(({ conversationId }) => conversationId))

export type SyncLists = ReturnType<typeof createSyncLists>

export const createSyncLists = (
  database: Database,
  writes: Pick<ConversationWrites, 'savePage' | 'readUnread' | 'isErased'>,
) => {
  const load = (name: ListName): ListState => {
    const row = database.get<{ state: string }>('SELECT state FROM sync_lists WHERE scope = ?', [scopeName(name)])
    return readStoredJson(listStateSchema, row?.state) ?? initialState
  }

  const save = (name: ListName, state: ListState): ListState => {
    database.run('INSERT OR REPLACE INTO sync_lists (scope, state) VALUES (?, ?)', [
      scopeName(name),
      JSON.stringify(state),
    ])
    return state
  }

  /** Records that the pass returned these. Counts the new ones, and those that the previous pass had returned too. */
  const markSeen = (scope: string, pass: number, records: readonly ConversationRecord[]) => {
    const params = { scope, pass, ids: idsJson(records) }
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

  /** The conversations of a page that the ARCHIVE filter lists. */
  const findArchived = (name: ListName, records: readonly ConversationRecord[]): ReadonlySet<string> =>
    new Set(
      name.filter === 'ARCHIVE'
        ? records.map(({ conversationId }) => conversationId)
        : database.column<string>(
            `SELECT c.conversation_id FROM json_each(?) listed CROSS JOIN conversations c ON c.conversation_id = listed.value
             CROSS JOIN sync_seen s ON s.scope = ? AND s.conversation_row = c.id`,
            [idsJson(records), scopeName({ ...name, filter: 'ARCHIVE' })],
          ),
    )

  /**
   * Marks what the UNANSWERED filter lists as waiting, except conversations answered after the page was requested. Their threads
   * are read: of an archived conversation the list may show nothing else of a new message (MSG-24).
   */
  const markUnanswered = (records: readonly ConversationRecord[], requestedAtMs: number): number =>
    database.run(
      `UPDATE conversations SET unanswered = 1, thread_stale = 1
       WHERE conversation_id IN (SELECT value FROM json_each(:ids)) AND unanswered IS NOT 1 AND answered_at_ms < :requestedAtMs`,
      { ids: idsJson(records), requestedAtMs },
    ).changes

  /**
   * The conversations shown as listed that the last reading lacks.
   *
   * Of a whole list not what the seller kept from a search, and archived ones only if the ARCHIVE filter was read completely, because
   * the whole list may leave them out. Of a list that is read in windows not what is recent, because a conversation may move to a
   * window that was already read. Of the UNANSWERED filter not what was answered since the reading began.
   */
  const findMissing = (name: ListName): readonly number[] => {
    const { conversationType } = name
    const { isNarrow, startedAtMs } = load(name)
    if (name.filter !== null) {
      return database.column<number>(
        `SELECT id FROM conversations c
         WHERE conversation_type = ? AND gone = 0 AND unanswered = 1 AND answered_at_ms < ?
           AND NOT EXISTS (SELECT 1 FROM sync_seen s WHERE s.conversation_row = c.id AND s.scope = ?)`,
        [conversationType, startedAtMs, scopeName(name)],
      )
    }
    const archive = { conversationType, filter: 'ARCHIVE' } as const
    return database.column<number>(
      `SELECT id FROM conversations c
       WHERE conversation_type = :conversationType AND gone = 0 AND (archived = 0 OR :isArchiveKnown = 1)
         AND sort_ms < :beforeMs
         AND NOT EXISTS (SELECT 1 FROM sync_seen s WHERE s.conversation_row = c.id AND s.scope IN (:whole, :archive, 'FOUND'))`,
      {
        conversationType,
        beforeMs: isNarrow ? startedAtMs - DAY_MS : Number.MAX_SAFE_INTEGER,
        isArchiveKnown: load(archive).asOfMs !== null ? 1 : 0,
        whole: scopeName(name),
        archive: scopeName(archive),
      },
    )
  }

  /** Of conversations about which nothing was known, those that the UNANSWERED filter doesn't list are answered. */
  const storeWhoIsAnswered = (): number =>
    database.run(
      `UPDATE conversations SET unanswered = 0
       WHERE conversation_type = 'FROM_MEMBERS' AND gone = 0 AND unanswered IS NULL AND answered_at_ms < :startedAtMs
         AND NOT EXISTS (SELECT 1 FROM sync_seen s WHERE s.conversation_row = conversations.id AND s.scope = :scope)`,
      { startedAtMs: load(unansweredList).startedAtMs, scope: scopeName(unansweredList) },
    ).changes

  /** Cached for a pass, because counting takes time in proportion to the archive. */
  let archivedOnly: number | undefined

  const countArchivedOnly = (): number =>
    database.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM sync_seen a WHERE a.scope IN ('FROM_MEMBERS ARCHIVE', 'FROM_SVC ARCHIVE') AND NOT EXISTS
         (SELECT 1 FROM sync_seen w WHERE w.scope = replace(a.scope, ' ARCHIVE', '') AND w.conversation_row = a.conversation_row)`,
    )?.n ?? 0

  return {
    load,

    /** Starts the next pass of a list. */
    start: (name: ListName, nowMs: number): ListState => {
      const before = load(name)
      const started = startPass(before, nowMs)
      const window = before.isNarrow ? firstWindow(nowMs) : null
      return save(name, { ...before, ...started, window, pageAtMs: nowMs, changes: 0, isRefused: false })
    },

    /**
     * Reads a list that the platform refuses as too long in windows of time from now on, and a window that is still too long by
     * half. Returns false if neither is possible: notices can't be listed by time (MSG-05), and a window can be too short.
     */
    narrow: (name: ListName, nowMs: number): boolean => {
      if (name.conversationType === 'FROM_SVC') return false
      const before = load(name)
      const window = before.window === null ? firstWindow(nowMs) : halveWindow(before.window)
      if (window === undefined) return false
      save(name, { ...before, isNarrow: true, window, nextOffset: 0, pageAtMs: nowMs })
      return true
    },

    /** Records when a list that is read in windows was checked for new messages. */
    setNewsAt: (name: ListName, newsAtMs: number): void => {
      save(name, { ...load(name), newsAtMs })
    },

    /**
     * Stores a page of the running pass with the pass's progress, in one transaction. `readBeforeMs`: unread threads that were
     * read later aren't read again.
     */
    savePage: (
      name: ListName,
      page: ConversationPage,
      requestedAtMs: number,
      nowMs: number,
      readBeforeMs = requestedAtMs,
    ): { readonly state: ListState; readonly changes: number } =>
      database.transaction(() => {
        const { conversations: records, total, count, step } = page
        const changes =
          writes.savePage(name.conversationType, records, findArchived(name, records), requestedAtMs) +
          (name.filter === 'UNANSWERED' ? markUnanswered(records, requestedAtMs) : 0)
        writes.readUnread(records, readBeforeMs)
        const before = load(name)
        const seen = markSeen(scopeName(name), before.pass, records)
        // Conversations of an erased person aren't stored, but they count as read.
        const erased = records.filter(writes.isErased).length
        const pass = addPage(before, {
          total,
          step,
          unreadable: count - records.length,
          added: seen.added + erased,
          agreeing: seen.agreeing + erased,
        })
        const tookMs = pass.isRunning ? before.tookMs : nowMs - before.startedAtMs
        const state = { ...before, ...pass, tookMs, pageAtMs: nowMs, changes: before.changes + changes }
        return { state: save(name, state), changes }
      }),

    /**
     * Stores a page that a check for new messages read outside a pass. Returns how many conversations changed, and whether all of
     * the page was new.
     */
    saveNewest: (
      name: ListName,
      page: ConversationPage,
      requestedAtMs: number,
      readBeforeMs = requestedAtMs,
    ): { readonly changes: number; readonly isAllNew: boolean } =>
      database.transaction(() => {
        const before = load(name)
        // Leaves the totals alone, because a running pass compares its own.
        if (!before.isRunning && !before.isNarrow && before.total !== page.total)
          save(name, { ...before, total: page.total })
        const { conversations: records, count } = page
        const changes = writes.savePage(name.conversationType, records, findArchived(name, records), requestedAtMs)
        writes.readUnread(records, readBeforeMs)
        return { changes, isAllNew: changes + records.filter(writes.isErased).length >= count }
      }),

    /** Records whether newer conversations remain beyond the pages just checked. Stays set until a pass has ended. */
    setMissesNews: (name: ListName, missesNews: boolean): void => {
      const before = load(name)
      if (before.missesNews !== missesNews) save(name, { ...before, missesNews })
    },

    /**
     * Ends a pass. Returns whether it agreed with the one before. Passes that agree on fewer entries than the total says end the
     * reading too, but prove nothing about what they lack.
     */
    finish: (name: ListName, nowMs: number): boolean => {
      const loaded = load(name)
      archivedOnly = undefined
      // A pass that only confirms the previous one doesn't count as quiet.
      const isQuiet = loaded.changes === 0 && loaded.disagreed === 0
      const state = { ...loaded, quietPasses: isQuiet ? loaded.quietPasses + 1 : 0, missesNews: false }
      const isListedSo = isAsListed(state)
      if (!isAgreed(state)) {
        const ended = isListedSo
          ? { disagreed: 0, checkedAtMs: nowMs, asOfMs: state.startedAtMs, quietPasses: loaded.quietPasses + 1 }
          : { disagreed: state.disagreed + 1 }
        save(name, { ...state, ...ended, isAsListed: isListedSo })
        return false
      }
      database.transaction(() => {
        // Pages read before a change may not show it, so the list is complete as of the pass's start only.
        const asOfMs = state.unreadable === 0 ? state.startedAtMs : state.asOfMs
        save(name, { ...state, disagreed: 0, checkedAtMs: nowMs, asOfMs, isAsListed: false })
        database.run('DELETE FROM sync_seen WHERE scope = ? AND pass < ?', [scopeName(name), state.pass])
      })
      return true
    },

    /** Records that the platform doesn't offer this filter. It is tried again later. */
    refuse: (name: ListName, nowMs: number): void => {
      save(name, { ...load(name), isRunning: false, isRefused: true, checkedAtMs: nowMs, asOfMs: null })
    },

    /**
     * Applies what a complete reading of a list no longer has, once a later reading confirms it (MSG-26): hides conversations,
     * deleting nothing, or stores who no longer waits. Returns the number.
     */
    settle: (name: ListName): number =>
      database.transaction(() => {
        const { startedAtMs, missingSinceMs } = load(name)
        const scope = `${scopeName(name)} MISSING`
        const missing = findMissing(name)
        const before = new Set(
          database.column<number>('SELECT conversation_row FROM sync_seen WHERE scope = ?', [scope]),
        )
        const still = missing.filter((row) => before.has(row))
        const isConfirmed = missingSinceMs !== null && startedAtMs - missingSinceMs >= CONFIRM_AFTER_MS
        const doubted = still.length > 0 && !isConfirmed ? still : missing.filter((row) => !before.has(row))
        database.run('DELETE FROM sync_seen WHERE scope = ?', [scope])
        database.run('INSERT INTO sync_seen (scope, conversation_row, pass) SELECT ?, value, 0 FROM json_each(?)', [
          scope,
          JSON.stringify(doubted),
        ])
        const sinceMs = still.length > 0 && !isConfirmed ? missingSinceMs : startedAtMs
        save(name, { ...load(name), missingSinceMs: doubted.length === 0 ? null : sinceMs })
        const known = name.filter === null ? 0 : storeWhoIsAnswered()
        if (!isConfirmed || still.length === 0) return known
        const change = name.filter === null ? 'gone = 1' : 'unanswered = 0'
        return (
          known +
          database.run(`UPDATE conversations SET ${change} WHERE id IN (SELECT value FROM json_each(?))`, [
            JSON.stringify(still),
          ]).changes
        )
      }),

    /** Number of conversations that only the ARCHIVE filters listed in the last pass. Adds to the totals of the whole lists. */
    archivedOnly: (): number => {
      archivedOnly ??= countArchivedOnly()
      return archivedOnly
    },
  }
}
