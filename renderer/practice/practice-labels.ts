/** The Practice screen's texts for deliveries, faults and the clock. */
import type { FaultKind, PracticeDelivery, PracticeFault } from '../../shared/practice/contract.ts'
import { formatNumber } from '../ui/locale-format.ts'

/** The last answer as the platform received it. */
export const answerLabel = (lastAnswer: string): string => (lastAnswer === '' ? 'not tried yet' : lastAnswer)

/** RCV-05: a legacy event is repeated without limit, a topic's notification three times. */
export const attemptLabel = ({ kind, attempts }: Pick<PracticeDelivery, 'kind' | 'attempts'>): string =>
  kind === 'rest' ? `${attempts} of 3` : String(attempts)

/** `in 12 s`, `in 3 min`, or `now`. */
export const dueLabel = (inMs: number): string => {
  if (inMs <= 0) return 'now'
  const seconds = Math.ceil(inMs / 1_000)
  if (seconds < 120) return `in ${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `in ${minutes} min` : `in ${Math.ceil(minutes / 60)} h`
}

/** How many notifications were sent, or `noneMessage` for none. */
export const sentMessage = (notifications: number, noneMessage: string): string => {
  if (notifications === 0) return noneMessage
  return notifications === 1 ? '1 notification sent.' : `${formatNumber(notifications)} notifications sent.`
}

/** `2 d 3 h`: the two largest units. */
export const durationLabel = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000)
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return shown.length === 0 ? 'less than a minute' : shown.slice(0, 2).join(' ')
}

const effects: Readonly<Record<FaultKind, (value: number) => string>> = {
  offline: () => 'no answer',
  latencyMs: (value) => `answers after ${value} ms`,
  status: (value) => `answers with HTTP ${value}`,
  dropBeforeActing: () => 'connection lost before the change',
  dropAfterActing: () => 'connection lost after the change',
  actLateMs: (value) => `connection lost, carried out ${Math.round(value / 1000)} s later`,
  dailyCap: (value) => `at most ${value} calls a day to each service`,
  maskText: () => 'addresses and long numbers in sent texts are masked',
  oldestFirst: () => 'conversations are listed from the oldest message on',
  editByOthers: () => 'somebody else changes the stock after each read',
  cutBody: () => 'answer cut off after the change',
  wrongSignature: () => 'wrong signature',
  duplicateDeliveries: (value) => `delivered ${value} times`,
  lateDeliveryMs: (value) => `delivered ${Math.round(value / 1000)} s late`,
}

/** `sendMessage: connection lost after the change, 2 more times`. */
export const faultLabel = ({ operation, fault, value, remaining }: PracticeFault): string => {
  const times = remaining === null ? '' : remaining === 1 ? ', once more' : `, ${remaining} more times`
  return `${operation === 'all' ? 'Everything' : operation}: ${effects[fault](value)}${times}`
}
