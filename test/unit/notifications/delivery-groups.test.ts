import { describe, expect, it } from 'vitest'
import { formatGap, groupDeliveries } from '../../../renderer/notifications/log/delivery-groups.ts'
import type { Origin } from '../../../shared/notifications/event.ts'
import type { DeliveryView } from '../../../shared/notifications/log-contract.ts'

const delivery = (deliveryId: number, receivedAtMs: number, origin: Origin = 'platform'): DeliveryView => ({
  deliveryId,
  receivedAtMs,
  sizeBytes: 10,
  origin,
  replayOf: origin === 'replay' ? 1 : null,
  signature: 'verified',
  times: { acceptMs: 1, persistMs: 1, answerMs: 1, processMs: 1 },
})

const shape = (deliveries: readonly DeliveryView[]) =>
  groupDeliveries(deliveries).map(({ kind, deliveries: joined, afterMs }) => [kind, joined.length, afterMs])

describe('delivery groups', () => {
  it('RCV-07 separate the first delivery and join duplicates that came together', () => {
    expect(shape([delivery(1, 0), delivery(2, 5), delivery(3, 900)])).toEqual([
      ['first', 1, null],
      ['duplicate', 2, 5],
    ])
  })

  it('RCV-05 separate a resend after 30 s and name the gap', () => {
    expect(shape([delivery(1, 0), delivery(2, 30_100)])).toEqual([
      ['first', 1, null],
      ['duplicate', 1, 30_100],
    ])
    expect(formatGap(30_100)).toBe('30.1 s later')
    expect(formatGap(3 * 3_600_000)).toBe('3 h later')
    expect(formatGap(10)).toBeUndefined()
  })

  it('never join replays or imports with deliveries of the platform', () => {
    expect(shape([delivery(1, 0), delivery(2, 10, 'replay'), delivery(3, 20, 'replay'), delivery(4, 30)])).toEqual([
      ['first', 1, null],
      ['replay', 2, 10],
      ['duplicate', 1, 10],
    ])
    expect(shape([delivery(1, 0, 'import'), delivery(2, 1, 'import')])).toEqual([['import', 2, null]])
  })

  it('keep every delivery', () => {
    const many = Array.from({ length: 100 }, (_, index) => delivery(index, index))
    expect(groupDeliveries(many).flatMap(({ deliveries }) => deliveries)).toHaveLength(100)
    expect(groupDeliveries([])).toEqual([])
  })
})
