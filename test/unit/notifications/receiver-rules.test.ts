import { describe, expect, it } from 'vitest'
import {
  ANSWER_WITHIN_MS,
  type GradedDelivery,
  type GradedEvent,
  gradeEvent,
  receiverRules,
} from '../../../shared/notifications/receiver-rules.ts'

const delivery: GradedDelivery = {
  deliveryId: 1,
  receivedAtMs: Date.UTC(2026, 10, 21, 9, 0, 1),
  origin: 'platform',
  acceptMs: 1,
  persistMs: 2,
  answerMs: 3,
}
const event: GradedEvent = {
  kind: 'sandbox',
  origin: 'platform',
  registeredUrl: 'https://shop.example.com/hooks',
  addressProblem: null,
  lastChallengeAtMs: Date.UTC(2026, 10, 20),
  signature: 'verified',
  signatureMessage: 'Signed by the platform with the key k.',
  processing: 'processed',
  deliveryCount: 1,
  deliveries: [delivery],
  timestamp: '2026-11-21T09:00:00.000Z',
  notificationId: null,
  hasItemId: true,
  hasTransactionId: true,
}
const rule = (number: number, change: Partial<GradedEvent> = {}) => {
  const grade = gradeEvent({ ...event, ...change })[number - 1]
  expect(grade?.number).toBe(number)
  return grade
}

describe('the grade of an event', () => {
  it('grades each of the six rules in order', () => {
    const grades = gradeEvent(event)
    expect(grades.map(({ number }) => number)).toEqual(receiverRules.map(({ number }) => number))
    expect(grades.map(({ verdict }) => verdict)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept', 'kept'])
  })

  it('RCV-14 rule 1 is broken by an address that the platform refuses', () => {
    const addressProblem = 'Production takes HTTPS only.'
    expect(rule(1, { kind: 'production', addressProblem })).toMatchObject({
      verdict: 'broken',
      by: 'receiver',
      why: addressProblem,
    })
    expect(rule(1, { registeredUrl: null })?.verdict).toBe('notKnown')
  })

  it('RCV-02 rule 2 is not known before the first challenge', () => {
    expect(rule(2, { lastChallengeAtMs: null })?.verdict).toBe('notKnown')
  })

  it.each([
    ['wrong', 'broken', 'sender'],
    ['none', 'broken', 'sender'],
    ['notVerifiableNow', 'notKnown', null],
  ] as const)('RCV-04 rule 3 for a signature that is %s: %s', (signature, verdict, by) => {
    expect(rule(3, { signature, signatureMessage: 'Checked.' })).toMatchObject({ verdict, by, why: 'Checked.' })
  })

  it('RCV-05 rule 4 is broken by an answer after 30 seconds, and names the delivery', () => {
    const slow = { ...delivery, deliveryId: 2, answerMs: ANSWER_WITHIN_MS }
    expect(rule(4, { deliveryCount: 2, deliveries: [delivery, slow] })).toMatchObject({
      verdict: 'broken',
      by: 'receiver',
      deliveryIds: [2],
    })
    const justInTime = { ...delivery, answerMs: ANSWER_WITHIN_MS - 3 }
    expect(rule(4, { deliveries: [justInTime] })?.verdict).toBe('kept')
    expect(rule(4, { deliveries: [{ ...delivery, answerMs: null }] })?.verdict).toBe('notKnown')
  })

  it('RCV-05 rule 4 ignores replays', () => {
    const replay = { ...delivery, deliveryId: 2, origin: 'replay', answerMs: 99_000 } as const
    expect(rule(4, { deliveries: [delivery, replay] })?.verdict).toBe('kept')
    expect(rule(4, { origin: 'replay', deliveryCount: 0, deliveries: [replay] })?.verdict).toBe('notApplicable')
  })

  it('RCV-07 rule 5 says how an event is recognized', () => {
    expect(rule(5, { deliveryCount: 3 })?.why).toBe(
      'Delivered 3 times, processed once, recognized by timestamp, ItemID, TransactionID.',
    )
    expect(rule(5, { notificationId: 'n-1' })?.why).toContain('by its notificationId')
    expect(rule(5, { hasItemId: false, hasTransactionId: false })?.why).toContain('by its content')
    expect(rule(5, { processing: 'failed' })?.why).toContain('Its key is free')
    expect(rule(5, { processing: 'quarantined' })?.verdict).toBe('notApplicable')
    expect(rule(5, { processing: 'waiting' })?.verdict).toBe('notKnown')
  })

  it('RCV-15 rule 6 says how late it came', () => {
    expect(rule(6, { timestamp: '2026-11-21T06:00:00.000Z' })?.why).toContain('3 h after it happened')
    expect(rule(6, { timestamp: 'tomorrow' })?.verdict).toBe('kept')
  })
})
