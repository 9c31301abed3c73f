import { describe, expect, it } from 'vitest'
import {
  type DeliveryForm,
  defaultDelivery,
  deliverySummary,
  findDeliveryProblem,
  toDeliveryOptions,
} from '../../../renderer/practice/delivery-options.ts'
import { answerLabel, attemptLabel, dueLabel, durationLabel } from '../../../renderer/practice/practice-labels.ts'
import { practiceContract } from '../../../shared/practice/contract.ts'

const form = (change: Partial<DeliveryForm>): DeliveryForm => ({ ...defaultDelivery, ...change })

describe('delivery options', () => {
  it.each([
    [{}, 'Once, at once, correctly signed'],
    [{ count: 10, times: 2 }, '10 events, 2 copies each'],
    [{ times: 3, delayS: 60 }, '3 copies, 60 s late'],
    [{ delayS: 10_800, wrongSignature: true }, '3 h late, wrong signature'],
    [{ seenAs: 'status500', attempts: 2 }, 'resent after 2 × error 500'],
    [{ seenAs: 'noAnswer', attempts: 1 }, 'resent after 1 × no answer'],
  ] as const)('summarizes %j as "%s"', (change, summary) => {
    expect(deliverySummary(form(change))).toBe(summary)
  })

  it.each([
    [{ count: null }, 'Events'],
    [{ count: 0 }, 'Events'],
    [{ count: 1_001 }, 'Events'],
    [{ times: 2.5 }, 'Copies of each'],
    [{ delayS: -1 }, 'Delay'],
    [{ seenAs: 'noAnswer', attempts: 6 }, 'Attempts'],
  ] as const)('names the number that is out of range in %j', (change, label) => {
    expect(findDeliveryProblem(form(change))).toContain(label)
  })

  it('produces only what the contract accepts', () => {
    const { input } = practiceContract.triggerEvent
    for (const change of [
      {},
      { count: 1_000, times: 10, delayS: 2_592_000 },
      { seenAs: 'status500', attempts: 5 },
    ] as const) {
      expect(findDeliveryProblem(form(change))).toBeUndefined()
      expect(input.safeParse({ event: 'ItemSold', ...toDeliveryOptions(form(change)) }).error).toBeUndefined()
    }
  })
})

describe('practice labels', () => {
  it('RCV-05 shows the last answer, the next attempt and when it is due', () => {
    expect(['', '500', 'no answer in time'].map(answerLabel)).toEqual(['not tried yet', '500', 'no answer in time'])
    expect([attemptLabel({ kind: 'rest', attempts: 2 }), attemptLabel({ kind: 'soap', attempts: 7 })]).toEqual([
      '2 of 3',
      '7',
    ])
    expect([-1, 9_100, 180_000, 7_300_000].map(dueLabel)).toEqual(['now', 'in 10 s', 'in 3 min', 'in 3 h'])
  })

  it('shows a duration in its two largest units', () => {
    expect([30_000, 90 * 60_000, 26 * 3_600_000 + 60_000].map(durationLabel)).toEqual([
      'less than a minute',
      '1 h 30 min',
      '1 d 2 h',
    ])
  })
})
