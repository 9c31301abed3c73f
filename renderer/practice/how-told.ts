/** How something is told, as the fields have it, and as the platform is asked for it. */
import { formatNumber } from '../ui/locale-format.ts'

export type HowTold = {
  readonly count: number | null
  readonly times: number | null
  readonly delayS: number | null
  readonly isForged: boolean
  readonly hears: 'answer' | 'status500' | 'noAnswer'
  readonly attempts: number | null
}

export const toldPlainly: HowTold = {
  count: 1,
  times: 1,
  delayS: 0,
  isForged: false,
  hears: 'answer',
  attempts: 1,
}

export const limits = { count: 1_000, times: 10, delayS: 30 * 86_400, attempts: 5 } as const

export const heardOptions = [
  { id: 'answer', label: 'What Stallhand answers' },
  { id: 'status500', label: 'An error 500' },
  { id: 'noAnswer', label: 'Nothing, for 30 seconds' },
] as const

const isIn = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most

/** What is wrong with the numbers; undefined where nothing is. */
export const problemOf = ({ count, times, delayS, hears, attempts }: HowTold): string | undefined => {
  if (!isIn(count, 1, limits.count)) return `How many: a whole number from 1 to ${formatNumber(limits.count)}`
  if (!isIn(times, 1, limits.times)) return `Each told: a whole number from 1 to ${limits.times}`
  if (!isIn(delayS, 0, limits.delayS)) return `Late by: whole seconds, at most ${formatNumber(limits.delayS)}`
  if (hears !== 'answer' && !isIn(attempts, 1, limits.attempts)) {
    return `So often: a whole number from 1 to ${limits.attempts}`
  }
  return undefined
}

const lateWords = (seconds: number): string => {
  if (seconds < 120) return `${seconds} seconds late`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes late`
  return `${Math.round(seconds / 3_600)} hours late`
}

/** `10 of them, each told twice, 60 seconds late, forged`; the plain way where nothing was chosen. */
export const wordsOf = (how: HowTold): string => {
  const { count, times, delayS, isForged, hears, attempts } = how
  const said = [
    (count ?? 1) > 1 && `${formatNumber(count ?? 1)} of them`,
    (times ?? 1) > 1 && `${(count ?? 1) > 1 ? 'each ' : ''}told ${times === 2 ? 'twice' : `${times} times`}`,
    (delayS ?? 0) > 0 && lateWords(delayS ?? 0),
    isForged && 'forged',
    hears === 'status500' && `told again after ${attempts === 1 ? 'an error 500' : `${attempts} errors 500`}`,
    hears === 'noAnswer' && `told again after ${attempts === 1 ? '30 silent seconds' : `${attempts} silences of 30 s`}`,
  ].filter((part) => part !== false)
  return said.length === 0 ? 'Told once, at once, and rightly' : said.join(', ')
}

/** The fields of the contract. To be called where `problemOf` has nothing to say. */
export const tellingOf = ({ count, times, delayS, isForged, hears, attempts }: HowTold) => ({
  count: count ?? 1,
  times: times ?? 1,
  delayMs: (delayS ?? 0) * 1_000,
  wrongSignature: isForged,
  simulatedAnswer: hears === 'answer' ? null : { as: hears, attempts: attempts ?? 1 },
})
