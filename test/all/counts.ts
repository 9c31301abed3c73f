/** What the reports of the test runners say, in one line. */

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** `counts` is undefined for a step that counts nothing, and for one that ended without a report. */
export type StepResult = {
  readonly script: string
  readonly isPassed: boolean
  readonly counts: Counts | undefined
}

/** Reads vitest's JSON report. */
export const countVitest = (report: string): Counts => {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(report) as Record<string, number>
  return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 }
}

/** Reads Playwright's JSON report. A flaky test counts as failed: there are no retries. */
export const countPlaywright = (report: string): Counts => {
  const { stats } = JSON.parse(report) as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

const describe = ({ script, isPassed, counts }: StepResult): string => {
  const name = script.replace(/^test:/, '')
  if (counts === undefined) return `${name} ${isPassed ? 'passed' : 'failed'}`
  const parts = [
    `${counts.passed} passed`,
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
  ]
  return `${name} ${parts.join(', ')}`
}

/** `PASSED in 8:05: check passed; unit 4100 passed; e2e 318 passed, 2 skipped`. */
export const closingLine = (results: readonly StepResult[], tookMs: number): string => {
  const seconds = Math.round(tookMs / 1_000)
  const took = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const verdict = results.every(({ isPassed }) => isPassed) ? 'PASSED' : 'FAILED'
  return `${verdict} in ${took}: ${results.map(describe).join('; ')}`
}
