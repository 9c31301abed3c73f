/**
 * `npm test`: everything in turn, each step with its own progress, and one closing line of counts. `--long` adds the long forms
 * (`npm run test:all`). Ends at the first step that fails.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { type Counts, closingLine, countPlaywright, countVitest, type StepResult } from './counts.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-all-'))
const reportOf = (script: string): string => path.join(folder, `${script.replace(':', '-')}.json`)

type Step = {
  readonly script: string
  readonly args: readonly string[]
  readonly count: ((report: string) => Counts) | undefined
}

const vitestStep = (script: string): Step => ({
  script,
  args: ['--reporter=default', '--reporter=json', `--outputFile=${reportOf(script)}`],
  count: countVitest,
})
const steps: readonly Step[] = [
  { script: 'check', args: [], count: undefined },
  vitestStep('test:unit'),
  { script: 'test:e2e', args: ['--reporter=list,json'], count: countPlaywright },
  ...(process.argv.includes('--long') ? [vitestStep('test:reliability')] : []),
]

/** Runs an npm script on this terminal. Resolves with whether it succeeded. */
const run = ({ script, args }: Step): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', script, ...(args.length > 0 ? ['--', ...args] : [])], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(script) },
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })

const readCounts = ({ script, count }: Step): Counts | undefined => {
  try {
    return count?.(readFileSync(reportOf(script), 'utf8'))
  } catch {
    // A step that ended early, such as a build that failed, writes no report.
    return undefined
  }
}

const startedMs = performance.now()
const results: StepResult[] = []
for (const step of steps) {
  const isPassed = await run(step)
  results.push({ script: step.script, isPassed, counts: readCounts(step) })
  if (!isPassed) break
}
rmSync(folder, { recursive: true, force: true })
console.log(`\n${closingLine(results, performance.now() - startedMs)}`)
process.exitCode = results.every(({ isPassed }) => isPassed) ? 0 : 1
