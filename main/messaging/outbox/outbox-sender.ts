/** Sends outbox messages, each once, and finds out by reading the thread whether those without an answer arrived (MSG-13). */
import type { ThreadReading } from '../../../shared/messaging/outbox-state.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { backoffMs } from '../../backoff.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { ConversationStore } from '../conversations/conversation-store.ts'
import type { MessageClient } from '../platform/message-client.ts'
import type { MessageRecord } from '../platform/message-wire.ts'
import { readAllConversations, readWholeThread } from '../platform/paging.ts'
import type { SendOutcome } from '../platform/send-outcome.ts'
import type { OutboxStore, StoredMessage } from './outbox-store.ts'
import { countSameText, judge } from './thread-evidence.ts'
import { type OutboxEvent, wakeAtMs } from './transition.ts'

/** When the thread is read after a send without an answer. */
const READ_AFTER_MS = [2_000, 10_000, 30_000] as const
/** The platform may still be working on it; before this a missing message is not `notFound`. */
const SETTLED_AFTER_MS = 30_000
const RETRY = { firstMs: 2_000, maxMs: 15_000 } as const
const SIGN_IN_WAIT_MS = 60_000
/** How long a send in progress may take to finish when the app quits. */
const QUIT_WAIT_MS = 3_000

const schedulerKey = (key: string): string => `messaging.outbox.${key}`

const toError = (error: unknown): AppError =>
  error instanceof Failure
    ? error.detail
    : { kind: 'internal', message: 'The conversation could not be read. See the log.', reference: 'outbox' }

export type OutboxSenderDeps = {
  readonly store: OutboxStore
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  readonly onChange: (target: StoredMessage['target']) => void
  readonly onThreadRead: (conversationId: string) => void
}

