/** The six rules for a receiver (docs/platform.md, RCV-01 to RCV-15), and a pure grade of how one event kept them. */
import * as z from 'zod'
import type { Origin, ProcessingState, SignatureState } from './event.ts'

type ReceiverRule = { readonly number: number; readonly title: string; readonly text: string }

export const receiverRules: readonly ReceiverRule[] = [
  {
    number: 1,
    title: 'A valid certificate',
    text: 'Production needs HTTPS with a certificate from a recognized authority, not a self-signed one. A sandbox may allow plain HTTP on localhost.',
  },
  {
    number: 2,
    title: 'The challenge',
    text: 'After registration the platform sends a GET with challenge_code. The receiver answers 200 with {challengeResponse}: the hex SHA-256 of challenge_code, verification token and endpoint URL, concatenated in that order as UTF-8. Without a correct answer nothing is delivered, although the registration succeeded. A GET without challenge_code is answered 400.',
  },
  {
    number: 3,
    title: 'The signature',
    text: 'A notification is an HTTP POST with a SOAP XML body and an X-SVC-SIGNATURE header, which names the key for getPublicKey. The receiver should verify the signature.',
  },
  {
    number: 4,
    title: 'An answer in time',
    text: 'The receiver answers 200 within 30 seconds, before it does the work. Otherwise, or after a 500, the notification is sent again. It never answers 500 for an internal failure.',
  },
  {
    number: 5,
    title: 'Processed once',
    text: 'Notifications are delivered at least once, so duplicates occur. The receiver claims a key of timestamp, ItemID and TransactionID atomically before processing and releases it if processing fails.',
  },
  {
    number: 6,
    title: 'A separate sandbox',
    text: "A sandbox may deliver hours late and doesn't support every event type. Sandbox and production have separate URLs and configuration.",
  },
]

/** `notApplicable`: the rule says nothing about this event. `notKnown`: nothing here shows it. */
export const ruleGradeSchema = z.object({
  number: z.int(),
  verdict: z.enum(['kept', 'broken', 'notKnown', 'notApplicable']),
  /** Who broke it. */
  by: z.enum(['receiver', 'sender']).nullable(),
  why: z.string(),
  /** The deliveries that broke it. */
  deliveryIds: z.array(z.int()),
})
export type RuleGrade = z.infer<typeof ruleGradeSchema>

export type GradedDelivery = {
  readonly deliveryId: number
  readonly receivedAtMs: number
  readonly origin: Origin
  readonly acceptMs: number | null
  readonly persistMs: number | null
  readonly answerMs: number | null
}

export type GradedEvent = {
  readonly kind: 'practice' | 'sandbox' | 'production'
  readonly origin: Origin
  readonly registeredUrl: string | null
  /** Why the platform would refuse that address (RCV-14); null if it wouldn't. */
  readonly addressProblem: string | null
  /** When the platform's last challenge was answered; null for never. */
  readonly lastChallengeAtMs: number | null
  readonly signature: SignatureState
  readonly signatureMessage: string
  readonly processing: ProcessingState
  /** May be more than the deliveries given. */
  readonly deliveryCount: number
  readonly deliveries: readonly GradedDelivery[]
  readonly timestamp: string | null
  readonly notificationId: string | null
  readonly hasItemId: boolean
  readonly hasTransactionId: boolean
}

/** RCV-05. */
export const ANSWER_WITHIN_MS = 30_000

const formatTimes = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

