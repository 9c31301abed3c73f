/**
 * A CSV file of 20,000 rows handed in at once: read, matched with 20,000 items and checked cell by cell, compared with papaparse
 * reading the same text and doing nothing else.
 */
import papa from 'papaparse'
import { runLocal } from '../../main/hosts/local/run-local.ts'
import { MAX_CSV_PART_CHARACTERS } from '../../shared/inventory/contract/csv-contract.ts'
import { filledShop } from './filled-shop.ts'
import { loggedIn } from './local-calls.ts'
import { type Measure, ROUNDS, requireBuild, root, takeTurns } from './measure.ts'

const ROWS = 20_000
/** A longer wait needs a sign of progress. */
const BUDGET_MS = 1_000

const createText = (): string =>
  [
    'sku,title,quantity,condition,ean,brand',
    ...Array.from({ length: ROWS }, (_, index) => {
      const number = index + 1
      const sku = `ITM-${String(number).padStart(6, '0')}`
      return `${sku},"Lamp number ${number}, as good as new",${number % 9},NEW,${4_000_000_000_000 + number},Maker ${number % 50}`
    }),
  ].join('\r\n')

export const csv: Measure = async () => {
  requireBuild()
  const { flags } = filledShop(ROWS)
  const given = Object.fromEntries(flags.map((flag) => flag.replace(/^--/, '').split('=')))
  const host = await runLocal(
    { port: 0, dataDir: given['data-dir'] ?? '', connection: given.connection ?? '', keyRing: false },
    `${root}out/main`,
  )
  const { call, close } = await loggedIn(host.newAddress())
  const text = createText()
  const parts = Array.from({ length: Math.ceil(text.length / MAX_CSV_PART_CHARACTERS) }, (_, part) =>
    text.slice(part * MAX_CSV_PART_CHARACTERS, (part + 1) * MAX_CSV_PART_CHARACTERS),
  )
  const ours = async (): Promise<number> => {
    const startedMs = performance.now()
    for (const [part, piece] of parts.entries()) {
      await call('inventory.stageCsv', { name: 'shop.csv', text: piece, part, isLast: part === parts.length - 1 })
    }
    const ms = performance.now() - startedMs
    const staged = await call<{ readonly counts: { readonly all: number } } | null>('inventory.stagedCsv', {})
    if (staged?.counts.all !== ROWS) throw new Error(`${staged?.counts.all} of ${ROWS} rows were checked`)
    return ms
  }
  const alone = async (): Promise<number> => {
    const startedMs = performance.now()
    papa.parse(text, { header: true })
    return performance.now() - startedMs
  }
  try {
    const compared = await takeTurns(ROUNDS, alone, ours)
    return [
      {
        what: `A CSV file of ${ROWS.toLocaleString('en')} rows, matched and checked`,
        limit: '`papaparse` alone',
        ...compared,
        unit: 'ms',
        goal: { oursAtMost: BUDGET_MS },
      },
    ]
  } finally {
    await close()
    await host.stop()
  }
}
