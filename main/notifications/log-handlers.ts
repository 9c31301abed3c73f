/** The room's answers to the contract's part for the receiver and the log. */

import * as z from 'zod'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { type Occurrence, occurrenceSchema, readDocumentedPaths } from '../../shared/notifications/event-paths.ts'
import type {
  DeliveryTimes,
  EventPage,
  EventRow,
  logContract,
  ReceiverView,
} from '../../shared/notifications/log-contract.ts'
import { type GradedEvent, gradeEvent } from '../../shared/notifications/receiver-rules.ts'
import type { EventNode } from '../../shared/notifications/tree.ts'
import { Failure } from '../../shared/result.ts'
import { headerViews } from './headers.ts'
import type { LogRecord } from './log-pages.ts'
import type { EventRecord } from './log-store.ts'
import { textOf } from './receiver/body-gate.ts'
import type { Listening } from './receiver/listening.ts'
import type { Processor } from './receiver/process.ts'
import { readDelivery } from './receiver/reading.ts'
import type { NotificationStore } from './store.ts'
import type { Registrar } from './subscriptions/registrar.ts'

/** A stack can grow without end; the page lists this many and counts the others. */
const MOST_DELIVERIES_SHOWN = 200
const MOST_REFUSALS_SHOWN = 20
/** Of so many messages about a listing one may say its SKU. */
const MOST_MESSAGES_ASKED = 20

type TimesRecord = Pick<LogRecord, 'accept_ms' | 'persist_ms' | 'answer_ms' | 'process_ms'>

const timesOf = (record: TimesRecord | undefined): DeliveryTimes => ({
  acceptMs: record?.accept_ms ?? null,
  persistMs: record?.persist_ms ?? null,
  answerMs: record?.answer_ms ?? null,
  processMs: record?.process_ms ?? null,
})

const rowOf = (event: EventRecord, first: TimesRecord | undefined): EventRow => ({
  eventId: event.id,
  receivedAtMs: event.received_at_ms,
  lastDeliveryAtMs: event.last_delivery_at_ms,
  origin: event.origin,
  name: event.name,
  format: event.format,
  itemId: event.item_id,
  transactionId: event.transaction_id,
  buyer: event.buyer,
  signature: event.signature,
  processing: event.processing,
  deliveryCount: event.delivery_count,
  replayCount: event.replay_count,
  note: event.note,
  times: timesOf(first),
})

const gone = (): Failure => new Failure({ kind: 'notFound', message: 'This event is not in the log any more.' })

/** The text of the first node of that name, nearest to the root. */
const textIn = (root: EventNode, name: string): string | null => {
  let level: readonly EventNode[] = [root]
  while (level.length > 0) {
    const found = level.find((node) => node.name === name && node.text !== '')
    if (found !== undefined) return found.text
    level = level.flatMap((node) => node.children)
  }
  return null
}

const addressOf = ({ registeredUrl, addressProblem }: Pick<ReceiverView, 'registeredUrl' | 'addressProblem'>) => ({
  registeredUrl,
  addressProblem,
})

