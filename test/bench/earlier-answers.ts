/** What the seller answered earlier, for a buyer's newest question, with 200,000 messages of which half are answered questions. */
import { strictEqual } from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { createDatabase, type Database } from '../../main/database/database.ts'
import { CONNECTION_SETTINGS } from '../../main/database/open-database.ts'
import { answeredQuestionsIndex } from '../../main/messaging/earlier/answered-questions.ts'
import { createEarlierAnswers } from '../../main/messaging/earlier/earlier-answers.ts'
import { corpus } from '../unit/messaging/earlier/corpus.ts'
import { filledShop } from './filled-shop.ts'
import { type Measure, median } from './measure.ts'

const CONVERSATIONS = 20_000
const BUDGET_MS = 30
const QUESTIONS = 50

/** Lets the buyers of the generated inbox write real questions, so that kinds and words are as frequent as in a shop. */
const askQuestions = (database: Database): void => {
  database.run('CREATE TEMP TABLE asked (number INTEGER PRIMARY KEY, text TEXT NOT NULL)')
  for (const [number, { text }] of corpus.entries()) {
    database.run('INSERT INTO asked (number, text) VALUES (?, ?)', [number, text])
  }
  database.run(
    `UPDATE messages SET text = (SELECT asked.text FROM asked WHERE number = messages.id * 7919 % ?) || ' ' || text
     WHERE writer = 'buyer'`,
    [corpus.length],
  )
}

export const earlierAnswers: Measure = async () => {
  const { file } = filledShop(CONVERSATIONS)
  const connection = new DatabaseSync(file)
  connection.exec(`${CONNECTION_SETTINGS} PRAGMA synchronous = OFF`)
  const database = createDatabase(connection)
  try {
    askQuestions(database)
    Array.from(answeredQuestionsIndex.refill(database))
    const { find } = createEarlierAnswers(database, () => null)
    const waiting = database.column<string>(
      'SELECT conversation_id FROM conversations WHERE waiting_evidence IS NOT NULL ORDER BY sort_ms DESC LIMIT ?',
      [QUESTIONS],
    )
    const ask = (conversationId: string): number => {
      const startedMs = performance.now()
      strictEqual(find(conversationId).length, 3)
      return performance.now() - startedMs
    }
    // One uncounted round, as in the other measures.
    waiting.forEach(ask)
    const ours = median(waiting.map(ask))
    return [
      {
        what: 'earlier answers to a question, 200,000 messages',
        limit: 'a budget of 30 ms',
        limitValue: BUDGET_MS,
        ours,
        unit: 'ms',
        ratio: ours / BUDGET_MS,
        goal: { atMost: 1 },
      },
    ]
  } finally {
    connection.close()
  }
}
