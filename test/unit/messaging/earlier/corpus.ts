/** 400 buyers’ questions in four languages, by kind. They judge the search for earlier answers: never tune one to the other. */
import { english } from './corpus/english.ts'
import { french } from './corpus/french.ts'
import { german } from './corpus/german.ts'
import { italian } from './corpus/italian.ts'
import { QUESTION_KINDS, type QuestionKind, type QuestionsByKind } from './corpus/kinds.ts'

export type CorpusQuestion = {
  readonly kind: QuestionKind
  readonly language: 'en' | 'de' | 'fr' | 'it'
  readonly text: string
}

const listQuestions = (
  language: CorpusQuestion['language'],
  questionsByKind: QuestionsByKind,
): readonly CorpusQuestion[] =>
  QUESTION_KINDS.flatMap((kind) => questionsByKind[kind].map((text) => ({ kind, language, text })))

export const corpus: readonly CorpusQuestion[] = [
  ...listQuestions('en', english),
  ...listQuestions('de', german),
  ...listQuestions('fr', french),
  ...listQuestions('it', italian),
]
