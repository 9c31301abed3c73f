/** The app's own way to the platform, as much of it as a test needs. */
import type { CallLedger } from '../../main/http/call-ledger.ts'
import type { LaneLimits } from '../../main/http/lanes.ts'
import { createPauses, type Pauses } from '../../main/http/pauses.ts'
import type { RefusedSignIns } from '../../main/http/refused-sign-ins.ts'
import type { Send, Service } from '../../main/http/request.ts'
import { createSendOnce, type TokenSource } from '../../main/http/sender.ts'
import type { Clock } from '../../main/ports.ts'
import { createFakeClock } from './fake-clock.ts'

/** Lets every request go at once, whatever was answered before, so that a feature's own reaction to an answer shows. */
export const noPauses: Pauses = {
  enter: async () => ({ leaving: () => undefined, answered: (response) => response, leave: () => undefined }),
}

type Parts = {
  readonly pauses?: Pauses
  readonly clock?: Clock
  readonly tokens?: TokenSource
  readonly refused?: RefusedSignIns
  readonly ledger?: CallLedger
  readonly limits?: LaneLimits
  readonly onRefused?: (service: Service, pauseMs: number) => void
}

/** Without `tokens`, requests reach the wire without a token. */
export const sendThrough = (wire: Send, parts: Parts = {}): Send => {
  const { clock = createFakeClock(), tokens, limits, onRefused, ...others } = parts
  const pauses =
    parts.pauses ??
    createPauses({
      clock,
      ...(limits === undefined ? {} : { limits }),
      ...(onRefused === undefined ? {} : { onRefused }),
    })
  if (tokens !== undefined) return createSendOnce({ ...others, exchange: wire, pauses, clock, tokens })
  return (request) => {
    const exchange: Send = (ready) => wire({ ...ready, credential: request.credential })
    return createSendOnce({ ...others, exchange, pauses, clock })({ ...request, credential: 'none' })
  }
}
