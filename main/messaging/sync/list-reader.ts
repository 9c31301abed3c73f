/** Reads lists of conversations from the platform until two passes agree (MSG-04), and checks for new messages. */
import type { ConversationType } from '../../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { Failure } from '../../../shared/result.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationPage, MessageClient } from '../platform/message-client.ts'
import { MAX_PASSES } from '../platform/paging.ts'
import type { ListName, SyncLists } from './sync-lists.ts'

/** A pass that was interrupted for longer starts over, because too much has changed since. */
const RESUME_WITHIN_MS = 12 * 60 * 60_000
/** A pass that took longer is not followed by the next at once. */
const SLOW_PASS_MS = 10 * 60_000

type ListClient = Pick<MessageClient, 'getConversations'>

type ListReaderDeps = {
  /** For full passes. */
  readonly client: ListClient
  /** Milliseconds until the next page of a full pass may be read; 0 if it may now. */
  readonly pageWaitMs: () => number
  readonly syncLists: SyncLists
  readonly commit: GroupCommit['commit']
  readonly clock: Clock
  readonly signal: AbortSignal
  /** A page was stored. */
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

  /** Returns the milliseconds until the pass may go on; 0 if it has ended. */
  const readPass = async (name: ListName): Promise<number> => {
    for (let state = syncLists.load(name); state.isRunning; ) {
      const waitMs = deps.pageWaitMs()
      if (waitMs > 0) return waitMs
      const requestedAtMs = clock.nowMs()
      const page = await fetchPage(deps.client, name, state.nextOffset)
      const saved = await commit(() => syncLists.savePage(name, page, requestedAtMs, clock.nowMs()))
      state = saved.state
      deps.onPage(saved.changes)
    }
    return 0
  }

  const settle = async ({ conversationType, filter }: ListName): Promise<void> => {
    if (filter === 'ARCHIVE') return
    const changes = await commit(() =>
      filter === null ? syncLists.hideUnlisted(conversationType) : syncLists.updateUnanswered(),
    )
    if (changes > 0) deps.onPage(changes)
  }

  const readUntilAgreed = async (name: ListName): Promise<number> => {
    const before = syncLists.load(name)
    if (!before.isRunning || clock.nowMs() - before.pageAtMs > RESUME_WITHIN_MS) syncLists.start(name, clock.nowMs())
    for (let passes = 1; ; passes += 1) {
      const waitMs = await readPass(name)
      if (waitMs > 0) return waitMs
      if (syncLists.finish(name, clock.nowMs())) {
        await settle(name)
        return 0
      }
      if (passes === MAX_PASSES || syncLists.load(name).tookMs > SLOW_PASS_MS) return 0
      syncLists.start(name, clock.nowMs())
    }
  }

  return {
    /**
     * Reads a list until two passes agree, or gives up after some. Returns the milliseconds until it may go on if calls are
     * spared, else 0. Throws as the platform or the network fails.
     */
    readList: async (name: ListName): Promise<number> => {
      try {
        return await readUntilAgreed(name)
      } catch (problem) {
        if (name.filter === null || !isFilterRefusal(problem)) throw problem
        syncLists.refuse(name, clock.nowMs())
        return 0
      }
    },

    /** Reads the first pages of the complete lists of these types until a page has a known entry; returns whether there was news. */
    checkForNew: async (client: ListClient, types: readonly ConversationType[]): Promise<boolean> => {
      let hasNew = false
      for (const conversationType of types) {
        const name: ListName = { conversationType, filter: null }
        const { pass, missesNews } = syncLists.load(name)
        const isFirstEver = pass === 0
        for (let offset = 0; ; ) {
          const requestedAtMs = clock.nowMs()
          const page = await fetchPage(client, name, offset)
          const changes = await commit(() => syncLists.saveNewest(name, page, requestedAtMs))
          hasNew ||= changes > 0
          if (changes > 0) deps.onPage(changes)
          offset += page.step
          // Lists begin with the newest, so a known entry ends the news. The very first check shows the newest at once; the passes
          // fetch the rest.
          if (changes < page.count || isFirstEver || page.step === 0 || offset >= page.total) break
          // If the next page can't be read, the next check ends at this one and does not see that page's news.
          syncLists.setMissesNews(name, true)
        }
        if (!missesNews) syncLists.setMissesNews(name, false)
      }
      return hasNew
    },
  }
}
