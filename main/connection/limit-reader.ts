/** Reads the daily limits that the platform states: once a day, and after a 429 (PLT-38). */
import { type ConnectionProfile, getPlatform } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import { readJson, responseFailure } from '../http/answers.ts'
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
  readonly scheduler: Pick<Scheduler, 'plan'>
  readonly store: {
    readonly load: () => StatedLimits | undefined
    readonly save: (limits: StatedLimits) => void
  }
  readonly onExhausted: (service: Service, untilMs: number) => void
}): LimitReader => {
  const { profile, clock, store } = deps
  const isStated = getPlatform(profile).capabilities.statedLimits.includes(profile.kind)
  const client = createServiceClient({
    send: deps.send,
    service: 'analytics',
    root: `${profile.baseUrl}/developer/analytics/v1_beta`,
    toFailure: (response) => responseFailure('analytics', response, {}),
  })

  const read = async (path: string, operation: string, credential: 'application' | 'user'): Promise<RateLimits> => {
    const call = { path, operation, credential, purpose: 'watch' } as const
    const response = await client.request(call)
    if (response.status === NO_CONTENT) return { rateLimits: [] }
    return readJson(response, rateLimitsSchema, 'The list of daily limits')
  }

  /** The user's limits add to the application's, and are missing without a sign-in. */
  const readUser = async (): Promise<readonly RateLimits[]> => {
    try {
      return [await read('/user_rate_limit/', 'getUserRateLimits', 'user')]
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return []
    }
  }

  const plan = (atMs: number): void =>
    deps.scheduler.plan('connection.callLimits', atMs, async () => {
      try {
        const limits = readLimits([await read('/rate_limit/', 'getRateLimits', 'application'), ...(await readUser())])
        const nowMs = clock.nowMs()
        const perDay = Object.fromEntries([...limits].map(([service, limit]) => [service, limit.perDay]))
        store.save({ atMs: nowMs, perDay })
        for (const [service, { exhaustedUntilMs }] of limits) {
          if (exhaustedUntilMs !== null && exhaustedUntilMs > nowMs) deps.onExhausted(service, exhaustedUntilMs)
        }
        plan(nowMs + DAY_MS)
      } catch (error) {
        plan(clock.nowMs() + RETRY_MS)
        if (!(error instanceof Failure)) throw error
        deps.log.info('the daily limits could not be read', { error })
      }
    })

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
