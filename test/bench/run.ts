/**
 * Measures what a seller feels, each beside the limit of this machine in the same run.
 *
 * `npm run bench` takes all measures, `npm run bench -- NAME …` those named. Prints a table in Markdown and writes
 * `test-results/bench.json`. One that cannot be taken says why in its line and costs the others nothing.
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
import { memory } from './memory.ts'
import { inboxQueries } from './messaging.ts'
import { notificationLog } from './notification-log.ts'
import { receiver } from './receiver.ts'
import { start } from './start.ts'
import { windowInventory } from './window-inventory.ts'
import { windowMapping } from './window-mapping.ts'
import { windowMessaging } from './window-messaging.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const measures: Readonly<Record<string, Measure>> = {
  calls,
  'first-javascript': firstJavascript,
  'first-sync': firstSync,
  'csv-dry-run': csvDryRun,
  'inbox-queries': inboxQueries,
  'item-pages': itemPages,
  'mapping-list': mappingList,
  memory,
  'notification-log': notificationLog,
  receiver,
  start,
  'window-inventory': windowInventory,
  'window-mapping': windowMapping,
  'window-messaging': windowMessaging,
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => measures[name] === undefined)
if (unknown.length > 0) {
  console.error(`There is no measure ${unknown.join(', ')}. There are: ${Object.keys(measures).join(', ')}.`)
  process.exit(1)
}

const rows: Row[] = []
const failed: { readonly measure: string; readonly why: string }[] = []
for (const [name, measure] of Object.entries(measures)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const startedMs = performance.now()
  try {
    for (const row of await measure()) {
      rows.push(row)
      // Printed at once, so that an interrupted run shows what it measured.
      console.error(
        `  ${row.met ? ' ' : '!'} ${row.what}: ${figure(row.ours)} ${row.unit}, ${figure(row.ratio)} of ${row.limit}`,
      )
    }
  } catch (error) {
    // One that cannot be taken here (no browser, not built) must not cost the others.
    failed.push({ measure: name, why: error instanceof Error ? error.message : String(error) })
    console.error(error)
  }
  console.error(`${name}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`)
}
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, ${process.platform}`
const at = new Date().toISOString()

/** A cell of a Markdown table holds neither a line break nor a bar. */
const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()

console.log(`| What | Limit | Limit's figure | Ours | Ratio | Goal | Met |\n|---|---|---:|---:|---:|---|---|`)
for (const row of rows) {
  const met = `${row.met ? 'yes' : 'no'}${row.note === undefined ? '' : `: ${row.note}`}`
  const cells = [
    row.what,
    row.limit,
    `${figure(row.limitValue)} ${row.unit}`,
    `${figure(row.ours)} ${row.unit}`,
    figure(row.ratio),
    row.goal,
    met,
  ]
  console.log(`| ${cells.map(cell).join(' | ')} |`)
}
for (const { measure, why } of failed)
  console.log(`| ${measure} | | | | | | not measured: ${cell(why.slice(0, 200))} |`)
console.log(`\n${machine}, ${at}`)
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(join(root, 'test-results', 'bench.json'), `${JSON.stringify({ at, machine, rows, failed }, null, 2)}\n`)
if (failed.length > 0) process.exitCode = 1
