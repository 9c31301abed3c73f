import { createHash, randomBytes, randomUUID, sign } from 'node:crypto'
import type { Faults } from './faults.ts'
import { newId } from './ids.ts'
import type { Mischief, PastEvent, StoredDelivery, StoredSubscription } from './records.ts'
import type { JsonObject } from './refusal.ts'
import type { Practice } from './state.ts'
import { filterLetsPass } from './subscription-filters.ts'

/**
 * The notifier: the platform's own calls to the seller's receiver (document 3, section 6).
 *
 * Deliveries are kept in the state until they are through, so at least once is true over restarts. A SOAP notification
 * is sent again until it is answered with 200, a REST one three times at most. Times are the practice clock's, but the
 * receiver's 30 seconds are real ones.
 */
export const eventTypes = [
  'AuctionCheckoutComplete',
  'FixedPriceTransaction',
  'FeedbackLeft',
  'ItemSold',
  'ItemEndedBySeller',
  'BidReceived',
] as const
export type EventType = (typeof eventTypes)[number]

export type Notifier = {
  start(): void
  stop(): Promise<void>
  /** Looks for what is due now; called after every change that may make something due. */
  wake(): void
  /** Asks an endpoint the challenge of section 6, rule 2; false for a wrong answer, none, or a place off this machine. */
  challenge(endpoint: string, verificationToken: string): Promise<boolean>
  /** Tells a shop event; returns how many notifications were put on their way. */
  tell(event: PastEvent, how?: Telling): number
  /** Publishes to the enabled subscriptions of a topic, or as a test to one; returns how many notifications. */
  publish(topicId: string, data: JsonObject, how?: Telling & { readonly test?: StoredSubscription }): number
}

/** How something is told. */
export type Telling = {
  /** So often, in the same words; once where it is left out. */
  readonly times?: number
  /** On the practice clock. */
  readonly delayMs?: number
  readonly mischief?: Mischief
}

const mostRestAttempts = 3
const restAcknowledgements = [200, 201, 202, 204]
const challengeTimeoutMs = 5000
const deliveriesKept = 500
/** So many calls are under way at once; a burst does not open a thousand connections. */
const mostInFlight = 32

/*
 * SECURITY: the platform calls this machine only. An endpoint anywhere else is never contacted, whatever is registered.
 */
export const isLoopback = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const element = (name: string, ...content: string[]): string => `<${name}>${content.join('')}</${name}>`

/**
 * The paths of section 6 below the event element; the two events without documented paths carry their item. Beside its
 * ItemID an item says its SKU, as is publicly known of such messages; `ItemSold` has no place for it.
 */
const eventContent = (event: PastEvent): string => {
  const sku = event.sku === '' ? [] : [element('SKU', escapeXml(event.sku))]
  const item = element('Item', element('ItemID', escapeXml(event.itemId)), ...sku)
  const transactionId = element('TransactionID', escapeXml(event.transactionId))
  switch (event.event) {
    case 'AuctionCheckoutComplete':
      return item + element('Transaction', element('Buyer', element('UserID', escapeXml(event.buyer))), transactionId)
    case 'FixedPriceTransaction':
      return item + element('Transaction', transactionId, element('TransactionPrice', escapeXml(event.price)))
    case 'FeedbackLeft':
      return element(
        'FeedbackDetail',
        element('CommentType', escapeXml(event.commentType ?? 'Positive')),
        element('CommentingUser', escapeXml(event.buyer)),
      )
    case 'ItemSold':
      return element('ItemID', escapeXml(event.itemId))
    default:
      return item
  }
}

/** The SOAP body of an event. The same event always gives the same bytes, so that a resend is a duplicate. */
export const soapNotification = (event: PastEvent): string => {
  const timestamp = element('Timestamp', new Date(event.atMs).toISOString())
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
    element(event.event, timestamp, eventContent(event)) +
    '</soapenv:Body></soapenv:Envelope>'
  )
}

