import { type Context, Hono } from 'hono'
import type { PracticeApp, PracticeEnv } from './faults.ts'
import { newId, newNumber } from './ids.ts'
import { eventTypes, type Notifier, type Telling } from './notifier.ts'
import type { Mischief, PastEvent } from './records.ts'
import { isObject, type JsonObject, parseJsonObject } from './refusal.ts'
import type { Practice } from './state.ts'
import { topics } from './topics.ts'

/**
 * The part of the control surface that has the platform tell something (control.ts has the others).
 *
 * - POST   /practice/events               { event, sku?, itemId?, buyer?, price?, transactionId?, commentType?, count? }:
 *                                         something happens in the shop, `count` times (1 to 1000); or { eventId }, to
 *                                         tell one of the history again as it was. Answers { events, notifications }
 * - POST   /practice/topics/{topicId}     { data, count? }: a notification of the REST service to the enabled
 *                                         subscriptions of that topic. Answers { notifications }
 *   Both take how it is told: { times? (1 to 10, in the same words), delayMs? (on the practice clock), wrongSignature?,
 *   mishears?: { as: 'status500' | 'noAnswer', attempts (1 to 5) } }
 * - GET    /practice/events               the history, newest last
 * - GET    /practice/topics               [{ topicId, description, filterable, sample }]
 * - GET    /practice/deliveries           the notifier's deliveries without their bodies, newest last
 * - POST   /practice/deliveries/{id}/now  tries a waiting one at once
 * - POST   /practice/deliveries/{id}/stop gives a waiting one up
 */
const mostEvents = 1000
const mostTimes = 10
const mostDelayMs = 30 * 86_400_000
const mostMisheard = 5
const texts = ['sku', 'itemId', 'buyer', 'price', 'transactionId', 'commentType'] as const

const wholeNumber = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined

const isText = (value: unknown): value is string => typeof value === 'string'

/** How it is to be told, or the sentence of what is wrong with the wish. */
const readTelling = ({ times, delayMs, wrongSignature, mishears }: JsonObject): Telling | string => {
  if (times !== undefined && wholeNumber(times, 1, mostTimes) === undefined) {
    return `times must be a whole number from 1 to ${mostTimes}.`
  }
  if (delayMs !== undefined && wholeNumber(delayMs, 0, mostDelayMs) === undefined) {
    return `delayMs must be a whole number from 0 to ${mostDelayMs}.`
  }
  if (wrongSignature !== undefined && typeof wrongSignature !== 'boolean') return 'wrongSignature is true or false.'
  let misheard: Mischief['mishears']
  if (mishears !== undefined) {
    const wish = isObject(mishears) ? mishears : {}
    const attempts = wholeNumber(wish.attempts, 1, mostMisheard)
    const as = (['status500', 'noAnswer'] as const).find((one) => one === wish.as)
    if (attempts === undefined || as === undefined) {
      return `mishears is { as: 'status500' or 'noAnswer', attempts: from 1 to ${mostMisheard} }.`
    }
    misheard = { as, attempts }
  }
  return {
    times: wholeNumber(times, 1, mostTimes) ?? 1,
    delayMs: wholeNumber(delayMs, 0, mostDelayMs) ?? 0,
    ...(wrongSignature === true || misheard !== undefined
      ? {
          mischief: {
            ...(wrongSignature === true ? { wrongSignature } : {}),
            ...(misheard === undefined ? {} : { mishears: misheard }),
          },
        }
      : {}),
  }
}

