/**
 * What an assistant may propose, as one table (SEC-19). A proposal changes nothing: a press of the seller turns it into what they could
 * have typed themselves. There is no kind that sends, saves, publishes, deletes, ships, accepts or pays.
 */
import * as z from 'zod'
import { messagingLimits } from '../messaging/message-limits.ts'
import { shown } from './shown-text.ts'

/** Of all texts of one proposal: `MAX_WAITING_PROPOSALS` of them stay a few megabytes. */
const MAX_CHANGE_CHARACTERS = 25_000

const id = z.string().min(1).max(200)
/** The columns of the sheet that an assistant may fill: item specifics are `aspect:` and a name. */
const columns = ['title', 'description', 'price', 'quantity', 'condition'] as const
const column = z.union([z.enum(columns), shown(z.string().regex(/^aspect:\S.{0,64}$/u))], {
  error: 'A column is title, description, price, quantity, condition, or aspect: and a name.',
})
const changes = z
  .array(z.strictObject({ column, text: shown(z.string().max(20_000)) }))
  .min(1, 'Change at least one column.')
  .max(30, 'Change at most 30 columns at once.')
  .refine((all) => new Set(all.map((one) => one.column)).size === all.length, 'A column is named twice.')
  .refine(
    (all) => all.reduce((sum, { text }) => sum + text.length, 0) <= MAX_CHANGE_CHARACTERS,
    `All texts together have at most ${MAX_CHANGE_CHARACTERS} characters.`,
  )

export const proposalKinds = {
  reply: {
    input: z.strictObject({
      conversationId: id,
      text: shown(z.string().trim().min(1, 'A reply needs a text.').max(messagingLimits.messageTextCodePoints)).refine(
        (text) => !text.includes('{{'),
        'A reply has no placeholders: write the text as the buyer will read it.',
      ),
    }),
    label: 'Reply',
    about: 'Proposes a reply to a buyer. The seller sees it beside the conversation, edits it and sends it, or not.',
  },
  noReplyNeeded: {
    input: z.strictObject({ conversationId: id }),
    label: 'No reply needed',
    about: 'Proposes that a conversation needs no reply.',
  },
  note: {
    input: z.strictObject({ conversationId: id, text: shown(z.string().trim().min(1).max(500)) }),
    label: 'Note about the buyer',
    about: 'Proposes a line for the seller’s own note about the buyer of a conversation.',
  },
  itemChange: {
    input: z.strictObject({ sku: id, changes }),
    label: 'Change of an item',
    about:
      'Proposes new texts for columns of one item. The seller reviews them like their own before anything is sent.',
  },
  newItem: {
    input: z.strictObject({ title: shown(z.string().trim().min(1).max(80)), changes: changes.optional() }),
    label: 'New item',
    about: 'Proposes a draft of a new item. Nothing is listed.',
  },
} as const

export type ProposalKind = keyof typeof proposalKinds
export const proposalKindNames = Object.keys(proposalKinds) as [ProposalKind, ...ProposalKind[]]
export const isProposalKind = (name: string): name is ProposalKind => Object.hasOwn(proposalKinds, name)
export type ProposalInput<K extends ProposalKind> = z.output<(typeof proposalKinds)[K]['input']>

/** Proposals of one assistant that wait for the seller. More are refused until some are decided. */
export const MAX_WAITING_PROPOSALS = 200
/** What one assistant may read in a day. */
export const MAX_READS_A_DAY = 500
