/**
 * Keeps the list and the threads here as the platform has them, in the background.
 *
 * A full pass reads both kinds of conversations until two readings agree (MSG-04) and only then says "complete as of". In
 * between, a look at the first pages goes on until a page brings nothing new. Threads whose conversation changed are read
 * one after the other; which ones those are is on disk, so that a restart goes on where it was.
 */
import type { ConversationType, SyncState } from '../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import type { OnlineState } from '../room.ts'
import type { Scheduler } from '../scheduler.ts'
import { type ConversationsQuery, type MessageClient, readAllConversations, readWholeThread } from './client.ts'
import type { ConversationStore } from './store.ts'

const LOOK_EVERY_MS = 30_000
const FULL_EVERY_MS = 5 * 60_000
const AFTER_FAILURE_MS = 30_000
/** Between two threads in the background: polite, and a person's own call comes in between. */
const BETWEEN_THREADS_MS = 50

const LIST_KEY = 'messaging.sync'
const THREADS_KEY = 'messaging.threads'
const types: readonly ConversationType[] = ['FROM_MEMBERS', 'FROM_SVC']

export type SyncDeps = {
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly log: Log
  readonly onConversationsChange: () => void
  readonly onThreadChange: (conversationId: string) => void
  readonly onSyncChange: () => void
}

export type Sync = ReturnType<typeof createSync>

