/** Why something was not sent or read, and what to do. */
import { type AppError, type BlockedBy, findBlock } from '../../shared/result.ts'

/** Whether the platform didn't answer, so being online again would help. */
export const isConnectionFailure = (error: AppError): boolean =>
  (error.kind === 'offline' || error.kind === 'unknown') && findBlock(error) === undefined

type FailureMessage = { readonly why: string; readonly whatToDo: string }

/** What to do on this computer before a change can be sent. */
export const blockMessages: Readonly<Record<BlockedBy, FailureMessage & { readonly label: string }>> = {
  consent: {
    label: 'Waiting for your permission',
    why: 'Stallhand asks once after each start before it changes your real shop.',
    whatToDo: 'It is sent as soon as you allow it.',
  },
  readOnly: {
    label: 'Waiting: read-only mode is on',
    why: 'This connection is in read-only mode.',
    whatToDo: 'It is sent as soon as you switch that off in Settings.',
  },
  disk: {
    label: 'Waiting: the disk has a problem',
    why: 'The disk couldn’t record it, so it wasn’t sent.',
    whatToDo: 'It is sent once the disk has space again.',
  },
}

export const failureMessage = (error: AppError): FailureMessage => {
  const block = findBlock(error)
  if (block !== undefined) return blockMessages[block]
  switch (error.kind) {
    case 'service':
      return { why: error.cause, whatToDo: error.whatToDo }
    case 'offline':
      return { why: error.message, whatToDo: 'Stallhand tries again automatically.' }
    case 'rateLimited':
      return { why: error.message, whatToDo: 'Stallhand continues after the pause.' }
    default:
      return { why: error.message, whatToDo: '' }
  }
}
