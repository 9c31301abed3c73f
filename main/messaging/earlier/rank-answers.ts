/** Ranks earlier questions by how much they resemble a new one. Pure. */
import type { QuestionTerms } from './question-terms.ts'

export type Candidate = {
  readonly question: QuestionTerms
  readonly answer: string
  readonly isSameItem: boolean
  /** Whether the items' titles share most of their words. */
  readonly isSimilarItem: boolean
  readonly askedAtMs: number | null
}

/** How rare a term is: larger for rarer ones. */
export type Rarity = (stem: string) => number

const KIND_WEIGHT = 1
const SAME_ITEM_WEIGHT = 0.25
const SIMILAR_ITEM_WEIGHT = 0.1
/** Below this two questions have nothing in common but a common word. */
const MIN_SCORE = 0.2

const length = (stems: readonly string[], rarity: Rarity): number =>
  Math.sqrt(stems.reduce((sum, stem) => sum + rarity(stem) ** 2, 0))

/**
 * 1 for the same terms, 0 for none in common. Terms that only `b` has count as rare as those of `a` on average, so only the
 * question's own terms are looked up.
 */
const compareTerms = (a: readonly string[], b: readonly string[], rarity: Rarity): number => {
  const sizeOfA = length(a, rarity)
  if (sizeOfA === 0 || b.length === 0) return 0
  const other = new Set(b)
  const shared = a.filter((stem) => other.has(stem))
  const common = length(shared, rarity) ** 2
  return common / (sizeOfA * Math.sqrt(common + ((b.length - shared.length) * sizeOfA ** 2) / a.length))
}

/** 1 for the same kinds with the same weight, 0 for none in common. */
const compareKinds = (a: QuestionTerms['kinds'], b: QuestionTerms['kinds']): number => {
  const size = (kinds: QuestionTerms['kinds']): number =>
    Math.sqrt([...kinds.values()].reduce((sum, weight) => sum + weight ** 2, 0))
  const product = size(a) * size(b)
  if (product === 0) return 0
  let sum = 0
  for (const [kind, weight] of a) sum += weight * (b.get(kind) ?? 0)
  return sum / product
}

/** Null if the candidate is in another language or has too little in common. */
const scoreCandidate = (asked: QuestionTerms, candidate: Candidate, rarity: Rarity): number | null => {
  const { question, isSameItem, isSimilarItem } = candidate
  if (asked.language !== null && question.language !== null && asked.language !== question.language) return null
  const resemblance =
    compareTerms(asked.stems, question.stems, rarity) + KIND_WEIGHT * compareKinds(asked.kinds, question.kinds)
  if (resemblance < MIN_SCORE) return null
  return resemblance + (isSameItem ? SAME_ITEM_WEIGHT : isSimilarItem ? SIMILAR_ITEM_WEIGHT : 0)
}

/** The best candidates with different answers, best first; of equal ones the newest. */
export const rankCandidates = <C extends Candidate>(
  asked: QuestionTerms,
  candidates: readonly C[],
  rarity: Rarity,
  count: number,
): readonly C[] => {
  const scored = candidates.flatMap((candidate) => {
    const score = scoreCandidate(asked, candidate, rarity)
    return score === null ? [] : [{ candidate, score }]
  })
  scored.sort((a, b) => b.score - a.score || (b.candidate.askedAtMs ?? 0) - (a.candidate.askedAtMs ?? 0))
  const answers = new Set<string>()
  const best: C[] = []
  for (const { candidate } of scored) {
    const answer = candidate.answer.trim().toLowerCase()
    if (answers.has(answer)) continue
    answers.add(answer)
    best.push(candidate)
    if (best.length === count) break
  }
  return best
}
