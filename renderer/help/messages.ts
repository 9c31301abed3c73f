/** The rules of the message service. docs/platform.md, MSG. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { Explanation } from './explanation.ts'

export const messageRules = ({ the, The }: PlatformName) =>
  ({
    'MSG-01': {
      title: 'Every call names the marketplace',
      text: `${The} needs to know which marketplace a call is for. The marketplace and the header names are fields of the connection.`,
    },
    'MSG-02': {
      title: 'Two kinds of conversation',
      text: `There are conversations with buyers, and notices from ${the}. Each list is read separately.`,
      errorIds: [850001],
    },
    'MSG-03': {
      title: 'Page size',
      text: `${The} returns at most 50 entries a page.`,
      errorIds: [850002],
    },
    'MSG-04': {
      title: 'When a list is complete',
      text: 'A list is read page by page while new messages arrive. It is complete when two passes over all pages agree.',
    },
    'MSG-05': {
      title: 'Times in a search',
      text: `Only conversations with buyers can be requested by time; ${the}’s notices can’t.`,
    },
    'MSG-06': {
      title: 'What a list can be filtered by',
      text: `${The} filters by status, buyer and item. Stallhand applies all other filters to the saved messages.`,
    },
    'MSG-07': {
      title: 'How a conversation is read',
      text: 'A conversation is read page by page and saved, so that you can read it offline.',
    },
    'MSG-08': {
      title: 'A message has one recipient',
      text: 'It either replies in a conversation or starts one with a person.',
      whatToDo: 'Choose a conversation to reply to or a person to write to.',
      errorIds: [2004],
    },
    'MSG-09': {
      title: 'The length of a message',
      text: `A message has some text, and at most 2,000 characters. An emoji can count as more than one: the counter counts as ${the} does.`,
      whatToDo: 'Shorten it, or send it as two messages. A draft may be longer; nothing is cut off.',
      errorIds: [13007],
    },
    'MSG-10': {
      title: 'Attachments',
      text: 'At most 5, each with a name and an address that begins with https://. Pictures, PDF, DOC and plain text are allowed.',
      whatToDo: 'Put the file on a site with HTTPS, and enter its address.',
      errorIds: [6001],
    },
    'MSG-11': {
      title: 'A copy by email, and the item',
      text: `${The} can email you a copy of a message, and a message can refer to a listing.`,
    },
    'MSG-12': {
      title: 'How a message is known to be sent',
      text: `${The}’s confirmation can be empty. The message is in the conversation anyway, and is shown as sent.`,
    },
    'MSG-13': {
      title: 'A message is never sent twice',
      text: 'When the answer to a message is lost, Stallhand can’t know at once whether the message arrived. It doesn’t send it again: it reads the conversation and checks.',
      more: 'If that settles it, Stallhand says so. If not, you see the evidence and decide.',
      whatToDo: 'Wait for the check, or look at the conversation and say whether the message is there.',
    },
    'MSG-14': {
      title: 'Reading and filing are two calls',
      text: `${The} silently ignores one of them when both come together, so they are sent one after the other.`,
    },
    'MSG-15': {
      title: 'A change names the kind of conversation',
      text: 'A change to a conversation says whether it is a buyer’s conversation or a platform notice.',
    },
    'MSG-16': {
      title: 'Deleting can’t be undone',
      text: `A deleted conversation is permanently removed from ${the}. So Stallhand asks first, gives you 30 seconds to cancel, and never deletes automatically after a restart.`,
      whatToDo: 'Archive it instead, unless you are sure.',
    },
    'MSG-17': {
      title: 'Ten at a time',
      text: 'One call changes at most 10 conversations. A longer list is split.',
      errorIds: [850010, 850020],
    },
    'MSG-18': {
      title: 'Some of many can fail',
      text: `${The} says for each conversation whether it was changed. Those that weren’t are listed, and you can retry only them.`,
    },
    'MSG-19': {
      title: 'A whole batch that is refused',
      text: `If this account can’t change one conversation of a batch, ${the} can refuse all ten. Then none was changed.`,
      whatToDo: 'Retry the important ones, without those that this account can’t change.',
      errorIds: [850100, 850050],
    },
    'MSG-20': {
      title: `Pauses that ${the} asks for`,
      text: `After too many calls in a short time ${the} asks for a pause. Stallhand waits, then continues automatically.`,
    },
    'MSG-21': {
      title: 'The error numbers of the message service',
      text: 'Stallhand shows the cause of each known number and what to do.',
    },
    'MSG-22': {
      title: 'Notices can’t be answered',
      text: `You can read and file what ${the} writes, but you can’t reply to it.`,
    },
    'MSG-23': {
      title: 'Messages are untrusted',
      text: 'Messages, subjects and names come from people you don’t know. They are shown as text: nothing in them can run. Pictures are loaded only if they are attached. A link shows its address and asks before it opens.',
    },
    'MSG-24': {
      title: 'New messages are noticed even if the list shows no text',
      text: 'Some lists name conversations without their messages. Stallhand reads a conversation whose entry changed or that is unread. News moves it up, ends its snooze and its “No reply needed”.',
    },
    'MSG-25': {
      title: 'Nothing is archived unseen',
      text: 'A message that came after what you saw is never archived or marked as read with it. A buyer who writes into an archived conversation is in the inbox until you file it again.',
    },
    'MSG-26': {
      title: 'A sudden empty list is read twice',
      text: 'If the list is suddenly empty or shorter, Stallhand goes on showing what it knew, with its age, until a second reading agrees.',
    },
  }) satisfies Readonly<Record<string, Explanation>>
