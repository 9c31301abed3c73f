/** Finds what the seller answered to earlier questions like a buyer's newest one (USE-07). Local; nothing is sent anywhere. */
import type { EarlierAnswer } from '../../../shared/messaging/earlier-answer.ts'
import { leaveGaps, type PersonalFact } from '../../../shared/messaging/personal-parts.ts'
import type { Database } from '../../database/database.ts'
import {
  findAnsweredQuestions,
  findNewestQuestion,
  loadThreadMessages,
  toConversationRow,
  toQuestionNumber,
} from './answered-questions.ts'
import { kindTerm, languageTerm, type QuestionTerms, readQuestion } from './question-terms.ts'
import { type Candidate, rankCandidates } from './rank-answers.ts'

const MAX_ANSWERS = 3
/** Rows read for each term, newest first: enough for any rare term, and a sample of a common one. */
const MAX_ROWS_PER_TERM = 300
/** The rarest terms of a question find its candidates. */
const MAX_TERMS = 8
/** Candidates whose texts are read and compared in full. */
const MAX_COMPARED = 40
/** Of the conversations about the same listing. */
const MAX_SAME_ITEM = 15
/** The share of an item's words that another must have. */
const MIN_SHARED_TITLE = 0.5

type Found = Candidate & Omit<EarlierAnswer, 'answer'> & { readonly answer: string; readonly buyer: string | null }

type Conversation = {
  readonly id: number
  readonly conversation_id: string
  readonly item_id: string | null
  readonly buyer: string | null
}

export type EarlierAnswers = { readonly find: (conversationId: string) => readonly EarlierAnswer[] }

/**
 * `itemTitle`: the title of the item that a listing sells; null if unknown. `factsOf`: names, addresses and numbers of a buyer and
 * their orders, which no other buyer is offered (SEC-18).
 */
export const createEarlierAnswers = (
  database: Database,
  itemTitle: (listingId: string) => string | null,
  factsOf: (buyer: string) => readonly PersonalFact[] = () => [],
): EarlierAnswers => {
  // How many questions have a term, from the index itself: https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module
  database.run(
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.answered_terms USING fts5vocab('main', 'answered_questions', 'row')`,
  )

  const countQuestions = (term: string): number =>
    database.get<{ doc: number }>('SELECT doc FROM temp.answered_terms WHERE term = ?', [term])?.doc ?? 0

  const createRarity = (): ((term: string) => number) => {
    // Counting the index reads all of it. The newest conversation's id is about as large, and read at once.
    const all = database.get<{ newest: number | null }>('SELECT MAX(id) AS newest FROM conversations')?.newest ?? 0
    const known = new Map<string, number>()
    return (term) => {
      const before = known.get(term)
      if (before !== undefined) return before
      const rarity = Math.log(1 + all / (1 + countQuestions(term)))
      known.set(term, rarity)
      return rarity
    }
  }

  /** SECURITY: stems are letters and digits only, so nothing that a buyer wrote is an operator of FTS5. */
  const findRows = (terms: readonly string[]): readonly number[] =>
    database.column<number>(
      `SELECT rowid FROM answered_questions WHERE answered_questions MATCH ? ORDER BY rowid DESC LIMIT ${MAX_ROWS_PER_TERM}`,
      [terms.map((term) => `"${term}"`).join(' ')],
    )

  /** The index rows that share the rarest terms or a kind with the question, most promising first. */
  const findCandidateRows = (
    asked: QuestionTerms,
    conversation: Conversation,
    rarity: (term: string) => number,
  ): readonly number[] => {
    const scope = asked.language === null ? [] : [languageTerm(asked.language)]
    const stems = asked.stems.toSorted((a, b) => rarity(b) - rarity(a)).slice(0, MAX_TERMS)
    const weights = new Map<number, number>()
    for (const term of [...[...asked.kinds.keys()].map(kindTerm), ...stems]) {
      const weight = rarity(term)
      for (const row of findRows([term, ...scope])) weights.set(row, (weights.get(row) ?? 0) + weight)
    }
    const best = [...weights.keys()]
      .filter((row) => toConversationRow(row) !== conversation.id)
      .toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || b - a)
    return best.slice(0, MAX_COMPARED)
  }

  const isSimilarTitle = (own: ReadonlySet<string>, itemId: string | null): boolean => {
    if (own.size === 0 || itemId === null) return false
    const other = readQuestion(itemTitle(itemId) ?? '').stems
    return other.filter((stem) => own.has(stem)).length >= own.size * MIN_SHARED_TITLE
  }

  const findSameItem = ({ id, item_id }: Conversation): readonly number[] =>
    item_id === null
      ? []
      : database.column<number>(
          `SELECT id FROM conversations WHERE item_id = ? AND id <> ? ORDER BY sort_ms DESC LIMIT ${MAX_SAME_ITEM}`,
          [item_id, id],
        )

  return {
    find: (conversationId) => {
      const conversation = database.get<Conversation>(
        'SELECT id, conversation_id, item_id, buyer FROM conversations WHERE conversation_id = ?',
        [conversationId],
      )
      if (conversation === undefined) return []
      const newest = findNewestQuestion(loadThreadMessages(database, conversation.id))
      if (newest === null) return []
      const asked = readQuestion(newest)
      const rarity = createRarity()
      const ownTitle = new Set(
        conversation.item_id === null ? [] : readQuestion(itemTitle(conversation.item_id) ?? '').stems,
      )

      const wanted = new Map<number, Set<number> | 'all'>()
      for (const row of findCandidateRows(asked, conversation, rarity)) {
        const numbers = wanted.get(toConversationRow(row)) ?? new Set<number>()
        if (numbers !== 'all') wanted.set(toConversationRow(row), numbers.add(toQuestionNumber(row)))
      }
      for (const row of findSameItem(conversation)) wanted.set(row, 'all')

      const candidates = [...wanted].flatMap(([row, numbers]): readonly Found[] => {
        const other = database.get<Conversation>(
          'SELECT id, conversation_id, item_id, buyer FROM conversations WHERE id = ?',
          [row],
        )
        if (other === undefined) return []
        const isSameItem = other.item_id !== null && other.item_id === conversation.item_id
        const isSimilarItem = isSimilarTitle(ownTitle, other.item_id)
        return findAnsweredQuestions(loadThreadMessages(database, row)).flatMap(
          ({ question, answer, askedAtMs }, number): readonly Found[] =>
            numbers === 'all' || numbers.has(number)
              ? [
                  {
                    conversationId: other.conversation_id,
                    questionText: question,
                    question: readQuestion(question),
                    answer,
                    askedAtMs,
                    isSameItem,
                    isSimilarItem,
                    buyer: other.buyer,
                  },
                ]
              : [],
        )
      })
      return rankCandidates(asked, candidates, rarity, MAX_ANSWERS).map(
        ({ conversationId: from, questionText, answer, askedAtMs, isSameItem, buyer }) => {
          const name = { kind: 'name', value: buyer ?? '' } as const
          const facts = [name, ...(buyer === null ? [] : factsOf(buyer))]
          return {
            conversationId: from,
            questionText: leaveGaps(questionText, facts),
            answer: leaveGaps(answer, facts),
            askedAtMs,
            isSameItem,
          }
        },
      )
    },
  }
}
