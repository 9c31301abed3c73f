/** What a feature receives and returns. Types only. */
import type { ConnectionProfile } from '../shared/connection/profile.ts'
import type { FeatureContract, FeatureEmit, FeatureHandlers } from '../shared/ipc/define.ts'
import type { Database } from './database/database.ts'
import type { OnlineState } from './http/online-monitor.ts'
import type { Send } from './http/request.ts'
import type { Clock, DesktopNotice, Log } from './ports.ts'
import type { Scheduler } from './scheduler.ts'

export type { OnlineState } from './http/online-monitor.ts'

/** The open connection's secrets, by name. They never leave main. */
export type ConnectionSecrets = {
  readonly get: (name: string) => Promise<string | undefined>
  readonly set: (name: string, secret: string) => Promise<void>
  readonly delete: (name: string) => Promise<void>
}

/**
 * What an open connection provides to its features. Each part declares what it uses: `Pick<Services, 'clock' | 'log'>`.
 */
export type Services = {
  readonly profile: ConnectionProfile
  readonly database: Database
  readonly send: Send
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly secrets: ConnectionSecrets
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly notify: (notice: DesktopNotice) => void
}

export type FeatureDeps<R extends FeatureContract> = Services & { readonly emit: FeatureEmit<R> }

export type Feature<R extends FeatureContract> = {
  readonly handlers: FeatureHandlers<R>
  /** Starts background work and resumes what a crash interrupted. Called once, after all features are created. */
  readonly start: () => Promise<void>
  /** Stops background work. The feature doesn't touch the database after this resolves. */
  readonly stop: () => Promise<void>
}
