/**
 * Delivers the platform's notifications to the seller's receiver. Deliveries are stored until done, so delivery is at
 * least once across restarts. A SOAP notification is repeated until the receiver answers 200, a REST one is tried three
 * times. Times are on the practice clock, except the receiver's timeout.
 */
import { randomUUID, sign } from 'node:crypto'
import type { Faults } from '../control/faults.ts'
import type { JsonObject } from '../json-body.ts'
import { newId } from '../shop/ids.ts'
import type { ShopEvent, StoredDelivery, StoredSubscription } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { challengeEndpoint } from './endpoint-challenge.ts'
import { createEbayLegacyEvent, createSoapNotification } from './legacy-events.ts'
import { matchesFilter } from './subscription-filters.ts'
import { createOrderLine } from './topic.ts'
import { findTopic, toSeller } from './topic-catalog.ts'

export const eventTypes = [
  'AuctionCheckoutComplete',
  'FixedPriceTransaction',
  'FeedbackLeft',
  'ItemSold',
  'ItemEndedBySeller',
  'BidReceived',
] as const

export type Notifier = ReturnType<typeof createNotifier>

const MAX_REST_ATTEMPTS = 3
const restAcknowledgements: readonly unknown[] = [200, 201, 202, 204]
const MAX_STORED_DELIVERIES = 500
/** Keeps a burst from opening a thousand connections. */
const MAX_IN_FLIGHT = 32
/** The wait before a delivery without a target is tried again, on the practice clock. */
const NO_TARGET_DELAY_MS = 1000

