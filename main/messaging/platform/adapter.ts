/** The differences between platforms in the message service. */
import type { MessageContent, MessageTarget } from '../../../shared/messaging/message-text.ts'
import type { AppError } from '../../../shared/result.ts'
import type { ErrorCatalog } from '../../http/failures.ts'

/** Status filters in use (MSG-06), in the words of updates. */
export type ConversationStatusFilter = 'ACTIVE' | 'ARCHIVE' | 'DELETE' | 'READ' | 'UNREAD' | 'UNANSWERED' | 'ANSWERED'

export type MessageAdapter = {
  /** The body of sendMessage. Unused optional fields are left out (MSG-08, MSG-11). */
  readonly writeMessage: (target: MessageTarget, content: MessageContent) => string
  /** How far the offset moves after a page of `count` entries requested with `limit` (MSG-04, PLT-07). */
  readonly pageStep: (page: { readonly count: number; readonly limit: number }) => number
  /** The word of the list's status filter (PLT-24). */
  readonly writeFilter: (status: ConversationStatusFilter) => string
  /** Whether the platform refused a list because it is too long, so that narrower lists may work (PLT-31). */
  readonly isListTooLong: (error: AppError) => boolean
  readonly errors: ErrorCatalog
}
