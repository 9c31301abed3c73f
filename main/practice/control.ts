import { type Context, Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from './faults.ts'
import { findConversation, receiveFromBuyer } from './messages.ts'
import type { Notifier } from './notifier.ts'
import { isObject, type JsonObject, parseJsonObject } from './refusal.ts'
import type { Practice } from './state.ts'
import { tellingSurface } from './telling.ts'

/**
 * The other side of the counter: what a person or a test asks of the practice platform itself.
 *
 * No token, JSON in and out, this machine only, untouched by faults and by the request log. A wrong wish is 400 with
 * { error: one sentence }, an unknown thing 404.
 *
 * - GET    /practice/status               { url, nowMs, clockOffsetMs, settings, faults, counts, requests (50, newest first) }
 * - POST   /practice/clock                { advanceMs }: moves the practice clock forward
 * - POST   /practice/settings             any of { mappingDurationMs, filterConfirmationMs, resendDelayMs,
 *                                         receiverTimeoutMs, verificationToken }
 * - POST   /practice/faults               { operation: 'all' | service | operation | event type | topic, fault, count?,
 *                                         and the value under the fault's own name: latencyMs, status,
 *                                         duplicateDeliveries (2), lateDeliveryMs; with status also retryAfterS,
 *                                         errorId, message }
 *                                         a fault of the same operation and kind is replaced
 * - DELETE /practice/faults               ?operation= and ?fault= end those alone, without them all end
 * - telling.ts lists what makes events, topics and deliveries
 * - POST   /practice/messages             { conversationId | username, text, subject?, itemId? | sku? }: a buyer writes
 * - GET    /practice/skus                 the seller's own list: [{ sku, title, quantity }]
 * - GET    /practice/conversations/{id}   what really stands there, deleted ones included
 * - GET    /practice/items/{sku}          the stored record, byte for byte
 * - POST   /practice/reset                the shop as on the first day, clock and settings included; faults end
 */
const mostAdvanceMs = 400 * 86_400_000
const durations = ['mappingDurationMs', 'filterConfirmationMs', 'resendDelayMs', 'receiverTimeoutMs'] as const

const itemFacts = (json: string): { title: string; quantity: number | null } => {
  const item = parseJsonObject(json) ?? {}
  const product = isObject(item.product) ? item.product : {}
  const availability = isObject(item.availability) ? item.availability : {}
  const ship = isObject(availability.shipToLocationAvailability) ? availability.shipToLocationAvailability : {}
  return {
    title: typeof product.title === 'string' ? product.title : '',
    quantity: typeof ship.quantity === 'number' ? ship.quantity : null,
  }
}

export const controlSurface = (practice: Practice, faults: Faults, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  const wrong = (c: Context, error: string) => c.json({ error }, 400)
  const missing = (c: Context, error: string) => c.json({ error }, 404)
  const bodyOf = async (c: Context): Promise<JsonObject> => parseJsonObject(await c.req.text()) ?? {}

  app.get('/practice/status', (c) => {
    const { state } = practice
    const outcomeCount = (outcome: string) => state.deliveries.filter((delivery) => delivery.outcome === outcome).length
    return c.json({
      url: practice.url,
      nowMs: practice.now(),
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
        deliveriesWaiting: outcomeCount('waiting'),
        deliveriesDelivered: outcomeCount('delivered'),
        deliveriesGivenUp: outcomeCount('givenUp'),
      },
      receiver: {
        applicationUrl: state.trading.applicationUrl,
        enabled: state.trading.enabled,
        verified: state.trading.verified,
      },
      requests: faults.requests(),
    })
  })

  app.post('/practice/clock', async (c) => {
    const { advanceMs } = await bodyOf(c)
    if (typeof advanceMs !== 'number' || !Number.isInteger(advanceMs) || advanceMs < 0 || advanceMs > mostAdvanceMs) {
      return wrong(c, `advanceMs must be a whole number from 0 to ${mostAdvanceMs}.`)
    }
    practice.state.clockOffsetMs += advanceMs
    practice.changed()
    notifier.wake()
    return c.json({ nowMs: practice.now(), clockOffsetMs: practice.state.clockOffsetMs })
  })

  app.post('/practice/settings', async (c) => {
    const body = await bodyOf(c)
    const known = [...durations, 'verificationToken']
    const unknown = Object.keys(body).find((name) => !known.includes(name))
    if (unknown !== undefined) return wrong(c, `${unknown} is no setting; there are ${known.join(', ')}.`)
    for (const name of durations) {
      const value = body[name]
      if (value !== undefined && !(typeof value === 'number' && Number.isInteger(value) && value >= 0)) {
        return wrong(c, `${name} must be a whole number of milliseconds.`)
      }
    }
    if (body.verificationToken !== undefined && typeof body.verificationToken !== 'string') {
      return wrong(c, 'verificationToken must be a string.')
    }
    Object.assign(practice.state.settings, body)
    practice.changed()
    return c.json(practice.state.settings)
  })

  app.post('/practice/faults', async (c) => {
    const problem = faults.add(await bodyOf(c))
    return problem === undefined ? c.json({ faults: faults.list() }) : wrong(c, problem)
  })

  app.delete('/practice/faults', (c) => {
    faults.clear(c.req.query('operation'), c.req.query('fault'))
    notifier.wake()
    return c.json({ faults: faults.list() })
  })

  app.route('/', tellingSurface(practice, notifier))

  app.post('/practice/messages', async (c) => {
    const { conversationId, username, text, subject, itemId, sku } = await bodyOf(c)
    if (typeof text !== 'string' || text === '') return wrong(c, 'text must be what the buyer writes.')
    for (const value of [conversationId, username, subject, itemId, sku]) {
      if (value !== undefined && typeof value !== 'string') return wrong(c, 'Every field must be a string.')
    }
    if ((conversationId === undefined) === (username === undefined)) {
      return wrong(c, 'Name either the conversationId to write into or the username who begins a new one.')
    }
    const listing = itemId ?? (typeof sku === 'string' ? practice.state.items.get(sku)?.itemId : undefined)
    const written = receiveFromBuyer(practice, {
      text,
      ...(typeof conversationId === 'string' ? { conversationId } : {}),
      ...(typeof username === 'string' ? { username } : {}),
      ...(typeof subject === 'string' ? { subject } : {}),
      ...(typeof listing === 'string' ? { itemId: listing } : {}),
    })
    if (written === undefined) return missing(c, 'No conversation that a buyer can write into has this id.')
    const { conversation, message } = written
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
    c.json([...practice.state.items].map(([sku, { json }]) => ({ sku, ...itemFacts(json) }))),
  )

  app.get('/practice/conversations/:id', (c) => {
    const conversation = findConversation(practice, c.req.param('id'))
    return conversation === undefined ? missing(c, 'No conversation has this id.') : c.json(conversation)
  })

  app.get('/practice/items/:sku', (c) => {
    const item = practice.state.items.get(c.req.param('sku'))
    if (item === undefined) return missing(c, 'No item has this SKU.')
    return c.body(item.json, 200, { 'content-type': 'application/json' })
  })

  app.post('/practice/reset', (c) => {
    faults.clear()
    practice.reset()
    return c.json({ reset: true })
  })

  app.all('/practice/*', (c) => missing(c, `${c.req.method} ${c.req.path} is nothing this surface knows.`))

  return app
}
