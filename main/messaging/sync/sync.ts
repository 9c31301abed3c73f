/** Keeps the stored inbox up to date in the background: checks for new messages, full passes, changed threads. */
import { getPlatform } from '../../../shared/connection/profile.ts'
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Services } from '../../feature.ts'
import type { CallPurpose } from '../../http/call-budget.ts'
import type { CallAllowance } from '../../http/call-ledger.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { ConversationRef, MessageClient } from '../platform/message-client.ts'
import { checkIntervalMs, fullIntervalMs, IN_USE_MS, noticesIntervalMs } from './intervals.ts'
import { createListReader } from './list-reader.ts'
import { conversationTypes, type ListName, listNames, type SyncLists, scopeName, unansweredList } from './sync-lists.ts'
import { createThreadReader } from './thread-reader.ts'

export const DEFAULT_POLL_INTERVAL_MS = 30_000
const RETRY_MS = 30_000

const LIST_KEY = 'messaging.sync'
const THREADS_KEY = 'messaging.threads'

type SyncDeps = Pick<Services, 'clock' | 'log' | 'online' | 'profile' | 'scheduler'> & {
  /** One client for each purpose of its reads. */
  readonly clients: Readonly<Record<CallPurpose, MessageClient>>
  readonly calls: CallAllowance
  readonly conversations: ConversationStore
  readonly syncLists: SyncLists
  readonly commit: GroupCommit['commit']
  /** While the window is in use. A getter: the user may change it at any time. */
  readonly pollIntervalMs: number
  readonly onConversationsChange: () => void
  readonly onThreadChange: (conversationId: string) => void
  readonly onSyncChange: () => void
}

export type Sync = ReturnType<typeof createSync>

