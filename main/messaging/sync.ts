/**
 * Keeps the list and the threads here as the platform has them, in the background.
 *
 * Every list is read by pages until two passes agree (MSG-04), and only then is it said to be complete. How far a pass is
 * stands on disk: after a restart, a broken line or a 429 it goes on where it was. In between, a look at the first pages
 * goes on until a page brings nothing new. Threads whose conversation changed are read beside it (thread-reading.ts), and
 * what is new gets its words for the search in between (words-catch-up.ts).
 */
import type { ConversationType } from '../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import type { MissingReason, SyncList, SyncState } from '../../shared/messaging/sync-state.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { OnlineState } from '../feature.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { ConversationPage, MessageClient } from './client.ts'
import type { ConversationStore } from './store.ts'
import { type ListName, type ListState, lists, type SyncLists, scopeOf } from './sync-lists.ts'
import { createThreadReading } from './thread-reading.ts'
import { createWordsCatchUp } from './words-catch-up.ts'

export const DEFAULT_LOOK_EVERY_MS = 30_000
const FULL_EVERY_MS = 5 * 60_000
/** Reading everything takes no more than this share of the time: a large list is read again less often. */
const FULL_SHARE = 1 / 10
const AFTER_FAILURE_MS = 30_000
/** How many passes are tried in a row before it is admitted that a list does not stand still. */
const MOST_PASSES = 6
/** A pass that was broken off longer ago than this begins anew: too much has moved since. */
const RESUMED_WITHIN_MS = 60 * 60_000
/** Pages that are asked for before the one in front of them was kept: the next is there when this one is done. */
const PAGES_AHEAD = 2
/** Where a whole inbox is gone through, so many times as long as a stretch of it took belongs to others before the next one. */
const TURNS_OF_OTHERS = 2

const LIST_KEY = 'messaging.sync'
const THREADS_KEY = 'messaging.threads'
const types: readonly ConversationType[] = ['FROM_MEMBERS', 'FROM_SVC']
const unansweredList: ListName = { conversationType: 'FROM_MEMBERS', filter: 'UNANSWERED' }

export type SyncDeps = {
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly syncLists: SyncLists
  readonly database: Pick<Database, 'durably' | 'written'>
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly log: Log
  /** From one look to the next; read each time, since the seller may choose another. */
  readonly lookEveryMs: number
  readonly onConversationsChange: () => void
  readonly onThreadChange: (conversationId: string) => void
  readonly onSyncChange: () => void
}

export type Sync = ReturnType<typeof createSync>

type AskedPage = { readonly requestedAtMs: number; readonly page: Promise<ConversationPage> }