export const createOutboxSender = (deps: OutboxSenderDeps) => {
  const { store, client, conversations, clock, scheduler, log } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  let isStopping = false
  const running = new Set<Promise<void>>()
  /** Tries in a row that did not reach the platform, by target. */
  const failures = new Map<string, number>()

  const plan = (key: string, atMs: number): void => {
    if (!isStopping) scheduler.plan(schedulerKey(key), atMs, (dueMs) => track(runTarget(key, dueMs)))
  }

  const track = async (work: Promise<void>): Promise<void> => {
    running.add(work)
    try {
      await work
    } finally {
      running.delete(work)
    }
  }

  const apply = (message: StoredMessage, event: OutboxEvent): boolean => {
    const next = store.apply(message.id, event)
    if (next !== undefined) deps.onChange(message.target)
    return next !== undefined
  }

  const nextTryAtMs = (key: string): number => {
    const count = (failures.get(key) ?? 0) + 1
    failures.set(key, count)
    return clock.nowMs() + backoffMs(RETRY, count)
  }

  const readConversation = async (conversationId: string) => {
    const thread = await readWholeThread(client, { conversationId, conversationType: 'FROM_MEMBERS' }, signal)
    if (conversations.saveThread(conversationId, thread, clock.nowMs())) deps.onThreadRead(conversationId)
    return { ...thread, buyer: conversations.conversation(conversationId)?.buyer ?? null }
  }

  /** Reads all conversations with a person, who may have none. */
  const readConversationsWith = async (buyer: string) => {
    const listed = await readAllConversations(
      client,
      { conversationType: 'FROM_MEMBERS', otherPartyUsername: buyer },
      signal,
    )
    const messages: MessageRecord[] = []
    let { complete } = listed
    for (const conversationId of listed.ids) {
      const thread = await readWholeThread(client, { conversationId, conversationType: 'FROM_MEMBERS' }, signal)
      messages.push(...thread.messages)
      complete &&= thread.complete
    }
    return { messages, complete, buyer }
  }

  /** Counts the message's text on the platform. */
  const readThread = async ({ target, content }: StoredMessage): Promise<ThreadReading> => {
    // Taken first: what arrives during the reading may be missing from it.
    const atMs = clock.nowMs()
    const { messages, complete, buyer } =
      'conversationId' in target
        ? await readConversation(target.conversationId)
        : await readConversationsWith(target.otherPartyUsername)
    return { sameText: countSameText(messages, content.messageText, buyer), messages: messages.length, complete, atMs }
  }

  const readFailureEvent = (key: string, error: AppError): OutboxEvent => {
    const atMs = clock.nowMs()
    switch (error.kind) {
      case 'rateLimited':
        return { event: 'notNow', atMs, untilMs: atMs + error.retryAfterMs, error }
      case 'signInNeeded':
        return { event: 'notNow', atMs, untilMs: atMs + SIGN_IN_WAIT_MS, error }
      case 'notFound':
      case 'forbidden':
      case 'validation':
        return { event: 'refused', atMs, error }
      default:
        return { event: 'notReached', atMs, nextTryAtMs: nextTryAtMs(key), error }
    }
  }

  const outcomeEvent = (key: string, result: SendOutcome): OutboxEvent => {
    const atMs = clock.nowMs()
    switch (result.outcome) {
      case 'carriedOut':
        return { event: 'carriedOut', atMs }
      case 'notReached':
        return { event: 'notReached', atMs, nextTryAtMs: nextTryAtMs(key), error: result.error }
      case 'notNow':
        return { event: 'notNow', atMs, untilMs: atMs + result.waitMs, error: result.error }
      case 'refused':
        return { event: 'refused', atMs, error: result.error }
      case 'unknown':
        return { event: 'unknown', atMs, reason: result.reason, nextReadAtMs: atMs + READ_AFTER_MS[0] }
    }
  }

  const dispatch = async (message: StoredMessage): Promise<void> => {
    let before: ThreadReading
    try {
      before = await readThread(message)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Failure)) log.error('could not read a thread before sending', { error })
      if (store.load(message.id)?.state.state === 'queued')
        apply(message, readFailureEvent(message.key, toError(error)))
      return
    }
    // The user may have withdrawn the message during the reading.
    const { state } = store.load(message.id) ?? message
    if (isStopping || state.state !== 'queued') return
    if (state.earlier !== null && judge(state.earlier, before, 0, 0) === 'arrived') {
      apply(message, { event: 'alreadyThere', atMs: before.atMs })
      return
    }
    if (!apply(message, { event: 'dispatch', atMs: clock.nowMs(), before })) return
    const result = await client.sendMessage(message.target, message.content, signal)
    if (result.outcome !== 'notReached') failures.delete(message.key)
    apply(message, outcomeEvent(message.key, result))
    if (result.outcome !== 'carriedOut' || isStopping) return
    // Shows the message in its thread. If this fails, the next reading does.
    await readThread(message).catch(() => undefined)
  }

  const settle = async (
    message: StoredMessage,
    state: StoredMessage['state'] & { readonly state: 'unknown' },
  ): Promise<void> => {
    let after: ThreadReading
    try {
      after = await readThread(message)
    } catch (error) {
      if (signal.aborted) return
      const problem = toError(error)
      const nextReadAtMs =
        problem.kind === 'rateLimited'
          ? clock.nowMs() + problem.retryAfterMs
          : problem.kind === 'notFound'
            ? null
            : nextTryAtMs(message.key)
      apply(message, { event: 'notSettled', atMs: clock.nowMs(), after: null, nextReadAtMs })
      return
    }
    if (signal.aborted) return
    failures.delete(message.key)
    const verdict = judge(state.before, after, state.sinceMs, SETTLED_AFTER_MS)
    const atMs = clock.nowMs()
    // Dated by the reading, whose stored thread shows the message: it must not appear twice.
    if (verdict === 'arrived') apply(message, { event: 'foundInThread', atMs: after.atMs })
    else if (verdict === 'notFound') apply(message, { event: 'missingInThread', atMs })
    else {
      const nextReadAtMs = READ_AFTER_MS.map((ms) => state.sinceMs + ms).find((dueMs) => dueMs > after.atMs) ?? null
      apply(message, { event: 'notSettled', atMs, after, nextReadAtMs })
    }
  }

  /**
   * Moves the messages of one target on, until they wait for time, the platform or the user.
   *
   * `dueMs` comes from the scheduler; waits that start in here use the clock again.
   */
  const runTarget = async (key: string, dueMs: number): Promise<void> => {
    for (let plannedMs = dueMs; !isStopping; plannedMs = 0) {
      const message = store.firstBlocking(key)
      if (message === undefined) return
      const { state } = message
      if (state.state === 'sending') {
        // Targets run one at a time, so nothing is sending it: storing how the send ended failed.
        apply(message, { event: 'restart', atMs: clock.nowMs() })
        continue
      }
      const wakeMs = wakeAtMs(state)
      if (wakeMs === undefined) return
      const atMs = clock.nowMs()
      const passedMs = Math.max(plannedMs, atMs)
      if (wakeMs > passedMs) return plan(key, wakeMs)
      if (state.state === 'queued') await dispatch(message)
      else if (state.state === 'unknown') await settle(message, state)
      else {
        const event = state.state === 'held' ? 'undoTimePassed' : 'waitPassed'
        if (!apply(message, { event, atMs, dueMs: passedMs })) return
      }
    }
  }

  return {
    /** Moves the messages of one target on at that time. */
    plan,

    /** The platform can be reached again: retries start from the shortest wait. */
    resetRetries: (): void => failures.clear(),

    /** Starts nothing more, gives sends in progress a moment, then aborts them as `unknown`. */
    stop: async (): Promise<void> => {
      isStopping = true
      for (const key of store.openKeys()) scheduler.cancel(schedulerKey(key))
      if (running.size > 0) {
        const finished = Promise.allSettled(running)
        await new Promise<void>((resolve) => {
          const cancel = clock.setTimer(resolve, QUIT_WAIT_MS)
          void finished.then(() => {
            cancel()
            resolve()
          })
        })
      }
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}
