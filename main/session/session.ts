/** An open connection with its database and features. */
import { type OpenConnection, openConnection } from '../connection/connection.ts'
import type { Connection } from '../connection/connections.ts'
import type { ConsentFor } from '../connection/write-permissions.ts'
import { createScheduler } from '../scheduler.ts'
import { type FeaturesDeps, type OpenFeatures, openFeatures } from './features.ts'

export type SessionDeps = FeaturesDeps & { readonly consentFor: ConsentFor }

export type Session = {
  /** What it was opened from. */
  readonly source: Connection
  readonly connection: OpenConnection
  /** The current features: others after a swap of the database. */
  readonly features: () => OpenFeatures
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Call after the machine slept. */
  readonly wake: () => void
  /** Closes the database, runs `put` and opens the file again, even if `put` throws. */
  readonly swapDatabase: (put: () => void) => Promise<void>
}

/** Opens a connection and its database. Throws a `Failure` with one sentence; nothing is left running then. */
export const openSession = async (deps: SessionDeps, source: Connection): Promise<Session> => {
  const { ports, emitFor } = deps
  // The connection outlives a swap of the database, so it has its own scheduler.
  const scheduler = createScheduler(ports.clock, ports.log)
  const connection = await openConnection({
    ports,
    profileFile: source.profile,
    scheduler,
    consentFor: deps.consentFor,
    emit: emitFor('connection'),
    emitPractice: emitFor('practice'),
  })
  const closeConnection = async (): Promise<void> => {
    await scheduler.stop()
    await connection.stop()
  }
  let features: OpenFeatures
  try {
    features = openFeatures(deps, connection)
  } catch (error) {
    await closeConnection()
    throw error
  }
  let isStarted = false

  return {
    source,
    connection,
    features: () => features,
    start: async () => {
      isStarted = true
      await connection.start()
      await features.start()
    },
    stop: async () => {
      await features.stop()
      await closeConnection()
    },
    wake: () => {
      scheduler.wake()
      features.wake()
    },
    swapDatabase: async (put) => {
      await features.stop()
      try {
        put()
      } finally {
        features = openFeatures(deps, connection)
        if (isStarted) await features.start()
      }
    },
  }
}
