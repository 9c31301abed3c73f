/**
 * The legacy preferences as the platform last told them, and a Set of what the seller changed.
 *
 * Two readings make one picture: UserData has the settings, Application the names of the events that there are. The
 * settings are what matters; where only the names fail, they are shown without.
 */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import {
  type Preferences,
  type preferencesContract,
  preferencesSchema,
} from '../../shared/notifications/preferences-contract.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Clock, Log } from '../ports.ts'
import { createMemory } from './memory.ts'
import { createReadAnew, type ReadAnew } from './read-anew.ts'
import { addressProblem } from './register.ts'
import type { NotificationStore } from './store.ts'
import type { TradingClient } from './trading-client.ts'

/** `anew` is told of a registration, which sets them too, and of the platform coming back. */
export const createPreferences = (deps: {
  readonly profile: ConnectionProfile
  readonly trading: TradingClient
  readonly store: NotificationStore
  readonly clock: Clock
  readonly log: Log
  readonly emit: FeatureEmit<typeof preferencesContract>
}): {
  readonly handlers: FeatureHandlers<typeof preferencesContract>
  readonly anew: Pick<ReadAnew, 'outdate' | 'online'>
  /** Answers that are still on their way touch nothing any more. */
  readonly stop: () => void
} => {
  const { trading, profile } = deps
  const memory = createMemory(
    deps,
    'preferences',
    preferencesSchema.pick({ asOfMs: true, current: true, offered: true }),
  )
  let view: Preferences = {
    asOfMs: null,
    current: null,
    offered: null,
    ...memory.recall(),
    problem: null,
    alwaysSent: [
      { name: 'ApplicationEnable', value: 'Enable' },
      { name: 'NotificationPayloadType', value: profile.dialect.payloadType },
      { name: 'DeviceType', value: 'Platform' },
    ],
  }

  let isStopped = false
  const told = (): void => {
    if (isStopped) return
    const { asOfMs, current, offered } = view
    memory.remember({ asOfMs, current, offered })
    deps.emit('preferencesChanged', {})
  }

  const read = async (): Promise<void> => {
    try {
      const { applicationUrl, applicationEnable, events } = await trading.getNotificationPreferences('UserData')
      const current = { applicationUrl, applicationEnable, events: events.map((event) => ({ ...event })) }
      view = { ...view, current, asOfMs: deps.clock.nowMs(), problem: null }
      const { events: all } = await trading.getNotificationPreferences('Application')
      view = { ...view, offered: [...new Set(all.map(({ eventType }) => eventType))] }
    } catch (error) {
      if (!(error instanceof Failure)) deps.log.error('the preferences could not be read', { error })
      const problem = error instanceof Failure ? error.message : 'Something went wrong inside Stallhand.'
      view = { ...view, problem }
      throw error
    } finally {
      told()
    }
  }

  const anew = createReadAnew({
    clock: deps.clock,
    // A failure stays with the answer.
    read: () => read().catch(() => undefined),
    changed: () => deps.emit('preferencesChanged', {}),
    hasProblem: () => view.problem !== null,
    isKnown: view.asOfMs !== null,
  })

  const handlers: FeatureHandlers<typeof preferencesContract> = {
    preferences: async () => {
      await anew.look()
      return view
    },
    readPreferences: async () => {
      await read()
      return {}
    },
    setPreferences: async ({ applicationUrl, events }) => {
      const problem = addressProblem(profile, applicationUrl)
      if (problem !== null) throw validation('input.applicationUrl', problem)
      const { warnings } = await trading.setNotificationPreferences({ applicationUrl, events })
      try {
        await read()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        view = { ...view, problem: `Your change was made, but could not be read back. ${error.message}` }
        deps.emit('preferencesChanged', {})
      }
      return { warnings: [...warnings] }
    },
  }
  return {
    handlers,
    anew,
    stop: () => {
      isStopped = true
    },
  }
}
