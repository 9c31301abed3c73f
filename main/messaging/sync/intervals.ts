/** How often the inbox is checked and read in full: often while it is used or changes, rarely otherwise. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long the window counts as used after its last use. */
export const IN_USE_MS = 5 * MINUTE_MS
/** The longest time between two checks while the window isn't used and nothing arrives. */
const MAX_CHECK_MS = 5 * MINUTE_MS
const CHECK_GROWTH = 1.5

/** Time to the next check. `quietChecks`: checks in a row without news. `spreadMs`: the least that the remaining calls allow. */
export const checkIntervalMs = (
  chosenMs: number,
  { quietChecks, isInUse, spreadMs }: { quietChecks: number; isInUse: boolean; spreadMs: number },
): number => {
  const unusedMs = Math.min(chosenMs * CHECK_GROWTH ** quietChecks, Math.max(MAX_CHECK_MS, chosenMs))
  return Math.round(Math.max(isInUse ? chosenMs : unusedMs, spreadMs))
}

const FIRST_FULL_MS = 15 * MINUTE_MS
const MAX_FULL_MS = 6 * HOUR_MS
/** Maximum share of the time spent on full passes, so that a large list is read less often. */
const FULL_SHARE = 1 / 10
const MAX_SLOW_MS = 7 * 24 * HOUR_MS

/** Time between two full passes over a list. `quietPasses`: passes in a row without changes. `tookMs`: duration of the last. */
export const fullIntervalMs = (quietPasses: number, tookMs: number): number => {
  const quietMs = Math.min(FIRST_FULL_MS * 2 ** quietPasses, MAX_FULL_MS)
  return Math.max(quietMs, Math.min(tookMs / FULL_SHARE, MAX_SLOW_MS))
}

/** How often a check includes the platform's notices, which are rare. A refresh by the seller always includes them. */
export const noticesIntervalMs = (spreadMs: number): number => Math.max(30 * MINUTE_MS, 8 * spreadMs)
