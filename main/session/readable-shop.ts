/**
 * What an assistant may read, and what the seller's press does with a proposal, wired from the features (SEC-19).
 *
 * SECURITY: this file decides what leaves the computer through the door. Each reading picks its fields by name, so a new field of a
 * feature stays inside. Nothing here sends.
 */

import { contract, type StallhandHandlers } from '../../shared/ipc/contract.ts'
import { messagingLimits } from '../../shared/messaging/message-limits.ts'
import { emptyContent } from '../../shared/messaging/message-text.ts'
import type { Order } from '../../shared/orders/order.ts'
import { conflict, Failure, validation } from '../../shared/result.ts'
import type { ReadableShop, ReadMessage, SellerActs } from '../proposals/ports.ts'

type Features = Pick<StallhandHandlers, 'inventory' | 'messaging' | 'offers' | 'orders'>

const orUndefined = async <T>(work: () => Promise<T> | T): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure && error.detail.kind === 'notFound') return undefined
    throw error
  }
}

/** Without address, contact, notes of the buyer, and whatever else an order has. */
const toReadOrder = ({
  orderId,
  buyer,
  createdAtMs,
  paidAtMs,
  stage,
  isLate,
  shipByMs,
  shippedAtMs,
  total,
  lines,
}: Order) => ({
  orderId,
  buyer,
  createdAtMs,
  paidAtMs,
  stage,
  isLate,
  shipByMs,
  shippedAtMs,
  total,
  lines: lines.map(({ title, variation, quantity, sku, price }) => ({ title, variation, quantity, sku, price })),
})

export const createReadableShop = ({ inventory, messaging, offers, orders }: Features): ReadableShop => ({
  waitingConversations: async (limit) => {
    const { rows } = await messaging.conversations(
      contract.messaging.conversations.input.parse({ view: 'unanswered', limit }),
    )
    return rows.map(({ conversationId, buyer, subject, preview, waitingSinceMs }) => ({
      conversationId,
      buyer,
      subject,
      preview: preview ?? '',
      waitingSinceMs,
    }))
  },
  thread: (conversationId) =>
    orUndefined(async () => {
      const { conversation, messages, buyerMessages, canReply } = await messaging.thread({ conversationId })
      const { buyer, subject, itemId, latestAtMs } = conversation
      return {
        conversationId,
        buyer,
        subject,
        listingId: itemId,
        buyerMessages,
        latestAtMs,
        canReply,
        // Whoever isn't known to be the seller counts as a stranger.
        messages: messages.map(
          ({ writer, createdAtMs, text }): ReadMessage => ({
            from: writer === 'unknown' ? 'buyer' : writer,
            atMs: createdAtMs,
            text,
          }),
        ),
      }
    }),
  itemCells: async (sku, columns) => {
    const { rows } = await inventory.items(
      contract.inventory.items.input.parse({ maker: 'here', sku, columns: [...columns], limit: 1 }),
    )
    return rows[0]?.cells
  },
  specificColumns: async (sku) => {
    const item = await orUndefined(() => inventory.item({ sku }))
    return item?.view.aspects.map(({ name }) => `aspect:${name}`) ?? []
  },
  order: async (orderId) => {
    const order = await orders.order({ orderId })
    return order === null ? undefined : toReadOrder(order)
  },
  savedReplies: async () => (await messaging.savedReplies({})).replies.map(({ name, text }) => ({ name, text })),
  dueToday: async () => {
    const [messages, shop, open] = [await messaging.counts({}), await orders.counts({}), await offers.counts({})]
    return {
      conversationsWaiting: messages.views.unanswered,
      ordersToShip: shop.views.toShip ?? 0,
      ordersLate: shop.late,
      casesDue: shop.casesDue,
      offersOpen: open.open,
    }
  },
})

export const createSellerActs = ({ inventory, messaging }: Features): SellerActs => ({
  draftReply: async (conversationId, text, buyerMessagesSeen) => {
    const { draft } = await messaging.thread({ conversationId })
    if (draft !== null)
      throw conflict('There is a draft in this conversation already. Open it, and insert the text there.')
    await messaging.saveDraft({
      target: { conversationId },
      content: { ...emptyContent, messageText: text },
      revision: null,
      buyerMessagesSeen,
    })
  },
  dropDraft: async (conversationId, text) => {
    const thread = await orUndefined(async () => messaging.thread({ conversationId }))
    const draft = thread?.draft ?? null
    const content = { ...emptyContent, messageText: text }
    if (draft === null || JSON.stringify(draft.content) !== JSON.stringify(content)) return false
    const { revision } = draft
    await messaging.saveDraft({ target: { conversationId }, content: emptyContent, revision, buyerMessagesSeen: null })
    return true
  },
  markNoReplyNeeded: async (conversationId) => {
    const { conversation } = await messaging.thread({ conversationId })
    if (conversation.noReplyNeeded) return false
    await messaging.setNoReplyNeeded({ conversationIds: [conversationId], noReplyNeeded: true })
    return true
  },
  clearNoReplyNeeded: async (conversationId) => {
    const thread = await orUndefined(async () => messaging.thread({ conversationId }))
    if (thread?.conversation.noReplyNeeded !== true) return false
    await messaging.setNoReplyNeeded({ conversationIds: [conversationId], noReplyNeeded: false })
    return true
  },
  addToNote: async (buyer, text) => {
    const { note } = await messaging.buyer({ buyer })
    const longer = note === '' ? text : `${note}\n${text}`
    if (longer.length > messagingLimits.buyerNoteCharacters)
      throw validation('text', 'The note about this buyer is full.')
    await messaging.saveBuyerNote({ buyer, text: longer })
  },
  removeFromNote: async (buyer, text) => {
    const { note } = await messaging.buyer({ buyer })
    if (note !== text && !note.endsWith(`\n${text}`)) return false
    await messaging.saveBuyerNote({ buyer, text: note.slice(0, -text.length).replace(/\n$/, '') })
    return true
  },
  typeCells: async (sku, changes) => {
    await inventory.stageCells({
      columns: changes.map(({ column }) => column),
      rows: [{ sku, cells: changes.map(({ text }) => text) }],
      blank: 'keep',
    })
  },
  createItem: async (title) => {
    const { sku } = await inventory.proposedSku({ title, code: '' })
    await inventory.createItem({ sku, title, code: '', like: null, usesTemplate: true })
    return sku
  },
})

const FIXED_COLUMNS = ['title', 'description', 'price', 'quantity', 'condition']

/** As the sheet names a column. An item specific never looks like one of the other columns. */
export const columnLabel = (column: string): string => {
  if (!column.startsWith('aspect:')) return column.charAt(0).toUpperCase() + column.slice(1)
  const name = column.slice('aspect:'.length)
  return FIXED_COLUMNS.includes(name.trim().toLowerCase()) ? `${name} (item specific)` : name
}
