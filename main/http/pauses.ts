/** How many requests run at once, and how a 429 pauses a service (MSG-20, OFF-10). */
import type { Clock } from '../ports.ts'
import { DAY_PAUSE_MS } from './call-budget.ts'
import { createLanes, type LaneLimits, type LaneName, type Lanes, laneNames } from './lanes.ts'
import type { HttpRequest, HttpResponse, Service } from './request.ts'
import { parseRetryAfter } from './retry-after.ts'
import { answerToStatus, guessedPausesMs, retryTable } from './retry-table.ts'

/** Concurrent requests to one host. Writes have their own lane, so a long sync never holds up a reply. */
export const defaultLimits: LaneLimits = { read: 8, write: 2 }

/** The lane was paused while a request in it still waited for a token or built its body: nothing was sent. */
export class PausedMeanwhile extends Error {}

/** 429 answers in a row to one lane, and when it last got another answer. */
type LaneRecord = { readonly refusals: number; readonly refusedMs: number; readonly answeredMs: number }

const untouched: LaneRecord = { refusals: 0, refusedMs: Number.NEGATIVE_INFINITY, answeredMs: Number.NEGATIVE_INFINITY }

type ServiceState = { readonly lanes: Lanes; readonly records: { [lane in LaneName]: LaneRecord } }

const otherLane = (lane: LaneName): LaneName => (lane === 'read' ? 'write' : 'read')

/**
 * Whether a 429 concerns its own lane only: a write's that names a long pause, because changes may have a daily limit of their
 * own (INV-15), or a further one although the other lane was answered since the last.
 */
const isForOneLane = (lane: LaneName, statedMs: number | undefined, own: LaneRecord, other: LaneRecord): boolean =>
  (lane === 'write' && statedMs !== undefined && statedMs >= DAY_PAUSE_MS) ||
  (own.refusals > 0 && other.answeredMs > own.refusedMs)

/** A request in its lane. */
export type Turn = {
  /** Call right before it leaves. Throws `PausedMeanwhile` if its lane was paused since. */
  readonly leaving: () => void
  /** Notes the answer. Returns it, with the pause that it asks for. */
  readonly answered: (response: HttpResponse) => HttpResponse
  readonly leave: () => void
}

/** Resolves when the request may go. Throws `rateLimited` if the pause exceeds what it may wait, and if it is stopped. */
export type Pauses = { readonly enter: (request: HttpRequest) => Promise<Turn> }

/**
 * A 429 pauses the whole service, reads and writes, and one request then probes whether the service answers again; without
 * Retry-After the pause grows with each 429.
 */
export const createPauses = (deps: {
  readonly clock: Clock
  readonly limits?: LaneLimits
  /** Called for each 429; once for concurrent requests. */
  readonly onRefused?: (service: Service, pauseMs: number) => void
}): Pauses => {
  const { clock } = deps
  const limits = deps.limits ?? defaultLimits
  // Each service has its own pause: a used-up daily limit of item changes must not hold up a reply.
  const services = new Map<Service, ServiceState>()
  const hosts = new Map<string, Lanes>()
  const getOrAdd = <K, V>(all: Map<K, V>, key: K, create: () => V): V => {
    const found = all.get(key) ?? create()
    all.set(key, found)
    return found
  }

  /** Pauses after a 429 to a request that was sent at `startedMs`, and says for how long. */
  const refuse = (
    { lanes, records }: ServiceState,
    { lane, service }: HttpRequest,
    startedMs: number,
    headers: HttpResponse['headers'],
  ) => {
    const [own, other] = [records[lane], records[otherLane(lane)]]
    const stated = parseRetryAfter(headers, clock.nowMs())
    const isNew = startedMs > own.refusedMs
    const count = isNew ? own.refusals + 1 : own.refusals
    const ms = stated ?? guessedPausesMs[Math.min(count, guessedPausesMs.length) - 1] ?? 0
    if (isNew) {
      const paused = isForOneLane(lane, stated, own, other) ? [lane] : laneNames
      lanes.pause(paused, ms)
      for (const name of paused) {
        const refusals = Math.max(count, records[name].refusals)
        records[name] = { ...records[name], refusals, refusedMs: clock.monotonicMs() }
      }
      deps.onRefused?.(service, ms)
    }
    return { ms, untilMs: clock.nowMs() + ms, isGuess: stated === undefined }
  }

  /** A request sent before the pause proves nothing about the time after it. */
  const noteAnswer = ({ lanes, records }: ServiceState, lane: LaneName, startedMs: number): void => {
    const own = records[lane]
    if (startedMs < own.refusedMs) return
    records[lane] = { ...own, refusals: 0, answeredMs: clock.monotonicMs() }
    lanes.open()
  }

  return {
    enter: async (request) => {
      const { lane, service, url } = request
      const state = getOrAdd(services, service, () => ({
        lanes: createLanes(limits, clock),
        records: { read: untouched, write: untouched },
      }))
      const host = getOrAdd(hosts, new URL(url).host, () => createLanes(limits, clock))
      const place = await state.lanes.enter(request)
      const hostPlace = await host.enter(request).catch((error: unknown) => {
        place.leave()
        throw error
      })
      let startedMs = clock.monotonicMs()
      return {
        leaving: () => {
          // OFF-10: also for a request that was ready to leave.
          if (state.lanes.pauseMs(lane) > 0) throw new PausedMeanwhile()
          startedMs = clock.monotonicMs()
          place.built()
        },
        answered: (response) => {
          if (retryTable[answerToStatus(response.status)].http === 'pause')
            return { ...response, pause: refuse(state, request, startedMs, response.headers) }
          noteAnswer(state, lane, startedMs)
          return response
        },
        leave: () => {
          hostPlace.leave()
          place.leave()
        },
      }
    },
  }
}
