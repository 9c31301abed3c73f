/** Messages in the neutral spelling (docs/platform.md). */

import { platforms } from '../../../shared/connection/platforms.ts'
import { createErrorCatalog } from '../../http/failures.ts'
import type { MessageAdapter } from './adapter.ts'
import { messagingErrors } from './message-errors.ts'
import { writeOptionalFields, writeTarget } from './message-wire.ts'

export const neutralAdapter: MessageAdapter = {
  writeMessage: (target, content) =>
    JSON.stringify({
      ...writeTarget(target),
      messageText: content.messageText,
      ...writeOptionalFields(content),
    }),
  pageStep: ({ count }) => count,
  writeFilter: (status) => status,
  isListTooLong: () => false,
  errors: createErrorCatalog(platforms.neutral.name, messagingErrors),
}