export const createSync = (deps: SyncDeps) => {
  const { client, conversations, clock, scheduler, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const underWay = new Set<Promise<unknown>>()
  const threads = new Map<string, Promise<void>>()
  let running = false
  let error: AppError | null = null
  let lastFullAtMs = Number.NEGATIVE_INFINITY
  let archivedIds: ReadonlySet<string> = new Set()
  let stopOnline = (): void => undefined

  const tracked = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work)
    try {
      return await work
    } finally {
      underWay.delete(work)
    }
  }

  /** Reads a whole list, keeping each page as it comes. */
  const readAll = async (query: ConversationsQuery) => {
    const pages = readAllConversations(client, query, signal)
    for (;;) {
      const requestedAtMs = clock.nowMs()
      const step = await pages.next()
      if (signal.aborted) throw new Failure({ kind: 'offline', message: 'Stopped.' })
      if (step.done === true) return step.value
      if (conversations.keepPage(query.conversationType, step.value.conversations, archivedIds, requestedAtMs) > 0) {
        deps.onConversationsChange()
      }
      if (query.conversationStatus === undefined) conversations.noteSync(query.conversationType, step.value.total, null)
      deps.onSyncChange()
    }
  }

  /** A filter that a platform does not know tells nothing; the view that lives on it stays empty. */
  const readFiltered = async (conversationStatus: 'ARCHIVE' | 'UNANSWERED') => {
    try {
      return await readAll({ conversationType: 'FROM_MEMBERS', conversationStatus })
    } catch (problem) {
      if (problem instanceof Failure && problem.detail.kind === 'service' && problem.detail.status === 400)
        return undefined
      throw problem
    }
  }

  const full = async (): Promise<void> => {
    const beganAtMs = clock.nowMs()
    const archived = await readFiltered('ARCHIVE')
    if (archived !== undefined) archivedIds = archived.ids
    let allComplete = true
    for (const type of types) {
      const { complete, ids } = await readAll({ conversationType: type })
      allComplete &&= complete
      if (!complete) continue
      if (conversations.keepOnly(type, ids) > 0) deps.onConversationsChange()
      conversations.noteSync(type, ids.size, clock.nowMs())
    }
    await readUnanswered()
    // A list that would not stand still is tried again at the next look, not in five minutes.
    if (allComplete) lastFullAtMs = beganAtMs
  }

  const readUnanswered = async (): Promise<void> => {
    const unanswered = await readFiltered('UNANSWERED')
    if (unanswered?.complete === true && conversations.keepUnanswered(unanswered.ids) > 0) deps.onConversationsChange()
  }

  const look = async (): Promise<void> => {
    let changed = false
    for (const conversationType of types) {
      for (let offset = 0; ; ) {
        const requestedAtMs = clock.nowMs()
        const page = await client.getConversations({ conversationType, limit: messagingLimits.pageMax, offset }, signal)
        if (signal.aborted) return
        const changes = conversations.keepPage(conversationType, page.conversations, archivedIds, requestedAtMs)
        if (changes > 0) {
          changed = true
          deps.onConversationsChange()
        }
        offset += page.count
        if (changes === 0 || page.count === 0 || offset >= page.total) break
      }
    }
    if (changed) await readUnanswered()
  }

  const planList = (atMs: number): void => {
    if (!signal.aborted) scheduler.plan(LIST_KEY, atMs, () => tracked(runList()))
  }
  const planThreads = (atMs: number): void => {
    if (!signal.aborted) scheduler.plan(THREADS_KEY, atMs, () => tracked(runThreads()))
  }

  const runList = async (): Promise<void> => {
    running = true
    deps.onSyncChange()
    let waitMs = LOOK_EVERY_MS
    try {
      if (clock.nowMs() - lastFullAtMs >= FULL_EVERY_MS) await full()
      else await look()
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
    planThreads(clock.nowMs())
  }

  const readThread = async (conversationId: string, conversationType: ConversationType): Promise<void> => {
    const thread = await readWholeThread(client, { conversationId, conversationType }, signal)
    if (signal.aborted) return
    if (conversations.keepThread(conversationId, thread, clock.nowMs())) {
      deps.onThreadChange(conversationId)
      deps.onConversationsChange()
    }
  }

  /** One reading of a thread at a time: who asks meanwhile gets the same. */
  const readThreadOnce = (conversationId: string, conversationType: ConversationType): Promise<void> => {
    const already = threads.get(conversationId)
    if (already !== undefined) return already
    const reading = tracked(readThread(conversationId, conversationType)).finally(() => threads.delete(conversationId))
    threads.set(conversationId, reading)
    return reading
  }

  const runThreads = async (): Promise<void> => {
    const [next] = conversations.staleThreads(1)
    if (next === undefined || signal.aborted) return
    try {
      await readThreadOnce(next.conversationId, next.conversationType)
    } catch (problem) {
      if (signal.aborted) return
      const kind = problem instanceof Failure ? problem.detail.kind : 'internal'
      // Away or held back: the next pass over the list begins this again. Anything else is this thread's own trouble.
      if (kind === 'offline' || kind === 'uncertain' || kind === 'rateLimited' || kind === 'signInNeeded') return
      log.warn('a thread could not be read', { kind })
      conversations.leaveThread(next.conversationId)
    }
    planThreads(clock.nowMs() + BETWEEN_THREADS_MS)
  }

  return {
    start: (): void => {
      planList(clock.nowMs())
      stopOnline = deps.online.onChange((online) => {
        if (online) planList(clock.nowMs())
      })
    },

    stop: async (): Promise<void> => {
      stopOnline()
      stopping.abort()
      scheduler.cancel(LIST_KEY)
      scheduler.cancel(THREADS_KEY)
      await Promise.allSettled(underWay)
    },

    /** A full pass as soon as possible. */
    now: (): void => {
      lastFullAtMs = Number.NEGATIVE_INFINITY
      planList(clock.nowMs())
    },

    /** Reads one thread for somebody who looks at it. Throws as the platform or the network fails. */
    refreshThread: async (conversationId: string): Promise<void> => {
      const conversation = conversations.conversation(conversationId)
      if (conversation === undefined) {
        throw new Failure({ kind: 'notFound', message: 'This conversation is not kept here. Refresh the inbox.' })
      }
      await readThreadOnce(conversationId, conversation.conversationType)
    },

    /** What this seller filed here, so that the next page does not file it back. */
    noteArchived: (conversationId: string, archived: boolean): void => {
      const ids = new Set(archivedIds)
      if (archived) ids.add(conversationId)
      else ids.delete(conversationId)
      archivedIds = ids
    },

    state: (): SyncState => {
      const [members, notices] = types.map((type) => conversations.syncOf(type))
      const both = members?.total != null && notices?.total != null
      const complete = members?.asOfMs != null && notices?.asOfMs != null
      const asOfMs = complete ? Math.min(members.asOfMs ?? 0, notices.asOfMs ?? 0) : null
      return {
        state: running ? 'running' : error !== null ? 'failed' : asOfMs === null ? 'never' : 'idle',
        known: conversations.known(),
        total: both ? (members.total ?? 0) + (notices.total ?? 0) : null,
        asOfMs,
        error,
      }
    },
  }
}
