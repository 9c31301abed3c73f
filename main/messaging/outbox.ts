/**
 * The outbox: carries each message to the platform once, or says that it does not know (design section 4; MSG-13).
 *
 * - A row is on disk before the first byte leaves, and says `sending` before it does.
 * - Before the dispatch the thread is read and counted; that count is kept with the row.
 * - A dispatch happens once. Only the platform's refusal of the connection puts a row back into the queue.
 * - What has no answer is settled by reading the thread, never by sending again.
 * - Messages of one conversation go one after the other, in the order they were written.
 */
import type { OutboxEntry } from '../../shared/messaging/conversation.ts'
import {
  contentProblems,
  type MessageContent,
  type MessageTarget,
  placeholderProblems,
  targetKey,
} from '../../shared/messaging/message-text.ts'
import {
  blockingStates,
  needsUser,
  nextLookAtMs,
  type OutboxEvent,
  type OutboxState,
  outboxStateSchema,
  transition,
} from '../../shared/messaging/outbox-state.ts'
import { resolveText } from '../../shared/messaging/saved-reply.ts'
import { comparableText, countSameText, judge, type ThreadReading } from '../../shared/messaging/thread-evidence.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import type { Database } from '../database/database.ts'
import type { Clock, Log } from '../ports.ts'
import type { OnlineState } from '../room.ts'
import type { Scheduler } from '../scheduler.ts'
import { type MessageClient, readAllConversations, readWholeThread, type SendEnd } from './client.ts'
import { type Drafts, targetColumns, targetOfColumns } from './drafts.ts'
import type { ConversationStore } from './store.ts'
import type { MessageRecord } from './wire.ts'
import { createWordsIndex } from './words-index.ts'

/** How long a message can be taken back before it goes. */
export const DEFAULT_UNDO_MS = 10_000
/** After a send without an answer the thread is read this long after it ended. */
const READ_AFTER_MS = [2_000, 10_000, 30_000] as const
/** A platform may still be carrying out what it did not answer; "not there" is said no earlier than this. */
const SETTLED_AFTER_MS = 30_000
/** The same text to the same buyer within this time is worth a question. */
const RECENT_MS = 10 * 60_000
/** Between tries that do not reach the platform. */
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 15_000
/** What is on its way at the end of the program gets this long to be answered. */
const FAREWELL_MS = 3_000

type OutboxRow = {
  ordinal: number
  id: string
  target_key: string
  conversation_id: string | null
  other_party_username: string | null
  content: string
  detail: string
  attempts: number
  last_error: string | null
  buyer_messages_seen: number
  created_at_ms: number
  changed_at_ms: number
}

type Entry = {
  readonly ordinal: number
  readonly id: string
  readonly key: string
  readonly target: MessageTarget
  readonly content: MessageContent
  readonly state: OutboxState
  readonly attempts: number
  readonly buyerMessagesSeen: number
}

const toEntry = (row: OutboxRow): Entry => ({
  ordinal: row.ordinal,
  id: row.id,
  key: row.target_key,
  target: targetOfColumns(row),
  content: JSON.parse(row.content) as MessageContent,
  state: outboxStateSchema.parse(JSON.parse(row.detail)),
  attempts: row.attempts,
  buyerMessagesSeen: row.buyer_messages_seen,
})

const errorOf = (event: OutboxEvent): AppError | undefined => {
  if ('error' in event) return event.error
  return event.event === 'noAnswer' ? { kind: 'uncertain', message: event.reason } : undefined
}

/** Whether nothing but its turn keeps the message here. */
const isDue = (state: OutboxState, nowMs: number): boolean =>
  state.state === 'queued' || (state.state === 'held' && state.undoUntilMs <= nowMs)

const isFinal = ({ state }: OutboxState): boolean => state === 'sent' || state === 'takenBack' || state === 'discarded'
const isOpen = `state NOT IN ('sent', 'takenBack', 'discarded')`
const workKey = (key: string): string => `messaging.outbox.${key}`

