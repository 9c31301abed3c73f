/**
 * The onion, put together: withWriteGate(withOnline(withRetry(withRateLimit(withAuth(withLog(wire)))))).
 *
 * - Log stands next to the wire: one line for each exchange that really took place, a repetition and a renewed token too.
 * - Auth stands inside the lane: a renewal after a 401 does not give up its place.
 * - The lane stands inside retry: each try queues anew, so that a request which waits to be repeated holds no place, and a
 *   pause that a 429 ordered meanwhile holds for the repetition.
 * - Online stands outside retry: a hiccup that a retry mends never shows as "offline".
 * - The gate stands outermost: what must not go out touches nothing, and says nothing of the line.
 */
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { HttpRequest, Send } from './request.ts'
import { type TokenSource, withAuth } from './with-auth.ts'
import { withLog } from './with-log.ts'
import { createOnlineMonitor, type OnlineMonitor, withOnline } from './with-online.ts'
import { type LaneLimits, withRateLimit } from './with-rate-limit.ts'
import { withRetry } from './with-retry.ts'
import { type WriteGate, withWriteGate } from './with-write-gate.ts'

export type SendDeps = {
  /** The last `Send`: undici, or a test's own. */
  readonly wire: Send
  readonly tokens: TokenSource
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly scheduler: Scheduler
  /** A safe read that shows whether the platform is there; made anew each time. */
  readonly probe: () => Promise<HttpRequest>
  readonly gate: WriteGate
  readonly limits?: LaneLimits
  /** Told whenever the online status is another than before. */
  readonly onStatus?: () => void
}

export const createSend = (deps: SendDeps): { readonly send: Send; readonly online: OnlineMonitor } => {
  const { clock, log, random } = deps
  const logged = withLog(deps.wire, { clock, log })
  const authorized = withAuth(logged, { tokens: deps.tokens })
  const limited = withRateLimit(authorized, { clock, ...(deps.limits === undefined ? {} : { limits: deps.limits }) })
  const retried = withRetry(limited, { clock, random })
  const online: OnlineMonitor = createOnlineMonitor({
    clock,
    scheduler: deps.scheduler,
    ...(deps.onStatus === undefined ? {} : { onStatus: deps.onStatus }),
    // Without lanes and repetitions: it must not wait behind the work that waits for it.
    probe: async () => {
      await withOnline(authorized, { heard: (answered) => online.heard(answered) })(await deps.probe())
    },
  })
  return { send: withWriteGate(withOnline(retried, { heard: online.heard }), { gate: deps.gate }), online }
}