export const createSync = (deps: SyncDeps) => {
  const { clients, calls, conversations, syncLists, commit, clock, scheduler, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const names = listNames(getPlatform(deps.profile).capabilities)
  const running = new Set<Promise<unknown>>()
  /** Scopes to read regardless of their schedule. */
  const requested = new Set<string>()
  let isRunning = false
  /** Why the last run failed. */
  let runError: AppError | null = null
  /** Conversations that only the ARCHIVE filters list. */
  let archivedOnly = 0
  /** When reading ahead resumes, if it waits to save calls. */
  let resumesAtMs: number | null = null
  /** The seller pressed Refresh, so the next check counts as the seller's. */
  let isAsked = false
  let nextCheckAtMs = 0
  let nextNoticesAtMs = 0
  let quietChecks = 0
  let usedMs = clock.monotonicMs()
  let stopOnline = (): void => undefined

  const readAheadWaitMs = (): number => calls.waitMs('messages', 'readAhead')

  const lists = createListReader({
    client: clients.readAhead,
    pageWaitMs: readAheadWaitMs,
    syncLists,
    commit,
    clock,
    signal,
    onPage: (changes) => {
      if (changes > 0) {
        deps.onConversationsChange()
        planThreads(clock.nowMs())
      }
      deps.onSyncChange()
    },
  })
  const threads = createThreadReader({
    client: clients.readAhead,
    threadWaitMs: readAheadWaitMs,
    conversations,
    clock,
    log,
    commit,
    signal,
    mayRead: () => runError === null,
    onChange: (conversationId) => {
      deps.onThreadChange(conversationId)
      deps.onConversationsChange()
    },
    onProgress: deps.onSyncChange,
  })

  const track = async <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  }

  const planLists = (atMs: number): void => scheduler.plan(LIST_KEY, atMs, run)
  const planThreads = (atMs: number): void => scheduler.plan(THREADS_KEY, atMs, readThreads)
  const checkSoon = (): void => {
    nextCheckAtMs = 0
    planLists(clock.nowMs())
  }

  const readThreads = async (): Promise<void> => {
    // Planned again once the lists are read.
    if (!names.every(isListed)) return
    const waitMs = await threads.readAll()
    if (waitMs > 0) planThreads(clock.nowMs() + waitMs)
    noteWait(waitMs)
  }

  /** Reads one thread before all others. If a newer message was listed meanwhile, that reading doesn't have it. */
  const readFirst = (client: MessageClient, conversation: ConversationRef): Promise<void> =>
    track(threads.read(client, conversation).finally(() => planThreads(clock.nowMs())))

  const noteWait = (waitMs: number): void => {
    resumesAtMs = waitMs === 0 ? null : clock.nowMs() + waitMs
    if (!signal.aborted) deps.onSyncChange()
  }

  /** Whether a list was read once, so that the newest of all threads are known. */
  const isListed = (name: ListName): boolean => {
    const { pass, isRunning, isRefused } = syncLists.load(name)
    return isRefused || pass > 1 || (pass === 1 && !isRunning)
  }

  const isInUse = (): boolean => clock.monotonicMs() - usedMs < IN_USE_MS

  const isDue = (name: ListName): boolean => {
    const state = syncLists.load(name)
    /** Whether that much time has passed, or the clock was set back since. */
    const isOlder = (sinceMs: number, ageMs: number): boolean => {
      const passedMs = clock.nowMs() - sinceMs
      return passedMs >= ageMs || passedMs < 0
    }
    if (requested.has(scopeName(name)) || state.isRunning || state.pass === 0 || state.missesNews) return true
    // A list that kept changing is read again soon, but not constantly.
    if (state.disagreed > 0)
      return isOlder(state.startedAtMs + state.tookMs, Math.max(deps.pollIntervalMs, 2 * state.tookMs))
    return isOlder(state.checkedAtMs ?? 0, fullIntervalMs(state.quietPasses, state.tookMs))
  }

  /** Returns the milliseconds until a list may go on if calls are spared, else 0. */
  const readDueLists = async (): Promise<number> => {
    let waitMs = 0
    for (const name of names.filter(isDue)) {
      waitMs = await lists.readList(name)
      if (waitMs > 0) break
      requested.delete(scopeName(name))
      deps.onSyncChange()
    }
    archivedOnly = syncLists.countArchivedOnly()
    return waitMs
  }

  /** Checks for new messages if it is time to, and plans the next check. */
  const checkIfDue = async (nowMs: number): Promise<void> => {
    const isForSeller = isAsked
    isAsked = false
    const waitMs = isForSeller ? 0 : Math.max(nextCheckAtMs - nowMs, calls.waitMs('messages', 'watch'))
    if (waitMs > 0) {
      nextCheckAtMs = nowMs + waitMs
      return
    }
    const areNoticesDue = isForSeller || nowMs >= nextNoticesAtMs
    const hasNew = await lists.checkForNew(
      isForSeller ? clients.seller : clients.watch,
      areNoticesDue ? conversationTypes : ['FROM_MEMBERS'],
    )
    if (hasNew) requested.add(scopeName(unansweredList))
    quietChecks = hasNew || isInUse() ? 0 : quietChecks + 1
    const spreadMs = calls.spreadMs('messages', 'watch')
    if (areNoticesDue) nextNoticesAtMs = clock.nowMs() + noticesIntervalMs(spreadMs)
    nextCheckAtMs =
      clock.nowMs() +
      checkIntervalMs(deps.pollIntervalMs, {
        quietChecks,
        isInUse: isInUse(),
        spreadMs,
      })
  }

  const run = async (dueMs: number): Promise<void> => {
    isRunning = true
    deps.onSyncChange()
    let nextAtMs = clock.nowMs()
    try {
      await checkIfDue(Math.max(dueMs, clock.nowMs()))
      const waitMs = await readDueLists()
      runError = null
      noteWait(waitMs)
      nextAtMs = waitMs === 0 ? nextCheckAtMs : Math.min(nextCheckAtMs, clock.nowMs() + waitMs)
    } catch (problem) {
      if (signal.aborted) return
      if (!(problem instanceof Failure)) log.error('could not read the inbox', { error: problem })
      const error: AppError =
        problem instanceof Failure
          ? problem.detail
          : { kind: 'internal', message: 'The inbox could not be read. See the log.', reference: 'sync' }
      runError = error
      nextCheckAtMs = 0
      nextAtMs = clock.nowMs() + (error.kind === 'rateLimited' ? Math.max(error.retryAfterMs, 1_000) : RETRY_MS)
    } finally {
      isRunning = false
      if (!signal.aborted) deps.onSyncChange()
    }
    // Refresh may have been pressed meanwhile.
    planLists(isAsked ? clock.nowMs() : nextAtMs)
    if (runError === null) planThreads(clock.nowMs())
  }

  return {
    start: (): void => {
      planLists(clock.nowMs())
      stopOnline = deps.online.onChange((online) => {
        if (online) checkSoon()
      })
    },

    stop: async (): Promise<void> => {
      stopOnline()
      stopping.abort()
      await Promise.allSettled(running)
    },

    /** Reads one thread at once, and checks for new messages, which stores a conversation that isn't known yet. */
    messageArrived: (conversationId: string): void => {
      const known = conversations.conversation(conversationId)
      if (known !== undefined && !signal.aborted) {
        // A test notification names a conversation that doesn't exist. If a read fails, the next check repeats it.
        readFirst(clients.watch, known).catch((error: unknown) => {
          if (!signal.aborted && !(error instanceof Failure)) log.error('could not read a thread', { error })
        })
      }
      checkSoon()
    },

    /** Checks for new messages as soon as possible. */
    checkSoon,

    /** Checks for new messages now. Throws as the platform or the network fails. */
    checkNow: async (): Promise<void> => {
      if (!(await track(lists.checkForNew(clients.seller, ['FROM_MEMBERS'])))) return
      requested.add(scopeName(unansweredList))
      planLists(clock.nowMs())
    },

    /** The seller pressed Refresh: checks for new messages at once, and reads every list as soon as the calls allow. */
    syncNow: (): void => {
      for (const name of names) requested.add(scopeName(name))
      isAsked = true
      planLists(clock.nowMs())
    },

    /** The seller uses the window, so checks come as often as chosen. */
    use: (): void => {
      const wasInUse = isInUse()
      usedMs = clock.monotonicMs()
      if (wasInUse) return
      quietChecks = 0
      nextCheckAtMs = Math.min(nextCheckAtMs, clock.nowMs())
      planLists(clock.nowMs())
    },

    /** Reads one thread for the user. Throws as the platform or the network fails. */
    refreshThread: (conversationId: string): Promise<void> =>
      readFirst(clients.seller, conversations.requireConversation(conversationId)),

    state: (): SyncState => {
      const states = names.map((name) => ({ ...name, ...syncLists.load(name) })).filter(({ isRefused }) => !isRefused)
      const times = states.map((list) => list.asOfMs)
      const asOfMs = times.includes(null) ? null : Math.min(...times.filter((time) => time !== null))
      const totals = states.filter(({ filter }) => filter === null).map(({ total }) => total)
      return {
        state: isRunning ? 'running' : runError !== null ? 'failed' : asOfMs === null ? 'never' : 'idle',
        known: conversations.known(),
        total: totals.includes(null) ? null : totals.reduce<number>((sum, total) => sum + (total ?? 0), archivedOnly),
        asOfMs,
        error: runError,
        resumesAtMs,
        threadsToRead: conversations.threadsToRead(),
      }
    },
  }
}
