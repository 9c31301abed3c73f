/**
 * Sends captured deliveries again, to this app's own receiver.
 *
 * SECURITY: a replay goes over the real socket of this machine's receiver and nowhere else. Host, size, signature and claims
 * are checked as for any delivery: a copy is recognised by its key and changes nothing, an edited one fails its signature. A
 * ticket that is good once tells the receiver that the delivery is a replay.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Origin } from '../../../shared/notifications/event.ts'
import {
  connectionHeaders,
  MAX_REPLAYED_BYTES,
  type ReplayOrder,
  type ReplayRun,
} from '../../../shared/notifications/replay.ts'
import { Failure, validation } from '../../../shared/result.ts'
import type { Cancel, Clock } from '../../ports.ts'
import { REPLAY_HEADER, type ReplaySource } from '../receiver/persist.ts'
import { RECEIVER_PATH } from '../receiver/receiver-server.ts'
import type { NotificationStore } from '../store.ts'
import { type Header, parseHeaders } from './headers.ts'

/** What is sent: a captured delivery, or an edited copy of one. */
type Copy = {
  readonly deliveryId: number
  readonly origin: Origin
  readonly headers: readonly Header[]
  /** Undefined for the stored body, which is read just before it is sent. */
  readonly editedBody: Uint8Array | undefined
}

export type ReplayPlan = {
  readonly eventIds: readonly number[]
  readonly times: number
  readonly delayMs: number
  readonly order: ReplayOrder
}

export type EditedReplay = {
  readonly eventId: number
  /** Null means the captured value. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
  readonly body: string
}

export type Replayer = {
  /** Errors: `notFound`, `validation`, `conflict`; see the contract. */
  readonly replay: (plan: ReplayPlan) => void
  readonly replayEdited: (edited: EditedReplay) => void
  readonly run: () => ReplayRun | null
  readonly stop: () => void
  /** Returns what a ticket replays, once. */
  readonly redeemTicket: (ticket: string) => ReplaySource | undefined
}

const MAX_CONCURRENT = 16
const ANSWER_TIMEOUT_MS = 35_000
const CHANGED_DELAY_MS = 200

const shuffle = <T>(list: readonly T[], random: () => number): readonly T[] => {
  const rest = [...list]
  return list.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1))
}

type Running = Pick<ReplayRun, 'eventId' | 'isEdited' | 'startedAtMs' | 'total'> & {
  readonly statuses: Map<number, number>
  readonly tookMs: number[]
  state: ReplayRun['state']
  unanswered: number
  problem: string | null
}

const toView = ({ statuses, tookMs, ...run }: Running): ReplayRun => {
  const sorted = tookMs.toSorted((a, b) => a - b)
  return {
    ...run,
    settled: sorted.length + run.unanswered,
    answers: [...statuses].map(([status, count]) => ({ status, count })).sort((a, b) => a.status - b.status),
    medianMs: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    slowestMs: sorted.at(-1) ?? null,
  }
}