const asError = (error: unknown): AppError =>
  error instanceof Failure
    ? error.detail
    : { kind: 'internal', message: 'The thread could not be read; the log says why.', reference: 'outbox' }

export type OutboxDeps = {
  readonly database: Database
  readonly client: MessageClient
  readonly conversations: ConversationStore
  readonly drafts: Drafts
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly log: Log
  readonly newId: () => string
  readonly undoMs: number
  /** Rows of the outbox changed; `conversationId` where they belong to one. */
  readonly onChange: (conversationId: string | null) => void
  readonly onDraftsChange: (conversationId: string | null) => void
  readonly onThreadRead: (conversationId: string) => void
}

export type Outbox = ReturnType<typeof createOutbox>

export const createOutbox = (deps: OutboxDeps) => {
  const { database, client, conversations, drafts, clock, scheduler, log } = deps
  const words = createWordsIndex(database)
  const stopping = new AbortController()
  let ending = false
  const underWay = new Set<Promise<void>>()
  /** Tries in a row that did not reach the platform, for the wait between them. */
  const missed = new Map<string, number>()

  const load = (id: string): Entry | undefined => {
    const row = database.get<OutboxRow>('SELECT * FROM outbox WHERE id = ?', [id])
    return row === undefined ? undefined : toEntry(row)
  }

  const required = (id: string): Entry => {
    const entry = load(id)
    if (entry === undefined)
      throw new Failure({ kind: 'notFound', message: 'This message is not in the outbox any more.' })
    return entry
  }

  /** Moves a row by the machine's rules and remembers the step; undefined where the machine does not know it. */
  const apply = (id: string, event: OutboxEvent): OutboxState | undefined =>
    database.transaction(() => {
      const entry = load(id)
      const next = entry === undefined ? undefined : transition(entry.state, event)
      if (entry === undefined || next === undefined) return undefined
      const error = errorOf(event)
      database.run(
        `UPDATE outbox SET state = :state, detail = :detail, attempts = attempts + :attempt,
           last_error = COALESCE(:error, last_error), changed_at_ms = :atMs WHERE id = :id`,
        {
          id,
          state: next.state,
          detail: JSON.stringify(next),
          attempt: event.event === 'dispatch' ? 1 : 0,
          error: error === undefined ? null : JSON.stringify(error),
          atMs: event.atMs,
        },
      )
      // Waiting for the network is not a step: a night without it must not fill the history.
      if (next.state !== entry.state.state)
        note(id, event.atMs, event.event, entry.state.state, next.state, error?.message)
      if (isFinal(next)) words.removeOutbox(entry.ordinal)
      if (next.state === 'sent' && 'conversationId' in entry.target) {
        conversations.setAnswered(entry.target.conversationId, event.atMs)
      }
      return next
    })

  const note = (id: string, atMs: number, event: string, from: string | null, to: string, detail?: string): void => {
    database.run(
      'INSERT INTO outbox_history (outbox_id, at_ms, event, from_state, to_state, detail) VALUES (?, ?, ?, ?, ?, ?)',
      [id, atMs, event, from, to, detail ?? null],
    )
  }

  const changed = (target: MessageTarget): void =>
    deps.onChange('conversationId' in target ? target.conversationId : null)

  /** Of a conversation's messages the first that holds up the others. */
  const headOf = (key: string): Entry | undefined => {
    const rows = database.all<OutboxRow>(`SELECT * FROM outbox WHERE target_key = ? AND ${isOpen} ORDER BY ordinal`, [
      key,
    ])
    return rows.map(toEntry).find((entry) => blockingStates.includes(entry.state.state))
  }

  const plan = (key: string, atMs: number): void => {
    if (!ending) scheduler.plan(workKey(key), atMs, () => tracked(runTarget(key)))
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

  const settleByReading = async (entry: Entry, state: OutboxState & { readonly state: 'uncertain' }): Promise<void> => {
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

  /** Brings the messages of one conversation on, until they wait for time, for the platform or for the user. */
  const runTarget = async (key: string): Promise<void> => {
    while (!ending) {
      const entry = headOf(key)
      if (entry === undefined) return
      const { state } = entry
      if (state.state === 'sending') {
        // One run of a conversation at a time: nobody sends it any more. The disk did not take how it ended.
        apply(entry.id, { event: 'restart', atMs: clock.nowMs() })
        changed(entry.target)
        continue
      }
      const dueMs = nextLookAtMs(state)
      if (dueMs === undefined) return
      const atMs = clock.nowMs()
      if (dueMs > atMs) return plan(key, dueMs)
      if (state.state === 'queued') await dispatch(entry)
      else if (state.state === 'uncertain') await settleByReading(entry, state)
      else if (apply(entry.id, { event: state.state === 'held' ? 'undoTimePassed' : 'waitPassed', atMs }) === undefined)
        return
      else changed(entry.target)
    }
  }

  const openKeys = (): readonly string[] =>
    database
      .all<{ target_key: string }>(`SELECT DISTINCT target_key FROM outbox WHERE ${isOpen}`)
      .map((row) => row.target_key)

  /**
   * A user's act: refused with a sentence where it means nothing for the state the message is in by now. What belongs to it
   * (`along`) happens in the same transaction.
   */
  const act = <T>(id: string, event: OutboxEvent, refusal: string, along: (entry: Entry) => T): T => {
    const { entry, value } = database.transaction(() => {
      const entry = required(id)
      if (apply(id, event) === undefined) throw new Failure({ kind: 'conflict', message: refusal })
      return { entry, value: along(entry) }
    })
    plan(entry.key, clock.nowMs())
    changed(entry.target)
    return value
  }
  const nothingMore = (): void => undefined

  const entriesOf = (sql: string, params: readonly (string | number)[]): readonly OutboxEntry[] => {
    const rows = database.all<OutboxRow>(sql, params)
    const blocked = new Set<string>()
    return rows.map((row) => {
      const entry = toEntry(row)
      const conversation = row.conversation_id === null ? undefined : conversations.conversation(row.conversation_id)
      const waitsForEarlier = blocked.has(entry.key)
      if (blockingStates.includes(entry.state.state)) blocked.add(entry.key)
      return {
        id: entry.id,
        target: entry.target,
        buyer: conversation?.buyer ?? row.other_party_username,
        subject: conversation?.subject ?? null,
        content: entry.content,
        state: entry.state,
        attempts: entry.attempts,
        lastError: row.last_error === null ? null : (JSON.parse(row.last_error) as AppError),
        createdAtMs: row.created_at_ms,
        changedAtMs: row.changed_at_ms,
        waitsForEarlier: waitsForEarlier && isDue(entry.state, clock.nowMs()),
      }
    })
  }

  const stopOnline = { current: (): void => undefined }

  return {
    /**
     * Puts the draft of that revision into the outbox and removes it as a draft, in one transaction.
     *
     * Throws `conflict` where the draft is gone or another (a second window sent it), or where the buyer wrote since it was
     * begun; `validation` where a rule forbids it (MSG-09, MSG-10) or the conversation takes no answer (MSG-22).
     */
    enqueue: (target: MessageTarget, revision: number): { readonly id: string; readonly undoUntilMs: number } => {
      const queued = database.transaction(() => {
        const draft = drafts.of(target)
        if (draft === undefined) {
          throw new Failure({
            kind: 'conflict',
            message: 'This message was already sent or thrown away in another window.',
          })
        }
        if (draft.revision !== revision) {
          throw new Failure({
            kind: 'conflict',
            message: 'This draft was changed in another window. Look at it again before sending.',
          })
        }
        // What stands for something else is put in now: the row holds what the buyer will read.
        const content = { ...draft.content, messageText: resolved(target, draft.content) }
        const issues = contentProblems(content).map(({ field, message }) => ({
          path: `input.content.${field}`,
          message,
        }))
        if (issues[0] !== undefined) throw new Failure({ kind: 'validation', message: issues[0].message, issues })
        if ('conversationId' in target) checkAnswerable(target.conversationId, draft.buyerMessagesSeen)
        const atMs = clock.nowMs()
        const id = deps.newId()
        const state: OutboxState = { state: 'held', undoUntilMs: atMs + deps.undoMs }
        const { lastInsertRowid } = database.run(
          `INSERT INTO outbox (id, target_key, conversation_id, other_party_username, content, state, detail, buyer_messages_seen,
             created_at_ms, changed_at_ms, worded)
           VALUES (:id, :key, :conversationId, :otherPartyUsername, :content, :state, :detail, :seen, :atMs, :atMs, 1)`,
          {
            ...targetColumns(target),
            id,
            content: JSON.stringify(content),
            state: state.state,
            detail: JSON.stringify(state),
            seen: draft.buyerMessagesSeen,
            atMs,
          },
        )
        words.putOutbox(lastInsertRowid, content.messageText)
        note(id, atMs, 'send', null, state.state)
        drafts.remove(target)
        return { id, undoUntilMs: state.undoUntilMs }
      })
      plan(targetKey(target), clock.nowMs())
      changed(target)
      deps.onDraftsChange('conversationId' in target ? target.conversationId : null)
      return queued
    },

    /** Makes a message a draft again, in one transaction. Throws `conflict` once it may be on its way. */
    takeBack: (id: string): number => {
      const { revision, target } = act(
        id,
        { event: 'takeBack', atMs: clock.nowMs() },
        'This message is on its way or was sent, so it cannot be taken back.',
        ({ target, content, buyerMessagesSeen }) => ({
          target,
          revision: drafts.putBack(target, content, buyerMessagesSeen),
        }),
      )
      deps.onDraftsChange('conversationId' in target ? target.conversationId : null)
      return revision
    },

    sendNow: (id: string): void =>
      act(
        id,
        { event: 'sendNow', atMs: clock.nowMs() },
        'This message is on its way or was sent already.',
        nothingMore,
      ),

    discard: (id: string): void =>
      act(
        id,
        { event: 'discard', atMs: clock.nowMs() },
        'This message is on its way, was sent, or may have arrived. Say first whether it arrived.',
        nothingMore,
      ),

    settle: (id: string, arrived: boolean): void =>
      act(
        id,
        { event: 'settle', atMs: clock.nowMs(), arrived },
        'It is known by now what became of this message.',
        nothingMore,
      ),

    /** Every message that is not final, oldest first; of one conversation also those that are sent but not yet seen in its thread. */
    entries: (conversationId?: string, notSeenSinceMs?: number | null): readonly OutboxEntry[] => {
      return conversationId === undefined
        ? entriesOf(`SELECT * FROM outbox WHERE ${isOpen} ORDER BY ordinal`, [])
        : entriesOf(
            `SELECT * FROM outbox WHERE conversation_id = ? AND (${isOpen} OR (state = 'sent' AND changed_at_ms > ?)) ORDER BY ordinal`,
            [conversationId, notSeenSinceMs ?? -1],
          )
    },

    /** Messages to a person that are not final, or that were sent and may not stand in a conversation here yet. */
    entriesTo: (otherPartyUsername: string): readonly OutboxEntry[] =>
      entriesOf(
        `SELECT * FROM outbox WHERE other_party_username = ? AND (${isOpen} OR (state = 'sent' AND changed_at_ms > ?)) ORDER BY ordinal`,
        [otherPartyUsername, clock.nowMs() - RECENT_MS],
      ),

    /**
     * When this text last went to the same buyer, in this or another conversation, from here or from elsewhere; undefined if
     * not within ten minutes. A message that was taken back or thrown away went nowhere.
     */
    sentRecently: (target: MessageTarget, messageText: string): number | undefined => {
      const sinceMs = clock.nowMs() - RECENT_MS
      const conversation = 'conversationId' in target ? conversations.conversation(target.conversationId) : undefined
      const buyer = 'conversationId' in target ? (conversation?.buyer ?? null) : target.otherPartyUsername
      const wanted = comparableText(
        resolved(target, { messageText, emailCopyToSender: false, messageMedia: [], reference: null }),
      )
      const own = database.all<{ text: string; at_ms: number }>(
        `SELECT json_extract(content, '$.messageText') AS text, created_at_ms AS at_ms FROM outbox
         WHERE created_at_ms > :sinceMs AND state NOT IN ('takenBack', 'discarded', 'rejected', 'notFound')
           AND (target_key = :key OR other_party_username = :buyer
             OR conversation_id IN (SELECT conversation_id FROM conversations WHERE buyer = :buyer))`,
        { sinceMs, key: targetKey(target), buyer },
      )
      const elsewhere =
        'conversationId' in target
          ? conversations
              .thread(target.conversationId)
              ?.messages.filter(({ writer, createdAtMs }) => writer === 'seller' && (createdAtMs ?? 0) > sinceMs)
              .map(({ text, createdAtMs }) => ({ text, at_ms: createdAtMs ?? 0 }))
          : []
      const times = [...own, ...(elsewhere ?? [])]
        .filter(({ text }) => comparableText(text) === wanted)
        .map(({ at_ms }) => at_ms)
      return times.length === 0 ? undefined : Math.max(...times)
    },

    counts: (): { readonly open: number; readonly needsUser: number } => {
      const states = database
        .all<{ detail: string }>(`SELECT detail FROM outbox WHERE ${isOpen}`)
        .map((row) => outboxStateSchema.parse(JSON.parse(row.detail)))
      return { open: states.length, needsUser: states.filter(needsUser).length }
    },

    /** What was on its way when the program ended is uncertain now; the rest goes on where it was. */
    start: (): void => {
      const atMs = clock.nowMs()
      const interrupted = database.all<{ id: string }>(`SELECT id FROM outbox WHERE ${isOpen} AND state = 'sending'`)
      for (const { id } of interrupted) apply(id, { event: 'restart', atMs })
      for (const key of openKeys()) plan(key, atMs)
      stopOnline.current = deps.online.onChange((online) => {
        if (!online) return
        missed.clear()
        const nowMs = clock.nowMs()
        const waiting = database.all<{ id: string; target_key: string }>(
          `SELECT id, target_key FROM outbox WHERE ${isOpen} AND state IN ('queued', 'uncertain')`,
        )
        for (const row of waiting) {
          apply(row.id, { event: 'online', atMs: nowMs })
          plan(row.target_key, nowMs)
        }
      })
    },

    /** Begins nothing any more, gives what is on its way a moment, then breaks it off as uncertain. */
    stop: async (): Promise<void> => {
      ending = true
      stopOnline.current()
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

  function resolved(target: MessageTarget, content: MessageContent): string {
    const conversation = 'conversationId' in target ? conversations.conversation(target.conversationId) : undefined
    return resolveText(content.messageText, {
      buyer: 'conversationId' in target ? (conversation?.buyer ?? null) : target.otherPartyUsername,
      item: content.reference?.referenceId ?? conversation?.itemId ?? null,
      subject: conversation?.subject ?? null,
    }).text
  }

  function checkAnswerable(conversationId: string, buyerMessagesSeen: number): void {
    const conversation = conversations.conversation(conversationId)
    if (conversation === undefined) {
      throw new Failure({ kind: 'notFound', message: 'This conversation is not kept here. Refresh the inbox.' })
    }
    if (conversation.conversationType === 'FROM_SVC') {
      throw new Failure({
        kind: 'validation',
        message: 'This is a notice of the platform; it can be read and filed, not answered.',
        issues: [{ path: 'input.target.conversationId', message: 'Notices of the platform cannot be answered.' }],
      })
    }
    const newer = conversations.buyerMessages(conversationId) - buyerMessagesSeen
    if (newer > 0) {
      throw new Failure({
        kind: 'conflict',
        message: `The buyer wrote ${newer} new ${newer === 1 ? 'message' : 'messages'} since this draft was begun. Review before sending.`,
      })
    }
  }
}
