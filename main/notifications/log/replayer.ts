/**
 * Sends a stored delivery again, to this app's own receiver.
 *
 * SECURITY: a replay goes only to this machine's own receiver, over its real socket. Size, signature and claims are
 * checked as for any delivery: a copy is recognised by its key and changes nothing, and an edited one fails the
 * signature check. A one-time ticket marks the delivery as a replay.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { conflict, notFound } from '../../../shared/result.ts'
import { RECEIVER_PATH } from '../receiver/addressed.ts'
import { REPLAY_HEADER } from '../receiver/persist.ts'
import type { NotificationStore } from '../store.ts'
import { ERASED_BODY } from './delivery-store.ts'
import { type Header, parseHeaders } from './headers.ts'

const ANSWER_TIMEOUT_MS = 35_000

/** Headers of the original connection, which the replay doesn't send. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** `port`: the receiver's open port. */
export const createReplayer = (store: NotificationStore, port: () => number | undefined) => {
  const tickets = new Map<string, number>()

  /** Sends a body and resolves with the status of the answer. */
  const send = (openPort: number, deliveryId: number, headers: readonly Header[], body: Uint8Array): Promise<number> =>
    new Promise((resolve, reject) => {
      const ticket = randomUUID()
      tickets.set(ticket, deliveryId)
      const sent: readonly Header[] = [
        ['Host', `127.0.0.1:${openPort}`],
        ...headers,
        [REPLAY_HEADER, ticket],
        ['Content-Length', String(body.length)],
        ['Connection', 'close'],
      ]
      const sending = request(
        {
          host: '127.0.0.1',
          port: openPort,
          path: RECEIVER_PATH,
          method: 'POST',
          headers: sent.flat(),
          agent: false,
          signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
          response.on('error', reject)
        },
      )
      sending.on('error', (error) => reject(conflict(`Instant alerts didn’t answer: ${error.message}`)))
      sending.on('close', () => tickets.delete(ticket))
      sending.end(body)
    })

  return {
    /** Sends an event's first delivery again, or another body with the same headers. */
    replay: async (eventId: number, body?: string): Promise<{ readonly status: number }> => {
      const [first] = store.deliveries(eventId, 1)
      const delivery = first === undefined ? undefined : store.delivery(first.deliveryId)
      if (delivery === undefined) throw notFound('This event is no longer in the log.')
      const openPort = port()
      if (openPort === undefined) throw conflict('Instant alerts are off, so nothing can be processed again.')
      const { deliveryId } = delivery
      // Header values that were not stored can't be sent again.
      const headers = parseHeaders(delivery.headers).flatMap(([name, value]): Header[] =>
        value === null || connectionHeaders.has(name.toLowerCase()) ? [] : [[name, value]],
      )
      const bytes = body === undefined ? store.body(deliveryId) : Buffer.from(body, 'utf8')
      if (ERASED_BODY.equals(bytes)) {
        throw conflict(
          'The text of this notification was erased with the account of the user whom it named, or left out of an export with an address, so it can’t be sent again.',
        )
      }
      return { status: await send(openPort, deliveryId, headers, bytes) }
    },
    /** Returns the delivery that a ticket replays. Each ticket works once. */
    redeemTicket: (ticket: string): number | undefined => {
      const deliveryId = tickets.get(ticket)
      tickets.delete(ticket)
      return deliveryId
    },
  }
}

export type Replayer = ReturnType<typeof createReplayer>
