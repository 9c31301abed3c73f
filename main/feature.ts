/** What a room is given, and what it gives back. Types only. */
import type { ConnectionProfile } from '../shared/connection/profile.ts'
import type { FeatureContract, FeatureEmit, FeatureHandlers } from '../shared/ipc/define.ts'
import type { Database } from './database/database.ts'
import type { Send } from './http/request.ts'
import type { Cancel, Clock, DesktopNotice, Log } from './ports.ts'
import type { Scheduler } from './scheduler.ts'

/** Secrets of the open connection, by name. They never leave main. */
export type ConnectionSecrets = {
  readonly get: (name: string) => Promise<string | undefined>
  readonly set: (name: string, secret: string) => Promise<void>
  readonly delete: (name: string) => Promise<void>
}

/** Whether the platform answers, as the last real calls told. */
export type OnlineState = {
  readonly isOnline: () => boolean
  /** Told each time it changes; work that waits for the platform plans itself here. */
  readonly onChange: (listener: (online: boolean) => void) => Cancel
}

export type FeatureDeps<R extends FeatureContract> = {
  readonly profile: ConnectionProfile
  readonly database: Database
  readonly send: Send
  readonly scheduler: Scheduler
  readonly online: OnlineState
  readonly secrets: ConnectionSecrets
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly emit: FeatureEmit<R>
  readonly notify: (notice: DesktopNotice) => void
}

export type Feature<R extends FeatureContract> = {
  readonly handlers: FeatureHandlers<R>
  /** Begins background work: resumes what a crash left. Called once, after all rooms are built. */
  readonly start: () => Promise<void>
  /** Ends background work; nothing of the room touches the database after it resolves. */
  readonly stop: () => Promise<void>
}
