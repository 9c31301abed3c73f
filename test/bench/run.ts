/**
 * Measures what a seller notices, each figure compared with a limit from the same run.
 *
 * `npm run bench` runs all measures except those of the tests, which take as long as all others; `npm run bench -- NAME …` runs
 * those named, and `npm run bench -- --runs=3` runs all three times, round after round, and reports medians. Prints a Markdown
 * table, writes it to `test-results/bench.md`, and with `--document` into docs/performance.md. A measure that cannot run is listed
 * as skipped, with the reason. Exits with 1 if a goal is missed or a measure fails.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../support/build-app.ts'
import { calls } from './calls.ts'
import { csv } from './csv.ts'
import { earlierAnswers } from './earlier-answers.ts'
import { earnings } from './earnings.ts'
import { putFigures } from './figures.ts'
import { removeShops } from './filled-shop.ts'
import { firstJavascript } from './first-javascript.ts'
import { firstOrders } from './first-orders.ts'
import { firstPage } from './first-page.ts'
import { firstSync } from './first-sync.ts'
import { idle } from './idle.ts'
import { lists } from './lists.ts'
import { type Measure, median, meetsGoal, type Row, root, Skipped } from './measure.ts'
import { memory } from './memory.ts'
import { npmTest, npmTestQuick } from './npm-test.ts'
import { orders } from './orders.ts'
import { plan } from './plan.ts'
import { receiver } from './receiver.ts'
import { serviceCalls } from './service-calls.ts'
import { start } from './start.ts'
import { strangers } from './strangers.ts'
import { wholeShop } from './whole-shop.ts'
import { windowFirstReading, windowOpens, windowScreens, windowScrolls, windowStarts, windowTypes } from './window.ts'

/** In the order they run. */
const measures: Readonly<Record<string, Measure>> = {
  'first-javascript': firstJavascript,
  lists,
  'whole-shop': wholeShop,
  orders,
  earnings,
  'earlier-answers': earlierAnswers,
  csv,
  plan,
  start,
  'window-start': windowStarts,
  'window-type': windowTypes,
  'window-open': windowOpens,
  'window-scroll': windowScrolls,
  'window-screens': windowScreens,
  'window-first-reading': windowFirstReading,
  'first-sync': firstSync,
  'first-orders': firstOrders,
  receiver,
  strangers,
  calls,
  'service-calls': serviceCalls,
  memory,
  idle,
  'first-page': firstPage,
  'npm-test': npmTest,
  'npm-test-quick': npmTestQuick,
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

const goalText = ({ goal, unit }: Pick<Row, 'goal' | 'unit'>): string => {
  if (goal === null) return ''
  if ('oursAtMost' in goal) return `≤ ${goal.oursAtMost} ${unit}`
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
}

const metText = (row: Row): string => (row.goal === null ? '' : meetsGoal(row) ? 'yes' : 'no')

/** Escapes text for a cell of a Markdown table. */
const toCell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()

const toLine = (cells: readonly string[]): string => `| ${cells.map(toCell).join(' | ')} |`

const figuresOf = ({ limitValue, ours, unit, ratio }: Row): readonly string[] => [
  `${figure(limitValue)} ${unit}`,
  `${figure(ours)} ${unit}`,
  figure(ratio),
]

/** The median of each figure over the runs. */
const medianOf = (rows: readonly [Row, ...Row[]]): Row => ({
  ...rows[0],
  limitValue: median(rows.map(({ limitValue }) => limitValue)),
  ours: median(rows.map(({ ours }) => ours)),
  ratio: median(rows.map(({ ratio }) => ratio)),
})

const {
  values: { runs, document: isDocumented },
  positionals: named,
} = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1' }, document: { type: 'boolean', default: false } },
})
const unknown = named.filter((name) => measures[name] === undefined)
if (unknown.length > 0 || !(Number(runs) >= 1)) {
  console.error(
    unknown.length > 0
      ? `Unknown measure: ${unknown.join(', ')}. The measures are: ${Object.keys(measures).join(', ')}.`
      : `--runs=${runs} is not a number of runs. Enter 1 or more.`,
  )
  process.exit(1)
}
buildApp()

/** Rows by what they measure, in the order of the first run. */
const taken = new Map<string, [Row, ...Row[]]>()
const problems = new Map<string, string>()
const counts = { met: 0, missed: 0, skipped: 0, failed: 0 }

const take = async (name: string, measure: Measure): Promise<void> => {
  const startedMs = performance.now()
  try {
    if (named.length === 0 && name.startsWith('npm-test')) throw new Skipped(`run \`npm run bench -- ${name}\``)
    for (const row of await measure()) {
      const before = taken.get(row.what)
      if (before === undefined) taken.set(row.what, [row])
      else before.push(row)
      // Printed at once, so an interrupted run shows its results so far.
      console.error(`  ${meetsGoal(row) ? ' ' : '!'} ${row.what}: ${figuresOf(row).join(', ')} (${goalText(row)})`)
    }
  } catch (error) {
    // One failing measure must not stop the others.
    const why = error instanceof Error ? error.message : String(error)
    const isSkipped = error instanceof Skipped
    // Reported once, even if several runs have the problem.
    if (!problems.has(name)) counts[isSkipped ? 'skipped' : 'failed'] += 1
    problems.set(name, toLine([name, '', '', '', '', '', `${isSkipped ? 'skipped' : 'failed'}: ${why.slice(0, 300)}`]))
    console.error(isSkipped ? `  skipped: ${why}` : error)
  }
  console.error(`${name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
}

for (let run = 1; run <= Number(runs); run += 1) {
  if (Number(runs) > 1) console.error(`Run ${run} of ${runs}`)
  for (const [name, measure] of Object.entries(measures)) {
    if (named.length === 0 || named.includes(name)) await take(name, measure)
  }
  removeShops()
}

const rows = [...taken.values()].map(medianOf)
for (const row of rows) if (row.goal !== null) counts[meetsGoal(row) ? 'met' : 'missed'] += 1
const measured = rows.map((row) => toLine([row.what, row.limit, ...figuresOf(row), goalText(row), metText(row)]))
const lines = [
  toLine(['Measure', 'Limit', 'Limit’s figure', 'Ours', 'Ratio', 'Goal', 'Met']),
  '|---|---|---:|---:|---:|---|---|',
  ...measured,
  ...problems.values(),
]
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, ${process.platform}`
const summary = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
const ofRuns = Number(runs) > 1 ? `Medians of ${runs} runs. ` : ''
const table = `${lines.join('\n')}\n\n${ofRuns}${summary.join(', ')}. ${machine}, ${new Date().toISOString().slice(0, 10)}.\n`
console.log(table)
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results', 'bench.md'), table)
if (isDocumented) {
  const file = join(root, 'docs', 'performance.md')
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const when = `${new Date().toISOString().slice(0, 10)}, ${commit}`
  writeFileSync(file, putFigures(readFileSync(file, 'utf8'), measured, when))
}
if (counts.missed + counts.failed > 0) process.exitCode = 1
