/**
 * Sends stored deliveries again, to this app's own receiver.
 *
 * SECURITY: a replay goes over the real socket of this machine's receiver and nowhere else. Host, size, signature and claims
 * are checked as for any delivery: a copy is recognised by its key and changes nothing, an edited one fails its signature. A
 * ticket that is good once tells the receiver that the delivery is a replay.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { connectionHeaders, type ReplayResult } from '../../../shared/notifications/inspector-contract.ts'
import { conflict, notFound } from '../../../shared/result.ts'
import { REPLAY_HEADER } from '../receiver/persist.ts'
import { RECEIVER_PATH } from '../receiver/receiver-server.ts'
import type { NotificationStore } from '../store.ts'
import { type Header, parseHeaders } from './headers.ts'

/** What is sent: a stored delivery, or an edited copy of one. */
type Copy = {
  readonly deliveryId: number
  readonly headers: readonly Header[]
  /** Undefined for the stored body, which is read just before it is sent. */
  readonly editedBody?: Uint8Array
}

type EditedReplay = {
  readonly eventId: number
  /** Null means the stored value. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
  readonly body: string
}

const ANSWER_TIMEOUT_MS = 35_000

const withValues = (headers: readonly (readonly [string, string | null])[]): readonly Header[] =>
  headers.flatMap(([name, value]): Header[] => (value === null ? [] : [[name, value]]))

/** `port`: the open port of the receiver. */
export const createReplayer = (store: NotificationStore, port: () => number | undefined) => {
  const tickets = new Map<string, number>()

  const loadCopy = (eventId: number): Copy => {
    const [first] = store.deliveries(eventId, 1)
    const delivery = first === undefined ? undefined : store.delivery(first.deliveryId)
    if (delivery === undefined) throw notFound('This event is no longer in the log.')
    // What was not stored is not sent again.
    return { deliveryId: delivery.deliveryId, headers: withValues(parseHeaders(delivery.headers)) }
  }

  /** Sends one copy and resolves with the status of its answer. */
  const send = (openPort: number, { deliveryId, headers, editedBody }: Copy): Promise<number> =>
    new Promise((resolve, reject) => {
      const ticket = randomUUID()
      tickets.set(ticket, deliveryId)
      const body = editedBody ?? store.body(deliveryId)
      const isHost = ([name]: Header): boolean => name.toLowerCase() === 'host'
      // An edited copy may name another host, to see it refused. A stored host may be a tunnel's name.
      const host = editedBody === undefined ? undefined : headers.find(isHost)?.[1]
      const sent: readonly Header[] = [
        ['Host', host ?? `127.0.0.1:${openPort}`],
        ...headers.filter((header) => !isHost(header) && !connectionHeaders.has(header[0].toLowerCase())),
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
      sending.on('error', reject)
      sending.on('close', () => tickets.delete(ticket))
      sending.end(body)
    })

  /** Sends one after another, until one gets no answer. */
  const sendAll = async (copies: readonly Copy[]): Promise<ReplayResult> => {
    const openPort = port()
    if (openPort === undefined) {
      throw conflict("The receiver isn't open, so nothing can be sent to it.")
    }
    const statuses = new Map<number, number>()
    let problem: string | null = null
    for (const copy of copies) {
      try {
        const status = await send(openPort, copy)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error)
        break
      }
    }
    const answers = [...statuses].map(([status, count]) => ({ status, count }))
    return { answers: answers.sort((a, b) => a.status - b.status), problem }
  }

  return {
    /** Ids rise with time. */
    replay: (eventIds: readonly number[]): Promise<ReplayResult> =>
      sendAll(eventIds.toSorted((a, b) => a - b).map(loadCopy)),
    replayEdited: ({ eventId, headers, body }: EditedReplay): Promise<ReplayResult> => {
      const edited = withValues(headers.map(({ name, value }) => [name, value] as const))
      return sendAll([{ ...loadCopy(eventId), headers: edited, editedBody: Buffer.from(body, 'utf8') }])
    },
    /** Returns the delivery that a ticket replays, once. */
    redeemTicket: (ticket: string): number | undefined => {
      const deliveryId = tickets.get(ticket)
      tickets.delete(ticket)
      return deliveryId
    },
  }
}

export type Replayer = ReturnType<typeof createReplayer>