export const createReplayer = (deps: {
  readonly store: NotificationStore
  readonly clock: Clock
  readonly random: () => number
  /** The open port of the receiver. */
  readonly port: () => number | undefined
  readonly changed: () => void
}): Replayer => {
  const { store, clock } = deps
  const tickets = new Map<string, ReplaySource>()
  let current: Running | undefined
  let endWait: (() => void) | undefined
  let changedTimer: Cancel | undefined

  const changedSoon = (): void => {
    changedTimer ??= clock.setTimer(() => {
      changedTimer = undefined
      deps.changed()
    }, CHANGED_DELAY_MS)
  }
  const changedNow = (): void => {
    changedTimer?.()
    changedTimer = undefined
    deps.changed()
  }

  const loadCopy = (eventId: number): Copy & { readonly sizeBytes: number } => {
    const first = store.deliveries(eventId, 1)[0]
    if (first === undefined) throw new Failure({ kind: 'notFound', message: 'This event is no longer in the log.' })
    const { deliveryId, origin, sizeBytes } = first
    // What was not stored is not sent again.
    const headers = parseHeaders(store.delivery(deliveryId)?.headers ?? '[]').flatMap(([name, value]): Header[] =>
      value === null ? [] : [[name, value]],
    )
    return { deliveryId, origin, headers, editedBody: undefined, sizeBytes }
  }

  /** Sends one copy and resolves with the status of its answer. */
  const send = (port: number, { deliveryId, origin, headers, editedBody }: Copy): Promise<number> =>
    new Promise((resolve, reject) => {
      const ticket = randomUUID()
      tickets.set(ticket, { deliveryId, origin })
      const body = editedBody ?? store.body(deliveryId)
      const isHost = ([name]: Header): boolean => name.toLowerCase() === 'host'
      // An edited copy may name another host, to see it refused. A captured host may be a tunnel's name.
      const host = editedBody === undefined ? undefined : headers.find(isHost)?.[1]
      const sent: readonly Header[] = [
        ['Host', host ?? `127.0.0.1:${port}`],
        ...headers.filter((header) => !isHost(header) && !connectionHeaders.has(header[0].toLowerCase())),
        [REPLAY_HEADER, ticket],
        ['Content-Length', String(body.length)],
        ['Connection', 'close'],
      ]
      const sending = request(
        {
          host: '127.0.0.1',
          port,
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

  const sendOne = async (running: Running, copy: Copy): Promise<void> => {
    const port = deps.port()
    const startedMs = clock.monotonicMs()
    try {
      if (port === undefined) throw new Error('The receiver is not open.')
      const status = await send(port, copy)
      running.statuses.set(status, (running.statuses.get(status) ?? 0) + 1)
      running.tookMs.push(clock.monotonicMs() - startedMs)
    } catch (error) {
      running.unanswered += 1
      running.problem = error instanceof Error ? error.message : String(error)
    }
    changedSoon()
  }

  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.setTimer(resolve, delayMs)
      endWait = () => {
        cancel()
        resolve()
      }
    })

  const sendAll = async (running: Running, copies: readonly Copy[], delayMs: number): Promise<void> => {
    let next = 0
    const sendNext = async (): Promise<void> => {
      for (let copy = copies[next]; copy !== undefined && running.state === 'running'; copy = copies[next]) {
        next += 1
        await sendOne(running, copy)
        if (delayMs > 0 && next < copies.length && running.state === 'running') await wait(delayMs)
      }
    }
    const lanes = delayMs > 0 ? 1 : Math.min(MAX_CONCURRENT, copies.length)
    await Promise.all(Array.from({ length: lanes }, sendNext))
    if (running.state === 'running') running.state = 'done'
    changedNow()
  }

  const start = (copies: readonly Copy[], delayMs: number, of: Pick<Running, 'eventId' | 'isEdited'>): void => {
    if (current?.state === 'running') {
      throw new Failure({ kind: 'conflict', message: 'Another replay is running. Wait until it ends, or stop it.' })
    }
    if (deps.port() === undefined) {
      throw new Failure({ kind: 'conflict', message: "The receiver isn't open, so nothing can be sent to it." })
    }
    current = {
      ...of,
      startedAtMs: clock.nowMs(),
      total: copies.length,
      statuses: new Map(),
      tookMs: [],
      state: 'running',
      unanswered: 0,
      problem: null,
    }
    deps.changed()
    void sendAll(current, copies, delayMs)
  }

  return {
    replay: ({ eventIds, times, delayMs, order }) => {
      const copies = eventIds.map(loadCopy)
      const bytes = copies.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) * times
      if (bytes > MAX_REPLAYED_BYTES) {
        const max = `${MAX_REPLAYED_BYTES / 1024 / 1024} MB`
        throw validation('input.times', `Together these are more than ${max}. Choose fewer events or fewer times.`)
      }
      // Ids rise with time. Each round of an ordered run is in that order; a mixed run mixes the rounds too.
      const direction = order === 'newestFirst' ? -1 : 1
      const sorted = copies.toSorted((a, b) => direction * (a.deliveryId - b.deliveryId))
      const all = Array.from({ length: times }, () => sorted).flat()
      const eventId = eventIds.length === 1 ? (eventIds[0] ?? null) : null
      start(order === 'mixed' ? shuffle(all, deps.random) : all, delayMs, { eventId, isEdited: false })
    },
    replayEdited: ({ eventId, headers, body }) => {
      const copy = loadCopy(eventId)
      const edited = headers.flatMap(({ name, value }): Header[] => (value === null ? [] : [[name, value]]))
      start([{ ...copy, headers: edited, editedBody: Buffer.from(body, 'utf8') }], 0, { eventId, isEdited: true })
    },
    run: () => (current === undefined ? null : toView(current)),
    stop: () => {
      if (current?.state !== 'running') return
      current.state = 'stopped'
      endWait?.()
      changedNow()
    },
    redeemTicket: (ticket) => {
      const source = tickets.get(ticket)
      tickets.delete(ticket)
      return source
    },
  }
}
