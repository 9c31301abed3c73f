/** Reads lists of conversations from the platform in passes, page by page (MSG-04), and checks for new messages. */
import type { ConversationType } from '../../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { Failure } from '../../../shared/result.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationPage, MessageClient } from '../platform/message-client.ts'
import type { ListName, SyncLists } from './sync-lists.ts'

/** A pass that was interrupted for longer starts over. Reading a large list can take days, because calls per day are limited. */
const DAY_MS = 24 * 60 * 60_000
const RESUME_WITHIN_MS = 3 * DAY_MS
/** How far a check for new messages looks back in a list that is read in windows of time. */
const NEWS_MS = DAY_MS
const MAX_NEWS_MS = 30 * DAY_MS

type ListClient = Pick<MessageClient, 'getConversations' | 'isListTooLong'>
type Span = { readonly fromMs: number; readonly toMs: number }

type ListReaderDeps = {
  /** For full passes. */
  readonly client: ListClient
  readonly syncLists: SyncLists
  readonly commit: GroupCommit['commit']
  readonly clock: Clock
  readonly signal: AbortSignal
  /** The minimum time between two readings of a thread ahead, given the calls that are left. */
  readonly readAheadSpreadMs: () => number
  /** Called after a page was stored. */
  readonly onPage: (changes: number) => void
}

const isFilterRefusal = (problem: unknown): boolean =>
  problem instanceof Failure && problem.detail.kind === 'service' && problem.detail.status === 400

export const createListReader = (deps: ListReaderDeps) => {
  const { syncLists, commit, clock, signal } = deps

  const fetchPage = async (
    client: ListClient,
    { conversationType, filter }: ListName,
    offset: number,
    span: Span | null,
  ): Promise<ConversationPage> => {
    const page = await client.getConversations(
      {
        conversationType,
        ...(filter === null ? {} : { conversationStatus: filter }),
        ...(span === null ? {} : { startTimeMs: span.fromMs, endTimeMs: span.toMs }),
        limit: messagingLimits.pageMax,
        offset,
      },
      signal,
    )
    if (signal.aborted) throw new Failure({ kind: 'offline', message: 'Stopped.' })
    return page
  }

  /** A page of the newest conversations; undefined if the platform refuses the list in every form. */
  const fetchNewest = async (
    client: ListClient,
    name: ListName,
    offset: number,
  ): Promise<ConversationPage | undefined> => {
    const { isNarrow, newsAtMs } = syncLists.load(name)
    const nowMs = clock.nowMs()
    const fromMs = Math.max((newsAtMs ?? nowMs) - NEWS_MS, nowMs - MAX_NEWS_MS)
    try {
      return await fetchPage(client, name, offset, isNarrow ? { fromMs, toMs: nowMs + DAY_MS } : null)
    } catch (problem) {
      if (isNarrow || !(problem instanceof Failure) || !client.isListTooLong(problem.detail)) throw problem
      if (syncLists.narrow(name, nowMs)) return fetchNewest(client, name, offset)
      syncLists.refuse(name, nowMs)
      return undefined
    }
  }

  /** Unread threads that were read later than this aren't read again, so that their calls last. */
  const readBefore = ({ conversations }: ConversationPage, requestedAtMs: number): number =>
    requestedAtMs - deps.readAheadSpreadMs() * conversations.filter(({ unread }) => unread === true).length

  const settle = async (name: ListName): Promise<void> => {
    if (name.filter === 'ARCHIVE') return
    const changes = await commit(() => syncLists.settle(name))
    if (changes > 0) deps.onPage(changes)
  }

  /** Returns whether the pass has ended. */
  const readNextPage = async (name: ListName): Promise<boolean> => {
    const before = syncLists.load(name)
    const isResumed = before.isRunning && clock.nowMs() - before.pageAtMs <= RESUME_WITHIN_MS
    const { nextOffset, window } = isResumed ? before : syncLists.start(name, clock.nowMs())
    const requestedAtMs = clock.nowMs()
    const page = await fetchPage(deps.client, name, nextOffset, window)
    const { state, changes } = await commit(() =>
      syncLists.savePage(name, page, requestedAtMs, clock.nowMs(), readBefore(page, requestedAtMs)),
    )
    deps.onPage(changes)
    if (state.isRunning) return false
    if (syncLists.finish(name, clock.nowMs())) await settle(name)
    return true
  }

  return {
    /**
     * Reads the next page of a list's pass, and starts a pass if none is running. Returns whether the pass has ended. Throws the
     * platform's or the network's errors.
     */
    readPage: async (name: ListName): Promise<boolean> => {
      try {
        return await readNextPage(name)
      } catch (problem) {
        const isTooLong = problem instanceof Failure && deps.client.isListTooLong(problem.detail)
        if (isTooLong && syncLists.narrow(name, clock.nowMs())) return false
        if (!isTooLong && (name.filter === null || !isFilterRefusal(problem))) throw problem
        if (isTooLong && name.conversationType === 'FROM_MEMBERS') throw problem
        syncLists.refuse(name, clock.nowMs())
        return true
      }
    },

    /** Reads the first pages of these types' complete lists until a page has a known entry. Returns whether there was news. */
    checkForNew: async (client: ListClient, types: readonly ConversationType[]): Promise<boolean> => {
      let hasNew = false
      for (const conversationType of types) {
        const name: ListName = { conversationType, filter: null }
        const { pass, missesNews, isRefused } = syncLists.load(name)
        if (isRefused) continue
        const isFirstEver = pass === 0
        for (let offset = 0; ; ) {
          const requestedAtMs = clock.nowMs()
          const page = await fetchNewest(client, name, offset)
          if (page === undefined) break
          const { changes, isAllNew } = await commit(() =>
            syncLists.saveNewest(name, page, requestedAtMs, readBefore(page, requestedAtMs)),
          )
          hasNew ||= changes > 0
          if (changes > 0) deps.onPage(changes)
          offset += page.step
          // Lists begin with the newest, so a known entry ends the news. The first check shows the newest at once, and the passes
          // fetch the rest.
          if (!isAllNew || isFirstEver || page.step === 0 || offset >= page.total) break
          // Recorded first: if the next page can't be read, the next check stops at this page and misses the news behind it.
          syncLists.setMissesNews(name, true)
        }
        if (!missesNews) syncLists.setMissesNews(name, false)
        if (syncLists.load(name).isNarrow) syncLists.setNewsAt(name, clock.nowMs())
      }
      return hasNew
    },
  }
}
