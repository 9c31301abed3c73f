/**
 * Finds the answered questions of a conversation, and keeps an index of them (USE-07).
 *
 * A question is one or more messages of the buyer in a row that the seller's message follows. The index holds terms only;
 * a row's id is the conversation's id and the question's number in it, so the texts stay where they are.
 */
import type { Database } from '../../database/database.ts'
import type { SearchIndex } from '../../database/search-indexes.ts'
import type { Clock } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { kindTerm, languageTerm, readQuestion } from './question-terms.ts'

/** Rows of the index that each conversation may use. */
export const ROWS_PER_CONVERSATION = 1_024
const MAX_ANSWER_LENGTH = 4_000

export type ThreadMessage = {
  readonly writer: string
  readonly text: string
  readonly createdAtMs: number | null
}

export type AnsweredQuestion = {
  readonly question: string
  readonly answer: string
  readonly askedAtMs: number | null
}

/** `messages`: oldest first. */
export const findAnsweredQuestions = (messages: readonly ThreadMessage[]): readonly AnsweredQuestion[] => {
  const found: AnsweredQuestion[] = []
  let question: ThreadMessage[] = []
  for (const message of messages) {
    if (message.writer === 'buyer') {
      question.push(message)
      continue
    }
    const last = question.at(-1)
    if (message.writer === 'seller' && last !== undefined && message.text.trim() !== '') {
      found.push({
        question: question.map(({ text }) => text).join('\n'),
        answer: message.text.slice(0, MAX_ANSWER_LENGTH),
        askedAtMs: last.createdAtMs,
      })
    }
    question = []
  }
  return found.slice(0, ROWS_PER_CONVERSATION)
}

/** The buyer's messages after the last one of anyone else; null if the buyer did not write last. */
export const findNewestQuestion = (messages: readonly ThreadMessage[]): string | null => {
  const last = messages.findLastIndex(({ writer }) => writer !== 'buyer')
  const texts = messages.slice(last + 1).map(({ text }) => text)
  return texts.length === 0 ? null : texts.join('\n')
}

export const loadThreadMessages = (database: Database, conversationRow: number): readonly ThreadMessage[] =>
  database
    .all<{ writer: string; text: string; created_at_ms: number | null }>(
      'SELECT writer, text, created_at_ms FROM messages WHERE conversation_row = ? ORDER BY position, id',
      [conversationRow],
    )
    .map(({ created_at_ms, ...message }) => ({ ...message, createdAtMs: created_at_ms }))

export const toConversationRow = (indexRow: number): number => Math.floor(indexRow / ROWS_PER_CONVERSATION)
export const toQuestionNumber = (indexRow: number): number => indexRow % ROWS_PER_CONVERSATION

const toTerms = (question: string): string => {
  const { stems, language, kinds } = readQuestion(question)
  return [...stems, ...(language === null ? [] : [languageTerm(language)]), ...[...kinds.keys()].map(kindTerm)].join(
    ' ',
  )
}

/** Indexes the answered questions of a stored conversation; call it in the transaction that changes its messages. */
export const indexAnsweredQuestions = (database: Database, conversationRow: number): void => {
  const first = conversationRow * ROWS_PER_CONVERSATION
  database.run('DELETE FROM answered_questions WHERE rowid BETWEEN ? AND ?', [first, first + ROWS_PER_CONVERSATION - 1])
  for (const [number, { question }] of findAnsweredQuestions(loadThreadMessages(database, conversationRow)).entries()) {
    database.run('INSERT INTO answered_questions (rowid, terms) VALUES (?, ?)', [first + number, toTerms(question)])
  }
}

/** Indexing this many conversations takes some milliseconds. */
const CHUNK = 10
/** Pauses between chunks, so that the seller's own actions are answered. */
const PAUSE_MS = 10
/** The window opens first. */
const START_AFTER_MS = 3_000
/** The row that says that every conversation is indexed; conversations have ids from 1. */
const COMPLETE_ROW = 0

/** Indexes the next conversations after the row `last`; returns the last of them, and undefined once all are indexed. */
const indexNext = (database: Database, last: number): number | undefined => {
  // Reading all ids first would take longer than a chunk.
  const rows = database.column<number>(`SELECT id FROM conversations WHERE id > ? ORDER BY id LIMIT ${CHUNK}`, [last])
  const end = rows.at(-1)
  database.transaction(() => {
    for (const row of rows) indexAnsweredQuestions(database, row)
    if (end !== undefined) return
    database.run('INSERT OR REPLACE INTO answered_questions (rowid, terms) VALUES (?, ?)', [COMPLETE_ROW, 'complete'])
  })
  return end
}

export const answeredQuestionsIndex: SearchIndex = {
  table: 'answered_questions',
  *refill(database) {
    let last: number | undefined = 0
    while (last !== undefined) {
      last = indexNext(database, last)
      yield
    }
  },
}

const WORK = 'messaging.answeredQuestions'

/**
 * Plans the indexing of the conversations that were stored before there was an index, a chunk at a time so that nothing
 * waits for it. Starts over if it was interrupted. Plans nothing if they are indexed.
 */
export const planAnsweredQuestionsFill = ({
  database,
  scheduler,
  clock,
}: {
  readonly database: Database
  readonly scheduler: Pick<Scheduler, 'plan'>
  readonly clock: Pick<Clock, 'nowMs'>
}): void => {
  const planAfter = (delayMs: number, last: number): void =>
    scheduler.plan(WORK, clock.nowMs() + delayMs, async () => {
      const end = indexNext(database, last)
      if (end !== undefined) planAfter(PAUSE_MS, end)
    })
  const isComplete = database.get('SELECT rowid FROM answered_questions WHERE rowid = ?', [COMPLETE_ROW])
  if (isComplete === undefined) planAfter(START_AFTER_MS, 0)
}
