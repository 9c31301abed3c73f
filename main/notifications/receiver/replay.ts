/**
 * Sending again what came once, to this app's own receiver.
 *
 * SECURITY: a replay goes over the real socket of this machine's receiver and nowhere else; there is no address in it to
 * choose. It takes no short cut: Host, size, signature and claims are checked as of any delivery, so that a copy is told by
 * its key and changes nothing, and an edited one bears a signature that no longer fits. A ticket that is good once tells the
 * receiver that it is ours, so that it is marked.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Origin } from '../../../shared/notifications/event.ts'
import {
  headersOfTheConnection,
  MOST_REPLAYED_BYTES,
  type ReplayOrder,
  type ReplayRun,
} from '../../../shared/notifications/replay.ts'
import { Failure, validation } from '../../../shared/result.ts'
import type { Cancel, Clock } from '../../ports.ts'
import { type Header, headersOf } from '../headers.ts'
import type { NotificationStore } from '../store.ts'
import { REPLAY_HEADER, type ReplaySource } from './accept.ts'
import { RECEIVER_PATH } from './receiver.ts'

/** What is sent: a captured delivery, or an edited copy of one. */
type Copy = {
  readonly deliveryId: number
  readonly origin: Origin
  readonly headers: readonly Header[]
  /** Undefined: that of the delivery, read when its turn comes. */
  readonly body: Uint8Array | undefined
}

export type ReplayPlan = {
  readonly eventIds: readonly number[]
  readonly times: number
  readonly delayMs: number
  readonly order: ReplayOrder
}

export type EditedReplay = {
  readonly eventId: number
  /** A value of null stands for the one it came with. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
  readonly body: string
}

export type Replayer = {
  /** Errors: `notFound`, `validation`, `conflict`; see the contract. */
  readonly replay: (plan: ReplayPlan) => void
  readonly replayEdited: (edited: EditedReplay) => void
  readonly run: () => ReplayRun | null
  readonly stop: () => void
  /** What a ticket stands for, once. */
  readonly sourceOf: (ticket: string) => ReplaySource | undefined
}

const MOST_UNDER_WAY = 16
const ANSWER_LIMIT_MS = 35_000
const TELL_AFTER_MS = 200

const median = (sorted: readonly number[]): number | null => sorted[Math.floor((sorted.length - 1) / 2)] ?? null

/** Every element at a place by chance. */
const shuffled = <T>(list: readonly T[], random: () => number): readonly T[] => {
  const mixed = [...list]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const here = mixed[at] as T
    mixed[at] = mixed[other] as T
    mixed[other] = here
  }
  return mixed
}

type Running = {
  readonly eventId: number | null
  readonly isEdited: boolean
  readonly startedAtMs: number
  readonly total: number
  readonly statuses: Map<number, number>
  readonly tookMs: number[]
  state: ReplayRun['state']
  unanswered: number
  problem: string | null
}

