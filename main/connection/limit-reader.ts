/** Reads the daily limits that the platform states: once a day, and after a 429 (PLT-38). */
import { type ConnectionProfile, getPlatform } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import { readJson } from '../http/answers.ts'
import { createErrorCatalog, responseFailure } from '../http/failures.ts'
import type { Send, Service } from '../http/request.ts'
import { createServiceClient } from '../http/service-client.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import { type RateLimits, rateLimitsSchema, readLimits, type StatedLimits } from './stated-limits.ts'

const DAY_MS = 24 * 3_600_000
/** After a reading that failed, and between two readings after 429 answers. */
const RETRY_MS = 3_600_000
const MIN_INTERVAL_MS = 15 * 60_000

const NO_CONTENT = 204
const TASK = 'connection.callLimits'

export type LimitReader = {
  /** Plans the next reading: at once if none is known or the last one is a day old. */
  readonly start: () => void
  /** The service answered 429: reads its limit, at most once in 15 minutes. */
  readonly onRefused: (service: Service) => void
}

/**
 * `store` keeps the last answer, which counts until the next one. `onExhausted` is called for each service without calls
 * left. Does nothing where the platform states no limits.
 */
export const createLimitReader = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
  readonly clock: Clock
  readonly log: Log
  readonly scheduler: Pick<Scheduler, 'plan' | 'retryBy'>
  readonly store: {
    readonly load: () => StatedLimits | undefined
    readonly save: (limits: StatedLimits) => void
  }
  readonly onExhausted: (service: Service, untilMs: number) => void
  /** Called when the limits have changed: what waits for one may go on. */
  readonly onChange: () => void
}): LimitReader => {
  const { profile, clock, store } = deps
  const { capabilities, name } = getPlatform(profile)
  const isStated = capabilities.statedLimits.includes(profile.kind)
  const errors = createErrorCatalog(name)
  const client = createServiceClient({
    send: deps.send,
    service: 'analytics',
    root: `${profile.baseUrl}/developer/analytics/v1_beta`,
    toFailure: (response) => responseFailure('analytics', response, errors),
  })

  const read = async (path: string, operation: string, credential: 'application' | 'user'): Promise<RateLimits> => {
    const call = { path, operation, credential, purpose: 'watch' } as const
    const response = await client.request(call)
    if (response.status === NO_CONTENT) return { rateLimits: [] }
    return readJson(response, rateLimitsSchema, 'The list of daily limits')
  }

  /** The user's limits add to the application's. Undefined without a sign-in. */
  const readUser = async (): Promise<RateLimits | undefined> => {
    try {
      return await read('/user_rate_limit/', 'getUserRateLimits', 'user')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return undefined
    }
  }

  const readAll = async (): Promise<void> => {
    try {
      const application = await read('/rate_limit/', 'getRateLimits', 'application')
      const user = await readUser()
      const limits = readLimits(user === undefined ? [application] : [application, user])
      const nowMs = clock.nowMs()
      const perDay = Object.fromEntries([...limits].map(([service, limit]) => [service, limit.perDay]))
      const before = store.load()?.perDay
      store.save({ atMs: nowMs, perDay })
      for (const [service, { exhaustedUntilMs }] of limits) {
        if (exhaustedUntilMs !== null && exhaustedUntilMs > nowMs) deps.onExhausted(service, exhaustedUntilMs)
      }
      if (user === undefined) deps.scheduler.retryBy(TASK, nowMs + DAY_MS, readAll)
      else plan(nowMs + DAY_MS)
      // An unchanged answer wakes nothing, this work included.
      if (JSON.stringify(before) !== JSON.stringify(perDay)) deps.onChange()
    } catch (error) {
      deps.scheduler.retryBy(TASK, clock.nowMs() + RETRY_MS, readAll)
      if (!(error instanceof Failure)) throw error
      deps.log.info('the daily limits could not be read', { error })
    }
  }

  const plan = (atMs: number): void => deps.scheduler.plan(TASK, atMs, readAll)

  let lastMs = Number.NEGATIVE_INFINITY
  return {
    start: () => {
      if (!isStated) return
      const atMs = store.load()?.atMs
      plan(atMs === undefined || atMs > clock.nowMs() ? clock.nowMs() : atMs + DAY_MS)
    },
    onRefused: (service) => {
      // Its own refusal would cause the next one.
      if (!isStated || service === 'analytics' || clock.monotonicMs() - lastMs < MIN_INTERVAL_MS) return
      lastMs = clock.monotonicMs()
      plan(clock.nowMs())
    },
  }
}
