/** Shared by all measures: table rows, skipping, medians, and comparing two pieces of work in turns. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The largest or smallest ratio that meets the goal, or the most that ours may be where a ratio would count what nobody can feel;
 * null without a goal.
 */
export type Goal = { readonly atMost: number } | { readonly atLeast: number } | { readonly oursAtMost: number } | null

export type Row = {
  readonly what: string
  /** The work it is compared with, in the same run. */
  readonly limit: string
  readonly limitValue: number
  readonly ours: number
  readonly unit: string
  /** `ours` divided by `limitValue`. */
  readonly ratio: number
  readonly goal: Goal
}

/** Creates the data it needs, the same at every run, and removes it. Rejects with `Skipped` if it cannot run here. */
export type Measure = () => Promise<readonly Row[]>

/** Thrown if a measure cannot run on this machine. The message says why. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

/** A page at the design's scale is drawn within a frame of the fastest common screens, and its rows leave the other half to the window. */
export const PAGE_BUDGET_MS = 8

/** True without a goal. NaN meets none. */
export const meetsGoal = ({ goal, ratio, ours }: Pick<Row, 'goal' | 'ratio' | 'ours'>): boolean => {
  if (goal === null) return true
  if ('oursAtMost' in goal) return ours <= goal.oursAtMost
  return 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast
}

export const requireBuild = (): void => {
  if (!existsSync(`${root}out/main/local.js`) || !existsSync(`${root}out/renderer/index.html`))
    throw new Skipped('nothing is built: npm run build')
}

export const ROUNDS = 7

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export type Compared = { readonly limitValue: number; readonly ours: number; readonly ratio: number }

/** Compares pairs from alternating rounds, so that slow phases of the machine affect both sides. */
export const comparePairs = (pairs: readonly { readonly limit: number; readonly ours: number }[]): Compared => ({
  limitValue: median(pairs.map(({ limit }) => limit)),
  ours: median(pairs.map(({ ours }) => ours)),
  ratio: median(pairs.map(({ limit, ours }) => ours / limit)),
})

/** Runs both in turns, after one uncounted round. Each resolves with its figure. */
export const takeTurns = async (
  rounds: number,
  limit: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Compared> => {
  await limit()
  await ours()
  const pairs: { limit: number; ours: number }[] = []
  for (let round = 0; round < rounds; round += 1) pairs.push({ limit: await limit(), ours: await ours() })
  return comparePairs(pairs)
}
