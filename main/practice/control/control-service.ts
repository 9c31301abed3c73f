/**
 * The control surface, by which a person or a test changes the practice platform itself.
 *
 * No token, but the key of the start if there is one (`PracticeOptions.controlKey`). JSON in and out, this machine only. Faults and
 * the request log don't apply. A wrong field is 400 with { error: one sentence }, an unknown thing 404.
 *
 * - GET    /practice/status               { url, nowMs, clockOffsetMs, settings, faults, counts, receiver, requests }
 * - POST   /practice/clock                { advanceMs }: advances the practice clock
 * - POST   /practice/settings             any of the settings (`PracticeSettings`)
 * - POST   /practice/faults               injects a fault (`faultRequestSchema`)
 * - DELETE /practice/faults               ?operation= and ?fault= end those alone; without them, all
 * - POST   /practice/messages             { conversationId | username, text, subject?, itemId? | sku? }: a buyer writes
 * - POST   /practice/notices              { text, subject? }: the platform itself writes
 * - POST   /practice/events               { event, sku?, itemId?, buyer?, price?, transactionId?, commentType?, count? }:
 *                                         something happens in the shop `count` times; or { eventId }, which delivers
 *                                         a past event again. Answers { events, notifications }
 * - GET    /practice/events               the history, newest last
 * - POST   /practice/topics/{topicId}     { data? }: publishes to the enabled subscriptions of a topic. Answers
 *                                         { notifications }. MARKETPLACE_ACCOUNT_DELETION also closes the account
 * - GET    /practice/topics               [{ topicId, description, filterable, sample }]
 * - GET    /practice/orders and others   what buyers do with orders (`../orders/order-control.ts`)
 * - GET    /practice/offers and others   what buyers offer (`../negotiation/offer-control.ts`)
 * - GET    /practice/deliveries           without their bodies, newest last
 * - GET    /practice/skus                 the seller's own list: [{ sku, title, quantity }]
 * - GET    /practice/conversations/{id}   the stored conversation, a deleted one too
 * - GET    /practice/items/{sku}          the stored record, byte for byte
 * - PUT    /practice/items/{sku}          replaces the stored record, as another tool of the seller's does. Doesn't count as a write
 * - POST   /practice/listings           { listings: [{ title, … }] }: other tools list these; missing fields get plain values.
 *                                         Answers { listingIds }
 * - GET    /practice/listings           those made with other tools that are live
 * - DELETE /practice/listings/{id}      one of them ends
 * - POST   /practice/reset                a new shop with its clock and settings; ends all faults
 */
import { Hono } from 'hono'
import * as z from 'zod'
import { eventTypes, type Notifier } from '../delivery/notifier.ts'
import { findTopic, listTopics, toSeller } from '../delivery/topic-catalog.ts'
import { asObject, parseJsonObject } from '../json-body.ts'
import { closeOfferAccount } from '../negotiation/best-offers.ts'
import { closeOrderAccount, findPrice } from '../orders/orders.ts'
import { findConversation, receiveFromBuyer, receiveNotice } from '../shop/conversations.ts'
import { newId, newNumber } from '../shop/ids.ts'
import { readQuantity } from '../shop/item-quantity.ts'
import type { ShopEvent } from '../shop/records.ts'
import { plainListing } from '../shop/seed-listings.ts'
import type { Practice } from '../shop/shop-state.ts'
import { answerControlErrors, ControlError, readBody, requireFound } from './control-request.ts'
import { type Faults, faultRequestSchema, type PracticeApp, type PracticeEnv, wholeNumber } from './faults.ts'

const MAX_ADVANCE_MS = 400 * 86_400_000
const MAX_EVENTS = 1000

const durationMs = wholeNumber(0, Number.MAX_SAFE_INTEGER)
const settingsSchema = z
  .strictObject({
    mappingDurationMs: durationMs,
    filterConfirmationMs: durationMs,
    resendDelayMs: durationMs,
    receiverTimeoutMs: durationMs,
    verificationToken: z.string(),
    hasPolicies: z.boolean(),
    policiesFromMs: durationMs,
    isRegistrationIncomplete: z.boolean(),
    takesAnySku: z.boolean(),
    orderLagMs: durationMs,
  })
  .partial()

const text = z.string().optional()
const buyerMessageSchema = z
  .object({ conversationId: text, username: text, text: z.string().min(1), subject: text, itemId: text, sku: text })
  .refine(({ conversationId, username }) => (conversationId === undefined) !== (username === undefined), {
    message: 'Name either the conversationId to write into, or the username who starts a new one.',
  })

const noticeSchema = z.object({ text: z.string().min(1), subject: z.string().default('A notice') })

const eventSchema = z
  .object({
    eventId: text,
    event: z.enum(eventTypes).optional(),
    sku: text,
    itemId: text,
    buyer: z.string().default('practice-buyer'),
    price: text,
    transactionId: text,
    commentType: text,
    count: wholeNumber(1, MAX_EVENTS).default(1),
  })
  .refine(({ event, eventId }) => event !== undefined || eventId !== undefined, {
    path: ['event'],
    message: `must be one of ${eventTypes.join(', ')}.`,
  })

