/** An open connection with its database, its receiver and, while it is shown, its features. */
import { type OpenConnection, openConnection } from '../connection/connection.ts'
import type { Connection } from '../connection/connections.ts'
import { createScheduler } from '../scheduler.ts'
import { type OpenFeatures, openFeatures } from './features.ts'
import { openReceiving, type Receiving } from './receiving.ts'
import type { SessionDeps } from './session-deps.ts'

export type Session = {
  /** The connection from which the session was opened. */
  readonly source: Connection
  readonly connection: OpenConnection
  /** The receiver, shown or in the background. Swapping the database replaces it. */
  readonly receiver: () => Receiving['notifications']
  /** The features. Swapping the database replaces them. Throws while the connection isn't shown. */
  readonly features: () => OpenFeatures
  /** Creates the features, so that calls are answered. Call `start` to start their work. */
  readonly show: () => void
  /** Starts background work: the receiver's, and the features' if shown. */
  readonly start: () => Promise<void>
  /** Stops everything except the receiver. */
  readonly hide: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Call after the machine wakes from sleep. */
  readonly wake: () => void
  /**
   * Erases users whose accounts were closed. Returns whether anything that the window may show has changed. Closes
   * nothing.
   */
  readonly eraseUsers: () => Promise<boolean>
  /** Closes the database, runs `put` and opens the file again, even if `put` throws. */
  readonly swapDatabase: (put: () => void | Promise<void>) => Promise<void>
  /** Makes calls wait until the returned function is called. */
  readonly pause: () => () => void
  /** Resolves when the database is open: at once, or after a swap or a pause. */
  readonly isOpen: () => Promise<void>
}

/** Opens a connection and its database. Throws a `Failure` with one sentence, and then leaves nothing running. */
export const openSession = async (deps: SessionDeps, source: Connection): Promise<Session> => {
  const { ports, emitFor } = deps
  // The connection outlives a swap of the database, so it has its own scheduler.
  const scheduler = createScheduler(ports.clock, ports.log)
  const connection = await openConnection({
    ports,
    profileFile: source.profile,
    scheduler,
    consentFor: deps.consentFor,
    tokenMemories: deps.tokenMemories,
    emit: emitFor('connection'),
    emitPractice: emitFor('practice'),
  })
  const closeConnection = async (): Promise<void> => {
    await scheduler.stop()
    await connection.stop()
  }
  let receiving: Receiving
  try {
    receiving = openReceiving(deps, connection)
  } catch (error) {
    await closeConnection()
    throw error
  }
  let features: OpenFeatures | undefined
  let isConnectionStarted = false
  let isStarted = false

  const show = (): void => {
    features ??= openFeatures(deps, connection, receiving)
  }
  const start = async (): Promise<void> => {
    // Resumes, once per session, a request that a crash interrupted. If it fails, the next start tries again.
    if (!isStarted && receiving.erasures.hasOpen()) deps.onErasure(source.id)
    isStarted = true
    if (features === undefined) {
      await receiving.start()
      return
    }
    if (!isConnectionStarted) {
      isConnectionStarted = true
      await connection.start()
    }
    await features.start()
  }
  const hide = async (): Promise<void> => {
    const shown = features
    features = undefined
    await shown?.stop()
  }

  let isOpen = Promise.resolve()
  const pause = (): (() => void) => {
    const paused = Promise.withResolvers<void>()
    isOpen = paused.promise
    return paused.resolve
  }
  const swapDatabase = async (put: () => void | Promise<void>): Promise<void> => {
    const resume = pause()
    const isShown = features !== undefined
    try {
      await features?.stop()
      await receiving.stop()
      try {
        await put()
      } finally {
        receiving = openReceiving(deps, connection)
        features = undefined
        if (isShown) show()
        if (isStarted) await start()
      }
    } finally {
      resume()
    }
  }

  return {
    source,
    connection,
    receiver: () => receiving.notifications,
    features: () => {
      if (features === undefined) throw new Error('The connection isn’t shown')
      return features
    },
    show,
    start,
    hide,
    stop: async () => {
      await hide()
      await receiving.stop()
      await closeConnection()
    },
    wake: () => {
      scheduler.wake()
      if (features === undefined) receiving.wake()
      else features.wake()
    },
    eraseUsers: () => receiving.erasures.run(),
    swapDatabase,
    pause,
    isOpen: () => isOpen,
  }
}
