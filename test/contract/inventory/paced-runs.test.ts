/** Runs on a platform that accepts few calls in a second (MSG-20). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../../main/http/request.ts'
import { MAX_CHECK_AGE_MS } from '../../../main/outbound/checked-batch.ts'
import { type InventoryRig, openInventory } from './inventory-rig.ts'
import { editsOf, endedRun, newestRun, rowsOf, startRun } from './run-steps.ts'

let rig: InventoryRig
beforeEach(async () => {
  rig = await openInventory()
})
afterEach(() => rig.close())

const PER_SECOND = 4

/** A read before and after each save, and the calls that save. */
const MAX_REFUSED_SHARE = 0.15

it.each([1, 6, 60])('MSG-20 a run of %i items makes about the calls that it needs', async (count) => {
  await editsOf(rig, count)
  rig.limitCalls(PER_SECOND)
  const before = rig.requests.length
  const runId = await startRun(rig)
  await endedRun(rig)
  const rows = await rowsOf(rig, runId)
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'sent'))
  const calls = rig.requests.slice(before)
  const needed = 2 * count + calls.filter(({ method }) => method !== 'GET').length
  expect(calls.length).toBeLessThanOrEqual(needed + Math.max(4, MAX_REFUSED_SHARE * needed))
})

const READ = 'bulkGetInventoryItem'
const WRITE = 'bulkCreateOrReplaceInventoryItem'

describe('a platform that reads items in bulk', () => {
  beforeEach(async () => {
    await rig.close()
    rig = await openInventory({ platform: 'ebay' })
  })

  const sentOf = async (runId: number): Promise<readonly string[]> =>
    (await rowsOf(rig, runId)).filter(({ state }) => state === 'sent').map(({ sku }) => sku)

  /** Ends the run without letting time pass while a request is on the wire. */
  const endOnTime = async (): Promise<void> => {
    while ((await newestRun(rig)).isOpen) {
      await rig.idle()
      await rig.clock.advance(250)
    }
  }

  /** How old the last reading of each item is when it is saved, by when both requests were sent. */
  const agesOf = (skus: readonly string[], from: number): readonly number[] =>
    skus.map((sku) => {
      const saved = rig.requests.findIndex(
        ({ lane, body, url }, at) => at >= from && lane === 'write' && (body?.includes(sku) || url.endsWith(sku)),
      )
      const read = rig.requests
        .slice(0, saved)
        .findLastIndex(({ lane, body, url }) => lane === 'read' && (body?.includes(`"${sku}"`) || url.endsWith(sku)))
      return (rig.sentAtMs[saved] ?? Number.NaN) - (rig.sentAtMs[read] ?? Number.NaN)
    })

  const withoutElement = (answer: HttpResponse, without: string): HttpResponse => {
    const { responses } = JSON.parse(new TextDecoder().decode(answer.body)) as { responses: { sku: string }[] }
    const rest = responses.filter(({ sku }) => sku !== without)
    return { ...answer, body: new TextEncoder().encode(JSON.stringify({ responses: rest })) }
  }

  it('OFF-08 fills the calls of a run of 100 items at four calls a second, each item read at most two seconds before', async () => {
    const skus = await editsOf(rig, 100, () => ({}))
    rig.limitCalls(PER_SECOND)
    const from = rig.requests.length
    const runId = await startRun(rig)
    await endOnTime()
    expect(await sentOf(runId)).toEqual(skus)
    const calls = rig.requests.slice(from)
    const sizes = calls.map(({ operation, body }) => [operation, JSON.parse(body ?? '').requests.length])
    expect(sizes).toEqual(calls.map(({ operation }) => [operation === WRITE ? WRITE : READ, 25]))
    // A save of 25 with a read before and after, four times, and some that the limit refuses.
    expect(calls.length).toBeLessThanOrEqual(12 + 6)
    expect(Math.max(...agesOf(skus, from))).toBeLessThanOrEqual(MAX_CHECK_AGE_MS)
  })

  it('OFF-08 reads all items of a call again if it waited too long', async () => {
    const skus = await editsOf(rig, 5, () => ({}))
    const from = rig.requests.length
    let isFirst = true
    rig.bendAnswers(async (request, answer) => {
      if (request.operation !== READ || !isFirst) return answer
      isFirst = false
      await rig.putElsewhere('S-003', { product: { title: 'Item S-003', description: 'Written meanwhile' } })
      await new Promise<void>((resolve) => void rig.clock.setTimer(resolve, MAX_CHECK_AGE_MS + 1))
      return answer
    })
    const runId = await startRun(rig)
    await endedRun(rig)
    expect(await sentOf(runId)).toEqual(skus)
    expect(rig.requests.slice(from).map(({ operation }) => operation)).toEqual([READ, READ, WRITE, READ])
    expect((await rig.onPlatform('S-003'))?.product).toEqual({
      title: 'New S-003',
      description: 'Written meanwhile',
    })
  })

  it('PLT-26 an item that a bulk read leaves out holds up no other, and is read alone later', async () => {
    const skus = await editsOf(rig, 3, () => ({}))
    rig.bendAnswers((request, answer) => (request.operation === READ ? withoutElement(answer, 'S-001') : answer))
    const runId = await startRun(rig)
    await rig.idle()
    expect(await sentOf(runId)).toEqual(['S-000', 'S-002'])
    expect((await rig.onPlatform('S-001'))?.product).toMatchObject({ title: 'Item S-001' })
    await endedRun(rig)
    expect(await sentOf(runId)).toEqual(skus)
  })

  it('OFF-08 a refused bulk read holds up no item: each is read alone', async () => {
    const skus = await editsOf(rig, 30, () => ({}))
    await rig.fault({ operation: READ, fault: 'status', status: 400, errorId: 25709 })
    const from = rig.requests.length
    const runId = await startRun(rig)
    await endOnTime()
    expect(await sentOf(runId)).toEqual(skus)
    expect(rig.requests.slice(from).filter(({ operation }) => operation === READ)).toHaveLength(1)
  })

  it('INV-08 a field that only single reads have does not pass for a change by others', async () => {
    rig.bendAnswers((request, answer) => {
      if (request.operation !== 'getInventoryItem') return answer
      const item = JSON.parse(new TextDecoder().decode(answer.body)) as object
      return { ...answer, body: new TextEncoder().encode(JSON.stringify({ ...item, groupIds: ['G'] })) }
    })
    await editsOf(rig, 2, () => ({}))
    const runId = await startRun(rig)
    await endedRun(rig)
    expect((await rowsOf(rig, runId)).map(({ state, message }) => [state, message])).toEqual([
      ['sent', ''],
      ['sent', ''],
    ])
  })
})