const listingsSchema = z.object({
  listings: z.array(
    z.object({
      title: z.string(),
      type: z.enum(['FixedPriceItem', 'Chinese']).optional(),
      sku: z.string().nullable().optional(),
      price: text,
      quantity: wholeNumber(0, 1_000_000).optional(),
      soldQuantity: wholeNumber(0, 1_000_000).optional(),
      watchers: wholeNumber(0, 1_000_000).optional(),
      hasPolicies: z.boolean().optional(),
      requiresImmediatePayment: z.boolean().optional(),
      variations: z
        .array(
          z.object({
            sku: z.string().nullable(),
            specifics: z.record(z.string(), z.string()),
            price: z.string(),
            quantity: z.number(),
            soldQuantity: z.number(),
          }),
        )
        .optional(),
    }),
  ),
})

const topicSchema = z.object({ data: z.record(z.string(), z.unknown()).optional() })

const createStatus = ({ state, url, now }: Practice, faults: Faults) => ({
  url,
  nowMs: now(),
  clockOffsetMs: state.clockOffsetMs,
  settings: state.settings,
  faults: faults.list(),
  counts: {
    conversations: state.conversations.filter(({ status }) => status !== 'DELETE').length,
    items: state.items.size,
    tasks: state.tasks.size,
    orders: state.orders.length,
    events: state.history.length,
    inventoryWrites: state.inventoryWritesAtMs.length,
    destinations: state.destinations.length,
    subscriptions: state.subscriptions.length,
  },
  receiver: {
    applicationUrl: state.trading.applicationUrl,
    enabled: state.trading.enabled,
    verified: state.trading.verified,
  },
  requests: faults.requests(),
})

/** The platform stops naming a user whose account was closed: the conversations stay, under a new name. */
const closeAccount = ({ state }: Practice, username: unknown): void => {
  if (typeof username !== 'string' || username === '') return
  for (const [index, one] of state.conversations.entries()) {
    if (one.otherParty !== username) continue
    state.conversations[index] = { ...one, otherParty: `closed-${one.conversationId}` }
  }
  for (const [index, one] of state.orders.entries()) {
    if (one.buyer === username) state.orders[index] = closeOrderAccount(one)
  }
  for (const [index, one] of state.bestOffers.entries()) {
    if (one.buyer === username) state.bestOffers[index] = closeOfferAccount(one)
  }
  for (const [index, one] of state.history.entries()) {
    if (one.buyer === username) state.history[index] = { ...one, buyer: 'closed-account' }
  }
}

const createEvents = (practice: Practice, request: z.infer<typeof eventSchema>): readonly ShopEvent[] => {
  const { history, items } = practice.state
  const { eventId, event = '', buyer, price, transactionId, commentType, count } = request
  if (eventId !== undefined) {
    const past = history.find((one) => one.eventId === eventId)
    return [requireFound(past, 'No past event has this eventId.')]
  }
  const sku = request.sku ?? (request.itemId === undefined ? items.keys().next().value : undefined)
  const item = sku === undefined ? undefined : items.get(sku)
  if (request.sku !== undefined) requireFound(item, `The shop has no item with the SKU ${request.sku}.`)
  // An itemId needs no item: the platform also delivers events about items that this shop doesn't have.
  const itemId = requireFound(request.itemId ?? item?.itemId, 'The shop has no items.')
  // Never repeats a time: two sales of one item must stay two events to a receiver that deduplicates.
  const firstAtMs = Math.max(practice.now(), (history.at(-1)?.atMs ?? 0) + 1)
  const events = Array.from({ length: count }, (_, index) => ({
    eventId: newId(),
    event,
    sku: sku ?? '',
    itemId,
    buyer,
    transactionId: transactionId ?? newNumber(),
    price: price ?? findPrice(practice, sku ?? '').value,
    ...(commentType === undefined ? {} : { commentType }),
    atMs: firstAtMs + index,
  }))
  history.push(...events)
  history.splice(0, history.length - MAX_EVENTS)
  return events
}

