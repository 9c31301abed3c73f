/** The timeline of an event: which deliveries lie on one stack. */
import { describe, expect, it } from 'vitest'
import { gapWords, stacksOf } from '../../../renderer/notifications/delivery-stacks.ts'
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
  stacksOf(deliveries).map(({ kind, deliveries: stacked, afterMs }) => [kind, stacked.length, afterMs])

describe('the stacks of a timeline', () => {
  it('RCV-07 sets the first delivery apart and stacks the duplicates that came together', () => {
    expect(shape([delivery(1, 0), delivery(2, 5), delivery(3, 900)])).toEqual([
      ['first', 1, null],
      ['duplicate', 2, 5],
    ])
  })

  it('RCV-05 shows a resend after 30 s as one of its own, with what lay between', () => {
    expect(shape([delivery(1, 0), delivery(2, 30_100)])).toEqual([
      ['first', 1, null],
      ['duplicate', 1, 30_100],
    ])
    expect(gapWords(30_100)).toBe('30.1 s later')
    expect(gapWords(3 * 3_600_000)).toBe('3 h later')
    expect(gapWords(10)).toBeUndefined()
  })

  it('never lays a replay or an import on what the platform sent', () => {
    expect(shape([delivery(1, 0), delivery(2, 10, 'replay'), delivery(3, 20, 'replay'), delivery(4, 30)])).toEqual([
      ['first', 1, null],
      ['replay', 2, 10],
      ['duplicate', 1, 10],
    ])
    expect(shape([delivery(1, 0, 'import'), delivery(2, 1, 'import')])).toEqual([['import', 2, null]])
  })

  it('keeps every delivery, one stack or many', () => {
    const many = Array.from({ length: 100 }, (_, index) => delivery(index, index))
    expect(stacksOf(many).flatMap(({ deliveries }) => deliveries)).toHaveLength(100)
    expect(stacksOf([])).toEqual([])
  })
})
