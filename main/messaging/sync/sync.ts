/** Keeps the stored inbox up to date in the background: runs the steps of `schedule.ts`, and reads changed threads. */
import { getPlatform } from '../../../shared/connection/profile.ts'
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Services } from '../../feature.ts'
import type { CallPurpose } from '../../http/call-budget.ts'
import type { CallAllowance } from '../../http/call-ledger.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { ConversationRef, MessageClient } from '../platform/message-client.ts'
import { describeSync } from './describe-sync.ts'
import { createListReader } from './list-reader.ts'
import {
  afterCheck,
  afterFailure,
  afterPage,
  ask,
  beginCheck,
  checkSoon,
  isListed,
  type KnownList,
  nextStep,
  requestLists,
  type Schedule,
  type Situation,
  type Step,
  startSchedule,
  use,
} from './schedule.ts'
import { conversationTypes, listNames, type SyncLists, unansweredList } from './sync-lists.ts'
import { createThreadReader } from './thread-reader.ts'

export const DEFAULT_POLL_INTERVAL_MS = 30_000

const LIST_KEY = 'messaging.sync'
const THREADS_KEY = 'messaging.threads'

type SyncDeps = Pick<Services, 'clock' | 'log' | 'online' | 'profile' | 'scheduler'> & {
  /** A client for each purpose of a read. */
  readonly clients: Readonly<Record<CallPurpose, MessageClient>>
  readonly calls: CallAllowance
  readonly conversations: ConversationStore
  readonly syncLists: SyncLists
  readonly commit: GroupCommit['commit']
  /** Interval while the window is in use. A getter, because the user may change it at any time. */
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
  const waitingNames = names.filter((name) => name === unansweredList)
  const running = new Set<Promise<unknown>>()
  let schedule: Schedule = startSchedule(clock.monotonicMs())
  let isRunning = false
  let stopOnline = (): void => undefined

  const readAheadWaitMs = (): number => calls.waitMs('messages', 'readAhead')

  const lists = createListReader({
    client: clients.readAhead,
    syncLists,
    commit,
    clock,
    signal,
    readAheadSpreadMs: () => calls.spreadMs('messages', 'readAhead'),
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
    mayRead: () => schedule.failure === null,
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
  /** Changes the schedule from outside a step, and acts on it at once. */
  const reschedule = (changed: Schedule): void => {
    schedule = changed
    planLists(clock.nowMs())
  }

  const loadLists = (): readonly KnownList[] => names.map((name) => ({ name, state: syncLists.load(name) }))

  /** `dueMs`: work planned until then is due, even if the clock was set back since. */
  const readSituation = (dueMs = 0): Situation => ({
    nowMs: Math.max(dueMs, clock.nowMs()),
    monotonicMs: clock.monotonicMs(),
    watchWaitMs: calls.waitMs('messages', 'watch'),
    readAheadWaitMs: readAheadWaitMs(),
  })

  const readThreads = async (): Promise<void> => {
    // Reads the lists first. Each page reschedules the threads.
    if (!loadLists().every(({ state }) => isListed(state))) return
    const waitMs = await threads.readAll()
    if (waitMs > 0) planThreads(clock.nowMs() + waitMs)
  }

  /** Reads one thread before all others, then the waiting ones: this reading lacks a message that was listed meanwhile. */
  const readFirst = (client: MessageClient, conversation: ConversationRef): Promise<void> =>
    track(threads.read(client, conversation).finally(() => planThreads(clock.nowMs())))

  const carryOut = async (step: Exclude<Step, { readonly kind: 'wait' }>): Promise<void> => {
    if (step.kind === 'page') {
      const hasEnded = await lists.readPage(step.name)
      schedule = afterPage(schedule, step.name, hasEnded)
      return
    }
    schedule = beginCheck(schedule)
    const hasNew = await lists.checkForNew(
      step.isForSeller ? clients.seller : clients.watch,
      step.hasNotices ? conversationTypes : ['FROM_MEMBERS'],
    )
    const intervals = { pollMs: deps.pollIntervalMs, spreadMs: calls.spreadMs('messages', 'watch') }
    schedule = afterCheck(schedule, { hasNew, hasNotices: step.hasNotices }, readSituation(), intervals)
    if (hasNew) schedule = requestLists(schedule, waitingNames)
  }

  const toAppError = (problem: unknown): AppError => {
    if (problem instanceof Failure) return problem.detail
    log.error('could not read the inbox', { error: problem })
    return {
      kind: 'internal',
      message: 'The inbox couldn’t be read. Try again. If it happens again, report a problem under Settings, About.',
      reference: 'sync',
    }
  }

  const run = async (dueMs: number): Promise<void> => {
    isRunning = true
    deps.onSyncChange()
    let step = nextStep(schedule, loadLists(), readSituation(dueMs), deps.pollIntervalMs)
    while (step.kind !== 'wait') {
      try {
        await carryOut(step)
      } catch (problem) {
        if (!signal.aborted) schedule = afterFailure(schedule, toAppError(problem), clock.nowMs())
      }
      if (signal.aborted) return
      step = nextStep(schedule, loadLists(), readSituation(), deps.pollIntervalMs)
    }
    isRunning = false
    deps.onSyncChange()
    planLists(step.untilMs)
    planThreads(clock.nowMs())
  }

  return {
    start: (): void => {
      planLists(clock.nowMs())
      stopOnline = deps.online.onChange((online) => {
        if (online) reschedule(checkSoon(schedule))
      })
    },

    stop: async (): Promise<void> => {
      stopOnline()
      stopping.abort()
      await Promise.allSettled(running)
    },

    /** Reads one thread at once and checks for new messages, which stores a conversation that isn't known yet. */
    messageArrived: (conversationId: string): void => {
      const known = conversations.conversation(conversationId)
      if (known !== undefined && !signal.aborted) {
        // A test notification names a conversation that doesn't exist. If a read fails, the next check repeats it.
        readFirst(clients.watch, known).catch((error: unknown) => {
          if (!signal.aborted && !(error instanceof Failure)) log.error('could not read a thread', { error })
        })
      }
      reschedule(checkSoon(schedule))
    },

    /** Checks for new messages as soon as possible. */
    checkSoon: (): void => reschedule(checkSoon(schedule)),

    /** Checks for new messages now. Throws the platform's or the network's errors. */
    checkNow: async (): Promise<void> => {
      const hasNew = await track(lists.checkForNew(clients.seller, ['FROM_MEMBERS']))
      if (hasNew) reschedule(requestLists(schedule, waitingNames))
    },

    /** Call when the seller presses Refresh. Checks for new messages at once, and reads every list as soon as the calls allow. */
    syncNow: (): void => reschedule(ask(schedule, names)),

    /** Call when the seller uses the window. Checks then run as often as the seller chose. */
    use: (): void => {
      const before = schedule
      schedule = use(before, readSituation())
      if (schedule.nextCheckAtMs !== before.nextCheckAtMs) planLists(clock.nowMs())
    },

    /** Reads one thread for the user. Throws the platform's or the network's errors. */
    refreshThread: (conversationId: string): Promise<void> =>
      readFirst(clients.seller, conversations.requireConversation(conversationId)),

    state: (): SyncState =>
      describeSync({
        schedule,
        lists: loadLists(),
        isRunning,
        known: conversations.known(),
        archivedOnly: syncLists.archivedOnly,
        threadsToRead: conversations.threadsToRead(),
        readAheadWaitMs: readAheadWaitMs(),
        pollMs: deps.pollIntervalMs,
        nowMs: clock.nowMs(),
      }),
  }
}
