/** The dry run of a large file, by the processor time of this thread beside the parser alone. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { createCsvImport } from '../../../main/inventory/csv/csv-import.ts'
import { MAX_CSV_PART_CHARACTERS } from '../../../shared/inventory/contract/csv-contract.ts'
import { realClock } from '../../support/test-ports.ts'
import { csvOfShop, fillShop } from './csv-shop.ts'

const ROWS = 5_000
const CHANGE_EVERY = 10

setFlagsFromString('--expose-gc')
/** One side's garbage must not be collected in the time of the other. */
const collectGarbage = runInNewContext('gc') as () => void

const workOf = async (work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

it('a dry run of five thousand rows finds what changed in a small multiple of the parser’s time', async () => {
  const shop = fillShop(ROWS)
  try {
    const text = csvOfShop(ROWS, CHANGE_EVERY)
    const csv = createCsvImport({ ...shop, clock: realClock, onChange: () => undefined, onItems: () => undefined })
    const parts = Array.from({ length: Math.ceil(text.length / MAX_CSV_PART_CHARACTERS) }, (_, part) =>
      text.slice(part * MAX_CSV_PART_CHARACTERS, (part + 1) * MAX_CSV_PART_CHARACTERS),
    )
    const take = (part: number) =>
      csv.take({ name: 'shop.csv', blank: 'keep', text: parts[part] ?? '', part, isLast: part === parts.length - 1 })
    let parserWork = 0
    let ownWork = 0
    for (let round = -2; round < 5; round += 1) {
      for (let part = 0; part < parts.length - 1; part += 1) await take(part)
      collectGarbage()
      const parsed = await workOf(() => Papa.parse(text))
      collectGarbage()
      // The last part starts the dry run.
      const staged = await workOf(() => take(parts.length - 1))
      // The first rounds warm both up.
      if (round < 0) continue
      parserWork += parsed
      ownWork += staged
    }
    expect((await csv.staged())?.counts.changed).toBe(ROWS / CHANGE_EVERY)
    expect(ownWork / parserWork).toBeLessThanOrEqual(12)
  } finally {
    shop.close()
  }
}, 60_000)