export const tellingSurface = (practice: Practice, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  const wrong = (c: Context, error: string) => c.json({ error }, 400)
  const missing = (c: Context, error: string) => c.json({ error }, 404)
  const bodyOf = async (c: Context): Promise<JsonObject> => parseJsonObject(await c.req.text()) ?? {}

  app.get('/practice/events', (c) => c.json({ events: practice.state.history }))

  app.post('/practice/events', async (c) => {
    const body = await bodyOf(c)
    const { state } = practice
    const telling = readTelling(body)
    if (isText(telling)) return wrong(c, telling)
    const count = wholeNumber(body.count ?? 1, 1, mostEvents)
    if (count === undefined) return wrong(c, `count must be a whole number from 1 to ${mostEvents}.`)
    if (body.eventId !== undefined) {
      const past = state.history.find(({ eventId }) => eventId === body.eventId)
      if (past === undefined) return missing(c, 'No event of the history has this eventId.')
      return c.json({ events: [past], notifications: notifier.tell(past, telling) })
    }
    const event = eventTypes.find((type) => type === body.event)
    if (event === undefined) return wrong(c, `event must be one of ${eventTypes.join(', ')}.`)
    const odd = texts.find((name) => body[name] !== undefined && !isText(body[name]))
    if (odd !== undefined) return wrong(c, `${odd} must be a string.`)
    const given = (name: (typeof texts)[number]): string | undefined => {
      const value = body[name]
      return isText(value) ? value : undefined
    }
    const sku = given('sku') ?? state.items.keys().next().value
    const item = sku === undefined ? undefined : state.items.get(sku)
    // An itemId of its own needs no item: the platform tells of what this shop does not know, too.
    const itemId = given('itemId') ?? item?.itemId
    if (itemId === undefined || (item === undefined && given('sku') !== undefined)) {
      return missing(c, `No item of the shop has the SKU ${sku}.`)
    }

    const commentType = given('commentType')
    const events: PastEvent[] = []
    let notifications = 0
    for (let number = 0; number < count; number += 1) {
      const past: PastEvent = {
        eventId: newId(),
        event,
        // Of an item that this shop does not have, nobody knows the SKU.
        sku: given('itemId') !== undefined && given('sku') === undefined ? '' : (sku ?? ''),
        itemId,
        buyer: given('buyer') ?? 'practice-buyer',
        transactionId: given('transactionId') ?? newNumber(),
        price: given('price') ?? '25.00',
        ...(commentType === undefined ? {} : { commentType }),
        // Never the same moment twice, so that two sales of one item stay two to whoever deduplicates.
        atMs: Math.max(practice.now(), (state.history.at(-1)?.atMs ?? 0) + 1),
      }
      state.history.push(past)
      events.push(past)
      notifications += notifier.tell(past, telling)
    }
    if (state.history.length > 1000) state.history.splice(0, state.history.length - 1000)
    practice.changed()
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
    const body = await bodyOf(c)
    const topic = topics.find(({ topicId }) => topicId === c.req.param('topicId'))
    if (topic === undefined) return missing(c, `There is no topic ${c.req.param('topicId')}.`)
    const telling = readTelling(body)
    if (isText(telling)) return wrong(c, telling)
    const count = wholeNumber(body.count ?? 1, 1, mostEvents)
    if (count === undefined) return wrong(c, `count must be a whole number from 1 to ${mostEvents}.`)
    if (body.data !== undefined && !isObject(body.data)) return wrong(c, 'data must be a JSON object.')
    let notifications = 0
    for (let number = 0; number < count; number += 1) {
      notifications += notifier.publish(topic.topicId, isObject(body.data) ? body.data : topic.sample(), telling)
    }
    return c.json({ notifications })
  })

  app.get('/practice/deliveries', (c) =>
    c.json({ deliveries: practice.state.deliveries.map(({ body: _, ...delivery }) => delivery) }),
  )

  app.post('/practice/deliveries/:id/:act{now|stop}', (c) => {
    const delivery = practice.state.deliveries.find(({ deliveryId }) => deliveryId === c.req.param('id'))
    if (delivery === undefined) return missing(c, 'There is no such delivery.')
    if (delivery.outcome === 'waiting') {
      if (c.req.param('act') === 'now') delivery.dueAtMs = practice.now()
      else delivery.outcome = 'givenUp'
      practice.changed()
      notifier.wake()
    }
    return c.json({})
  })

  return app
}
