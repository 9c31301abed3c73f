/** What a fault does, in a line. */
import type { FaultKind, PracticeFault } from '../../shared/practice/contract.ts'

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
