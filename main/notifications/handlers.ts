/** The notifications room's answers to its part of the contract. */

import * as z from 'zod'
import type { RoomEmit, RoomHandlers } from '../../shared/ipc/define.ts'
import type { EventPage, EventRow, notificationsContract, ReceiverView } from '../../shared/notifications/contract.ts'
import { occurrenceSchema } from '../../shared/notifications/event-paths.ts'
import { Failure } from '../../shared/result.ts'
import { textOf } from './receiver/body-gate.ts'
import { type Processor, readDelivery } from './receiver/process.ts'
import type { Registrar } from './register.ts'
import type { EventRecord, NotificationStore } from './store.ts'

/** A stack can grow without end; the page lists this many and counts the others. */
const MOST_DELIVERIES_SHOWN = 200
const MOST_REFUSALS_SHOWN = 20

const headersSchema = z.array(z.tuple([z.string(), z.string()]))

const rowOf = (event: EventRecord): EventRow => ({
  eventId: event.id,
  receivedAtMs: event.received_at_ms,
  lastDeliveryAtMs: event.last_delivery_at_ms,
  name: event.name,
  format: event.format,
  itemId: event.item_id,
  transactionId: event.transaction_id,
  buyer: event.buyer,
  signature: event.signature,
  processing: event.processing,
  deliveryCount: event.delivery_count,
  note: event.note,
})

const gone = (): Failure => new Failure({ kind: 'notFound', message: 'This event is not in the log any more.' })

/** The members of the contract that this file answers; board.ts answers the others. */
type LogMember = 'receiver' | 'events' | 'event' | 'register' | 'processAgain' | 'setNote'

export const createNotificationHandlers = (deps: {
  readonly store: NotificationStore
  readonly processor: Processor
  readonly registrar: Registrar
  readonly receiverView: () => Omit<ReceiverView, 'lastDeliveryAtMs' | 'registration' | 'counts' | 'refusals'>
  readonly emit: RoomEmit<typeof notificationsContract>
}): Pick<RoomHandlers<typeof notificationsContract>, LogMember> => {
  const { store } = deps

  const page = (eventId: number): EventPage => {
    const event = store.event(eventId)
    if (event === undefined) throw gone()
    const deliveries = store.deliveriesOf(eventId, MOST_DELIVERIES_SHOWN)
    const first = deliveries[0] === undefined ? undefined : store.delivery(deliveries[0].id)
    if (first === undefined) throw gone()
    const body = store.bodyOf(first.deliveryId)
    const text = textOf(body)
    const reading = readDelivery(first, body)
    return {
      ...rowOf(event),
      signatureWords: event.signature_words,
      why: event.why,
      timestamp: event.occurred,
      notificationId: event.notification_id,
      occurrences: z.array(occurrenceSchema).parse(JSON.parse(event.occurrences)),
      paths: (reading.event?.paths ?? []).map((path) => ({ ...path, values: [...path.values] })),
      tree: reading.event?.tree ?? null,
      raw: {
        text: text ?? null,
        base64: text === undefined ? Buffer.from(body).toString('base64') : null,
        sizeBytes: body.length,
      },
      headers: headersSchema
        .parse(JSON.parse(store.headersOf(first.deliveryId)))
        .map(([name, value]) => ({ name, value })),
      deliveries: deliveries.map((delivery) => ({
        deliveryId: delivery.id,
        receivedAtMs: delivery.received_at_ms,
        sizeBytes: delivery.size_bytes,
        signature: delivery.signature,
        acceptMs: delivery.accept_ms,
        persistMs: delivery.persist_ms,
        answerMs: delivery.answer_ms,
        processMs: delivery.process_ms,
      })),
      moreDeliveries: Math.max(0, event.delivery_count - deliveries.length),
      canProcessAgain: event.processing !== 'processed',
    }
  }

  return {
    receiver: () => ({
      ...deps.receiverView(),
      lastDeliveryAtMs: store.lastDeliveryAtMs(),
      registration: deps.registrar.view(),
      counts: store.counts(),
      refusals: store.refusals(MOST_REFUSALS_SHOWN),
    }),
    events: ({ filter, search, cursor, limit }) => {
      const found = store.events(filter, search, cursor, limit + 1)
      const events = found.slice(0, limit).map(rowOf)
      return {
        events,
        next: found.length > limit ? (events.at(-1)?.eventId ?? null) : null,
        names: [...store.names()],
      }
    },
    event: ({ eventId }) => page(eventId),
    register: ({ events, alertEmail }) => deps.registrar.register(events, alertEmail),
    processAgain: async ({ eventId }) => ({ eventId: await deps.processor.processAgain(eventId) }),
    setNote: ({ eventId, note }) => {
      if (!store.setNote(eventId, note)) throw gone()
      deps.emit('logChanged', { eventId })
      return {}
    },
  }
}
