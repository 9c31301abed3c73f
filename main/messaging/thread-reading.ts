/**
 * Reads the threads that changed, newest first, and keeps them here.
 *
 * Several are read at once and those that came together are kept together, in one transaction. The platform's limits hold
 * as for every request: lanes bound what is under way, and a 429 holds back all of it for as long as it says (MSG-20). What
 * was not kept yet when the program ends is read again.
 */
import type { ConversationType } from '../../shared/messaging/conversation.ts'
import { Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Cancel, Clock, Log } from '../ports.ts'
import { type MessageClient, readWholeThread } from './client.ts'
import type { ConversationStore } from './store.ts'
import type { ThreadReading } from './threads.ts'

/** Of the eight places of the lane for reads one is left to whoever looks at something. */
const READ_AT_ONCE = 7
/** Of a list three pages are asked for at once (sync.ts). */
const READ_BESIDE_A_LIST = 4
/** Kept in one transaction at most: some ten milliseconds' work, in which nothing else is answered or asked for. */
const KEPT_TOGETHER = 20
/** The longest that a thread which was read waits for others. */
const KEPT_WITHIN_MS = 200
/** Looked up in one go. */
const NAMED_TOGETHER = 100
/** A thread that cannot be read by its own fault is left alone for so long, or until somebody opens it. */
const LEFT_ALONE_MS = 30 * 60_000
/** Away, held back, or no room on the disk: no thread could be read now. */
const heldBackBy: ReadonlySet<string> = new Set(['offline', 'unknown', 'rateLimited', 'signInNeeded', 'storage'])

type Named = { readonly conversationId: string; readonly conversationType: ConversationType }

/** A thread under way: `fetched` never rejects; `kept` rejects as the platform, the network or the disk fails. */
type UnderWay = { readonly fetched: Promise<void>; readonly kept: Promise<void> }

type Waiting = Named & {
  readonly reading: ThreadReading
  readonly kept: () => void
  readonly notKept: (problem: unknown) => void
}

export type ThreadReadingDeps = {
  readonly client: MessageClient
  readonly conversations: Pick<ConversationStore, 'keepThreads' | 'staleThreads'>
  readonly clock: Clock
  readonly log: Log
  /** Runs a transaction without standing still until the disk has it (database.ts). */
  readonly durably: Database['durably']
  readonly signal: AbortSignal
  /** Where the lists cannot be read now, threads wait with them. */
  readonly mayRead: () => boolean
  /** Whether pages of a list are asked for beside the threads. */
  readonly isListRead: () => boolean
  /** Threads that are different now. */
  readonly onChange: (conversationIds: readonly string[]) => void
  /** Some more were read. */
  readonly onProgress: () => void
}

export const createThreadReading = (deps: ThreadReadingDeps) => {
  const { client, conversations, clock, log, signal } = deps
  /** Being read or waiting to be kept: who asks meanwhile gets the same. */
  const underWay = new Map<string, UnderWay>()
  /** Of those under way the ones that somebody waits for. */
  const awaited = new Set<string>()
  const leftAlone = new Map<string, number>()
  let waiting: Waiting[] = []
  let cancelTimer: Cancel | undefined

  const keepTogether = async (together: readonly Waiting[]): Promise<void> => {
    const changed = await deps.durably(() => conversations.keepThreads(together, clock.nowMs()))
    for (const { conversationId, kept } of together) {
      leftAlone.delete(conversationId)
      kept()
    }
    if (changed.length > 0) deps.onChange(changed)
    deps.onProgress()
  }

  /** One that cannot be kept must not hold up the others. */
  const keepApart = async (together: readonly Waiting[], problem: unknown): Promise<void> => {
    for (const one of together) {
      if (together.length === 1) one.notKept(problem)
      else await keepTogether([one]).catch(one.notKept)
    }
  }

  const keepNow = (): void => {
    cancelTimer?.()
    cancelTimer = undefined
    const together = waiting
    waiting = []
    if (together.length > 0) void keepTogether(together).catch((problem: unknown) => keepApart(together, problem))
  }

  const keep = (named: Named, reading: ThreadReading): Promise<void> =>
    new Promise((kept, notKept) => {
      waiting.push({ ...named, reading, kept, notKept })
      if (waiting.length >= KEPT_TOGETHER || awaited.has(named.conversationId)) keepNow()
      else cancelTimer ??= clock.setTimer(keepNow, KEPT_WITHIN_MS)
    })

  const begin = (named: Named): UnderWay => {
    const already = underWay.get(named.conversationId)
    if (already !== undefined) return already
    const fetching = readWholeThread(client, named, signal)
    const made: UnderWay = {
      fetched: fetching.then(
        () => undefined,
        () => undefined,
      ),
      kept: fetching
        .then((reading) => (signal.aborted ? undefined : keep(named, reading)))
        .finally(() => {
          underWay.delete(named.conversationId)
          awaited.delete(named.conversationId)
        }),
    }
    underWay.set(named.conversationId, made)
    return made
  }

  const nextToRead = (): Named[] => {
    const nowMs = clock.nowMs()
    for (const [conversationId, untilMs] of leftAlone) if (untilMs <= nowMs) leftAlone.delete(conversationId)
    return conversations
      .staleThreads(NAMED_TOGETHER + leftAlone.size + underWay.size)
      .filter(({ conversationId }) => !leftAlone.has(conversationId) && !underWay.has(conversationId))
  }

  return {
    /** Reads one thread for somebody who looks at it. Throws as the platform, the network or the disk fails. */
    readNow: (conversationId: string, conversationType: ConversationType): Promise<void> => {
      const { kept } = begin({ conversationId, conversationType })
      awaited.add(conversationId)
      if (waiting.some((one) => one.conversationId === conversationId)) keepNow()
      return kept
    },

    /**
     * Reads until nothing is left, or until the platform or the line says stop: the next pass over the list begins it again.
     * Throws what the disk refuses.
     */
    readAll: async (): Promise<void> => {
      let isHeldBack = false
      let refusedByDisk: unknown
      let named: Named[] = []
      const unsettled = new Set<Promise<void>>()

      const next = (): Named | undefined => {
        if (isHeldBack || signal.aborted || !deps.mayRead()) return undefined
        if (named.length === 0) named = nextToRead()
        return named.shift()
      }
      const onProblem = (conversationId: string, problem: unknown): void => {
        if (signal.aborted) return
        const kind = problem instanceof Failure ? problem.detail.kind : 'internal'
        if (kind === 'storage') refusedByDisk = problem
        if (heldBackBy.has(kind)) {
          isHeldBack = true
          return
        }
        // Anything else is this thread's own trouble.
        log.warn('a thread could not be read', { kind })
        leftAlone.set(conversationId, clock.nowMs() + LEFT_ALONE_MS)
        deps.onProgress()
      }
      const fetching = new Set<Promise<void>>()
      for (let one = next(); one !== undefined; one = next()) {
        const { conversationId } = one
        const { fetched, kept } = begin(one)
        const settled = kept
          .catch((problem: unknown) => onProblem(conversationId, problem))
          .finally(() => unsettled.delete(settled))
        unsettled.add(settled)
        // The next one is asked for while this one waits to be kept.
        const arrived = fetched.then(() => void fetching.delete(arrived))
        fetching.add(arrived)
        while (fetching.size >= (deps.isListRead() ? READ_BESIDE_A_LIST : READ_AT_ONCE)) await Promise.race(fetching)
      }
      await Promise.all(fetching)
      keepNow()
      await Promise.all(unsettled)
      if (refusedByDisk !== undefined) throw refusedByDisk
    },
  }
}
