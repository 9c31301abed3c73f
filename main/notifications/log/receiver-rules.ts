/** The six rules for a receiver (docs/platform.md, RCV-01 to RCV-15), and whether one event kept each. */
import type { ProcessingState, SignatureState } from '../../../shared/notifications/event.ts'
import type { RuleGrade } from '../../../shared/notifications/log-contract.ts'

type GradedEvent = {
  readonly kind: 'practice' | 'sandbox' | 'production'
  readonly registeredUrl: string | null
  /** Why the platform would refuse the registered address (RCV-14); null if it wouldn't. */
  readonly addressProblem: string | null
  /** When the platform's last challenge was answered; null if never. */
  readonly lastChallengeAtMs: number | null
  readonly signature: SignatureState
  readonly signatureMessage: string
  readonly processing: ProcessingState
  readonly receivedAtMs: number
  /** Without replays. */
  readonly deliveryCount: number
  readonly timestamp: string | null
  readonly notificationId: string | null
  readonly itemId: string | null
  readonly transactionId: string | null
}

/** What a grade needs beyond the event itself. */
export type GradeContext = Pick<GradedEvent, 'kind' | 'lastChallengeAtMs' | 'registeredUrl' | 'addressProblem'>

type Verdict = Omit<RuleGrade, 'title'>

const kept = (why: string): Verdict => ({ verdict: 'kept', why })
const broken = (why: string): Verdict => ({ verdict: 'broken', why })
const notKnown = (why: string): Verdict => ({ verdict: 'notKnown', why })
const notApplicable = (why: string): Verdict => ({ verdict: 'notApplicable', why })

const gradeCertificate = ({ kind, registeredUrl, addressProblem }: GradedEvent): Verdict => {
  if (registeredUrl === null) return notKnown('There is no address to register: the receiver isn’t open.')
  if (addressProblem !== null) return broken(addressProblem)
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
  return signature === 'notVerifiableNow'
    ? notKnown(signatureMessage)
    : broken(`The sender broke it. ${signatureMessage}`)
}

/** A 200 is sent only after the commit, and requests that take longer are ended. */
const gradeAnswer = ({ deliveryCount }: GradedEvent): Verdict =>
  deliveryCount === 0
    ? notApplicable('The platform did not send it.')
    : kept('It was on disk before its 200 was sent, and processed afterwards.')

const describeKey = ({ notificationId, timestamp, itemId, transactionId }: GradedEvent): string => {
  if (notificationId !== null) return 'its notificationId'
  if (timestamp === null || (itemId === null && transactionId === null))
    return 'its content, since its timestamp or ids are missing'
  return [
    'timestamp',
    ...(itemId === null ? [] : ['ItemID']),
    ...(transactionId === null ? [] : ['TransactionID']),
  ].join(', ')
}

const gradeOnce = (event: GradedEvent): Verdict => {
  const count = event.deliveryCount
  const came = count === 0 ? 'Replayed' : `Delivered ${count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`}`
  switch (event.processing) {
    case 'processed':
      return kept(`${came}, processed once, recognized by ${describeKey(event)}.`)
    case 'failed':
      return kept(`${came}, and it couldn’t be processed. Its key is free for the next try.`)
    case 'waiting':
      return notKnown(`${came}, and not processed yet.`)
    case 'quarantined':
      return notApplicable('It isn’t verified, so it claims no key and can’t take the place of the real one.')
  }
}

const formatDelay = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

const gradeSeparation = ({ kind, timestamp, receivedAtMs }: GradedEvent): Verdict => {
  const delayMs = receivedAtMs - Date.parse(timestamp ?? '')
  const own = 'This connection has its own address, token and database.'
  if (!(delayMs >= 60_000)) return kept(own)
  return kept(
    `${own} It came ${formatDelay(delayMs)} after it happened${kind === 'sandbox' ? ', which a sandbox may do' : ''}.`,
  )
}

const rules = [
  ['A valid certificate', gradeCertificate],
  ['The challenge', gradeChallenge],
  ['The signature', gradeSignature],
  ['An answer in time', gradeAnswer],
  ['Processed once', gradeOnce],
  ['A separate sandbox', gradeSeparation],
] as const

/** Grades an event by each of the six rules, in their order. */
export const gradeEvent = (event: GradedEvent): RuleGrade[] =>
  rules.map(([title, grade]) => ({ title, ...grade(event) }))
