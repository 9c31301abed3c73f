/** Judges the search for earlier answers by questions it was not written for. */
import { beforeAll, describe, expect, it } from 'vitest'
import { indexAnsweredQuestions } from '../../../../main/messaging/earlier/answered-questions.ts'
import { createEarlierAnswers } from '../../../../main/messaging/earlier/earlier-answers.ts'
import { openTestDatabase } from '../../../support/test-database.ts'
import type { QuestionKind } from './corpus/kinds.ts'
import { type CorpusQuestion, corpus } from './corpus.ts'

type Judged = CorpusQuestion & { readonly offered: readonly QuestionKind[] }

/** Asks each question while all others are answered, each in its own conversation and with its own answer. */
const judge = (questions: readonly CorpusQuestion[]): readonly Judged[] => {
  const database = openTestDatabase()
  const say = (row: number, position: number, writer: string, text: string): void => {
    database.run(
      `INSERT INTO messages (conversation_row, key, position, writer, text, attachments, raw)
       VALUES (?, ?, ?, ?, ?, '[]', '{}')`,
      [row, String(position), position, writer, text],
    )
  }
  const answer = (row: number): void => {
    say(row, 1, 'seller', String(row))
    indexAnsweredQuestions(database, row)
  }
  const takeAnswerBack = (row: number): void => {
    database.run(`DELETE FROM messages WHERE conversation_row = ? AND writer = 'seller'`, [row])
    indexAnsweredQuestions(database, row)
  }
  for (const [index, { text }] of questions.entries()) {
    database.run(
      `INSERT INTO conversations (id, conversation_id, conversation_type, raw) VALUES (?, ?, 'FROM_MEMBERS', '{}')`,
      [index + 1, String(index + 1)],
    )
    say(index + 1, 0, 'buyer', text)
    answer(index + 1)
  }
  const earlierAnswers = createEarlierAnswers(database, () => null)
  return questions.map((question, index) => {
    takeAnswerBack(index + 1)
    const offered = earlierAnswers.find(String(index + 1)).flatMap(({ answer }) => {
      const kind = questions[Number(answer) - 1]?.kind
      return kind === undefined ? [] : [kind]
    })
    answer(index + 1)
    return { ...question, offered }
  })
}

const shareOf = (judged: readonly Judged[], isRight: (question: Judged) => boolean): number =>
  judged.filter(isRight).length / judged.length

describe('earlier answers to 400 questions', () => {
  let judged: readonly Judged[] = []
  beforeAll(() => {
    judged = judge(corpus)
  })

  it('USE-07 offer an answer to the same kind of question among three for 85 % of them', () => {
    expect(shareOf(judged, ({ kind, offered }) => offered.includes(kind))).toBeGreaterThanOrEqual(0.85)
  })

  it('USE-07 offer an answer to the same kind of question first for 70 % of them', () => {
    expect(shareOf(judged, ({ kind, offered }) => offered[0] === kind)).toBeGreaterThanOrEqual(0.7)
  })
})
