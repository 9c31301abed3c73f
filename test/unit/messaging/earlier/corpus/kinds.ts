/** The kinds of the questions in the corpus. */

export const QUESTION_KINDS = [
  'where is my parcel',
  'when will it be sent',
  'shipping cost',
  'ships abroad',
  'combined shipping',
  'lower price',
  'measurements',
  'condition',
  'compatible',
  'return',
  'arrived damaged',
  'invoice',
] as const

export type QuestionKind = (typeof QUESTION_KINDS)[number]

export type QuestionsByKind = { readonly [kind in QuestionKind]: readonly string[] }
