/**
 * The six rules for a receiver (document 3, section 6), and how one event kept them.
 *
 * A grade says which rule was kept, which was broken, by whom and why, and which cannot be told. Pure: everything it rests
 * on is given.
 */
import * as z from 'zod'
import type { Origin, ProcessingState, SignatureState } from './event.ts'

export type ReceiverRule = {
  readonly number: number
  readonly title: string
  /** As document 3, section 6 says it. */
  readonly words: string
}

export const receiverRules: readonly ReceiverRule[] = [
  {
    number: 1,
    title: 'A real certificate',
    words:
      'Production requires HTTPS with a certificate from a recognized authority. A self-signed certificate is refused. Sandbox can allow plain HTTP on localhost.',
  },
  {
    number: 2,
    title: 'The challenge',
    words:
      'After registration the platform sends a GET with the query parameter challenge_code. The receiver answers 200 with JSON {challengeResponse: <hex SHA-256>}. The hash input is challenge_code, then <verification_token>, then the endpoint URL, concatenated in that order as UTF-8. Without a correct answer no notification arrives although the registration call succeeds. A GET without challenge_code is answered 400.',
  },
  {
    number: 3,
    title: 'The signature',
    words:
      'A real notification arrives as an HTTP POST with a SOAP XML body and an X-SVC-SIGNATURE header. The header carries the key id for getPublicKey. A receiver should verify the signature.',
  },
  {
    number: 4,
    title: 'The answer in time',
    words:
      'The receiver must answer 200 within 30 seconds. Otherwise, or after any 500, the same notification is sent again. Handle the work after answering. Never return 500 for an internal failure.',
  },
  {
    number: 5,
    title: 'Once, however often',
    words:
      'Delivery is at least once, so duplicates occur. Deduplicate by a key built from timestamp, ItemID and TransactionID. Claim the key atomically at the start and release it if processing fails.',
  },
  {
    number: 6,
    title: 'Sandbox apart',
    words:
      'Sandbox delivery can be delayed by hours, and not every event type is supported there. Keep separate URLs and configuration for sandbox and production.',
  },
]

/** `notApplicable`: the rule says nothing about this event. `notKnown`: nothing here can tell. */
const ruleVerdictSchema = z.enum(['kept', 'broken', 'notKnown', 'notApplicable'])
export type RuleVerdict = z.infer<typeof ruleVerdictSchema>

export const ruleGradeSchema = z.object({
  number: z.int(),
  verdict: ruleVerdictSchema,
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
  /** Why the platform would refuse that address (RCV-14); null where it would not. */
  readonly addressProblem: string | null
  /** When the platform last asked its challenge and was answered; null for never. */
  readonly lastChallengeAtMs: number | null
  readonly signature: SignatureState
  readonly signatureWords: string
  readonly processing: ProcessingState
  /** How often it came; the deliveries given may be fewer. */
  readonly deliveryCount: number
  readonly deliveries: readonly GradedDelivery[]
  /** What stands in the message; null where it does not say. */
  readonly timestamp: string | null
  readonly notificationId: string | null
  readonly hasItemId: boolean
  readonly hasTransactionId: boolean
}

/** Document 3, section 8. */
export const ANSWER_WITHIN_MS = 30_000

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

const msWords = (ms: number): string =>
  ms < 1_000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1_000).toFixed(1)} s`

/** Hours and minutes, as far as they say anything. */
const spanWords = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1_000))} s`
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** How long the sender waited for its 200; null where nobody knows. */
export const waitedMs = ({ acceptMs, persistMs, answerMs }: GradedDelivery): number | null =>
  acceptMs === null || persistMs === null || answerMs === null ? null : acceptMs + persistMs + answerMs

type Verdict = Omit<RuleGrade, 'number'>

const kept = (why: string): Verdict => ({ verdict: 'kept', by: null, why, deliveryIds: [] })
const notKnown = (why: string): Verdict => ({ verdict: 'notKnown', by: null, why, deliveryIds: [] })
const notApplicable = (why: string): Verdict => ({ verdict: 'notApplicable', by: null, why, deliveryIds: [] })
const broken = (by: 'receiver' | 'sender', why: string, deliveryIds: readonly number[] = []): Verdict => ({
  verdict: 'broken',
  by,
  why,
  deliveryIds: [...deliveryIds],
})

