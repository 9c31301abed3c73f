import { describe, expect, it } from 'vitest'
import { gradeEvent } from '../../../main/notifications/log/receiver-rules.ts'

type GradedEvent = Parameters<typeof gradeEvent>[0]

const event: GradedEvent = {
  kind: 'sandbox',
  registeredUrl: 'https://shop.example.com/hooks',
  addressProblem: null,
  lastChallengeAtMs: Date.UTC(2026, 10, 20),
  signature: 'verified',
  signatureMessage: 'Signed by the platform with the key k.',
  processing: 'processed',
  receivedAtMs: Date.UTC(2026, 10, 21, 9, 0, 1),
  deliveryCount: 1,
  timestamp: '2026-11-21T09:00:00.000Z',
  notificationId: null,
  itemId: '1',
  transactionId: '2',
}
const rule = (number: number, change: Partial<GradedEvent> = {}) => gradeEvent({ ...event, ...change })[number - 1]

describe('the grade of an event', () => {
  it('grades each of the six rules in order', () => {
    expect(gradeEvent(event).map(({ verdict }) => verdict)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept', 'kept'])
  })

  it('RCV-14 rule 1 fails for an address that the platform refuses', () => {
    const addressProblem = 'Production takes HTTPS only.'
    expect(rule(1, { kind: 'production', addressProblem })).toMatchObject({
      verdict: 'broken',
      why: addressProblem,
    })
    expect(rule(1, { registeredUrl: null })?.verdict).toBe('notKnown')
  })

  it('RCV-02 rule 2 is unknown before the first challenge', () => {
    expect(rule(2, { lastChallengeAtMs: null })?.verdict).toBe('notKnown')
  })

  it.each([
    ['wrong', 'broken'],
    ['none', 'broken'],
    ['notVerifiableNow', 'notKnown'],
  ] as const)('RCV-04 rule 3 for a signature that is %s: %s', (signature, verdict) => {
    expect(rule(3, { signature, signatureMessage: 'Checked.' })).toMatchObject({
      verdict,
      why: expect.stringContaining('Checked.'),
    })
  })

  it('RCV-05 rule 4 does not apply to replays', () => {
    expect(rule(4, { deliveryCount: 0 })?.verdict).toBe('notApplicable')
  })

  it('RCV-07 rule 5 says how an event is recognized', () => {
    expect(rule(5, { deliveryCount: 3 })?.why).toBe(
      'Delivered 3 times, processed once, recognized by timestamp, ItemID, TransactionID.',
    )
    expect(rule(5, { notificationId: 'n-1' })?.why).toContain('by its notificationId')
    expect(rule(5, { itemId: null, transactionId: null })?.why).toContain('by its content')
    expect(rule(5, { processing: 'failed' })?.why).toContain('Its key is free')
    expect(rule(5, { processing: 'quarantined' })?.verdict).toBe('notApplicable')
    expect(rule(5, { processing: 'waiting' })?.verdict).toBe('notKnown')
  })

  it('RCV-15 rule 6 says how late it came', () => {
    expect(rule(6, { timestamp: '2026-11-21T06:00:00.000Z' })?.why).toContain('3 h after it happened')
    expect(rule(6, { timestamp: 'tomorrow' })?.verdict).toBe('kept')
  })
})
