/**
 * Carries the messages of the outbox to the platform, each once, and finds out by reading what became of those that had no
 * answer (MSG-13).
 */
import type { MessageContent } from '../../shared/messaging/message-text.ts'
import { placeholderProblems } from '../../shared/messaging/message-text.ts'
import { nextLookAtMs, type OutboxEvent, type OutboxState } from '../../shared/messaging/outbox-state.ts'
import { countSameText, judge, type ThreadReading } from '../../shared/messaging/thread-evidence.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import { type MessageClient, readAllConversations, readWholeThread, type SendEnd } from './client.ts'
import type { Entry, OutboxRows } from './outbox-rows.ts'
import type { ConversationStore } from './store.ts'
import type { MessageRecord } from './wire.ts'

/** After a send without an answer the thread is read this long after it ended. */
const READ_AFTER_MS = [2_000, 10_000, 30_000] as const
/** A platform may still be carrying out what it did not answer; "not there" is said no earlier than this. */
const SETTLED_AFTER_MS = 30_000
/** Between tries that do not reach the platform. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 15_000
/** What is on its way at the end of the program gets this long to be answered. */
const FAREWELL_MS = 3_000

const workKey = (key: string): string => `messaging.outbox.${key}`

const asError = (error: unknown): AppError =>
  error instanceof Failure
    ? error.detail
    : { kind: 'internal', message: 'The thread could not be read; the log says why.', reference: 'outbox' }

export type OutboxSendingDeps = {
  readonly rows: OutboxRows
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  /** The rows of this recipient changed. */
  readonly changed: (target: Entry['target']) => void
  readonly onThreadRead: (conversationId: string) => void
}

