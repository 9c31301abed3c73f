import { Hono } from 'hono'
import * as z from 'zod'
import { findConversation, receiveFromBuyer } from '../api/message-service.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { isObject, parseJsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'
import { ControlError, demand, readControlBody, wholeNumber } from './control-request.ts'
import { addDeliveryControls } from './delivery-controls.ts'
import { type Faults, faultRequestSchema, type PracticeApp, type PracticeEnv } from './faults.ts'

const MAX_ADVANCE_MS = 400 * 86_400_000

const durationMs = wholeNumber(0, Number.MAX_SAFE_INTEGER)
const settingsSchema = z
  .strictObject({
    mappingDurationMs: durationMs,
    filterConfirmationMs: durationMs,
    resendDelayMs: durationMs,
    receiverTimeoutMs: durationMs,
    verificationToken: z.string(),
  })
  .partial()

const buyerMessageSchema = z
  .object({
    conversationId: z.string().optional(),
    username: z.string().optional(),
    text: z.string().min(1),
    subject: z.string().optional(),
    itemId: z.string().optional(),
    sku: z.string().optional(),
  })
  .refine(({ conversationId, username }) => (conversationId === undefined) !== (username === undefined), {
    message: 'Name either the conversationId to write into, or the username who starts a new one.',
  })

const describeItem = (json: string): { title: string; quantity: number | null } => {
  const { product, availability } = parseJsonObject(json) ?? {}
  const ship = isObject(availability) ? availability.shipToLocationAvailability : undefined
  return {
    title: isObject(product) && typeof product.title === 'string' ? product.title : '',
    quantity: isObject(ship) && typeof ship.quantity === 'number' ? ship.quantity : null,
  }
}

const createStatus = ({ state, url, now }: Practice, faults: Faults) => {
  const countDeliveries = (outcome: string) =>
    state.deliveries.filter((delivery) => delivery.outcome === outcome).length
  return {
    url,
    nowMs: now(),
    clockOffsetMs: state.clockOffsetMs,
    settings: state.settings,
    faults: faults.list(),
    counts: {
      conversations: state.conversations.filter(({ status }) => status !== 'DELETE').length,
      items: state.items.size,
      tasks: state.tasks.size,
      events: state.history.length,
      inventoryWrites: state.inventoryWritesAtMs.length,
      destinations: state.destinations.length,
      subscriptions: state.subscriptions.length,
      deliveriesWaiting: countDeliveries('waiting'),
      deliveriesDelivered: countDeliveries('delivered'),
      deliveriesGivenUp: countDeliveries('givenUp'),
    },
    receiver: {
      applicationUrl: state.trading.applicationUrl,
      enabled: state.trading.enabled,
      verified: state.trading.verified,
    },
    requests: faults.requests(),
  }
}

/**
 * The control surface: what a person or a test does to the practice platform itself.
 *
 * No token, JSON in and out, this machine only. Faults and the request log don't apply. A wrong field is 400 with
 * { error: one sentence }, an unknown thing 404. Delivery controls are in `delivery-controls.ts`.
 *
 * - GET    /practice/status               { url, nowMs, clockOffsetMs, settings, faults, counts, receiver, requests }
 * - POST   /practice/clock                { advanceMs }: advances the practice clock
 * - POST   /practice/settings             any of the settings (`PracticeSettings`)
 * - POST   /practice/faults               injects a fault (`faultRequestSchema`)
 * - DELETE /practice/faults               ?operation= and ?fault= end those alone; without them, all
 * - POST   /practice/messages             { conversationId | username, text, subject?, itemId? | sku? }: a buyer writes
 * - GET    /practice/skus                 the seller's own list: [{ sku, title, quantity }]
 * - GET    /practice/conversations/{id}   the stored conversation, a deleted one too
 * - GET    /practice/items/{sku}          the stored record, byte for byte
 * - POST   /practice/reset                a new shop with its clock and settings; ends all faults
 */
export const createControlService = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  app.onError((error, c) => {
    if (error instanceof ControlError) return c.json({ error: error.message }, error.status)
    throw error
  })

  app.get('/practice/status', (c) => c.json(createStatus(practice, faults)))

  app.post('/practice/clock', async (c) => {
    const { advanceMs } = await readControlBody(c, z.object({ advanceMs: wholeNumber(0, MAX_ADVANCE_MS) }))
    practice.state.clockOffsetMs += advanceMs
    notifier.wake()
    return c.json({ nowMs: practice.now(), clockOffsetMs: practice.state.clockOffsetMs })
  })

  app.post('/practice/settings', async (c) =>
    c.json(Object.assign(practice.state.settings, await readControlBody(c, settingsSchema))),
  )

  app.post('/practice/faults', async (c) => {
    const fault = await readControlBody(c, faultRequestSchema)
    if (!faults.isKnown(fault.operation)) {
      throw new ControlError(
        400,
        `operation: this platform has no service, operation or event called ${fault.operation}.`,
      )
    }
    faults.add(fault)
    return c.json({ faults: faults.list() })
  })

  app.delete('/practice/faults', (c) => {
    faults.clear(c.req.query('operation'), c.req.query('fault'))
    notifier.wake()
    return c.json({ faults: faults.list() })
  })

  addDeliveryControls(app, practice, notifier)

  app.post('/practice/messages', async (c) => {
    const { sku = '', ...request } = await readControlBody(c, buyerMessageSchema)
    const itemId = request.itemId ?? practice.state.items.get(sku)?.itemId
    const { conversation, message } = demand(
      receiveFromBuyer(practice, { ...request, itemId }),
      'No conversation that a buyer can write into has this id.',
    )
    const notifications = notifier.publish('NEW_MESSAGE', {
      conversationId: conversation.conversationId,
      conversationType: conversation.conversationType,
      createdDate: new Date(message.createdAtMs).toISOString(),
      messageBody: message.text,
      messageId: message.messageId,
      messageMedia: message.media,
      readStatus: false,
      recipientUserName: practice.state.seller,
      senderUserName: conversation.otherParty,
      subject: conversation.subject,
    })
    return c.json({ conversationId: conversation.conversationId, messageId: message.messageId, notifications })
  })

  app.get('/practice/skus', (c) =>
    c.json([...practice.state.items].map(([sku, { json }]) => ({ sku, ...describeItem(json) }))),
  )

  app.get('/practice/conversations/:id', (c) =>
    c.json(demand(findConversation(practice, c.req.param('id')), 'No conversation has this id.')),
  )

  app.get('/practice/items/:sku', (c) => {
    const { json } = demand(practice.state.items.get(c.req.param('sku')), 'No item has this SKU.')
    return c.body(json, 200, { 'content-type': 'application/json' })
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