const formatMs = (ms: number): string =>
  ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`

const formatDelay = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** How long the sender waited for its answer; null if unknown. */
const waitedMs = ({ acceptMs, persistMs, answerMs }: GradedDelivery): number | null =>
  acceptMs === null || persistMs === null || answerMs === null ? null : acceptMs + persistMs + answerMs

type Verdict = Omit<RuleGrade, 'number'>

const kept = (why: string): Verdict => ({ verdict: 'kept', by: null, why, deliveryIds: [] })
const notKnown = (why: string): Verdict => ({ verdict: 'notKnown', by: null, why, deliveryIds: [] })
const notApplicable = (why: string): Verdict => ({ verdict: 'notApplicable', by: null, why, deliveryIds: [] })
const broken = (by: 'receiver' | 'sender', why: string, deliveryIds: number[] = []): Verdict => ({
  verdict: 'broken',
  by,
  why,
  deliveryIds,
})

const gradeCertificate = ({ kind, registeredUrl, addressProblem }: GradedEvent): Verdict => {
  if (registeredUrl === null) return notKnown("There is no address to register: the receiver isn't open.")
  if (addressProblem !== null) return broken('receiver', addressProblem)
  if (kind === 'production') {
    return kept(`${registeredUrl} uses HTTPS. Whether its certificate is recognized shows when the platform calls.`)
  }
  const who = kind === 'practice' ? 'the practice platform' : 'a sandbox'
  return kept(`${registeredUrl} is fine: ${who} accepts plain HTTP on this computer.`)
}

const gradeChallenge = ({ lastChallengeAtMs }: GradedEvent): Verdict =>
  lastChallengeAtMs === null
    ? notKnown('The platform has not sent its challenge yet.')
    : kept('The platform sent its challenge and got the right answer.')

const gradeSignature = ({ signature, signatureMessage }: GradedEvent): Verdict => {
  if (signature === 'verified') return kept(signatureMessage)
  return signature === 'notVerifiableNow' ? notKnown(signatureMessage) : broken('sender', signatureMessage)
}

const gradeAnswer = ({ deliveries }: GradedEvent): Verdict => {
  const real = deliveries.filter(({ origin }) => origin === 'platform')
  if (real.length === 0) return notApplicable('The platform did not send it.')
  const late = real.filter((delivery) => (waitedMs(delivery) ?? 0) > ANSWER_WITHIN_MS)
  const slowest = formatMs(Math.max(...real.map((delivery) => waitedMs(delivery) ?? 0)))
  if (late.length > 0) {
    const ids = late.map(({ deliveryId }) => deliveryId)
    return broken('receiver', `Answered only after ${slowest}, so the platform sends it again.`, ids)
  }
  if (real.some((delivery) => waitedMs(delivery) === null)) {
    return notKnown('It was on disk, but the app ended before it was known whether the answer went out.')
  }
  return kept(
    real.length === 1
      ? `Answered 200 after ${slowest}, before the work.`
      : `Answered 200 each time, after at most ${slowest}, before the work.`,
  )
}

const describeKey = ({ notificationId, timestamp, hasItemId, hasTransactionId }: GradedEvent): string => {
  if (notificationId !== null) return 'its notificationId'
  if (timestamp === null || !(hasItemId || hasTransactionId))
    return 'its content, since its timestamp or ids are missing'
  return ['timestamp', ...(hasItemId ? ['ItemID'] : []), ...(hasTransactionId ? ['TransactionID'] : [])].join(', ')
}

const gradeOnce = (event: GradedEvent): Verdict => {
  const came = event.deliveryCount === 0 ? 'Replayed' : `Delivered ${formatTimes(event.deliveryCount)}`
  switch (event.processing) {
    case 'processed':
      return kept(`${came}, processed once, recognized by ${describeKey(event)}.`)
    case 'failed':
      return kept(`${came}, and it couldn't be processed. Its key is free for the next try.`)
    case 'waiting':
      return notKnown(`${came}, and not processed yet.`)
    case 'quarantined':
      return notApplicable("It isn't verified, so it claims no key and can't take the place of the real one.")
  }
}

const gradeSeparation = ({ kind, timestamp, deliveries: [first] }: GradedEvent): Verdict => {
  const happenedAtMs = timestamp === null ? Number.NaN : Date.parse(timestamp)
  const delayMs = first === undefined || Number.isNaN(happenedAtMs) ? 0 : first.receivedAtMs - happenedAtMs
  const own = 'This connection has its own address, token and database.'
  if (delayMs < 60_000) return kept(own)
  return kept(
    `${own} It came ${formatDelay(delayMs)} after it happened${kind === 'sandbox' ? ', which a sandbox may do' : ''}.`,
  )
}

const rules = [gradeCertificate, gradeChallenge, gradeSignature, gradeAnswer, gradeOnce, gradeSeparation]

/** Grades an event by each of the six rules, in their order. */
export const gradeEvent = (event: GradedEvent): RuleGrade[] =>
  rules.map((grade, index) => ({
    number: index + 1,
    ...grade(event),
  }))