export const createLogHandlers = (deps: {
  readonly store: NotificationStore
  readonly processor: Processor
  readonly registrar: Registrar
  readonly receiverView: () => Omit<ReceiverView, 'lastDeliveryAtMs' | 'registration' | 'counts' | 'refusals'>
  /** What the grade of an event rests on beside the event itself. */
  readonly graded: () => Pick<GradedEvent, 'kind' | 'lastChallengeAtMs'>
  readonly listening: Pick<Listening, 'keepPort' | 'openAgain'>
  readonly emit: FeatureEmit<typeof logContract>
}): FeatureHandlers<typeof logContract> => {
  const { store } = deps

  /** The SKU that another message says of a listing: a verified one, the newest. */
  const skuElsewhere = (itemId: string): string | null => {
    const { rows } = store.events({
      filter: { signature: 'verified' },
      search: itemId,
      offset: 0,
      limit: MOST_MESSAGES_ASKED,
    })
    for (const { occurrences } of rows) {
      for (const told of z.array(occurrenceSchema).parse(JSON.parse(occurrences))) {
        if (told.itemId === itemId && told.sku !== null) return told.sku
      }
    }
    return null
  }

  const listingsOf = (occurrences: readonly Occurrence[]): EventPage['listings'] => {
    const skus = new Map<string, string | null>()
    for (const { itemId, sku } of occurrences) if (itemId !== null) skus.set(itemId, sku ?? skus.get(itemId) ?? null)
    return [...skus].map(([itemId, sku]) => {
      const said = store.listing(itemId)
      if (said !== null) return { itemId, sku: said, by: 'seller' }
      if (sku !== null) return { itemId, sku, by: 'message' }
      const elsewhere = skuElsewhere(itemId)
      return { itemId, sku: elsewhere, by: elsewhere === null ? null : 'otherMessage' }
    })
  }

  const page = (eventId: number): EventPage => {
    const event = store.event(eventId)
    if (event === undefined) throw gone()
    const deliveries = store.deliveriesOf(eventId, MOST_DELIVERIES_SHOWN)
    const first = deliveries[0] === undefined ? undefined : store.delivery(deliveries[0].id)
    if (first === undefined) throw gone()
    const body = store.bodyOf(first.deliveryId)
    const text = textOf(body)
    const occurrences = z.array(occurrenceSchema).parse(JSON.parse(event.occurrences))
    const tree = readDelivery(first, { body }).event?.tree() ?? null
    return {
      ...rowOf(event, deliveries[0]),
      signatureWords: event.signature_words,
      why: event.why,
      timestamp: event.occurred,
      notificationId: event.notification_id,
      occurrences,
      paths: tree === null ? [] : readDocumentedPaths(event.name, tree),
      tree,
      raw: {
        text: text ?? null,
        base64: text === undefined ? Buffer.from(body).toString('base64') : null,
        sizeBytes: body.length,
      },
      headers: headerViews(store.headersOf(first.deliveryId)),
      deliveries: deliveries.map((delivery) => ({
        deliveryId: delivery.id,
        receivedAtMs: delivery.received_at_ms,
        sizeBytes: delivery.size_bytes,
        origin: delivery.origin,
        replayOf: delivery.replay_of,
        signature: delivery.signature,
        times: timesOf(delivery),
      })),
      moreDeliveries: Math.max(0, event.delivery_count + event.replay_count - deliveries.length),
      canProcessAgain: event.processing !== 'processed',
      copyOf:
        event.origin === 'replay' && deliveries[0]?.replay_of != null ? store.eventOf(deliveries[0].replay_of) : null,
      listings: listingsOf(occurrences),
      conversationId: tree === null ? null : textIn(tree, 'conversationId'),
      rules: gradeEvent({
        ...deps.graded(),
        ...addressOf(deps.receiverView()),
        origin: event.origin,
        signature: event.signature,
        signatureWords: event.signature_words,
        processing: event.processing,
        deliveryCount: event.delivery_count,
        deliveries: deliveries.map((delivery) => ({
          deliveryId: delivery.id,
          receivedAtMs: delivery.received_at_ms,
          origin: delivery.origin,
          ...timesOf(delivery),
        })),
        timestamp: event.occurred,
        notificationId: event.notification_id,
        hasItemId: event.item_id !== null,
        hasTransactionId: event.transaction_id !== null,
      }),
    }
  }

  return {
    receiver: () => ({
      ...deps.receiverView(),
      lastDeliveryAtMs: store.lastDeliveryAtMs(),
      registration: deps.registrar.view(),
      counts: store.counts(),
      refusals: store.refusals(MOST_REFUSALS_SHOWN).map((refusal) => ({
        ...refusal,
        headers: headerViews(refusal.headers),
      })),
    }),
    keepPort: async () => {
      await deps.listening.keepPort()
      return {}
    },
    openPortAgain: async () => {
      await deps.listening.openAgain()
      return {}
    },
    events: (request) => {
      const { rows, total, totalIsFloor } = store.events(request)
      return { rows: rows.map((row) => rowOf(row, row)), total, totalIsFloor, names: [...store.names()] }
    },
    event: ({ eventId }) => page(eventId),
    processAgain: async ({ eventId }) => ({ eventId: await deps.processor.processAgain(eventId) }),
    setNote: ({ eventId, note }) => {
      if (!store.setNote(eventId, note)) throw gone()
      deps.emit('logChanged', { eventId })
      return {}
    },
  }
}
