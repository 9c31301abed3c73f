import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAnsweredQuestions, findNewestQuestion } from '../../../../main/messaging/earlier/answered-questions.ts'
import { findLanguage } from '../../../../main/messaging/earlier/language.ts'
import { readQuestion } from '../../../../main/messaging/earlier/question-terms.ts'
import { type Candidate, rankCandidates } from '../../../../main/messaging/earlier/rank-answers.ts'

const says = (writer: string, text: string) => ({ writer, text, createdAtMs: null })

const candidate = (question: string, answer: string, more: Partial<Candidate> = {}): Candidate => ({
  question: readQuestion(question),
  answer,
  isSameItem: false,
  isSimilarItem: false,
  askedAtMs: 0,
  ...more,
})

const rank = (question: string, candidates: readonly Candidate[]) =>
  rankCandidates(readQuestion(question), candidates, () => 1, 3).map(({ answer }) => answer)

describe('the answered questions of a thread', () => {
  it('USE-07 messages of a buyer in a row are one question, answered by the message that follows', () => {
    const thread = [says('buyer', 'Hi'), says('buyer', 'How big is it?'), says('seller', '20 cm'), says('buyer', 'OK')]
    expect(findAnsweredQuestions(thread)).toMatchObject([{ question: 'Hi\nHow big is it?', answer: '20 cm' }])
  })

  it('USE-07 a notice of the platform answers nothing', () => {
    expect(findAnsweredQuestions([says('buyer', 'How big?'), says('platform', 'Note'), says('seller', 'Yes')])).toEqual(
      [],
    )
  })

  it('USE-07 there is no question while the seller wrote last', () => {
    expect(findNewestQuestion([says('buyer', 'How big?'), says('seller', '20 cm')])).toBeNull()
  })

  it('USE-07 every question and answer of any thread is a message of it', () => {
    const thread = fc.array(fc.record({ writer: fc.constantFrom('buyer', 'seller', 'platform'), text: fc.string() }))
    fc.assert(
      fc.property(thread, (messages) => {
        const all = messages.map(({ writer, text }) => says(writer, text))
        for (const { question, answer } of findAnsweredQuestions(all)) {
          expect(all.map(({ text }) => text)).toContain(answer)
          for (const part of question.split('\n')) expect(all.some(({ text }) => text.includes(part))).toBe(true)
        }
      }),
    )
  })
})

describe('ranking', () => {
  it('USE-07 puts a question of the same kind before one that shares a word', () => {
    const candidates = [
      candidate('Does the blue teapot have scratches?', 'None'),
      candidate('When will my parcel arrive?', 'Tomorrow'),
    ]
    expect(rank('Where is the teapot? It has not arrived', candidates)[0]).toBe('Tomorrow')
  })

  it('USE-07 puts the same listing first among equal questions', () => {
    const candidates = [
      candidate('How big is the lamp?', 'elsewhere'),
      candidate('How big is the lamp?', 'here', { isSameItem: true }),
    ]
    expect(rank('How big is the lamp?', candidates)[0]).toBe('here')
  })

  it('USE-07 leaves out answers in another language', () => {
    const candidates = [candidate('Wo bleibt denn mein Paket? Ich warte noch immer.', 'Morgen')]
    expect(rank('Where is my parcel? I am still waiting for it.', candidates)).toEqual([])
  })

  it('USE-07 offers each answer once', () => {
    const candidates = [candidate('How big is it?', 'See above'), candidate('How big is this?', 'see above ')]
    expect(rank('How big is that?', candidates)).toHaveLength(1)
  })

  it('USE-07 offers nothing for a question that resembles none', () => {
    expect(rank('Is the lamp brass?', [candidate('Where is my parcel?', 'Tomorrow')])).toEqual([])
  })
})

it.each([
  ['en', 'Could you tell me what the size of this is?'],
  ['de', 'Können Sie mir bitte sagen, ob das noch da ist?'],
  ['fr', 'Est-ce que vous pouvez me dire si le colis est parti ?'],
  ['it', 'Mi può dire quando sarà qui il pacco per favore?'],
  ['es', '¿Me puede decir cuando sale el paquete, por favor?'],
  ['nl', 'Kunt u mij zeggen wanneer het pakket hier is?'],
  ['pl', 'Czy mogę prosić o informację, kiedy to będzie u mnie?'],
])('USE-07 recognizes %s', (language, text) => {
  expect(readQuestion(text).language).toBe(language)
})

it('USE-07 a text without function words has no language', () => {
  expect(findLanguage(['iphone', '128gb'])).toBeNull()
})
