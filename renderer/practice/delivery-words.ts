/** What the platform says of a delivery, in the words of the rules it follows (document 3, section 6, rules 4 and 5). */
import type { PracticeDelivery } from '../../shared/practice/contract.ts'

/** The last answer as the platform heard it. */
export const heardWords = (lastAnswer: string): string => {
  if (lastAnswer === '') return 'not tried yet'
  return /^\d{3}$/.test(lastAnswer) ? `heard ${lastAnswer}` : lastAnswer
}

/** Every try that there is: a legacy event has no end of them. */
export const triesWords = ({ kind, attempts }: Pick<PracticeDelivery, 'kind' | 'attempts'>): string =>
  kind === 'rest' ? `try ${attempts} of 3` : `try ${attempts}`

/** `in 12 s`, `in 3 min`, or that it is being tried. */
export const dueWords = (inMs: number): string => {
  if (inMs <= 0) return 'now'
  const seconds = Math.ceil(inMs / 1_000)
  if (seconds < 120) return `in ${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `in ${minutes} min` : `in ${Math.ceil(minutes / 60)} h`
}
