/** The outbound queue of a feature under test: on hold only if its database is, and without a high-water mark beside the database. */
import { createHold } from '../../main/outbound/hold.ts'
import { createOutbound, type Outbound, type OutboundDeps } from '../../main/outbound/outbound.ts'

export const createTestOutbound = (
  deps: Pick<OutboundDeps, 'database' | 'scheduler' | 'clock' | 'log' | 'online'> & Partial<Pick<OutboundDeps, 'hold'>>,
  raise: () => void = () => undefined,
): Outbound => createOutbound({ hold: createHold(deps.database), ...deps, raise, emit: () => undefined })

type Startable = { readonly start: () => Promise<void>; readonly stop: () => Promise<void> }

/** Starts and stops the queue with its feature, in the same order as a session. */
export const withOutbound = <F extends Startable>(outbound: Outbound, feature: F): F => ({
  ...feature,
  start: async () => {
    outbound.start()
    await feature.start()
  },
  stop: async () => {
    await outbound.stop()
    await feature.stop()
  },
})
