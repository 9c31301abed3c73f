/** Planning a run that saves 5,000 typed cells of a shop with 20,000 items, as before the review. */
import { runLocal } from '../../main/hosts/local/run-local.ts'
import type { RunPlan } from '../../shared/outbound/run-contract.ts'
import { filledShop } from './filled-shop.ts'
import { loggedIn } from './local-calls.ts'
import { comparePairs, type Measure, ROUNDS, requireBuild, root } from './measure.ts'

const ITEMS = 20_000
const CELLS = 5_000
/** A longer wait for the review needs a sign of progress. */
const BUDGET_MS = 1_000

const changedQuantities = (): string =>
  [
    'sku,quantity',
    ...Array.from({ length: CELLS }, (_, index) => `ITM-${String(index + 1).padStart(6, '0')},${40 + (index % 9)}`),
  ].join('\r\n')

export const plan: Measure = async () => {
  requireBuild()
  const { flags } = filledShop(ITEMS)
  const given = Object.fromEntries(flags.map((flag) => flag.replace(/^--/, '').split('=')))
  const host = await runLocal(
    { port: 0, dataDir: given['data-dir'] ?? '', connection: given.connection ?? '', keyRing: false },
    `${root}out/main`,
  )
  const { call, close } = await loggedIn(host.newAddress())
  try {
    await call('inventory.stageCsv', { name: 'stock.csv', text: changedQuantities(), part: 0, isLast: true })
    await call('inventory.applyCsv', {})
    const pairs: { limit: number; ours: number }[] = []
    for (let round = -1; round < ROUNDS; round += 1) {
      const startedMs = performance.now()
      const { counts } = await call<RunPlan>('inventory.planRun', { scope: { kind: 'changed' }, excluded: [] })
      const ours = performance.now() - startedMs
      if (counts.going !== CELLS) throw new Error(`The plan has ${counts.going} of ${CELLS} cells`)
      // The first round is a warm-up.
      if (round >= 0) pairs.push({ limit: BUDGET_MS, ours })
    }
    return [
      {
        what: `A plan of ${CELLS.toLocaleString('en')} cells, 20,000 items`,
        limit: 'a budget',
        ...comparePairs(pairs),
        unit: 'ms',
        goal: { atMost: 1 },
      },
    ]
  } finally {
    await close()
    await host.stop()
  }
}
