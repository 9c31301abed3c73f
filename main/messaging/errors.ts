/** What each errorId of the message service means, and what to do about it (document 2, section 7; MSG-21). */
import type { ErrorCatalog } from '../http/answers.ts'

export const messagingErrors = {
  850001: {
    cause: 'The platform was not told which kind of conversation is meant.',
    whatToDo: 'Try again; if it stays so, check the wording of the connection in Settings.',
  },
  850002: {
    cause: 'More than 50 entries were asked for in one page.',
    whatToDo: 'Ask for 50 or fewer.',
  },
  850010: {
    cause: 'A start time was given for platform notices, or more than 10 conversations were changed in one request.',
    whatToDo: 'Leave the time out for notices; change at most 10 conversations at once.',
  },
  850020: {
    cause: 'The platform does not know this status of a conversation.',
    whatToDo: 'Choose active, archived, read or unread.',
  },
  850050: {
    cause: 'The conversation was not found: it was deleted, or this account cannot reach it.',
    whatToDo: 'Refresh the inbox; write to the buyer anew if you still want to answer.',
  },
  850100: {
    cause: 'The conversation was not found on the platform.',
    whatToDo: 'Refresh the inbox; what was read before stays here.',
  },
  1001: {
    cause: 'The sign-in has ended.',
    whatToDo: 'Sign in again in Settings; nothing was sent.',
  },
  13007: {
    cause: 'The text is longer than 2,000 characters.',
    whatToDo: 'Edit the message and shorten it.',
  },
  2004: {
    cause:
      'A field of the message is not as the platform wants it: a conversation and a person were both named, for one.',
    whatToDo: 'Edit the message: keep one recipient, and check text and attachments.',
  },
  6001: {
    cause: 'The conversation is unknown or cannot be reached, or an attachment has an address without HTTPS.',
    whatToDo: 'Refresh the inbox, and check that every attachment begins with https://',
  },
  1100: {
    cause: 'The sign-in has ended, or lacks the right to send messages.',
    whatToDo: 'Grant the right to send messages and sign in again in Settings.',
  },
} as const satisfies ErrorCatalog
