/**
 * The legacy preferences as the platform last returned them, and the seller's changes to them.
 *
 * The settings are read first, then the names of all events. If only the names can't be read, the settings still show.
 */
import type { ServiceCheck } from '../../../shared/connection/contract.ts'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../../shared/ipc/define.ts'
import {
  type Preferences,
  type preferencesContract,
  preferencesSchema,
} from '../../../shared/notifications/preferences-contract.ts'
import { Failure, validation } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import { findAddressProblem } from '../registration/address-problem.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'
import { createViewRefresh, type ViewRefresh } from '../view-refresh.ts'
import type { TradingClient } from './trading-client.ts'

export const createPreferences = (deps: {
  readonly profile: ConnectionProfile
  readonly trading: TradingClient
  readonly store: NotificationStore
  readonly clock: Clock
  readonly log: Log
  readonly emit: FeatureEmit<typeof preferencesContract>
}): {
  readonly handlers: FeatureHandlers<typeof preferencesContract>
  readonly refresh: Pick<ViewRefresh, 'outdate' | 'online'>
  /** Ignores answers that arrive later. */
  readonly stop: () => void
} => {
  const { trading, profile, log } = deps
  const platform = getPlatform(profile)
  const storedSchema = preferencesSchema.pick({ asOfMs: true, current: true, offered: true })
  const stored = createStoredValue(deps.store, 'preferences', storedSchema)
  let view: Preferences = {
    asOfMs: null,
    current: null,
    offered: null,
    ...stored.read(),
    problem: null,
  }

  let isStopped = false
  const changed = (): void => {
    if (isStopped) return
    stored.writeOrLog(storedSchema.parse(view), log)
    deps.emit('preferencesChanged', {})
  }

  let newestRead = 0
  const read = async (): Promise<void> => {
    newestRead += 1
    const ownRead = newestRead
    /** Ignores an older read, since a change may have overtaken it. */
    const show = (next: Partial<Preferences>): void => {
      if (ownRead === newestRead) view = { ...view, ...next }
    }
    try {
      const { events, ...application } = await trading.getNotificationPreferences('settings')
      show({ current: { ...application, events: [...events] }, asOfMs: deps.clock.nowMs(), problem: null })
      if (!platform.capabilities.legacyEventCatalogue) return
      const { events: all } = await trading.getNotificationPreferences('catalogue')
      show({ offered: [...new Set(all.map(({ eventType }) => eventType))] })
    } catch (error) {
      if (!(error instanceof Failure)) log.error('reading the legacy preferences failed', { error })
      show({ problem: error instanceof Failure ? error.message : 'Something went wrong in Stallhand.' })
      throw error
    } finally {
      changed()
    }
  }

  const refresh = createViewRefresh({
    clock: deps.clock,
    read: () => read().catch(() => undefined),
    changed: () => deps.emit('preferencesChanged', {}),
    hasProblem: () => view.problem !== null,
    isKnown: view.asOfMs !== null,
  })

  return {
    handlers: {
      preferences: async () => {
        await refresh.viewed()
        return view
      },
      readPreferences: () => read(),
      setPreferences: async ({ applicationUrl, events }) => {
        const problem = findAddressProblem(profile, applicationUrl)
        if (problem !== null) throw validation('input.applicationUrl', problem)
        const { warnings } = await trading.setNotificationPreferences({ applicationUrl, events })
        try {
          await read()
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          view = { ...view, problem: `Your change was made, but reading it back failed. ${error.message}` }
          changed()
        }
        return { warnings: [...warnings] }
      },
    },
    refresh,
    stop: () => {
      isStopped = true
    },
  }
}

/**
 * Checks the legacy calls for "Check connection" (SOAP-03), with one read that changes nothing but needs every
 * credential. Returns a failure instead of throwing it.
 */
export const checkLegacyCalls = async (trading: TradingClient): Promise<ServiceCheck> => {
  const about = { name: 'Legacy notifications', operation: 'GetNotificationPreferences' } as const
  try {
    const { applicationUrl } = await trading.getNotificationPreferences('settings')
    const address = applicationUrl === null ? 'No address is registered yet.' : 'An address is registered.'
    return { ...about, ok: true, message: `The credentials are accepted. ${address}`, detail: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...about, ok: false, message: error.message, detail: `POST {trading_endpoint} ${about.operation}` }
  }
}
