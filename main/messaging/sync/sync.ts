/** Keeps the stored inbox up to date in the background: checks for new messages, full passes, changed threads. */
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { OnlineState } from '../../feature.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { MessageClient } from '../platform/message-client.ts'
import { createListReader } from './list-reader.ts'
import { type ListName, listNames, type SyncLists, scopeName, unansweredList } from './sync-lists.ts'
import { createSyncReport, type SyncProgress } from './sync-report.ts'
import { createThreadReader } from './thread-reader.ts'

export const DEFAULT_POLL_INTERVAL_MS = 30_000
const FULL_INTERVAL_MS = 5 * 60_000
/** The largest share of the time that full passes may take: a large list is read less often. */
const FULL_SHARE = 1 / 10
const RETRY_MS = 30_000

const LIST_KEY = 'messaging.sync'
const THREADS_KEY = 'messaging.threads'

export type SyncDeps = {
  readonly profile: ConnectionProfile
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly syncLists: SyncLists
  readonly durably: Database['durably']
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly log: Log
  /** A getter: the user may change it at any time. */
  readonly pollIntervalMs: number
  readonly onConversationsChange: () => void
  readonly onThreadChange: (conversationId: string) => void
  readonly onSyncChange: () => void
}

export type Sync = ReturnType<typeof createSync>

export const createSync = (deps: SyncDeps) => {
  const { client, conversations, syncLists, durably, clock, scheduler, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const names = listNames(getPlatform(deps.profile).capabilities)
  const running = new Set<Promise<unknown>>()
  /** Scopes to read regardless of their schedule. */
  const requested = new Set<string>()
  const progress: SyncProgress = {
    isRunning: false,
    reading: undefined,
    error: null,
    failedScope: undefined,
    archivedOnly: 0,
  }
  let stopOnline = (): void => undefined

  const lists = createListReader({
    client,
    syncLists,
    durably,
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
    client,
    conversations,
    clock,
    log,
    durably,
    signal,
    mayRead: () => progress.error === null,
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

  const planLists = (atMs: number): void => {
    if (!signal.aborted) scheduler.plan(LIST_KEY, atMs, () => track(run()))
  }
  const planThreads = (atMs: number): void => {
    if (!signal.aborted) scheduler.plan(THREADS_KEY, atMs, () => track(threads.readAll()))
  }

  const isDue = (name: ListName): boolean => {
    const state = syncLists.load(name)
    const nowMs = clock.nowMs()
    if (requested.has(scopeName(name)) || state.isRunning || state.pass === 0) return true
    // A list that kept changing is retried soon, but not all the time.
    if (state.disagreed > 0)
      return nowMs - (state.startedAtMs + state.tookMs) >= Math.max(deps.pollIntervalMs, 2 * state.tookMs)
    return nowMs - (state.checkedAtMs ?? 0) >= Math.max(FULL_INTERVAL_MS, state.tookMs / FULL_SHARE)
  }

  const readDueLists = async (): Promise<void> => {
    for (const name of names.filter(isDue)) {
      const scope = scopeName(name)
      progress.reading = scope
      progress.failedScope = scope
      try {
        await lists.readList(name)
      } finally {
        progress.reading = undefined
      }
      progress.failedScope = undefined
      requested.delete(scope)
      deps.onSyncChange()
    }
    progress.archivedOnly = syncLists.countArchivedOnly()
  }

  const run = async (): Promise<void> => {
    progress.isRunning = true
    deps.onSyncChange()
    let waitMs = deps.pollIntervalMs
    try {
      if (await lists.checkForNew()) requested.add(scopeName(unansweredList))
      await readDueLists()
      progress.error = null
    } catch (problem) {
      if (signal.aborted) return
      if (!(problem instanceof Failure)) log.error('could not read the inbox', { error: problem })
      const error =
        problem instanceof Failure
          ? problem.detail
          : ({ kind: 'internal', message: 'The inbox could not be read. See the log.', reference: 'sync' } as const)
      progress.error = error
      waitMs = error.kind === 'rateLimited' ? Math.max(error.retryAfterMs, 1_000) : RETRY_MS
    } finally {
      progress.isRunning = false
      if (!signal.aborted) deps.onSyncChange()
    }
    planLists(clock.nowMs() + waitMs)
    if (progress.error === null) planThreads(clock.nowMs())
  }

  return {
    start: (): void => {
      planLists(clock.nowMs())
      stopOnline = deps.online.onChange((online) => {
        if (online) planLists(clock.nowMs())
      })
    },

    stop: async (): Promise<void> => {
      stopOnline()
      stopping.abort()
      scheduler.cancel(LIST_KEY)
      scheduler.cancel(THREADS_KEY)
      await Promise.allSettled(running)
    },

    /** Reads one thread at once, and checks for new messages: a conversation that isn't stored yet comes with them. */
    messageArrived: (conversationId: string): void => {
      const known = conversations.conversation(conversationId)
      if (known !== undefined && !signal.aborted) {
        // A test notification names a conversation that doesn't exist, and the next check reads what failed.
        track(threads.read(known)).catch((error: unknown) => {
          if (!signal.aborted && !(error instanceof Failure)) log.error('could not read a thread', { error })
        })
      }
      planLists(clock.nowMs())
    },

    /** Checks for new messages as soon as possible. */
    checkSoon: (): void => planLists(clock.nowMs()),

    /** Reads every list as soon as possible. */
    syncNow: (): void => {
      for (const name of names) requested.add(scopeName(name))
      planLists(clock.nowMs())
    },

    /** Reads one thread for the user. Throws as the platform or the network fails. */
    refreshThread: (conversationId: string): Promise<void> =>
      track(threads.read(conversations.requireConversation(conversationId))),

    state: (): SyncState =>
      createSyncReport(progress, names, syncLists.load, {
        known: conversations.known(),
        threadsToRead: conversations.threadsToRead(),
      }),
  }
}
