/** Reads lists of conversations from the platform until two passes agree (MSG-04), and checks for new messages. */
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports.ts'
import type { ConversationPage, MessageClient } from '../platform/message-client.ts'
import { MAX_PASSES } from '../platform/paging.ts'
import { conversationTypes, type ListName, type SyncLists } from './sync-lists.ts'

/** An interrupted pass older than this starts over: too much has moved since. */
const RESUME_WITHIN_MS = 60 * 60_000

export type ListReaderDeps = {
  readonly client: Pick<MessageClient, 'getConversations'>
  readonly syncLists: SyncLists
  readonly durably: Database['durably']
  readonly clock: Clock
  readonly signal: AbortSignal
  /** A page was stored. */
  readonly onPage: (changes: number) => void
}

const isFilterRefusal = (problem: unknown): boolean =>
  problem instanceof Failure && problem.detail.kind === 'service' && problem.detail.status === 400

export const createListReader = (deps: ListReaderDeps) => {
  const { client, syncLists, durably, clock, signal } = deps

  const fetchPage = async ({ conversationType, filter }: ListName, offset: number): Promise<ConversationPage> => {
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

  const readPass = async (name: ListName): Promise<void> => {
    for (let state = syncLists.load(name); state.isRunning; ) {
      const requestedAtMs = clock.nowMs()
      const page = await fetchPage(name, state.nextOffset)
      const saved = await durably(() => syncLists.savePage(name, page, requestedAtMs, clock.nowMs()))
      state = saved.state
      deps.onPage(saved.changes)
    }
  }

  const settle = async ({ conversationType, filter }: ListName): Promise<void> => {
    if (filter === 'ARCHIVE') return
    const chunks = filter === null ? syncLists.hideUnlisted(conversationType) : syncLists.updateUnanswered()
    for await (const changes of chunks) {
      if (signal.aborted) return
      if (changes > 0) deps.onPage(changes)
    }
  }

  const readUntilAgreed = async (name: ListName): Promise<void> => {
    const before = syncLists.load(name)
    if (!before.isRunning || clock.nowMs() - before.startedAtMs > RESUME_WITHIN_MS) syncLists.start(name, clock.nowMs())
    for (let passes = 1; ; passes += 1) {
      await readPass(name)
      if (syncLists.finish(name, clock.nowMs())) return settle(name)
      if (passes === MAX_PASSES) return
      syncLists.start(name, clock.nowMs())
    }
  }

  return {
    /** Reads a list until two passes agree, or gives up after some. Throws as the platform or the network fails. */
    readList: async (name: ListName): Promise<void> => {
      try {
        await readUntilAgreed(name)
      } catch (problem) {
        if (name.filter === null || !isFilterRefusal(problem)) throw problem
        syncLists.refuse(name, clock.nowMs())
      }
    },

    /** Reads the first pages of the whole lists until one brings nothing new; returns whether any did. */
    checkForNew: async (): Promise<boolean> => {
      let hasNew = false
      for (const conversationType of conversationTypes) {
        const name: ListName = { conversationType, filter: null }
        const isFirstEver = syncLists.load(name).pass === 0
        for (let offset = 0; ; ) {
          const requestedAtMs = clock.nowMs()
          const page = await fetchPage(name, offset)
          const changes = await durably(() => syncLists.saveNewest(name, page, requestedAtMs))
          hasNew ||= changes > 0
          if (changes > 0) deps.onPage(changes)
          offset += page.step
          // The first check ever shows the newest at once; the passes bring the rest.
          if (changes === 0 || isFirstEver || page.step === 0 || offset >= page.total) break
        }
      }
      return hasNew
    },
  }
}
