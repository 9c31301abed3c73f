/** What a session needs from the app, shown or in the background. */
import type { FeatureContract, FeatureEmit } from '../../shared/ipc/define.ts'
import type { HoldReason } from '../../shared/outbound/contract.ts'
import type { TokenMemories } from '../connection/held-tokens.ts'
import type { ConsentFor } from '../connection/write-permissions.ts'
import type { Migration } from '../database/database.ts'
import type { Ports } from '../ports.ts'

export type EmitFor = <R extends FeatureContract>(feature: string) => FeatureEmit<R>

export type SessionDeps = {
  readonly ports: Ports
  readonly migrations: readonly Migration[]
  readonly emitFor: EmitFor
  /** Called when the background check finds damage. */
  readonly onDamage: () => void
  /** Called with what to say about rows that can't be read, and with undefined if there are none (SEC-16). */
  readonly onDamagedRows: (text: string | undefined) => void
  /** Backs up the database if the last backup is older than a day. */
  readonly backUpDaily: () => Promise<void>
  /** Called with the reason for a hold found when opening, and with undefined once there is no hold. */
  readonly onHold: (reason: HoldReason | undefined) => void
  /** Called when the state or the log of a receiver changed, shown or not. */
  readonly onReceiver: () => void
  /** Called when accounts were closed and a connection's database may contain their users (PLT-18). */
  readonly onErasure: (connectionId: string) => void
  readonly consentFor: ConsentFor
  readonly tokenMemories: TokenMemories
}
