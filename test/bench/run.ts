/**
 * Measures what a seller feels, each beside the limit of this machine in the same run.
 *
 * `npm run bench` takes all measures, `npm run bench -- NAME …` those named. Prints a table and writes
 * `test-results/bench.json`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls } from './calls.ts'
import { firstJavascript } from './first-javascript.ts'
import { firstSync } from './first-sync.ts'
import { csvDryRun, itemPages } from './inventory.ts'
import { mappingList } from './mapping-list.ts'
import type { Measure, Row } from './measure.ts'
import { notificationLog } from './notification-log.ts'
import { receiver } from './receiver.ts'
import { start } from './start.ts'
import { windowInventory } from './window-inventory.ts'
import { windowMapping } from './window-mapping.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const measures: Readonly<Record<string, Measure>> = {
  calls,
  'first-javascript': firstJavascript,
  'first-sync': firstSync,
  'csv-dry-run': csvDryRun,
  'item-pages': itemPages,
  'mapping-list': mappingList,
  'notification-log': notificationLog,
  receiver,
  start,
  'window-inventory': windowInventory,
  'window-mapping': windowMapping,
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

const asked = process.argv.slice(2).filter((argument) => argument !== '--full')
const unknown = asked.filter((name) => measures[name] === undefined)
if (unknown.length > 0) {
  console.error(`There is no measure ${unknown.join(', ')}. There are: ${Object.keys(measures).join(', ')}.`)
  process.exit(1)
}

const rows: Row[] = []
for (const [name, measure] of Object.entries(measures)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const startedMs = performance.now()
  rows.push(...(await measure()))
  console.error(`${name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
}
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, ${process.platform}`

console.log(`| What | Limit | Limit's figure | Ours | Ratio | Goal | Met |\n|---|---|---|---|---|---|---|`)
for (const row of rows) {
  const met = `${row.met ? 'yes' : 'no'}${row.note === undefined ? '' : `: ${row.note}`}`
  console.log(
    `| ${row.what} | ${row.limit} | ${figure(row.limitValue)} ${row.unit} | ${figure(row.ours)} ${row.unit} | ${figure(row.ratio)} | ${row.goal} | ${met} |`,
  )
}
console.log(`\n${machine}`)
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(
  join(root, 'test-results', 'bench.json'),
  `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`,
)