export const createNotifier = (practice: Practice, faults: Faults) => {
  const stopping = new AbortController()
  const inFlight = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const createSignatureHeader = (body: string): string => {
    const { kid, privatePem } = practice.state.signingKey
    const signature = sign('sha1', Buffer.from(body), privatePem).toString('base64')
    return Buffer.from(JSON.stringify({ alg: 'ecdsa', kid, signature, digest: 'SHA1' })).toString('base64')
  }

  /** Legacy notifications of the real platform carry their signature in their body. */
  const isSignedInBody = practice.names.id === 'ebay'

  const describeSignature = (
    { kind, name }: StoredDelivery,
    body: string,
    isForged: boolean,
  ): Readonly<Record<string, string>> =>
    kind === 'soap' && isSignedInBody
      ? { soapaction: `"https://developer.ebay.com/notification/${name}"` }
      : {
          [`x-${practice.names.headerWord.toLowerCase()}-signature`]: createSignatureHeader(
            isForged ? `${body} ` : body,
          ),
        }

  const findTarget = ({ kind, destinationId }: StoredDelivery): string | undefined => {
    const { trading, destinations } = practice.state
    if (kind === 'soap') return trading.enabled && trading.verified ? (trading.applicationUrl ?? undefined) : undefined
    const destination = destinations.find((candidate) => candidate.destinationId === destinationId)
    return destination?.status === 'ENABLED' ? destination.endpoint : undefined
  }

  const post = async (target: string, delivery: StoredDelivery, isForged: boolean): Promise<number | string> => {
    const isSoap = delivery.kind === 'soap'
    const body = isSoap
      ? isForged && isSignedInBody
        ? delivery.body.replace(/(NotificationSignature[^>]*>)[^<]{4}/, '$1AAAA')
        : delivery.body
      : delivery.body.replace('"publishAttemptCount":0', `"publishAttemptCount":${delivery.attempts}`)
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers: {
          'content-type': isSoap ? 'text/xml; charset=utf-8' : 'application/json',
          'user-agent': 'practice-platform',
          ...describeSignature(delivery, body, isForged),
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
    const { name, kind } = delivery
    const target = findTarget(delivery)
    if (target === undefined || faults.take('offline', 'notifier', name) !== undefined) {
      delivery.dueAtMs = practice.now() + NO_TARGET_DELAY_MS
      return
    }
    delivery.attempts += 1
    const isForged = faults.take('wrongSignature', 'notifier', name) !== undefined
    const copies = faults.take('duplicateDeliveries', 'notifier', name)?.value ?? 1
    let answer: number | string = 'not sent'
    for (let copy = 0; copy < copies; copy += 1) answer = await post(target, delivery, isForged)
    if (stopping.signal.aborted) return
    delivery.lastAnswer = String(answer)
    const isAccepted = kind === 'soap' ? answer === 200 : restAcknowledgements.includes(answer)
    if (isAccepted) delivery.outcome = 'delivered'
    else if (kind === 'rest' && delivery.attempts >= MAX_REST_ATTEMPTS) delivery.outcome = 'givenUp'
    else delivery.dueAtMs = practice.now() + practice.state.settings.resendDelayMs
    practice.changed()
  }

  const announceFinishedTasks = (): void => {
    for (const task of practice.state.tasks.values()) {
      if (task.announced || task.finishesAtMs > practice.now()) continue
      task.announced = true
      practice.changed()
      publish('LISTING_PREVIEW_CREATION_TASK_STATUS', { taskId: task.id })
    }
  }

  const schedule = (): void => {
    clearTimeout(timer)
    const { deliveries, tasks } = practice.state
    const waiting = deliveries.filter(({ outcome, deliveryId }) => outcome === 'waiting' && !inFlight.has(deliveryId))
    const unfinished = [...tasks.values()].filter((task) => !task.announced)
    const dueAtMs = [...waiting.map((delivery) => delivery.dueAtMs), ...unfinished.map((task) => task.finishesAtMs)]
    if (dueAtMs.length === 0) return
    const inMs = Math.min(...dueAtMs) - practice.now()
    timer = setTimeout(wake, Math.min(Math.max(inMs, 20), 60_000)).unref()
  }

  const wake = (): void => {
    if (stopping.signal.aborted) return
    announceFinishedTasks()
    for (const delivery of practice.state.deliveries) {
      const isDue = delivery.outcome === 'waiting' && delivery.dueAtMs <= practice.now()
      if (!isDue || inFlight.has(delivery.deliveryId)) continue
      if (inFlight.size >= MAX_IN_FLIGHT) break
      const done = attempt(delivery).finally(() => {
        inFlight.delete(delivery.deliveryId)
        wake()
      })
      inFlight.set(delivery.deliveryId, done)
    }
    schedule()
  }

  const enqueue = (delivery: Pick<StoredDelivery, 'kind' | 'name' | 'destinationId' | 'body'>): void => {
    const { state } = practice
    const lateMs = faults.take('lateDeliveryMs', 'notifier', delivery.name)?.value ?? 0
    const dueAtMs = practice.now() + lateMs
    state.deliveries.push({
      ...delivery,
      deliveryId: newId(),
      attempts: 0,
      dueAtMs,
      outcome: 'waiting',
      lastAnswer: '',
    })
    // Drops the oldest finished deliveries, never a waiting one.
    let excess = state.deliveries.length - MAX_STORED_DELIVERIES
    if (excess > 0) {
      state.deliveries = state.deliveries.filter(({ outcome }) => {
        if (outcome === 'waiting' || excess <= 0) return true
        excess -= 1
        return false
      })
    }
    practice.changed()
    // Sends the answer to the call first, as a network would.
    setImmediate(wake)
  }

  /** Publishes to the enabled subscriptions of a topic, or as a test to one; returns the number of notifications. */
  const publish = (topicId: string, data: JsonObject, test?: StoredSubscription): number => {
    const isAddressed = ({ topicId: subscribed, status, subscriptionId }: StoredSubscription): boolean =>
      subscribed === topicId && status === 'ENABLED' && matchesFilter(practice, subscriptionId, data)
    const subscriptions = test === undefined ? practice.state.subscriptions.filter(isAddressed) : [test]
    const at = new Date(practice.now()).toISOString()
    const payloads = findTopic(practice.names, topicId)?.payloads ?? []
    for (const { payload, destinationId } of subscriptions) {
      const { schemaVersion } = payload
      const deprecated = payloads.some((each) => each.schemaVersion === schemaVersion && each.deprecated)
      const copies = faults.take('twinNotifications', 'notifier', topicId) === undefined ? 1 : 2
      for (let copy = 0; copy < copies; copy += 1) {
        const body = JSON.stringify({
          metadata: { topic: topicId, schemaVersion, deprecated },
          notification: {
            notificationId: `${test === undefined ? '' : 'TEST-'}${randomUUID()}_${randomUUID()}`,
            eventDate: at,
            publishDate: at,
            publishAttemptCount: 0,
            data,
          },
        })
        enqueue({ kind: 'rest', name: topicId, destinationId, body })
      }
    }
    return subscriptions.length
  }

  return {
    start: wake,
    stop: async (): Promise<void> => {
      clearTimeout(timer)
      stopping.abort()
      await Promise.allSettled(inFlight.values())
    },
    /** Starts due deliveries. Called after every change that may make one due. */
    wake,
    /** Whether the endpoint answers its challenge (RCV-02). Never leaves this machine. */
    challenge: (endpoint: string, verificationToken: string): Promise<boolean> =>
      challengeEndpoint(endpoint, verificationToken, stopping.signal),
    /** Delivers a shop event to every receiver registered for it; returns the number of notifications. */
    deliver: (event: ShopEvent): number => {
      const { applicationUrl, enabled, verified, events } = practice.state.trading
      let notifications = 0
      if (applicationUrl !== null && enabled && verified && events[event.event] === 'Enable') {
        const body = isSignedInBody
          ? createEbayLegacyEvent(event, practice.state.seller)
          : createSoapNotification(event)
        enqueue({ kind: 'soap', name: event.event, destinationId: null, body })
        notifications += 1
      }
      if (event.event === 'FixedPriceTransaction') {
        const { transactionId, itemId, orderId = transactionId, quantity = 1 } = event
        const order = { orderId, orderLineItems: [{ ...createOrderLine(itemId, transactionId), quantity }] }
        // The user is the seller. A real one names no buyer.
        notifications += publish('ORDER_CONFIRMATION', { user: { ...toSeller(practice) }, order })
      }
      return notifications
    },
    publish,
  }
}
