/** Saves that cannot be sent yet: stored, shown, checked again, and sent once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { putOnHold } from '../../../main/outbound/hold.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { waitFor } from '../../support/wait-for.ts'
import { failureOfCall, type InventoryRig, openInventory } from './inventory-rig.ts'

const PUT = 'createOrReplaceInventoryItem'

const lamp = (quantity: number, title = 'Lamp'): JsonObject => ({
  availability: { shipToLocationAvailability: { quantity } },
  product: { title },
})

let rig: InventoryRig

beforeEach(async () => {
  rig = await openInventory()
  await rig.putElsewhere('LMP-1', lamp(1))
  await rig.open('LMP-1')
  await rig.edit('LMP-1', [fieldPaths.title, 'Desk lamp'])
})
afterEach(async () => {
  await rig.close()
})

const item = () => rig.client.item({ sku: 'LMP-1' })
const goOffline = () => rig.fault({ operation: 'inventory', fault: 'offline' })
const comeBack = async (): Promise<void> => {
  await rig.clearFaults()
  rig.backOnline()
}
const saveOffline = async (): Promise<void> => {
  await goOffline()
  expect(await rig.save('LMP-1')).toMatchObject({ state: 'waiting' })
}
const untilSaved = () => rig.until(async () => expect(await item()).toMatchObject({ state: 'saved', edit: null }))

describe('a save made offline', () => {
  it('OFF-01 is previewed from the last read, with its time', async () => {
    const { lastReadAtMs } = await item()
    await rig.clock.advance(60_000)
    await goOffline()
    expect(await rig.client.previewSave({ sku: 'LMP-1' })).toMatchObject({
      changes: [{ kind: 'changed', path: fieldPaths.title, old: 'Lamp', value: 'Desk lamp' }],
      lastReading: { atMs: lastReadAtMs, reason: expect.any(String) },
    })
  })

  it('OFF-03 is shown at the item and in the outbox', async () => {
    await saveOffline()
    expect((await item()).pendingSave).toMatchObject({ state: 'queued', message: expect.any(String), runId: null })
    expect(rig.waiting()).toMatchObject([{ kind: 'itemSave', subject: 'item:LMP-1', title: 'Save LMP-1: Desk lamp' }])
  })

  it('OFF-01 survives a restart and is sent once when the platform is back', async () => {
    await saveOffline()
    await rig.kill()
    await comeBack()
    await untilSaved()
    expect(await rig.onPlatform('LMP-1')).toEqual(lamp(1, 'Desk lamp'))
    expect(rig.puts()).toHaveLength(1)
    expect(rig.waiting()).toEqual([])
    expect(await rig.client.budget({})).toMatchObject({ used: 1 })
  })

  it('OFF-02 keeps what others changed meanwhile', async () => {
    await saveOffline()
    await rig.clearFaults()
    await rig.putElsewhere('LMP-1', lamp(77))
    rig.backOnline()
    await untilSaved()
    expect(await rig.onPlatform('LMP-1')).toEqual(lamp(77, 'Desk lamp'))
  })

  it('OFF-02 is not sent if others changed the same field, and says why', async () => {
    await saveOffline()
    await rig.clearFaults()
    await rig.putElsewhere('LMP-1', lamp(1, 'Theirs'))
    rig.backOnline()
    await rig.until(async () => expect((await item()).pendingSave).toMatchObject({ state: 'refused' }))
    expect(rig.puts()).toEqual([])
    expect(rig.waiting()).toMatchObject([{ state: 'refused', error: { kind: 'conflict' } }])
    expect(await item()).toMatchObject({ state: 'conflict', edit: { onto: 'existing' } })
  })

  it('OFF-02 leaves later typing as an edit', async () => {
    await saveOffline()
    await rig.edit('LMP-1', [fieldPaths.condition, 'NEW'])
    await comeBack()
    await rig.until(async () => expect(await rig.onPlatform('LMP-1')).toEqual(lamp(1, 'Desk lamp')))
    await rig.until(async () => expect((await item()).edit?.changes.map(({ path }) => path)).toEqual([['condition']]))
  })

  it('OFF-02 is not sent if its own field was edited again, and says so', async () => {
    await saveOffline()
    await rig.edit('LMP-1', [fieldPaths.title, 'Reading lamp'])
    await comeBack()
    await rig.until(async () => expect((await item()).pendingSave).toMatchObject({ state: 'refused' }))
    expect(rig.puts()).toEqual([])
    expect((await item()).view.title).toBe('Reading lamp')
  })

  it('is replaced by a later save of the same item', async () => {
    await saveOffline()
    await rig.edit('LMP-1', [fieldPaths.title, 'Reading lamp'])
    expect(await rig.save('LMP-1')).toMatchObject({ state: 'waiting' })
    expect(rig.waiting()).toHaveLength(1)
    await comeBack()
    await untilSaved()
    expect(await rig.onPlatform('LMP-1')).toEqual(lamp(1, 'Reading lamp'))
    expect(rig.puts()).toHaveLength(1)
  })

  it.each(['withdrawSave', 'discardEdit'] as const)('is not sent after %s', async (command) => {
    await saveOffline()
    await rig.client[command]({ sku: 'LMP-1' })
    await comeBack()
    await rig.clock.advance(120_000)
    expect(rig.puts()).toEqual([])
    expect((await item()).edit === null).toBe(command === 'discardEdit')
    expect(await failureOfCall(rig.client.withdrawSave({ sku: 'LMP-1' }))).toMatchObject({ kind: 'conflict' })
  })

  it.each(['withdrawSave', 'discardEdit'] as const)('OFF-04 raises the high-water mark by %s', async (command) => {
    await saveOffline()
    const before = rig.marks()
    await rig.client[command]({ sku: 'LMP-1' })
    expect(rig.marks()).toBe(before + 1)
  })

  it('OFF-04 waits while the queue is on hold, until it is released', async () => {
    await saveOffline()
    putOnHold(rig.database, 'restored', rig.clock.nowMs())
    await rig.restart()
    expect(await rig.save('LMP-1')).toMatchObject({ state: 'waiting', message: expect.stringContaining('release') })
  })
})

describe('a save interrupted by a kill', () => {
  it('OFF-01 is sent if its request had not been sent', async () => {
    await rig.fault({ operation: 'getInventoryItem', fault: 'latencyMs', latencyMs: 200 })
    const { previewToken } = await rig.client.previewSave({ sku: 'LMP-1' })
    const reads = rig.requests.length
    void rig.client.save({ sku: 'LMP-1', previewToken, confirmedDeletions: [] })
    await rig.until(() => expect(rig.requests.length).toBeGreaterThan(reads))
    await rig.kill()
    await rig.clearFaults()
    await untilSaved()
    expect(rig.puts()).toHaveLength(1)
  })

  it('INV-15 is settled by reading if its request had been sent, and never resent', async () => {
    await rig.fault({ operation: PUT, fault: 'latencyMs', latencyMs: 200, count: 1 })
    const { previewToken } = await rig.client.previewSave({ sku: 'LMP-1' })
    void rig.client.save({ sku: 'LMP-1', previewToken, confirmedDeletions: [] })
    await rig.until(() => expect(rig.puts()).toHaveLength(1))
    await rig.kill()
    // The platform acts in real time, so wait for it before the fake clock passes the settling time.
    await waitFor(async () => expect(await rig.onPlatform('LMP-1')).toMatchObject({ product: { title: 'Desk lamp' } }))
    await untilSaved()
    await rig.until(() => expect(rig.waiting()).toEqual([]))
    expect(rig.puts()).toHaveLength(1)
    expect(await rig.client.budget({})).toMatchObject({ used: 1 })
  })

  it('OFF-03 leaves the outbox once the item can be read again, however long that takes', async () => {
    await rig.fault({ operation: PUT, fault: 'dropAfterActing', count: 1 })
    let isReadable = false
    rig.bendAnswers((request, answer) =>
      request.method === 'GET' && rig.puts().length > 0 && !isReadable ? { ...answer, status: 503 } : answer,
    )
    expect(await rig.save('LMP-1')).toMatchObject({ state: 'unknown' })
    await rig.clock.advance(600_000)
    expect(rig.waiting()).toMatchObject([{ kind: 'itemSave', state: 'unknown', nextAtMs: expect.any(Number) }])
    isReadable = true
    await untilSaved()
    await rig.until(() => expect(rig.waiting()).toEqual([]))
    expect(rig.puts()).toHaveLength(1)
  })
})
