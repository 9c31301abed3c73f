/** What each errorId of the message service means, and what to do about it (MSG-21). */
import type { ErrorMeanings } from '../../http/failures.ts'

export const messagingErrors = {
  850001: {
    cause: 'The request didn’t name the type of conversation.',
    whatToDo: 'Try again. If it happens again, check the platform of the connection in Settings.',
    topic: 'MSG-02',
  },
  850002: {
    cause: 'The page was larger than 50 entries.',
    whatToDo: 'Request 50 or fewer.',
    topic: 'MSG-03',
  },
  850010: {
    cause: 'A request for platform notices had a start time, or more than 10 conversations were changed at once.',
    whatToDo: 'Leave out the time for notices. Change at most 10 conversations at once.',
    topic: 'MSG-17',
  },
  850020: {
    cause: 'The platform doesn’t know this conversation status.',
    whatToDo: 'Choose active, archived, read or unread.',
    topic: 'MSG-17',
  },
  850050: {
    cause: 'The conversation was deleted, or this account has no access to it.',
    whatToDo: 'Refresh the inbox. To answer anyway, write a new message to the buyer.',
    topic: 'MSG-19',
  },
  850100: {
    cause: 'The conversation wasn’t found on the platform.',
    whatToDo: 'Refresh the inbox. The messages read before stay here.',
    topic: 'MSG-19',
  },
  1001: {
    cause: 'The sign-in has ended.',
    whatToDo: 'Nothing was sent. Sign in again in Settings.',
    topic: 'AUT-02',
  },
  13007: {
    cause: 'The text is longer than 2,000 characters.',
    whatToDo: 'Shorten the message.',
    topic: 'MSG-09',
  },
  2004: {
    cause: 'A field of the message isn’t valid, for example because it names both a conversation and a person.',
    whatToDo: 'Keep one recipient, and check the text and the attachments.',
    topic: 'MSG-08',
  },
  6001: {
    cause: 'The conversation is unknown, or an attachment has an address without HTTPS.',
    whatToDo: 'Refresh the inbox, and check that every attachment address starts with https://',
    topic: 'MSG-10',
  },
  1100: {
    cause: 'The sign-in has ended, or doesn’t include sending messages.',
    whatToDo: 'Sign in again in Settings and allow access to messages.',
    topic: 'AUT-03',
  },
} as const satisfies ErrorMeanings
