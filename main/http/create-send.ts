/**
 * Composes the wrappers:
 * withWriteGate(withOnline(withRetry(withCallBudget(withRateLimit(withAuth(withLastChecks(withUsedUp(withCallCount(withLog(wire)))))))))).
 * - Every exchange is counted at the wire. A background read checks the budget before it takes a place in a lane.
 * - Log is next to the wire: one line per exchange, including repetitions and renewed tokens.
 * - The last checks are inside lane and auth, so nothing waits between reading an item and replacing it, or between looking for a
 *   pause and sending.
 * - Auth is inside the lane, so a renewal after a 401 keeps its place.
 * - The lane is inside retry: a request waiting to be repeated takes no place, and obeys a pause that began in between.
 * - Online is outside retry: a brief failure that a retry fixes never shows as "offline".
 * - The gate is outermost: a blocked request has no effects.
 */
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { CallLedger } from './call-ledger.ts'
import type { LaneLimits } from './lanes.ts'
import type { RefusedSignIns } from './refused-sign-ins.ts'
import { type Send, type Service, TransportFailure } from './request.ts'
import { type TokenSource, withAuth } from './with-auth.ts'
import { withCallBudget, withCallCount } from './with-call-budget.ts'
import { withLastChecks } from './with-last-checks.ts'
import { withLog } from './with-log.ts'
import { createOnlineMonitor, type OnlineMonitor, withOnline } from './with-online.ts'
import { withRateLimit } from './with-rate-limit.ts'
import { withRetry } from './with-retry.ts'
import { withUsedUp } from './with-used-up.ts'
import { type WriteGate, withWriteGate } from './with-write-gate.ts'

type SendDeps = {
  /** The innermost `Send`: undici, or a double in tests. */
  readonly wire: Send
  readonly tokens: TokenSource
  readonly refused: RefusedSignIns
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly scheduler: Scheduler
  /** Finds out whether the platform answers: by a safe read through `send`, or without a request. */
  readonly probe: (send: Send) => Promise<unknown>
  readonly gate: WriteGate
  readonly limits?: LaneLimits
  readonly ledger: CallLedger
  /** Called for each 429, after the ledger; once for concurrent requests. */
  readonly onRefused?: (service: Service) => void
  /** Called when the online status changes. */
  readonly onStatus?: () => void
}

export const createSend = (deps: SendDeps): { readonly send: Send; readonly online: OnlineMonitor } => {
  const { clock, log, random } = deps
  const { ledger } = deps
  const logged = withUsedUp(withCallCount(withLog(deps.wire, { clock, log }), { ledger }))
  const authorized = withAuth(withLastChecks(logged), { tokens: deps.tokens, refused: deps.refused })
  const limited = withCallBudget(
    withRateLimit(authorized, {
      clock,
      ...(deps.limits === undefined ? {} : { limits: deps.limits }),
      onRefused: (service, pauseMs) => {
        ledger.refuse(service, pauseMs)
        deps.onRefused?.(service)
      },
    }),
    { ledger, clock },
  )
  const retried = withRetry(limited, { clock, random })
  const online: OnlineMonitor = createOnlineMonitor({
    clock,
    scheduler: deps.scheduler,
    ...(deps.onStatus === undefined ? {} : { onStatus: deps.onStatus }),
    // Inside the lanes, so that a pause after a 429 applies to the probe too. Without retries, because the next probe
    // is one.
    probe: async () => {
      try {
        await deps.probe(limited)
        online.record(true)
      } catch (error) {
        if (error instanceof TransportFailure) online.record(false)
        throw error
      }
    },
  })
  return { send: withWriteGate(withOnline(retried, online), { gate: deps.gate }), online }
}