const certificate = ({ kind, registeredUrl, addressProblem }: GradedEvent): Verdict => {
  if (registeredUrl === null) return notKnown('No address is there to register: the receiver is not open.')
  if (addressProblem !== null) return broken('receiver', addressProblem)
  return kind === 'production'
    ? kept(`${registeredUrl} is HTTPS. Whether its certificate is recognized shows when the platform calls.`)
    : kept(
        `${registeredUrl} will do here: ${kind === 'practice' ? 'the practice platform' : 'a sandbox'} takes plain HTTP on this machine.`,
      )
}

const challenge = ({ lastChallengeAtMs }: GradedEvent): Verdict =>
  lastChallengeAtMs === null
    ? notKnown('The platform has not asked its challenge so far.')
    : kept('The platform asked its challenge and was answered.')

const signed = ({ signature, signatureWords }: GradedEvent): Verdict => {
  switch (signature) {
    case 'verified':
      return kept(signatureWords)
    case 'notVerifiableNow':
      return notKnown(signatureWords)
    case 'wrong':
    case 'none':
      return broken('sender', signatureWords)
  }
}

const answered = ({ deliveries }: GradedEvent): Verdict => {
  const real = deliveries.filter(({ origin }) => origin === 'platform')
  if (real.length === 0) return notApplicable('The platform did not send it.')
  const late = real.filter((delivery) => (waitedMs(delivery) ?? 0) > ANSWER_WITHIN_MS)
  const slowest = Math.max(...real.map((delivery) => waitedMs(delivery) ?? 0))
  if (late.length > 0) {
    return broken(
      'receiver',
      `Answered only after ${msWords(slowest)}, so that the platform sends it again.`,
      late.map(({ deliveryId }) => deliveryId),
    )
  }
  const untold = real.filter((delivery) => waitedMs(delivery) === null)
  if (untold.length > 0) {
    return notKnown('It was on disk, but nobody knows whether the answer was handed over: the app ended in the middle.')
  }
  return kept(
    real.length === 1
      ? `Answered with 200 after ${msWords(slowest)}, before the work.`
      : `Answered with 200 each time, after ${msWords(slowest)} at most, before the work.`,
  )
}

const keyWords = (event: GradedEvent): string => {
  if (event.notificationId !== null) return 'by its notificationId'
  const isWhole = event.timestamp !== null && (event.hasItemId || event.hasTransactionId)
  const parts = [
    event.timestamp === null ? undefined : 'timestamp',
    event.hasItemId ? 'ItemID' : undefined,
    event.hasTransactionId ? 'TransactionID' : undefined,
  ].filter((part) => part !== undefined)
  return isWhole ? `by ${parts.join(', ')}` : 'by its content, since timestamp or ids are missing in it'
}

const once = (event: GradedEvent): Verdict => {
  if (event.origin === 'import') return notApplicable('It came from a file and is never processed.')
  const came = event.deliveryCount === 0 ? 'Replayed' : `Delivered ${times(event.deliveryCount)}`
  switch (event.processing) {
    case 'processed':
      return kept(`${came}, processed once, known ${keyWords(event)}.`)
    case 'failed':
      return kept(`${came}, and its work failed: the key is free again, so that a later try is the first.`)
    case 'waiting':
      return notKnown(`${came}, and not processed yet.`)
    case 'heldApart':
    case 'imported':
      return notApplicable('What is not verified never claims a key, so that it cannot take the place of the real one.')
  }
}

const apart = ({ kind, timestamp, deliveries }: GradedEvent): Verdict => {
  const first = deliveries[0]
  const happenedMs = timestamp === null ? Number.NaN : Date.parse(timestamp)
  const late = first === undefined || Number.isNaN(happenedMs) ? 0 : first.receivedAtMs - happenedMs
  const own = 'This connection has an address, a token and a database of its own.'
  return kept(
    late < 60_000
      ? own
      : `${own} It came ${spanWords(late)} after it happened${kind === 'sandbox' ? ', as a sandbox may' : ''}.`,
  )
}

/** How an event kept each of the six rules, in their order. */
export const gradeEvent = (event: GradedEvent): RuleGrade[] =>
  [certificate, challenge, signed, answered, once, apart].map((rule, index) => ({
    number: index + 1,
    ...(event.origin === 'import' && rule !== signed && rule !== once
      ? notApplicable('It came from a file, not over this receiver.')
      : rule(event)),
  }))
