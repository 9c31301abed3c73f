/**
 * What every measure shares: a row of the table, percentiles, and two pieces of work run in turns.
 *
 * Figures of a noisy machine mean little alone: ours and its limit are taken in turns, round by round, and the median of
 * the ratios is shown.
 */
export type Row = {
  readonly what: string
  /** What it is measured against, in the same run. */
  readonly limit: string
  readonly limitValue: number
  readonly ours: number
  readonly unit: string
  readonly ratio: number
  readonly goal: string
  readonly met: boolean
  /** Where a goal is missed: what the limit is, and how that is known. */
  readonly note?: string
}

/** One file of measures: each makes what it needs, deterministic, and takes it away again. */
export type Measure = () => Promise<readonly Row[]>

/** How often the two are taken in turns. */
export const ROUNDS = 7

/** The value below which `share` of the values lie. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const microsPerRun = async (runs: number, work: () => Promise<unknown>): Promise<number> => {
  const startNs = process.hrtime.bigint()
  for (let run = 0; run < runs; run += 1) await work()
  return Number(process.hrtime.bigint() - startNs) / 1_000 / runs
}

/** Runs the two in turns, so that a slow spell of the machine falls on both. */
export const inTurns = async (runs: number, limit: () => Promise<unknown>, ours: () => Promise<unknown>) => {
  await microsPerRun(runs, limit)
  await microsPerRun(runs, ours)
  const limits: number[] = []
  const own: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await microsPerRun(runs, limit))
    own.push(await microsPerRun(runs, ours))
  }
  return {
    limit: median(limits),
    ours: median(own),
    ratio: median(own.map((value, round) => value / (limits[round] ?? Number.NaN))),
    more: median(own.map((value, round) => value - (limits[round] ?? Number.NaN))),
  }
}
