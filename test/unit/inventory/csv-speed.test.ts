/** How the dry run of a file grows with its rows, by the processor time of this thread. */
import { expect, it } from 'vitest'
import { createCsvImport } from '../../../main/inventory/csv/csv-import.ts'
import { MAX_CSV_PART_CHARACTERS } from '../../../shared/inventory/contract/csv-contract.ts'
import { realClock } from '../../support/test-ports.ts'
import { csvOfShop, fillShop } from './csv-shop.ts'

const FEW = 500
const MANY = 5_000
const CHANGE_EVERY = 10
const ROUNDS = 5

/** A shop, and the dry run of its file in microseconds. */
const openShop = (rows: number) => {
  const shop = fillShop(rows)
  const text = csvOfShop(rows, CHANGE_EVERY)
  const csv = createCsvImport({ ...shop, clock: realClock, onChange: () => undefined, onItems: () => undefined })
  const parts = Array.from({ length: Math.ceil(text.length / MAX_CSV_PART_CHARACTERS) }, (_, part) =>
    text.slice(part * MAX_CSV_PART_CHARACTERS, (part + 1) * MAX_CSV_PART_CHARACTERS),
  )
  return {
    dryRun: async (): Promise<number> => {
      const before = process.threadCpuUsage().user
      for (const [part, text] of parts.entries())
        await csv.take({ name: 'shop.csv', blank: 'keep', text, part, isLast: part === parts.length - 1 })
      return process.threadCpuUsage().user - before
    },
    changed: async () => (await csv.staged())?.counts.changed,
    close: shop.close,
  }
}

it('a dry run of ten times the rows takes ten times the work, not a hundred times', async () => {
  const few = openShop(FEW)
  const many = openShop(MANY)
  try {
    // Other work on the machine can only add to a round, so the quickest is the truest.
    let fewMicros = Number.POSITIVE_INFINITY
    let manyMicros = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS; round += 1) {
      fewMicros = Math.min(fewMicros, await few.dryRun())
      manyMicros = Math.min(manyMicros, await many.dryRun())
    }
    expect(await many.changed()).toBe(MANY / CHANGE_EVERY)
    expect(manyMicros / fewMicros).toBeLessThan(50)
  } finally {
    few.close()
    many.close()
  }
}, 60_000)
