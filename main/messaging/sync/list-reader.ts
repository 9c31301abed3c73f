/** Reads lists of conversations from the platform in passes, page by page (MSG-04), and checks for new messages. */
import type { ConversationType } from '../../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { Failure } from '../../../shared/result.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationPage, MessageClient } from '../platform/message-client.ts'
import type { ListName, SyncLists } from './sync-lists.ts'

/** A pass that was interrupted for longer starts over. Reading a large list can take days, because calls per day are limited. */
const RESUME_WITHIN_MS = 3 * 24 * 60 * 60_000

type ListClient = Pick<MessageClient, 'getConversations'>

type ListReaderDeps = {
  /** For full passes. */
  readonly client: ListClient
  readonly syncLists: SyncLists
  readonly commit: GroupCommit['commit']
  readonly clock: Clock
  readonly signal: AbortSignal
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
  ): Promise<ConversationPage> => {
    const page = await client.getConversations(
      {
        conversationType,
        ...(filter === null ? {} : { conversationStatus: filter }),
        limit: messagingLimits.pageMax,
        offset,
      },
      signal,
    )
    if (signal.aborted) throw new Failure({ kind: 'offline', message: 'Stopped.' })
    return page
  }

  const settle = async ({ conversationType, filter }: ListName): Promise<void> => {
    if (filter === 'ARCHIVE') return
    const changes = await commit(() =>
      filter === null ? syncLists.hideUnlisted(conversationType) : syncLists.updateUnanswered(),
    )
    if (changes > 0) deps.onPage(changes)
  }

  /** Returns whether the pass has ended. */
  const readNextPage = async (name: ListName): Promise<boolean> => {
    const before = syncLists.load(name)
    const isResumed = before.isRunning && clock.nowMs() - before.pageAtMs <= RESUME_WITHIN_MS
    const { nextOffset } = isResumed ? before : syncLists.start(name, clock.nowMs())
    const requestedAtMs = clock.nowMs()
    const page = await fetchPage(deps.client, name, nextOffset)
    const { state, changes } = await commit(() => syncLists.savePage(name, page, requestedAtMs, clock.nowMs()))
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
        if (name.filter === null || !isFilterRefusal(problem)) throw problem
        syncLists.refuse(name, clock.nowMs())
        return true
      }
    },

    /** Reads the first pages of these types' complete lists until a page has a known entry. Returns whether there was news. */
    checkForNew: async (client: ListClient, types: readonly ConversationType[]): Promise<boolean> => {
      let hasNew = false
      for (const conversationType of types) {
        const name: ListName = { conversationType, filter: null }
        const { pass, missesNews } = syncLists.load(name)
        const isFirstEver = pass === 0
        for (let offset = 0; ; ) {
          const requestedAtMs = clock.nowMs()
          const page = await fetchPage(client, name, offset)
          const { changes, isAllNew } = await commit(() => syncLists.saveNewest(name, page, requestedAtMs))
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
      }
      return hasNew
    },
  }
}
