/** Fills a practice shop as on a working day: sales, drafts, edits, a mapping task and unsent messages. */
import type { Hand } from './screens.ts'

type Rows<T> = { readonly rows: readonly T[] }

const events = ['AuctionCheckoutComplete', 'FixedPriceTransaction', 'FeedbackLeft', 'ItemSold', 'BidReceived']
const replies = [
  ['Postage', 'Hello {{buyer}}, postage of {{item}} is 4.90 and it leaves the next working day.', 'en'],
  ['Dank', 'Vielen Dank, {{buyer}}! Viel Freude damit.', 'de'],
  ['Still available', 'Yes, {{item}} is still available.', 'en'],
] as const

export const fillShop = async ({ call, practice, page }: Hand): Promise<void> => {
  await call('notifications.register', { events })
  const { rows: items } = await call<Rows<{ sku: string; title: string; pictureUrl: string | null }>>('inventory.items')
  const { rows: listed } = await call<Rows<{ sku: string }>>('inventory.items', { listing: 'published' })
  for (const [index, event] of events.entries()) {
    const { sku } = listed[index] ?? {}
    await practice('/practice/events', { event, sku, buyer: ['anna_wolle', 'bjorn1971', 'sofia_reads'][index % 3] })
  }
  await practice('/practice/faults', { operation: 'ItemSold', fault: 'wrongSignature', count: 1 })
  await practice('/practice/events', { event: 'ItemSold', sku: listed[7]?.sku })

  for (const [name, text, language] of replies) await call('messaging.saveReply', { id: null, name, text, language })
  const { rows: waiting } = await call<Rows<{ conversationId: string }>>('messaging.conversations', {
    view: 'unanswered',
  })
  for (const [index, { conversationId }] of waiting.slice(3, 6).entries()) {
    const target = { conversationId }
    const content = {
      messageText: ['It leaves tomorrow, with tracking.', 'Yes, both fit into one parcel.', 'I will measure it.'][
        index
      ],
      messageMedia: [],
      reference: null,
      emailCopyToSender: false,
    }
    const { buyerMessages } = await call<{ buyerMessages: number | null }>('messaging.thread', target)
    const draft = { target, content, revision: null, buyerMessagesSeen: buyerMessages }
    const { revision } = await call<{ revision: number }>('messaging.saveDraft', draft)
    // The last one stays a draft.
    if (index < 2) await call('messaging.send', { target, revision, sendAtMs: Date.now() + (index + 1) * 3_600_000 })
  }

  await call('inventory.stageCells', {
    columns: ['quantity', 'title'],
    rows: items.slice(5, 10).map(({ sku, title }) => ({ sku, cells: ['12', `${title}, boxed`] })),
  })
  await practice('/practice/settings', { mappingDurationMs: 500 })
  await call('mapping.start', {
    products: items.slice(5, 20).map(({ sku, title, pictureUrl }) => ({
      externalProductId: sku,
      sku,
      title,
      images: pictureUrl === null ? [] : [pictureUrl],
    })),
    requestKey: 'pictures-of-a-day',
  })
  await page.waitForTimeout(8_000)
}

/** In an eBay shop one buyer waits for a parcel, another buys, and the app hears of it. */
export const sellSome = async ({ call, practice, page }: Hand): Promise<void> => {
  await call('notifications.register', { events: ['FixedPriceTransaction'], alertEmail: 'seller@example.com' })
  const day = 24 * 3_600_000
  const bought = { buyer: 'ada_and_sons', sku: 'CAM-0101', agoMs: 3 * day }
  const { orderId } = (await practice('/practice/purchases', bought)) as { readonly orderId: string }
  const carrier = { carrier: 'Royal Mail', trackingNumber: 'RN123456785GB' }
  await practice(`/practice/orders/${orderId}/ship`, carrier)
  await practice('/practice/messages', {
    username: 'ada_and_sons',
    subject: 'Where is my parcel',
    text: 'Hello, has it left already? I would love to have it by Sunday.',
    sku: 'CAM-0101',
  })
  await practice('/practice/purchases', { buyer: 'anna_wolle', sku: 'CAM-0107' })
  await practice('/practice/clock', { advanceMs: 5_000 })
  await page.waitForTimeout(4_000)
  await call('orders.refresh')
  await call('messaging.syncNow')
  await page.waitForTimeout(6_000)
}

/** The platform is out of reach, and the app has noticed. */
export const goOffline = async ({ call, practice, page }: Hand): Promise<void> => {
  await practice('/practice/faults', { operation: 'all', fault: 'offline' })
  await call('messaging.syncNow')
  await page.waitForTimeout(4_000)
}
