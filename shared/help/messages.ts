/** The rules of the message service in plain words (document 2). */
import type { Explanation } from './explanation.ts'

export const messageRules = {
  'MSG-01': {
    title: 'Every call names the marketplace',
    text: [
      'The platform wants to know which marketplace a call is for. It is a field of the connection, and so are the words of its headers.',
    ],
  },
  'MSG-02': {
    title: 'Two kinds of conversation',
    text: ['There are conversations with buyers, and notices of the platform itself. Each list is read by itself.'],
    errorIds: [850001],
  },
  'MSG-03': {
    title: 'How much is read at once',
    text: ['The platform gives at most 50 entries a page.'],
    errorIds: [850002],
  },
  'MSG-04': {
    title: 'When a list is complete',
    text: [
      'A list is read page by page while new messages arrive. It counts as complete when two readings of all its pages agree.',
    ],
  },
  'MSG-05': {
    title: 'Times in a search',
    text: ['Only conversations with buyers can be asked for by time; the platform’s notices cannot.'],
  },
  'MSG-06': {
    title: 'What a list can be filtered by',
    text: ['Status, buyer and item are the platform’s own filters. All the others work on what is kept here.'],
  },
  'MSG-07': {
    title: 'How a thread is read',
    text: ['A thread is read by pages as well, and kept here, so that you can read it offline.'],
  },
  'MSG-08': {
    title: 'A message goes to one place',
    text: ['It answers a conversation, or it begins one with a person; never both, never neither.'],
    whatToDo: 'Choose a conversation to answer or a person to write to.',
    errorIds: [2004],
  },
  'MSG-09': {
    title: 'The length of a message',
    text: [
      'A message has some text, and at most 2,000 characters. An emoji can count as more than one: the counter counts as the platform does.',
    ],
    whatToDo: 'Shorten it, or send it as two messages. A draft may be longer; nothing is cut off.',
    errorIds: [13007],
  },
  'MSG-10': {
    title: 'Attachments',
    text: [
      'At most 5, each with a name and an address that begins with https://. Pictures, PDF, DOC and plain text are taken.',
    ],
    whatToDo: 'Put the file where it can be reached by HTTPS, and give that address.',
    errorIds: [6001],
  },
  'MSG-11': {
    title: 'A copy by e-mail, and the item',
    text: ['A message can be sent to you by e-mail as well, and can say which listing it is about.'],
  },
  'MSG-12': {
    title: 'How a message is known to be sent',
    text: ['The platform’s yes can be empty. The message is in the thread all the same, and is shown as sent.'],
  },
  'MSG-13': {
    title: 'A message is never sent twice',
    text: [
      'When the answer to a message is lost, nobody can know at once whether it arrived. Stallhand does not send it again: it reads the thread and looks.',
      'Where that tells, it says so. Where it does not, you see the evidence and decide.',
    ],
    whatToDo: 'Wait for the reading, or look at the thread and say whether it is there.',
  },
  'MSG-14': {
    title: 'Reading and filing are two calls',
    text: ['The platform ignores one of them, silently, when both come together. So they go one after the other.'],
  },
  'MSG-15': {
    title: 'A change names the right kind',
    text: ['A change to a conversation says whether it is a buyer’s or a notice. Stallhand knows it of each.'],
  },
  'MSG-16': {
    title: 'Deleting cannot be undone',
    text: [
      'A deleted conversation is gone from the platform for good. So it is asked for twice, waits half a minute, and never goes out by itself after a restart.',
    ],
    whatToDo: 'Archive it instead, unless you are sure.',
  },
  'MSG-17': {
    title: 'Ten at a time',
    text: ['One call changes at most 10 conversations. More are split.'],
    errorIds: [850010, 850020],
  },
  'MSG-18': {
    title: 'Some of many can fail',
    text: [
      'The platform says for each conversation whether it was changed. Those that were not are listed and can be tried again alone.',
    ],
  },
  'MSG-19': {
    title: 'A whole batch that is refused',
    text: [
      'Where one conversation of a batch is out of reach, the platform can refuse all ten. None of them was changed then.',
    ],
    whatToDo: 'Try the ones that matter again by themselves; leave out what this account cannot reach.',
    errorIds: [850100, 850050],
  },
  'MSG-20': {
    title: 'Pauses that the platform asks for',
    text: [
      'After too many calls in a short time the platform names a pause, in seconds. Stallhand keeps it and goes on by itself.',
    ],
  },
  'MSG-21': {
    title: 'The platform’s numbers for messages',
    text: ['Each known number is shown with its cause and what to do.'],
    errorIds: [1001],
  },
  'MSG-22': {
    title: 'Notices cannot be answered',
    text: ['What the platform itself writes can be read and filed. There is nobody at the other end to answer.'],
  },
  'MSG-23': {
    title: 'Words of strangers',
    text: [
      'Messages, subjects and names come from people you do not know. They are shown as text: nothing in them can run, and no picture of theirs is loaded. A link asks before it opens, and shows where it leads.',
    ],
  },
} as const satisfies Readonly<Record<string, Explanation>>