export const createControlService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  answerControlErrors(app)

  app.get('/practice/status', (c) => c.json(createStatus(practice, faults)))

  app.post('/practice/clock', async (c) => {
    const { advanceMs } = await readBody(c, z.object({ advanceMs: wholeNumber(0, MAX_ADVANCE_MS) }))
    practice.state.clockOffsetMs += advanceMs
    notifier.wake()
    return c.json({ nowMs: practice.now(), clockOffsetMs: practice.state.clockOffsetMs })
  })

  app.post('/practice/settings', async (c) =>
    c.json(Object.assign(practice.state.settings, await readBody(c, settingsSchema))),
  )

  app.post('/practice/faults', async (c) => {
    const fault = await readBody(c, faultRequestSchema)
    if (!faults.isKnown(fault.operation)) {
      const message = `operation: this platform has no service, operation or event called ${fault.operation}.`
      throw new ControlError(400, message)
    }
    faults.add(fault)
    return c.json({ faults: faults.list() })
  })

  app.delete('/practice/faults', (c) => {
    faults.clear(c.req.query('operation'), c.req.query('fault'))
    notifier.wake()
    return c.json({ faults: faults.list() })
  })

  app.post('/practice/messages', async (c) => {
    const { sku = '', ...request } = await readBody(c, buyerMessageSchema)
    const itemId = request.itemId ?? practice.state.items.get(sku)?.itemId
    const { conversation, message } = requireFound(
      receiveFromBuyer(practice, { ...request, itemId }),
      'No conversation that a buyer can write into has this id.',
    )
    const { conversationId, conversationType, otherParty, subject } = conversation
    const notifications = notifier.publish('NEW_MESSAGE', {
      conversationId,
      conversationType,
      createdDate: new Date(message.createdAtMs).toISOString(),
      messageBody: message.text,
      messageId: message.messageId,
      messageMedia: message.media,
      readStatus: false,
      recipientUserName: practice.state.seller,
      senderUserName: otherParty,
      subject,
    })
    return c.json({ conversationId, messageId: message.messageId, notifications })
  })

  app.post('/practice/notices', async (c) => {
    const { text, subject } = await readBody(c, noticeSchema)
    return c.json({ conversationId: receiveNotice(practice, text, subject).conversationId })
  })

  app.get('/practice/events', (c) => c.json({ events: practice.state.history }))

  app.post('/practice/events', async (c) => {
    const events = createEvents(practice, await readBody(c, eventSchema))
    const notifications = events.reduce((sum, event) => sum + notifier.deliver(event), 0)
    return c.json({ events, notifications })
  })

  app.get('/practice/topics', (c) =>
    c.json(
      listTopics(practice.names).map(({ topicId, description, filterable, sample }) => ({
        topicId,
        description,
        filterable,
        sample: sample(toSeller(practice)),
      })),
    ),
  )

  app.post('/practice/topics/:topicId', async (c) => {
    const wanted = c.req.param('topicId')
    const topic = findTopic(practice.names, wanted)
    const { data = requireFound(topic, `There is no topic ${wanted}.`).sample(toSeller(practice)) } = await readBody(
      c,
      topicSchema,
    )
    if (wanted === 'MARKETPLACE_ACCOUNT_DELETION') closeAccount(practice, data.username)
    return c.json({ notifications: notifier.publish(wanted, data) })
  })

  app.get('/practice/deliveries', (c) =>
    c.json({ deliveries: practice.state.deliveries.map(({ body: _, ...delivery }) => delivery) }),
  )

  app.get('/practice/skus', (c) => {
    const list = [...practice.state.items].map(([sku, { json }]) => {
      const item = parseJsonObject(json) ?? {}
      return { sku, title: String(asObject(item.product).title ?? ''), quantity: readQuantity(item) }
    })
    return c.json(list)
  })

  app.get('/practice/conversations/:id', (c) =>
    c.json(requireFound(findConversation(practice, c.req.param('id')), 'No conversation has this id.')),
  )

  app.get('/practice/items/:sku', (c) => {
    const { json } = requireFound(practice.state.items.get(c.req.param('sku')), 'No item has this SKU.')
    return c.body(json, 200, { 'content-type': 'application/json' })
  })

  app.put('/practice/items/:sku', async (c) => {
    const item = requireFound(practice.state.items.get(c.req.param('sku')), 'No item has this SKU.')
    item.json = JSON.stringify(await readBody(c, z.record(z.string(), z.unknown())))
    return c.json({})
  })

  app.post('/practice/listings', async (c) => {
    const { listings } = await readBody(c, listingsSchema)
    const listingIds = listings.map((listing) => {
      const listingId = newNumber()
      practice.state.listings.set(listingId, {
        ...plainListing,
        ...Object.fromEntries(Object.entries(listing).filter(([, value]) => value !== undefined)),
        title: listing.title,
        listingId,
        startedAtMs: practice.now(),
      })
      return listingId
    })
    return c.json({ listingIds })
  })

  app.get('/practice/listings', (c) => c.json({ listings: [...practice.state.listings.values()] }))

  app.delete('/practice/listings/:id', (c) => {
    const listingId = c.req.param('id')
    requireFound(practice.state.listings.get(listingId), 'No listing made with another tool has this id.')
    practice.state.listings.delete(listingId)
    return c.json({})
  })

  app.post('/practice/reset', (c) => {
    faults.clear()
    practice.reset()
    return c.json({ reset: true })
  })

  app.all('/practice/*', (c) => {
    throw new ControlError(404, `The control surface has no ${c.req.method} ${c.req.path}.`)
  })

  return app
}
