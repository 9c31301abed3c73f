/**
 * What an assistant may read over the proposals door, as one table (SEC-19). A row names a reading, what it takes, and what a seller
 * allows with it. Nothing else can be read: no address, telephone, email, secret, other shop, export or file.
 */
import * as z from 'zod'

const id = z.string().min(1).max(200)

export const MAX_READ_ROWS = 25
export const MAX_READ_MESSAGES = 30

export const assistantReads = {
  waitingConversations: {
    input: z.strictObject({ limit: z.int().min(1).max(MAX_READ_ROWS).default(10) }),
    label: 'Which conversations wait for a reply',
    about: 'Lists conversations with buyers that wait for a reply, the longest waiting first.',
  },
  thread: {
    input: z.strictObject({ conversationId: id }),
    label: 'The messages of a conversation',
    about: 'Reads the newest messages of one conversation.',
  },
  item: {
    input: z.strictObject({ sku: id }),
    label: 'An item',
    about: 'Reads one item by its SKU: title, description, item specifics, price, quantity, state of its listing.',
  },
  order: {
    input: z.strictObject({ orderId: id }),
    label: 'An order, without address and contact',
    about: 'Reads one order: what was bought, paid, shipped, and by when it is due. It has no address and no contact.',
  },
  savedReplies: {
    input: z.strictObject({}),
    label: 'Your saved replies',
    about: 'Lists the texts that the seller saved for replies.',
  },
  dueToday: {
    input: z.strictObject({}),
    label: 'What is due today',
    about:
      'Counts the conversations that wait, the orders to ship, the open cases, and the prices that buyers proposed.',
  },
} as const

export type AssistantRead = keyof typeof assistantReads
export const assistantReadNames = Object.keys(assistantReads) as [AssistantRead, ...AssistantRead[]]

/** The readings with one allowed or forbidden. */
export const withRead = (
  reads: readonly AssistantRead[],
  read: AssistantRead,
  isAllowed: boolean,
): readonly AssistantRead[] => assistantReadNames.filter((one) => (one === read ? isAllowed : reads.includes(one)))

/** Whether a text names a reading of the table, and not a property that every object has. */
export const isAssistantRead = (name: string): name is AssistantRead => Object.hasOwn(assistantReads, name)
