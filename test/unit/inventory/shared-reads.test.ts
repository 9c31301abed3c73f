/** Reads that share a call, over a client that only records. */
import { expect, it } from 'vitest'
import { createSharedReads, PARALLEL_READS } from '../../../main/inventory/items/shared-reads.ts'
import type { ItemReading } from '../../../main/inventory/platform/inventory-client.ts'
import { MAX_BULK_ITEMS } from '../../../shared/inventory/limits.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const refusal = new Failure({ kind: 'notFound', message: 'Refused' })
const { signal } = new AbortController()

type Answers = {
  readonly one?: (sku: string) => ItemReading
  /** Why bulk reads fail as a whole. */
  readonly whole?: Failure
  readonly isOffered?: boolean
}

const openReads = ({ one = (sku) => ({ record: { sku } }), whole, isOffered = true }: Answers = {}) => {
  const clock = createFakeClock()
  const calls: (string | readonly string[])[] = []
  const shared = createSharedReads({
    client: {
      getInventoryItem: async (sku) => {
        calls.push(sku)
        return { sku }
      },
      bulkGetInventoryItem: async (skus) => {
        calls.push(skus)
        if (whole !== undefined) throw whole
        return new Map(skus.map((sku) => [sku, one(sku)]))
      },
    },
    isOffered,
    clock,
  })
  return { clock, calls, ...shared }
}

it('INV-11 reads of one moment share calls of up to 25 different items, and a later one is read alone', async () => {
  const { read, calls } = openReads()
  const skus = Array.from({ length: 27 }, (_, at) => `S-${at}`)
  const asked = ['S-0', ...skus]
  expect(await Promise.all(asked.map((sku) => read(sku, signal)))).toEqual(asked.map((sku) => ({ sku })))
  await read('LATER', signal)
  expect(calls).toEqual([skus.slice(0, 25), skus.slice(25), 'LATER'])
})

it('INV-11 reads that stop at different times share no call', async () => {
  const { read, calls } = openReads()
  const other = new AbortController()
  await Promise.all([read('A', signal), read('B', other.signal), read('C', signal)])
  expect(calls).toEqual([['A', 'C'], 'B'])
})

it('PLT-26 an item that fails rejects only its own read', async () => {
  const { read } = openReads({ one: (sku) => (sku === 'B' ? { failure: refusal } : { record: undefined }) })
  expect(await Promise.allSettled(['A', 'B'].map((sku) => read(sku, signal)))).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: refusal },
  ])
})

it('OFF-08 reads few items at once, each alone, for ten minutes after the platform refused a whole call', async () => {
  const { read, calls, atOnce, clock } = openReads({ whole: refusal })
  expect(atOnce()).toBe(MAX_BULK_ITEMS)
  const both = (): Promise<unknown> => Promise.all(['A', 'B'].map((sku) => read(sku, signal)))
  await expect(both()).rejects.toMatchObject({ detail: { kind: 'rateLimited', retryAfterMs: 0 } })
  expect(atOnce()).toBe(PARALLEL_READS)
  expect(await both()).toEqual([{ sku: 'A' }, { sku: 'B' }])
  expect(calls).toEqual([['A', 'B'], 'A', 'B'])
  await clock.advance(10 * 60_000)
  expect(atOnce()).toBe(MAX_BULK_ITEMS)
})

it.each(['offline', 'signInNeeded', 'forbidden'] as const)('INV-11 still shares calls after %s', async (kind) => {
  const whole = new Failure({ kind, message: 'For every call' })
  const { read, calls, atOnce } = openReads({ whole })
  await expect(Promise.all(['A', 'B'].map((sku) => read(sku, signal)))).rejects.toBe(whole)
  expect(calls).toEqual([['A', 'B']])
  expect(atOnce()).toBe(MAX_BULK_ITEMS)
})

it('INV-11 shares no call where the platform has none', async () => {
  const { read, calls, atOnce } = openReads({ isOffered: false })
  await Promise.all(['A', 'B'].map((sku) => read(sku, signal)))
  expect(calls).toEqual(['A', 'B'])
  expect(atOnce()).toBe(PARALLEL_READS)
})
