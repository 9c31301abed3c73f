/** Labels, tones and number formats of the log. */
import type { ProcessingState, SignatureState } from '../../../shared/notifications/event.ts'
import type { EventRow, HeaderView } from '../../../shared/notifications/log-contract.ts'
import type { Tone } from '../../ui/base/tone.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatNumber, formatSize } from '../../ui/format/locale-format.ts'

export const signatureTones: Readonly<Record<SignatureState, Tone>> = {
  verified: 'good',
  late: 'caution',
  wrong: 'danger',
  notVerifiableNow: 'info',
  none: 'caution',
}

export const processingTones: Readonly<Record<ProcessingState, Tone>> = {
  waiting: 'info',
  processed: 'neutral',
  failed: 'danger',
  quarantined: 'caution',
}

/** How often an event was processed, however often it was delivered. */
export const processedMessages: Readonly<Record<ProcessingState, string>> = {
  waiting: 'not processed yet',
  processed: 'processed once',
  failed: 'not processed',
  quarantined: 'never processed',
}

/** `once`, `twice`, `12 times`. */
export const formatTimes = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${formatNumber(count)} times`

export const toastReplay = ({ status }: { readonly status: number }): void => {
  toast({
    text: status === 200 ? 'Processed again.' : 'Processed again, and refused.',
    tone: status === 200 ? 'good' : 'caution',
  })
}

/** One header per line. Values that may be secrets never reach the window. */
export const formatHeaders = (headers: readonly HeaderView[]): string =>
  headers.map(({ name, value }) => `${name}: ${value ?? '(hidden: may be a secret)'}`).join('\n')

/** Size and sender of an unverified message: "2.3 kB from 203.0.113.7 curl/8.1". Both are foreign and shown as text. */
export const describeOrigin = ({ sizeBytes, sender }: Pick<EventRow, 'sizeBytes' | 'sender'>): string =>
  [...(sizeBytes === null ? [] : [formatSize(sizeBytes)]), ...(sender === null ? [] : [`from ${sender}`])].join(' ')
