/** INV-08 with concurrent writers: another tool of the seller, a colleague, a sale. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_CHECK_AGE_MS } from '../../../main/outbound/checked-batch.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { type InventoryRig, openInventory } from './inventory-rig.ts'
import { endedRun, rowsOf, stageTitles, startRun } from './run-steps.ts'

const PUT = 'createOrReplaceInventoryItem'
const BULK = 'bulkCreateOrReplaceInventoryItem'

const withQuantity = (quantity: number, title = 'Lamp'): JsonObject => ({
  availability: { shipToLocationAvailability: { quantity } },
  product: { title },
})

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
})
afterEach(async () => {
  await rig.close()
})

/** Makes a save of another item fail with 429, so that later writes wait in their lane for half a minute. */
const pauseWrites = async (): Promise<void> => {
  await rig.open('BUSY')
  await rig.edit('BUSY', [fieldPaths.title, 'Busy'])
  await rig.fault({ operation: PUT, fault: 'status', status: 429, retryAfterS: 30, count: 1 })
  await rig.save('BUSY').catch(() => undefined)
  await rig.client.discardEdit({ sku: 'BUSY' })
}

describe('a save that waits for its turn', () => {
  beforeEach(async () => {
    await rig.putElsewhere('LMP-1', withQuantity(1))
    await rig.open('LMP-1')
    await rig.edit('LMP-1', [fieldPaths.title, 'Desk lamp'])
    await pauseWrites()
  })

  it('INV-08 keeps a quantity set by another tool meanwhile, and says so', async () => {
    const saving = rig.save('LMP-1')
    await rig.clock.advance(10_000)
    await rig.putElsewhere('LMP-1', withQuantity(77))
    await rig.clock.advance(25_000)
    expect(await saving).toMatchObject({ state: 'sent', note: expect.stringContaining('Quantity') })
    expect(await rig.onPlatform('LMP-1')).toEqual(withQuantity(77, 'Desk lamp'))
  })

  it('INV-08 keeps what another tool set although the clock was put back since the reading', async () => {
    const saving = rig.save('LMP-1')
    await rig.clock.advance(10_000)
    rig.clock.jump(-3_600_000)
    await rig.putElsewhere('LMP-1', withQuantity(77))
    await rig.clock.advance(25_000)
    expect(await saving).toMatchObject({ state: 'sent' })
    expect(await rig.onPlatform('LMP-1')).toEqual(withQuantity(77, 'Desk lamp'))
  })

  it('INV-08 sends nothing if another tool changed the edited field meanwhile', async () => {
    const saving = rig.save('LMP-1')
    await rig.clock.advance(10_000)
    await rig.putElsewhere('LMP-1', withQuantity(1, 'Theirs'))
    const puts = rig.puts().length
    const failing = expect(saving).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await rig.clock.advance(25_000)
    await failing
    expect(rig.puts()).toHaveLength(puts)
    expect(await rig.onPlatform('LMP-1')).toEqual(withQuantity(1, 'Theirs'))
    expect(await rig.client.item({ sku: 'LMP-1' })).toMatchObject({ state: 'conflict' })
  })
})

it('INV-08 reports what another tool changed before the save was read back', async () => {
  await rig.putElsewhere('LMP-1', withQuantity(1))
  await rig.open('LMP-1')
  await rig.edit('LMP-1', [fieldPaths.title, 'Desk lamp'])
  rig.bendAnswers(async ({ method }, answer) => {
    if (method === 'PUT') await rig.putElsewhere('LMP-1', withQuantity(77, 'Desk lamp'))
    return answer
  })
  const { state, note } = await rig.save('LMP-1')
  expect([state, note]).toEqual(['sent', 'What the item has now differs from what was sent: Quantity.'])
})

describe('a run that waits for its turn', () => {
  it('INV-08 keeps what another tool changed meanwhile, and says so in the row', async () => {
    const skus = ['R-1', 'R-2', 'R-3']
    for (const sku of skus) await rig.putElsewhere(sku, withQuantity(1))
    for (const sku of skus) await rig.open(sku)
    await stageTitles(rig, skus)
    await pauseWrites()
    const runId = await startRun(rig)
    await rig.clock.advance(10_000)
    await rig.putElsewhere('R-1', withQuantity(77))
    await rig.putElsewhere('R-2', withQuantity(1, 'Theirs'))
    await endedRun(rig)
    expect(await rig.onPlatform('R-1')).toEqual(withQuantity(77, 'New R-1'))
    expect(await rig.onPlatform('R-2')).toEqual(withQuantity(1, 'Theirs'))
    const rows = await rowsOf(rig, runId)
    expect(rows.map(({ sku, state }) => ({ sku, state }))).toEqual([
      { sku: 'R-1', state: 'sent' },
      { sku: 'R-2', state: 'refused' },
      { sku: 'R-3', state: 'sent' },
    ])
    expect(rows[0]?.message).toContain('Quantity')
    expect(rig.requests.filter(({ operation }) => operation === BULK)).toHaveLength(1)
  })

  it('INV-08 sends each call within two seconds of reading its items, however slow the platform makes it read', async () => {
    const skus = Array.from({ length: 30 }, (_, at) => `R-${at + 10}`)
    for (const sku of skus) await rig.putElsewhere(sku, withQuantity(1))
    for (const sku of skus) await rig.open(sku)
    await stageTitles(rig, skus)
    await pauseWrites()
    // After the pause, requests start 250 ms apart.
    await rig.clock.advance(31_000)
    const runId = await startRun(rig)
    await endedRun(rig)
    expect((await rowsOf(rig, runId)).map(({ state }) => state)).toEqual(skus.map(() => 'sent'))
    const calls = rig.requests.flatMap(({ operation, body }, at) => (operation === BULK ? [{ at, body }] : []))
    expect(calls.length).toBeGreaterThan(2)
    const ages = calls.flatMap(({ at, body }) =>
      skus
        .filter((sku) => body?.includes(`New ${sku}`))
        .map((sku) => {
          const read = rig.requests
            .slice(0, at)
            .findLastIndex(({ url, method }) => method === 'GET' && url.endsWith(sku))
          return (rig.sentAtMs[at] ?? Number.NaN) - (rig.sentAtMs[read] ?? Number.NaN)
        }),
    )
    expect(ages).toHaveLength(skus.length)
    expect(Math.max(...ages)).toBeLessThanOrEqual(MAX_CHECK_AGE_MS)
  })
})