export const createOutboxSending = (deps: OutboxSendingDeps) => {
  const { rows, client, conversations, clock, scheduler, log, changed } = deps
  const { load, apply, headOf, openKeys } = rows
  const stopping = new AbortController()
  let ending = false
  const underWay = new Set<Promise<void>>()
  /** Tries in a row that did not reach the platform, for the wait between them. */
  const missed = new Map<string, number>()

  const plan = (key: string, atMs: number): void => {
    if (!ending) scheduler.plan(workKey(key), atMs, (dueMs) => tracked(runTarget(key, dueMs)))
  }

  const tracked = async (work: Promise<void>): Promise<void> => {
    underWay.add(work)
    try {
      await work
    } finally {
      underWay.delete(work)
    }
  }

  const retryAtMs = (key: string): number => {
    const tries = (missed.get(key) ?? 0) + 1
    missed.set(key, tries)
    return clock.nowMs() + Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)
  }

  /** Reads what the platform has of this conversation and counts our text in it. Keeps what it read. */
  const readThread = async (entry: Entry): Promise<ThreadReading> => {
    const { target, content } = entry
    // The moment before the reading: what arrives during it may or may not be seen.
    const atMs = clock.nowMs()
    const { signal } = stopping
    if ('conversationId' in target) {
      const { conversationId } = target
      const thread = await readWholeThread(client, { conversationId, conversationType: 'FROM_MEMBERS' }, signal)
      if (conversations.keepThread(conversationId, thread, clock.nowMs())) deps.onThreadRead(conversationId)
      return readingOf(
        thread.messages,
        thread.complete,
        atMs,
        content,
        conversations.conversation(conversationId)?.buyer ?? null,
      )
    }
    const ofPerson = readAllConversations(
      client,
      { conversationType: 'FROM_MEMBERS', otherPartyUsername: target.otherPartyUsername },
      signal,
    )
    let listed = await ofPerson.next()
    while (listed.done !== true) listed = await ofPerson.next()
    const messages: MessageRecord[] = []
    let { complete } = listed.value
    for (const conversationId of listed.value.ids) {
      const thread = await readWholeThread(client, { conversationId, conversationType: 'FROM_MEMBERS' }, signal)
      messages.push(...thread.messages)
      complete &&= thread.complete
    }
    return readingOf(messages, complete, atMs, content, target.otherPartyUsername)
  }

  const readingOf = (
    messages: readonly MessageRecord[],
    complete: boolean,
    atMs: number,
    content: MessageContent,
    buyer: string | null,
  ): ThreadReading => ({
    sameText: countSameText(messages, content.messageText, buyer),
    messages: messages.length,
    complete,
    atMs,
  })

  /** The thread could not be read, so nothing was sent: what that means for the message. */
  const eventOfReadFailure = (key: string, error: AppError): OutboxEvent => {
    const atMs = clock.nowMs()
    switch (error.kind) {
      case 'rateLimited':
        return { event: 'notNow', atMs, untilMs: atMs + error.retryAfterMs, error }
      case 'signInNeeded':
        return { event: 'notNow', atMs, untilMs: atMs + 60_000, error }
      case 'notFound':
      case 'forbidden':
      case 'validation':
        return { event: 'refused', atMs, error }
      default:
        return { event: 'notReached', atMs, nextTryAtMs: retryAtMs(key), error }
    }
  }

  const eventOfEnd = (key: string, end: SendEnd): OutboxEvent => {
    const atMs = clock.nowMs()
    switch (end.end) {
      case 'sent':
        return { event: 'carriedOut', atMs }
      case 'notReached':
        return { event: 'notReached', atMs, nextTryAtMs: retryAtMs(key), error: end.error }
      case 'notNow':
        return { event: 'notNow', atMs, untilMs: atMs + end.waitMs, error: end.error }
      case 'refused':
        return { event: 'refused', atMs, error: end.error }
      case 'noAnswer':
        return { event: 'noAnswer', atMs, reason: end.reason, nextReadAtMs: atMs + READ_AFTER_MS[0] }
    }
  }

  const dispatch = async (entry: Entry): Promise<void> => {
    // Asked again beside the wire: however a row came to hold {{…}}, it does not leave.
    const [unresolved] = placeholderProblems(entry.content.messageText)
    if (unresolved !== undefined) {
      const issues = [{ path: unresolved.field, message: unresolved.message }]
      apply(entry.id, {
        event: 'refused',
        atMs: clock.nowMs(),
        error: { kind: 'validation', message: unresolved.message, issues },
      })
      return changed(entry.target)
    }
    let before: ThreadReading
    try {
      before = await readThread(entry)
    } catch (error) {
      if (stopping.signal.aborted) return
      if (!(error instanceof Failure)) log.error('a thread could not be read before sending', { error })
      if (load(entry.id)?.state.state === 'queued') apply(entry.id, eventOfReadFailure(entry.key, asError(error)))
      changed(entry.target)
      return
    }
    // While the thread was read, the user may have taken the message back: then there is nothing to dispatch.
    const { state } = load(entry.id) ?? entry
    if (ending || state.state !== 'queued') return
    if (state.earlier !== null && judge(state.earlier, before, 0, 0) === 'arrived') {
      apply(entry.id, { event: 'alreadyThere', atMs: before.atMs })
      return changed(entry.target)
    }
    if (apply(entry.id, { event: 'dispatch', atMs: clock.nowMs(), before }) === undefined) return
    changed(entry.target)
    const end = await client.sendMessage(entry.target, entry.content, stopping.signal)
    if (end.end !== 'notReached') missed.delete(entry.key)
    apply(entry.id, eventOfEnd(entry.key, end))
    changed(entry.target)
    if (end.end === 'sent' && !ending) await showInThread(entry)
  }

  /** After a send its thread is read, so that the message stands where the user looks for it. */
  const showInThread = async (entry: Entry): Promise<void> => {
    try {
      await readThread(entry)
    } catch {
      // It is sent all the same; the next reading of the thread shows it.
    }
  }

  const settleByReading = async (entry: Entry, state: OutboxState & { readonly state: 'unknown' }): Promise<void> => {
    let after: ThreadReading
    try {
      after = await readThread(entry)
    } catch (error) {
      if (stopping.signal.aborted) return
      const problem = asError(error)
      const nextReadAtMs =
        problem.kind === 'rateLimited'
          ? clock.nowMs() + problem.retryAfterMs
          : problem.kind === 'notFound'
            ? null
            : retryAtMs(entry.key)
      apply(entry.id, { event: 'notSettled', atMs: clock.nowMs(), after: null, nextReadAtMs })
      changed(entry.target)
      return
    }
    if (stopping.signal.aborted) return
    missed.delete(entry.key)
    const atMs = clock.nowMs()
    const verdict = judge(state.before, after, state.sinceMs, SETTLED_AFTER_MS)
    // As of the reading that found it: the thread that is kept shows it already, and it must not stand there twice.
    if (verdict === 'arrived') apply(entry.id, { event: 'foundInThread', atMs: after.atMs, after })
    else if (verdict === 'notFound') apply(entry.id, { event: 'missingInThread', atMs, after })
    else {
      const next = READ_AFTER_MS.map((ms) => state.sinceMs + ms).find((dueMs) => dueMs > after.atMs)
      apply(entry.id, { event: 'notSettled', atMs, after, nextReadAtMs: next ?? null })
    }
    changed(entry.target)
  }

  /**
   * Brings the messages of one conversation on, until they wait for time, for the platform or for the user. `dueMs`: as the
   * scheduler gives it; waits that begin in here go by the clock again.
   */
  const runTarget = async (key: string, dueMs: number): Promise<void> => {
    for (let plannedMs = dueMs; !ending; plannedMs = 0) {
      const entry = headOf(key)
      if (entry === undefined) return
      const { state } = entry
      if (state.state === 'sending') {
        // One run of a conversation at a time: nobody sends it any more. The disk did not take how it ended.
        apply(entry.id, { event: 'restart', atMs: clock.nowMs() })
        changed(entry.target)
        continue
      }
      const lookAtMs = nextLookAtMs(state)
      if (lookAtMs === undefined) return
      const atMs = clock.nowMs()
      const passedMs = Math.max(plannedMs, atMs)
      if (lookAtMs > passedMs) return plan(key, lookAtMs)
      if (state.state === 'queued') await dispatch(entry)
      else if (state.state === 'unknown') await settleByReading(entry, state)
      else {
        const event = state.state === 'held' ? 'undoTimePassed' : 'waitPassed'
        if (apply(entry.id, { event, atMs, dueMs: passedMs }) === undefined) return
        changed(entry.target)
      }
    }
  }

  return {
    /** Brings the messages of one recipient on at that time. */
    plan,

    /** The platform answers again: the waits between tries begin anew. */
    forgetMissed: (): void => missed.clear(),

    /** Begins nothing any more, gives what is on its way a moment, then breaks it off as uncertain. */
    stop: async (): Promise<void> => {
      ending = true
      for (const key of openKeys()) scheduler.cancel(workKey(key))
      if (underWay.size > 0) {
        const ended = Promise.allSettled(underWay)
        await new Promise<void>((resolve) => {
          const cancel = clock.setTimer(resolve, FAREWELL_MS)
          void ended.then(() => {
            cancel()
            resolve()
          })
        })
      }
      stopping.abort()
      await Promise.allSettled(underWay)
    },
  }
}