const viewOf = (running: Running): ReplayRun => {
  const { eventId, isEdited, startedAtMs, total, state, unanswered, problem } = running
  const sorted = running.tookMs.toSorted((a, b) => a - b)
  return {
    state,
    eventId,
    isEdited,
    startedAtMs,
    total,
    settled: sorted.length + unanswered,
    answers: [...running.statuses].map(([status, count]) => ({ status, count })).sort((a, b) => a.status - b.status),
    unanswered,
    problem,
    medianMs: median(sorted),
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
  let cancelWait: (() => void) | undefined
  let tellTimer: Cancel | undefined

  const tell = (): void => {
    tellTimer ??= clock.setTimer(() => {
      tellTimer = undefined
      deps.changed()
    }, TELL_AFTER_MS)
  }

  const copyOf = (eventId: number): Copy & { readonly sizeBytes: number } => {
    const first = store.deliveriesOf(eventId, 1)[0]
    if (first === undefined) throw new Failure({ kind: 'notFound', message: 'This event is not in the log any more.' })
    const { id: deliveryId, origin, size_bytes: sizeBytes } = first
    return { deliveryId, origin, headers: headersOf(store.headersOf(deliveryId)), body: undefined, sizeBytes }
  }

  /** Sends one copy; resolves with the status of its answer. */
  const send = (port: number, copy: Copy): Promise<number> =>
    new Promise((resolve, reject) => {
      const ticket = randomUUID()
      tickets.set(ticket, { deliveryId: copy.deliveryId, origin: copy.origin })
      const body = copy.body ?? store.bodyOf(copy.deliveryId)
      const kept = copy.headers.filter(([name]) => !headersOfTheConnection.has(name.toLowerCase()))
      const own = kept.filter(([name]) => name.toLowerCase() !== 'host')
      // An edited copy may name another host, to see it refused; a captured one came under the name of a tunnel, perhaps.
      const host = copy.body === undefined ? undefined : kept.find(([name]) => name.toLowerCase() === 'host')?.[1]
      const headers = [
        ['Host', host ?? `127.0.0.1:${port}`],
        ...own,
        [REPLAY_HEADER, ticket],
        ['Content-Length', String(body.length)],
        ['Connection', 'close'],
      ]
      const asking = request(
        {
          host: '127.0.0.1',
          port,
          path: RECEIVER_PATH,
          method: 'POST',
          headers: headers.flat(),
          agent: false,
          signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
          response.on('error', reject)
        },
      )
      asking.on('error', reject)
      asking.on('close', () => tickets.delete(ticket))
      asking.end(body)
    })

  const sendOne = async (running: Running, copy: Copy): Promise<void> => {
    const port = deps.port()
    const beganMs = clock.monotonicMs()
    try {
      if (port === undefined) throw new Error('The receiver is not open.')
      const status = await send(port, copy)
      running.statuses.set(status, (running.statuses.get(status) ?? 0) + 1)
      running.tookMs.push(clock.monotonicMs() - beganMs)
    } catch (error) {
      running.unanswered += 1
      running.problem = error instanceof Error ? error.message : String(error)
    }
    tell()
  }

  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.setTimer(resolve, delayMs)
      cancelWait = () => {
        cancel()
        resolve()
      }
    })

  const carryOut = async (running: Running, copies: readonly Copy[], delayMs: number): Promise<void> => {
    let next = 0
    const takeNext = async (): Promise<void> => {
      for (let copy = copies[next]; copy !== undefined && running.state === 'running'; copy = copies[next]) {
        next += 1
        await sendOne(running, copy)
        if (delayMs > 0 && next < copies.length && running.state === 'running') await wait(delayMs)
      }
    }
    const lanes = delayMs > 0 ? 1 : Math.min(MOST_UNDER_WAY, copies.length)
    await Promise.all(Array.from({ length: lanes }, takeNext))
    if (running.state === 'running') running.state = 'done'
    tellTimer?.()
    tellTimer = undefined
    deps.changed()
  }

  const begin = (
    copies: readonly Copy[],
    delayMs: number,
    of: { readonly eventId: number | null; readonly isEdited: boolean },
  ): void => {
    if (current?.state === 'running') {
      throw new Failure({ kind: 'conflict', message: 'Another replay is under way. Wait for its end, or stop it.' })
    }
    if (deps.port() === undefined) {
      throw new Failure({ kind: 'conflict', message: 'The receiver is not open, so nothing can be sent to it.' })
    }
    const running: Running = {
      ...of,
      startedAtMs: clock.nowMs(),
      total: copies.length,
      statuses: new Map(),
      tookMs: [],
      state: 'running',
      unanswered: 0,
      problem: null,
    }
    current = running
    deps.changed()
    void carryOut(running, copies, delayMs)
  }

  return {
    replay: ({ eventIds, times, delayMs, order }) => {
      const once = eventIds.map(copyOf)
      const bytes = once.reduce((all, { sizeBytes }) => all + sizeBytes, 0) * times
      if (bytes > MOST_REPLAYED_BYTES) {
        const most = `${MOST_REPLAYED_BYTES / 1024 / 1024} MB`
        throw validation(
          'input.times',
          `All these together are more than ${most}. Choose fewer events, or fewer times.`,
        )
      }
      // Ids rise with time. The rounds of an ordered run keep their order; a mixed one mixes them too.
      const sorted = once.toSorted((a, b) =>
        order === 'newestFirst' ? b.deliveryId - a.deliveryId : a.deliveryId - b.deliveryId,
      )
      const all = Array.from({ length: times }, () => sorted).flat()
      const [only] = eventIds
      begin(order === 'mixed' ? shuffled(all, deps.random) : all, delayMs, {
        eventId: eventIds.length === 1 ? (only ?? null) : null,
        isEdited: false,
      })
    },
    replayEdited: ({ eventId, headers, body }) => {
      const copy = copyOf(eventId)
      const captured = new Map(copy.headers.map(([name, value]) => [name.toLowerCase(), value]))
      const edited = headers.map(({ name, value }): Header => [name, value ?? captured.get(name.toLowerCase()) ?? ''])
      begin([{ ...copy, headers: edited, body: Buffer.from(body, 'utf8') }], 0, { eventId, isEdited: true })
    },
    run: () => (current === undefined ? null : viewOf(current)),
    stop: () => {
      if (current?.state !== 'running') return
      current.state = 'stopped'
      cancelWait?.()
      tellTimer?.()
      tellTimer = undefined
      deps.changed()
    },
    sourceOf: (ticket) => {
      const source = tickets.get(ticket)
      tickets.delete(ticket)
      return source
    },
  }
}
