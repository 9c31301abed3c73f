/** Which session is open: the first one at the start, and the switch to another. */
import type { Connection, Connections } from '../connection/connections.ts'
import { openSession, type Session, type SessionDeps } from './session.ts'
import { errorText } from './start-notices.ts'

export type Sessions = {
  readonly current: () => Session
  /** Why the practice shop is open instead of the connection that was open last; undefined if it is not. */
  readonly notOpened: string | undefined
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /**
   * Opens `next` and closes the current session. If that fails, the previous connection is opened again.
   *
   * Another connection is opened before the current one closes, so most failures happen while nothing is closed yet. The
   * same connection shares its database file, so it is closed first.
   */
  readonly switchTo: (next: Connection) => Promise<void>
}

/**
 * Opens the connection to start with. If the one that was open last can't be opened, opens the practice shop, so that the
 * seller can reach the settings. Throws a `Failure` if the given profile or the practice shop can't be opened.
 */
export const openSessions = async (deps: SessionDeps, connections: Connections): Promise<Sessions> => {
  const { log } = deps.ports
  const open = (source: Connection): Promise<Session> => openSession(deps, source)

  const openFirst = async (): Promise<{ readonly session: Session; readonly notOpened?: string }> => {
    const { id, isThere } = connections.first()
    const wanted = connections.byId(id)
    if (!isThere) {
      const notOpened =
        'The connection that was open last is no longer in the settings. The practice shop is open instead.'
      return { session: await open(wanted), notOpened }
    }
    if (wanted.source !== 'stored') return { session: await open(wanted) }
    try {
      return { session: await open(wanted) }
    } catch (error) {
      log.error('the last connection could not be opened', { error })
      const notOpened = `"${wanted.profile.name}" could not be opened. ${errorText(error)} The practice shop is open instead.`
      return { session: await open(connections.byId('practice')), notOpened }
    }
  }

  const first = await openFirst()
  let current = first.session
  let isStarted = false

  return {
    current: () => current,
    notOpened: first.notOpened,
    start: async () => {
      isStarted = true
      await current.start()
    },
    stop: () => current.stop(),
    switchTo: async (next) => {
      const previous = current
      let opened = previous.source.id === next.id ? undefined : await open(next)
      // From here on calls reach the new session; those in progress end where they began.
      if (opened !== undefined) current = opened
      try {
        await previous.stop()
        opened ??= await open(next)
        current = opened
        if (isStarted) await opened.start()
      } catch (error) {
        if (opened !== undefined) await opened.stop()
        current = await open(previous.source)
        if (isStarted) await current.start()
        throw error
      }
    },
  }
}
