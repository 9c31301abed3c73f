/** The differences between platforms in the message service. */
import type { MessageContent, MessageTarget } from '../../../shared/messaging/message-text.ts'
import type { ErrorCatalog } from '../../http/answers.ts'

export type MessageAdapter = {
  /** The body of sendMessage. Unused optional fields are left out (MSG-08, MSG-11). */
  readonly writeMessage: (target: MessageTarget, content: MessageContent) => string
  /** How far the offset moves after a page of `count` entries requested with `limit` (MSG-04, PLT-07). */
  readonly pageStep: (page: { readonly count: number; readonly limit: number }) => number
  readonly errors: ErrorCatalog
}