export const createSync = (deps: SyncDeps) => {
  const { client, conversations, syncLists, clock, scheduler, log } = deps
  const { durably, written } = deps.database
  const stopping = new AbortController()
  const { signal } = stopping
  const underWay = new Set<Promise<unknown>>()
  const threads = createThreadReading({
    client,
    conversations,
    clock,
    log,
    durably,
    signal,
    mayRead: () => error === null,
    isListRead: () => running,
    onChange: (conversationIds) => {
      words.soon()
      for (const conversationId of conversationIds) deps.onThreadChange(conversationId)
      deps.onConversationsChange()
    },
    onProgress: deps.onSyncChange,
  })
  const words = createWordsCatchUp({
    conversations,
    durably,
    clock,
    scheduler,
    isReading: () => running || readingThreads,
    onChange: () => {
      deps.onConversationsChange()
      deps.onSyncChange()
    },
  })
  let running = false
  let readingThreads = false
  /** The list that is being read, and those that are to be read whatever the time. */
  let reading: string | undefined
  const wanted = new Set<string>()
  let error: AppError | null = null
  let failedList: string | undefined
  /** Conversations that the platform lists under the ARCHIVE filter alone. */
  let beyond = 0
  let stopOnline = (): void => undefined

  const tracked = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work)
    try {
      return await work
    } finally {
      underWay.delete(work)
    }
  }

  const pageOf = async ({ conversationType, filter }: ListName, offset: number) => {
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

  /** Reads the pass under way to its end, keeping each page in turn; meanwhile the next ones are asked for. */
  const readPass = async (name: ListName): Promise<void> => {
    let state = syncLists.stateOf(name)
    const ahead = new Map<number, AskedPage>()
    // A platform that gives less than it is asked for is read page after page: nobody knows where the next one begins.
    let isFull = true
    const ask = (offset: number): AskedPage => {
      const known = ahead.get(offset)
      if (known !== undefined) return known
      const page = pageOf(name, offset)
      // One that fails while an earlier one is still awaited is no news before its turn comes.
      page.catch(() => undefined)
      const asked = { requestedAtMs: clock.nowMs(), page }
      ahead.set(offset, asked)
      return asked
    }
    let formerDurable: Promise<void> = Promise.resolve()
    while (state.isUnderWay) {
      const { nextOffset, total } = state
      const { requestedAtMs, page } = ask(nextOffset)
      // Only within what the platform said of this pass: beyond it there is nothing to ask for.
      const until =
        nextOffset === 0 || !isFull ? 0 : Math.min(total ?? 0, nextOffset + (1 + PAGES_AHEAD) * messagingLimits.pageMax)
      for (let offset = nextOffset + messagingLimits.pageMax; offset < until; offset += messagingLimits.pageMax)
        ask(offset)
      const read = await page
      ahead.delete(nextOffset)
      isFull = read.count === messagingLimits.pageMax
      const { value: kept, durable } = written(() => syncLists.keepPage(name, read, requestedAtMs, clock.nowMs()))
      state = kept.state
      // The disk is waited for one page late: the next one is asked for and read meanwhile.
      durable.catch(() => undefined)
      await formerDurable
      formerDurable = durable
      if (kept.changes > 0) {
        deps.onConversationsChange()
        planThreads(clock.nowMs())
        words.soon()
      }
      deps.onSyncChange()
    }
    await formerDurable
  }

  /** Reads a list until two passes agree; gives it up for now after some that do not. */
  const readList = async (name: ListName): Promise<void> => {
    const before = syncLists.stateOf(name)
    if (!before.isUnderWay || clock.nowMs() - before.beganAtMs > RESUMED_WITHIN_MS) {
      syncLists.begin(name, clock.nowMs())
    }
    for (let passes = 1; ; passes += 1) {
      await readPass(name)
      if (syncLists.end(name, clock.nowMs())) break
      if (passes === MOST_PASSES) return
      syncLists.begin(name, clock.nowMs())
    }
    await settleList(name)
  }

  /** Two passes agree: what follows from what the list does not hold. */
  const settleList = async ({ conversationType, filter }: ListName): Promise<void> => {
    if (filter === 'ARCHIVE') return
    const stretches =
      filter === null
        ? syncLists.keepOnlyListed(conversationType)
        : syncLists.keepUnanswered(syncLists.stateOf(unansweredList).beganAtMs)
    let pauseMs = 0
    for (const settleStretch of stretches) {
      if (pauseMs > 0) await new Promise<void>((resolve) => void clock.setTimer(resolve, pauseMs))
      if (signal.aborted) return
      const beganMs = clock.monotonicMs()
      const { value: changes, durable } = written(settleStretch)
      pauseMs = (clock.monotonicMs() - beganMs) * TURNS_OF_OTHERS
      await durable
      if (changes > 0) deps.onConversationsChange()
    }
  }

  const isRefusal = (problem: unknown): boolean =>
    problem instanceof Failure && problem.detail.kind === 'service' && problem.detail.status === 400

  const isDue = (name: ListName, nowMs: number): boolean => {
    const state = syncLists.stateOf(name)
    if (wanted.has(scopeOf(name)) || state.isUnderWay || state.pass === 0) return true
    // A list that did not stand still is tried again soon, but never all the time.
    if (state.disagreed > 0)
      return nowMs - (state.beganAtMs + state.tookMs) >= Math.max(deps.lookEveryMs, 2 * state.tookMs)
    return nowMs - (state.checkedAtMs ?? 0) >= Math.max(FULL_EVERY_MS, state.tookMs / FULL_SHARE)
  }

  const readDue = async (due: readonly ListName[]): Promise<void> => {
    for (const name of due) {
      reading = scopeOf(name)
      failedList = reading
      try {
        await readList(name)
      } catch (problem) {
        // A filter that a platform does not know tells nothing; the view that lives on it stays empty.
        if (name.filter === null || !isRefusal(problem)) throw problem
        syncLists.refuse(name, clock.nowMs())
      } finally {
        reading = undefined
      }
      wanted.delete(scopeOf(name))
      failedList = undefined
      deps.onSyncChange()
    }
    beyond = syncLists.beyondWholeLists()
  }

  /** The first pages, until one brings nothing new. */
  const look = async (): Promise<void> => {
    for (const conversationType of types) {
      const name: ListName = { conversationType, filter: null }
      const isFirstEver = syncLists.stateOf(name).pass === 0
      for (let offset = 0; ; ) {
        const requestedAtMs = clock.nowMs()
        const page = await pageOf(name, offset)
        const changes = await durably(() => syncLists.keepGlance(name, page, requestedAtMs))
        if (changes > 0) {
          wanted.add(scopeOf(unansweredList))
          deps.onConversationsChange()
          words.soon()
        }
        offset += page.count
        // The very first look shows the newest at once; the passes bring the rest.
        if (changes === 0 || isFirstEver || page.count === 0 || offset >= page.total) break
      }
    }
  }

  const planList = (atMs: number): void => {
    if (!signal.aborted) scheduler.plan(LIST_KEY, atMs, () => tracked(runList()))
  }
  const planThreads = (atMs: number): void => {
    if (!signal.aborted) scheduler.plan(THREADS_KEY, atMs, () => tracked(readThreads()))
  }
  const readThreads = async (): Promise<void> => {
    readingThreads = true
    try {
      await threads.readAll()
    } finally {
      readingThreads = false
      words.soon()
    }
  }

  const runList = async (): Promise<void> => {
    running = true
    deps.onSyncChange()
    let waitMs = deps.lookEveryMs
    try {
      await look()
      await readDue(lists.filter((name) => isDue(name, clock.nowMs())))
      error = null
    } catch (problem) {
      if (signal.aborted) return
      if (!(problem instanceof Failure)) log.error('the inbox could not be read', { error: problem })
      error =
        problem instanceof Failure
          ? problem.detail
          : { kind: 'internal', message: 'The inbox could not be read; the log says why.', reference: 'sync' }
      waitMs = error.kind === 'rateLimited' ? Math.max(error.retryAfterMs, 1_000) : AFTER_FAILURE_MS
    } finally {
      running = false
      if (!signal.aborted) deps.onSyncChange()
    }
    planList(clock.nowMs() + waitMs)
    words.soon()
    // Where the list cannot be read now, threads wait with it.
    if (error === null) planThreads(clock.nowMs())
  }

  const missingOf = (scope: string, state: ListState): MissingReason | null => {
    if (state.isRefused) return 'notOffered'
    if (state.asOfMs !== null) return null
    if (reading === scope) return 'beingRead'
    if (error !== null && (failedList === undefined || failedList === scope)) return 'failed'
    if (state.checkedAtMs !== null && state.unreadable > 0) return 'unreadable'
    if (state.disagreed > 0) return 'changing'
    return state.isUnderWay ? 'beingRead' : 'notReadYet'
  }

  const listState = ([name, state]: readonly [ListName, ListState]): SyncList => {
    const missing = missingOf(scopeOf(name), state)
    return {
      ...name,
      total: state.isRefused ? null : state.total,
      read: state.read,
      unreadable: state.unreadable,
      toRead:
        state.isUnderWay || state.pass === 0
          ? { from: state.nextOffset, to: state.pass === 0 && state.nextOffset === 0 ? null : state.total }
          : null,
      asOfMs: state.asOfMs,
      missing,
      error: missing === 'failed' ? error : null,
    }
  }

  return {
    start: (): void => {
      planList(clock.nowMs())
      words.soon()
      stopOnline = deps.online.onChange((online) => {
        if (online) planList(clock.nowMs())
      })
    },

    stop: async (): Promise<void> => {
      stopOnline()
      stopping.abort()
      scheduler.cancel(LIST_KEY)
      scheduler.cancel(THREADS_KEY)
      await Promise.allSettled([...underWay, words.stop()])
    },

    /** A look at what is new as soon as possible. */
    lookSoon: (): void => planList(clock.nowMs()),

    /** Every list as soon as possible. */
    now: (): void => {
      for (const name of lists) wanted.add(scopeOf(name))
      planList(clock.nowMs())
    },

    /** Reads one thread for somebody who looks at it. Throws as the platform or the network fails. */
    refreshThread: async (conversationId: string): Promise<void> => {
      const conversation = conversations.conversation(conversationId)
      if (conversation === undefined) {
        throw new Failure({ kind: 'notFound', message: 'This conversation is not kept here. Refresh the inbox.' })
      }
      await tracked(threads.readNow(conversationId, conversation.conversationType))
    },

    state: (): SyncState => {
      const all = syncLists.states().map(listState)
      const whole = all.filter(({ filter }) => filter === null)
      const totals = whole.map(({ total }) => total)
      // A filter that the platform does not offer is no part of what can be complete.
      const times = all.filter(({ missing }) => missing !== 'notOffered').map(({ asOfMs }) => asOfMs)
      const asOfMs = times.reduce(
        (least, time) => (least === null || time === null ? null : Math.min(least, time)),
        Number.POSITIVE_INFINITY as number | null,
      )
      return {
        state: running ? 'running' : error !== null ? 'failed' : asOfMs === null ? 'never' : 'idle',
        known: conversations.known(),
        total: totals.reduce(
          (sum, total) => (sum === null || total === null ? null : sum + total),
          beyond as number | null,
        ),
        asOfMs,
        error,
        lists: all,
        ...conversations.outstanding(),
      }
    },
  }
}
