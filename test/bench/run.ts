/**
 * Measures what a seller feels, each figure beside a limit taken in the same run.
 *
 * `npm run bench` takes all measures but `npm-test`, which takes as long as all others; `npm run bench -- NAME …` takes those
 * named. Prints a table in Markdown and writes it to
 * `test-results/bench.md`. A measure that cannot run is listed as skipped, with the reason. Exits with 1 if a goal is missed
 * or a measure fails.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { calls } from './calls.ts'
import { firstJavascript } from './first-javascript.ts'
import { firstPage } from './first-page.ts'
import { firstSync } from './first-sync.ts'
import { idle } from './idle.ts'
import { lists } from './lists.ts'
import { type Goal, type Measure, meetsGoal, type Row, root, Skipped } from './measure.ts'
import { memory } from './memory.ts'
import { npmTest } from './npm-test.ts'
import { receiver } from './receiver.ts'
import { start } from './start.ts'
import { windowOpens, windowScrolls, windowStarts, windowTypes } from './window.ts'

/** In the order they are taken. */
const measures: Readonly<Record<string, Measure>> = {
  'first-javascript': firstJavascript,
  lists,
  start,
  'window-start': windowStarts,
  'window-type': windowTypes,
  'window-open': windowOpens,
  'window-scroll': windowScrolls,
  'first-sync': firstSync,
  receiver,
  calls,
  memory,
  idle,
  'first-page': firstPage,
  'npm-test': npmTest,
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

const goalText = (goal: Goal): string =>
  goal === null ? '' : 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`

const metText = (row: Row): string => (row.goal === null ? '' : meetsGoal(row) ? 'yes' : 'no')

/** Text for a cell of a Markdown table. */
const toCell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()

const toLine = (cells: readonly string[]): string => `| ${cells.map(toCell).join(' | ')} |`

const named = process.argv.slice(2)
const unknown = named.filter((name) => measures[name] === undefined)
if (unknown.length > 0) {
  console.error(`There is no measure ${unknown.join(', ')}. There are: ${Object.keys(measures).join(', ')}.`)
  process.exit(1)
}

const lines = [toLine(['Measure', 'Limit', 'Limit’s figure', 'Ours', 'Ratio', 'Goal', 'Met'])]
lines.push('|---|---|---:|---:|---:|---|---|')
const counts = { met: 0, missed: 0, skipped: 0, failed: 0 }
for (const [name, measure] of Object.entries(measures)) {
  if (named.length > 0 && !named.includes(name)) continue
  const startedMs = performance.now()
  try {
    if (named.length === 0 && name === 'npm-test') throw new Skipped('run `npm run bench -- npm-test`')
    for (const row of await measure()) {
      if (row.goal !== null) counts[meetsGoal(row) ? 'met' : 'missed'] += 1
      const { what, limit, limitValue, ours, unit, ratio, goal } = row
      const figures = [`${figure(limitValue)} ${unit}`, `${figure(ours)} ${unit}`, figure(ratio)]
      lines.push(toLine([what, limit, ...figures, goalText(goal), metText(row)]))
      // Printed at once, so an interrupted run shows what it measured.
      console.error(`  ${meetsGoal(row) ? ' ' : '!'} ${what}: ${figures.join(', ')} (${goalText(goal)})`)
    }
  } catch (error) {
    // One measure must not cost the others.
    const why = error instanceof Error ? error.message : String(error)
    const isSkipped = error instanceof Skipped
    counts[isSkipped ? 'skipped' : 'failed'] += 1
    lines.push(toLine([name, '', '', '', '', '', `${isSkipped ? 'skipped' : 'failed'}: ${why.slice(0, 300)}`]))
    console.error(isSkipped ? `  skipped: ${why}` : error)
  }
  console.error(`${name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
}

const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, ${process.platform}`
const summary = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
const table = `${lines.join('\n')}\n\n${summary.join(', ')}. ${machine}, ${new Date().toISOString().slice(0, 10)}.\n`
console.log(table)
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results', 'bench.md'), table)
if (counts.missed + counts.failed > 0) process.exitCode = 1
