import * as z from 'zod'
import { eventTypes, type Notifier } from '../delivery/notifier.ts'
import { topics } from '../delivery/topic-catalog.ts'
import { newId, newNumber } from '../shop/ids.ts'
import type { ShopEvent } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { demand, readControlBody, wholeNumber } from './control-request.ts'
import type { PracticeApp } from './faults.ts'

const MAX_EVENTS = 1000
const MAX_DELAY_MS = 30 * 86_400_000

/** How a notification is delivered: copies of the same bytes, a delay on the practice clock, and faults. */
const deliveryOptions = {
  times: wholeNumber(1, 10).default(1),
  delayMs: wholeNumber(0, MAX_DELAY_MS).default(0),
  wrongSignature: z.boolean().default(false),
  simulatedAnswer: z
    .object({ as: z.enum(['status500', 'noAnswer']), attempts: wholeNumber(1, 5) })
    .nullable()
    .default(null),
}
const text = z.string().optional()
const count = wholeNumber(1, MAX_EVENTS).default(1)

const eventSchema = z.object({
  eventId: text,
  event: z.enum(eventTypes).optional(),
  sku: text,
  itemId: text,
  buyer: z.string().default('practice-buyer'),
  price: z.string().default('25.00'),
  transactionId: text,
  commentType: text,
  count,
  ...deliveryOptions,
})
const topicSchema = z.object({ data: z.record(z.string(), z.unknown()).optional(), count, ...deliveryOptions })

/** The platform itself stops naming a user whose account was closed: the conversations stay, under a new name. */
const closeAccount = ({ state }: Practice, username: unknown): void => {
  if (typeof username !== 'string' || username === '') return
  for (const [index, one] of state.conversations.entries()) {
    if (one.otherParty !== username) continue
    state.conversations[index] = { ...one, otherParty: `closed-${one.conversationId}` }
  }
  for (const [index, one] of state.history.entries()) {
    if (one.buyer === username) state.history[index] = { ...one, buyer: 'closed-account' }
  }
}

/**
 * Adds the part of the control surface that triggers notifications and manages their deliveries.
 *
 * - POST   /practice/events               { event, sku?, itemId?, buyer?, price?, transactionId?, commentType?, count? }:
 *                                         something happens in the shop `count` times; or { eventId }, which delivers
 *                                         a past event again. Answers { events, notifications }
 * - GET    /practice/events               the history, newest last
 * - POST   /practice/topics/{topicId}     { data?, count? }: publishes to the enabled subscriptions of a topic.
 *                                         Answers { notifications }. MARKETPLACE_ACCOUNT_DELETION also closes the account
 * - GET    /practice/topics               [{ topicId, description, filterable, sample }]
 * - GET    /practice/deliveries           without their bodies, newest last
 * - POST   /practice/deliveries/{id}/now  tries a waiting delivery now
 * - POST   /practice/deliveries/{id}/stop gives a waiting delivery up
 *
 * Both POSTs that trigger notifications take `deliveryOptions` too.
 */
export const addDeliveryControls = (app: PracticeApp, practice: Practice, notifier: Notifier): void => {
  const createEvents = (request: z.infer<typeof eventSchema>): readonly ShopEvent[] => {
    const { history, items } = practice.state
    const { eventId, event = '', buyer, price, transactionId, commentType } = request
    if (eventId !== undefined) {
      return [
        demand(
          history.find((past) => past.eventId === eventId),
          'No past event has this eventId.',
        ),
      ]
    }
    const sku = request.sku ?? (request.itemId === undefined ? items.keys().next().value : undefined)
    const item = sku === undefined ? undefined : items.get(sku)
    // An itemId needs no item: the platform also delivers events about items that this shop doesn't have.
    const itemId = request.itemId ?? item?.itemId
    if (request.sku !== undefined) demand(item, `The shop has no item with the SKU ${request.sku}.`)
    const events = Array.from({ length: request.count }, (_, index) => ({
      eventId: newId(),
      event,
      sku: sku ?? '',
      itemId: demand(itemId, 'The shop has no items.'),
      buyer,
      transactionId: transactionId ?? newNumber(),
      price,
      ...(commentType === undefined ? {} : { commentType }),
      // Never the same time twice: two sales of one item must stay two events to a receiver that deduplicates.
      atMs: Math.max(practice.now(), (history.at(-1)?.atMs ?? 0) + 1) + index,
    }))
    history.push(...events)
    history.splice(0, history.length - MAX_EVENTS)
    return events
  }

  app.get('/practice/events', (c) => c.json({ events: practice.state.history }))

  app.post('/practice/events', async (c) => {
    const request = await readControlBody(
      c,
      eventSchema.refine(({ event, eventId }) => event !== undefined || eventId !== undefined, {
        path: ['event'],
        message: `must be one of ${eventTypes.join(', ')}.`,
      }),
    )
    const events = createEvents(request)
    const notifications = events.reduce((sum, event) => sum + notifier.deliver(event, request), 0)
    return c.json({ events, notifications })
  })

  app.get('/practice/topics', (c) =>
    c.json(
      topics.map(({ topicId, description, filterable, sample }) => ({
        topicId,
        description,
        filterable,
        sample: sample(),
      })),
    ),
  )

  app.post('/practice/topics/:topicId', async (c) => {
    const wanted = c.req.param('topicId')
    const topic = demand(
      topics.find(({ topicId }) => topicId === wanted),
      `There is no topic ${wanted}.`,
    )
    const request = await readControlBody(c, topicSchema)
    if (wanted === 'MARKETPLACE_ACCOUNT_DELETION') closeAccount(practice, request.data?.username)
    let notifications = 0
    for (let number = 0; number < request.count; number += 1) {
      notifications += notifier.publish(wanted, request.data ?? topic.sample(), request)
    }
    return c.json({ notifications })
  })

  app.get('/practice/deliveries', (c) =>
    c.json({ deliveries: practice.state.deliveries.map(({ body: _, ...delivery }) => delivery) }),
  )

  app.post('/practice/deliveries/:id/:action{now|stop}', (c) => {
    const delivery = demand(
      practice.state.deliveries.find(({ deliveryId }) => deliveryId === c.req.param('id')),
      'There is no such delivery.',
    )
    if (delivery.outcome === 'waiting') {
      if (c.req.param('action') === 'now') delivery.dueAtMs = practice.now()
      else delivery.outcome = 'givenUp'
      notifier.wake()
    }
    return c.json({})
  })
}