export const createNotifier = (practice: Practice, faults: Faults): Notifier => {
  const stopping = new AbortController()
  const inFlight = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const signatureOf = (body: string, wrong: boolean): string => {
    const { kid, privatePem } = practice.state.signingKey
    const bytes = Buffer.from(wrong ? `${body} ` : body)
    const signature = sign('sha1', bytes, privatePem).toString('base64')
    return Buffer.from(JSON.stringify({ alg: 'ecdsa', kid, signature, digest: 'SHA1' })).toString('base64')
  }

  const targetOf = (delivery: StoredDelivery): string | undefined => {
    const { trading, destinations } = practice.state
    if (delivery.kind === 'soap') {
      return trading.enabled && trading.verified ? (trading.applicationUrl ?? undefined) : undefined
    }
    const destination = destinations.find(({ destinationId }) => destinationId === delivery.destinationId)
    return destination?.status === 'ENABLED' ? destination.endpoint : undefined
  }

  const bodyOf = (delivery: StoredDelivery): string =>
    delivery.kind === 'soap'
      ? delivery.body
      : delivery.body.replace('"publishAttemptCount":0', `"publishAttemptCount":${delivery.attempts}`)

  const post = async (target: string, delivery: StoredDelivery, wrongSignature: boolean): Promise<number | string> => {
    const body = bodyOf(delivery)
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers: {
          'content-type': delivery.kind === 'soap' ? 'text/xml; charset=utf-8' : 'application/json',
          'user-agent': 'practice-platform',
          'x-svc-signature': signatureOf(body, wrongSignature),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(practice.state.settings.receiverTimeoutMs)]),
      })
      await response.body?.cancel()
      return response.status
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection'
    }
  }

  const attempt = async (delivery: StoredDelivery): Promise<void> => {
    const target = targetOf(delivery)
    if (target === undefined || faults.strike('offline', 'notifier', delivery.name) !== undefined) {
      // Nobody to call, or the platform is away: waits without counting as an attempt.
      delivery.dueAtMs = practice.now() + 1000
      return
    }
    delivery.attempts += 1
    const { wrongSignature: isForged = false, mishears } = delivery.mischief ?? {}
    const wrongSignature = isForged || faults.strike('wrongSignature', 'notifier', delivery.name) !== undefined
    const copies = faults.strike('duplicateDeliveries', 'notifier', delivery.name)?.value ?? 1
    let answer: number | string = 'not sent'
    for (let copy = 0; copy < copies; copy += 1) answer = await post(target, delivery, wrongSignature)
    if (stopping.signal.aborted) return
    practice.changed()
    const isMisheard = mishears !== undefined && delivery.attempts <= mishears.attempts
    if (isMisheard) answer = mishears.as === 'status500' ? 500 : 'no answer in time'
    delivery.lastAnswer = String(answer)
    const accepted = delivery.kind === 'soap' ? answer === 200 : restAcknowledgements.some((code) => code === answer)
    if (accepted) delivery.outcome = 'delivered'
    else if (delivery.kind === 'rest' && delivery.attempts >= mostRestAttempts) delivery.outcome = 'givenUp'
    else {
      // An answer that was not heard is waited for as long as one that never came.
      const { resendDelayMs, receiverTimeoutMs } = practice.state.settings
      delivery.dueAtMs = practice.now() + (isMisheard && answer !== 500 ? receiverTimeoutMs : resendDelayMs)
    }
  }

  const announceTasks = (): void => {
    for (const task of practice.state.tasks.values()) {
      if (task.announced || task.finishesAtMs > practice.now()) continue
      task.announced = true
      practice.changed()
      publish('LISTING_PREVIEW_CREATION_TASK_STATUS', { taskId: task.id })
    }
  }

  const plan = (): void => {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    if (stopping.signal.aborted) return
    const dueAtMs = [
      ...practice.state.deliveries
        .filter(({ outcome, deliveryId }) => outcome === 'waiting' && !inFlight.has(deliveryId))
        .map((delivery) => delivery.dueAtMs),
      ...[...practice.state.tasks.values()].filter((task) => !task.announced).map((task) => task.finishesAtMs),
    ]
    if (dueAtMs.length === 0) return
    const inMs = Math.min(...dueAtMs) - practice.now()
    timer = setTimeout(wake, Math.min(Math.max(inMs, 20), 60_000))
    timer.unref()
  }

  const wake = (): void => {
    if (stopping.signal.aborted) return
    announceTasks()
    for (const delivery of practice.state.deliveries) {
      const due = delivery.outcome === 'waiting' && delivery.dueAtMs <= practice.now()
      if (!due || inFlight.has(delivery.deliveryId)) continue
      if (inFlight.size >= mostInFlight) break
      const done = attempt(delivery).finally(() => {
        inFlight.delete(delivery.deliveryId)
        wake()
      })
      inFlight.set(delivery.deliveryId, done)
    }
    plan()
  }

  const enqueue = (
    delivery: Pick<StoredDelivery, 'kind' | 'name' | 'destinationId' | 'body'>,
    { times = 1, delayMs = 0, mischief }: Telling,
  ): void => {
    const lateMs = delayMs + (faults.strike('lateDeliveryMs', 'notifier', delivery.name)?.value ?? 0)
    const { state } = practice
    for (let time = 0; time < times; time += 1) {
      state.deliveries.push({
        ...delivery,
        ...(mischief === undefined ? {} : { mischief }),
        deliveryId: newId(),
        attempts: 0,
        dueAtMs: practice.now() + lateMs,
        outcome: 'waiting',
        lastAnswer: '',
      })
    }
    // What is through is history; what waits is never dropped.
    const over = state.deliveries.length - deliveriesKept
    if (over > 0) {
      let toDrop = over
      state.deliveries = state.deliveries.filter(({ outcome }) => {
        if (outcome === 'waiting' || toDrop <= 0) return true
        toDrop -= 1
        return false
      })
    }
    practice.changed()
    // Not within the call that caused it: its answer comes first, as it would over a network.
    setImmediate(wake)
  }

  const publish: Notifier['publish'] = (topicId, data, { test, ...telling } = {}) => {
    const { state } = practice
    const subscriptions =
      test === undefined
        ? state.subscriptions.filter(
            (subscription) =>
              subscription.topicId === topicId &&
              subscription.status === 'ENABLED' &&
              filterLetsPass(practice, subscription.subscriptionId, data),
          )
        : [test]
    const at = new Date(practice.now()).toISOString()
    for (const subscription of subscriptions) {
      const body = JSON.stringify({
        metadata: { topic: topicId, schemaVersion: subscription.payload.schemaVersion, deprecated: false },
        notification: {
          notificationId: `${test === undefined ? '' : 'TEST-'}${randomUUID()}_${randomUUID()}`,
          eventDate: at,
          publishDate: at,
          publishAttemptCount: 0,
          data,
        },
      })
      enqueue({ kind: 'rest', name: topicId, destinationId: subscription.destinationId, body }, telling)
    }
    return subscriptions.length * (telling.times ?? 1)
  }

  return {
    start: wake,
    stop: async () => {
      if (timer !== undefined) clearTimeout(timer)
      stopping.abort()
      await Promise.allSettled(inFlight.values())
    },
    wake,
    challenge: async (endpoint, verificationToken) => {
      if (!isLoopback(endpoint)) return false
      const code = randomBytes(16).toString('hex')
      const url = new URL(endpoint)
      url.searchParams.set('challenge_code', code)
      const expected = createHash('sha256').update(code).update(verificationToken).update(endpoint).digest('hex')
      try {
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { 'user-agent': 'practice-platform' },
          signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(challengeTimeoutMs)]),
        })
        const text = await response.text()
        if (response.status !== 200 || !(response.headers.get('content-type') ?? '').startsWith('application/json')) {
          return false
        }
        const answer: unknown = JSON.parse(text)
        return (
          typeof answer === 'object' &&
          answer !== null &&
          'challengeResponse' in answer &&
          answer.challengeResponse === expected
        )
      } catch {
        return false
      }
    },
    tell: (event, how = {}) => {
      const { trading } = practice.state
      const listening = trading.applicationUrl !== null && trading.enabled && trading.verified
      let told = 0
      if (listening && trading.events.get(event.event) === 'Enable') {
        enqueue({ kind: 'soap', name: event.event, destinationId: null, body: soapNotification(event) }, how)
        told += how.times ?? 1
      }
      if (event.event === 'FixedPriceTransaction') {
        const line = { orderLineItemId: `${event.transactionId}-1`, listingId: event.itemId, quantity: 1 }
        const data = {
          user: { userId: event.buyer, username: event.buyer },
          order: { orderId: event.transactionId, orderLineItems: [line] },
        }
        told += publish('ORDER_CONFIRMATION', data, how)
      }
      return told
    },
    publish,
  }
}
