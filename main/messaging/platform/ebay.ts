/** Messages as eBay describes them (PLT-07, PLT-08, PLT-09). */
import { platforms } from '../../../shared/connection/platforms.ts'
import { createErrorCatalog } from '../../http/failures.ts'
import type { MessageAdapter } from './adapter.ts'
import { writeOptionalFields, writeTarget } from './message-wire.ts'

const tryAgain = 'Try again. If it happens again, report a problem under Settings, About.'
const checkAttachments = 'Check the attachments: at most 5, each with a name, a type and an address with https://'

export const ebayAdapter: MessageAdapter = {
  // A message may be media alone (PLT-08).
  writeMessage: (target, content) =>
    JSON.stringify({
      ...writeTarget(target),
      ...(content.messageText === '' ? {} : { messageText: content.messageText }),
      ...writeOptionalFields(content),
    }),
  // 355008: an offset must be a multiple of the limit, so even a short page advances it by the limit.
  pageStep: ({ limit }) => limit,
  // Seen live: 355001 answers the words of updates. https://developer.ebay.com/api-docs/commerce/message/resources/conversation/methods/getConversations
  writeFilter: (status) => (status === 'ARCHIVE' ? 'ARCHIVED' : status === 'DELETE' ? 'DELETED' : status),
  // Seen live in a shop of some 170,000 conversations: 500, “getAllMyConversations … exceeded retries limit”.
  isListTooLong: (error) =>
    error.kind === 'service' && error.status === 500 && /retr(y|ies) limit/i.test(error.message),
  errors: createErrorCatalog(platforms.ebay.name, {
    335000: { cause: 'eBay has an internal problem.', whatToDo: 'Try again in a few minutes.' },
    355000: {
      cause: 'eBay couldn’t process this conversation.',
      whatToDo: 'Refresh the inbox. A test notification names a conversation that doesn’t exist.',
    },
    355001: { cause: 'eBay doesn’t know this status.', whatToDo: 'Choose active, archived, read or unread.' },
    355002: { cause: 'eBay doesn’t know this type of conversation.', whatToDo: tryAgain },
    355003: { cause: 'A message can be about a listing only.', whatToDo: 'Leave out what the message is about.' },
    355004: { cause: 'The start must be before the end.', whatToDo: 'Choose an earlier start.' },
    355005: { cause: 'A time is in a format that eBay doesn’t accept.', whatToDo: tryAgain },
    355006: { cause: 'eBay doesn’t know this person.', whatToDo: 'Check the spelling of the username.' },
    355007: {
      cause: 'The conversation was deleted, or this account has no access to it.',
      whatToDo: 'Refresh the inbox. To answer anyway, write a new message to the buyer.',
    },
    355008: { cause: 'The page doesn’t begin where eBay expects it.', whatToDo: tryAgain },
    355009: { cause: 'The page has a size that eBay doesn’t allow.', whatToDo: tryAgain },
    355010: { cause: 'The message has too many attachments.', whatToDo: checkAttachments },
    355011: { cause: 'An attachment has a type that eBay doesn’t accept.', whatToDo: checkAttachments },
    355012: { cause: 'An attachment isn’t complete.', whatToDo: checkAttachments },
    355013: { cause: 'The text is longer than 2,000 characters.', whatToDo: 'Shorten the message.' },
    355014: {
      cause: 'eBay takes attachments from its own picture host only.',
      whatToDo: 'Remove the attachment with a web address, and attach the picture itself.',
    },
    355015: { cause: 'The message has neither a text nor an attachment.', whatToDo: 'Write something to send.' },
    355016: { cause: 'eBay doesn’t know this listing number.', whatToDo: 'Check the number of the listing.' },
    355017: { cause: 'The request didn’t name the type of conversation.', whatToDo: tryAgain },
    355018: { cause: 'The message has no recipient.', whatToDo: 'Choose a conversation or a person.' },
    355019: {
      cause: 'More than 10 conversations were changed at once, so nothing was changed.',
      whatToDo: 'Change at most 10 conversations at once.',
    },
    355020: { cause: 'There is no listing with this number.', whatToDo: 'Check the number of the listing.' },
    355021: { cause: 'The listing that the message refers to isn’t complete.', whatToDo: 'Choose the listing again.' },
    355022: { cause: 'The request named a listing number without its type.', whatToDo: tryAgain },
  }),
}
