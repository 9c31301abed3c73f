/** The form for how notifications are delivered: its limits, its summary, and its values as the contract takes them. */
import { formatNumber } from '../ui/locale-format.ts'

export type DeliveryForm = {
  readonly count: number | null
  readonly times: number | null
  readonly delayS: number | null
  readonly wrongSignature: boolean
  readonly seenAs: 'answer' | 'status500' | 'noAnswer'
  readonly attempts: number | null
}

export const defaultDelivery: DeliveryForm = {
  count: 1,
  times: 1,
  delayS: 0,
  wrongSignature: false,
  seenAs: 'answer',
  attempts: 1,
}

export const deliveryFields = {
  count: { label: 'Events', min: 1, max: 1_000 },
  times: { label: 'Copies of each', min: 1, max: 10 },
  delayS: { label: 'Delay', min: 0, max: 2_592_000 },
  attempts: { label: 'Attempts', min: 1, max: 5 },
} as const

export const seenAsOptions = [
  { id: 'answer', label: 'Stallhand’s answer' },
  { id: 'status500', label: 'An error 500' },
  { id: 'noAnswer', label: 'No answer within 30 seconds' },
] as const

/** Names the first number that is out of range; `undefined` if none is. */
export const findDeliveryProblem = (form: DeliveryForm): string | undefined => {
  for (const name of ['count', 'times', 'delayS', 'attempts'] as const) {
    if (name === 'attempts' && form.seenAs === 'answer') continue
    const { label, min, max } = deliveryFields[name]
    const value = form[name]
    if (value === null || !Number.isInteger(value) || value < min || value > max) {
      return `${label}: enter a whole number from ${min} to ${formatNumber(max)}`
    }
  }
  return undefined
}

const delayLabel = (seconds: number): string => {
  if (seconds < 120) return `${seconds} s late`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min late` : `${Math.round(seconds / 3_600)} h late`
}

/** `10 events, 2 copies each, 60 s late, wrong signature`. */
export const deliverySummary = ({ count, times, delayS, wrongSignature, seenAs, attempts }: DeliveryForm): string => {
  const isMany = (count ?? 1) > 1
  const parts = [
    isMany && `${formatNumber(count ?? 1)} events`,
    (times ?? 1) > 1 && `${times} copies${isMany ? ' each' : ''}`,
    (delayS ?? 0) > 0 && delayLabel(delayS ?? 0),
    wrongSignature && 'wrong signature',
    seenAs !== 'answer' && `resent after ${attempts} × ${seenAs === 'status500' ? 'error 500' : 'no answer'}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Once, at once, correctly signed' : parts.join(', ')
}

/** Call only if `findDeliveryProblem` finds nothing. */
export const toDeliveryOptions = ({ count, times, delayS, wrongSignature, seenAs, attempts }: DeliveryForm) => ({
  count: count ?? 1,
  times: times ?? 1,
  delayMs: (delayS ?? 0) * 1_000,
  wrongSignature,
  simulatedAnswer: seenAs === 'answer' ? null : { as: seenAs, attempts: attempts ?? 1 },
})
