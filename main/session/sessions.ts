/**
 * The open sessions: the shown one, and those in the background, whose receivers keep running.
 *
 * A registered connection keeps its receiver open while another is shown, because the platform keeps sending to it. The
 * practice shop runs in this app, so nothing reaches it in the background.
 */
import type { ReceiverStatus } from '../../shared/connection/receivers.ts'
import type { Connection, Connections } from '../connection/connections.ts'
import { readCopy } from '../database/copies.ts'
import { hasRegistration } from '../notifications/feature.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { describeReceiver } from './receiver-health.ts'
import { openSession, type Session } from './session.ts'
import type { SessionDeps } from './session-deps.ts'
import { errorText } from './start-notices.ts'

/**
 * Opens the first connection. If the last open connection can't be opened, opens the practice shop, so that the seller
 * can reach the settings. Throws a `Failure` if the given profile or the practice shop can't be opened.
 *
 * `fileOf`: returns a connection's database; undefined if it has none.
 */
export const openSessions = async (
  deps: SessionDeps,
  connections: Connections,
  fileOf: (id: string) => string | undefined,
) => {
  const { log } = deps.ports
  const open = (source: Connection): Promise<Session> => openSession(deps, source)
  const openShown = async (source: Connection): Promise<Session> => {
    const session = await open(source)
    session.show()
    return session
  }

  const openFirst = async (): Promise<{ readonly session: Session; readonly notOpened?: string }> => {
    const { id, isThere } = connections.first()
    const wanted = connections.byId(id)
    if (!isThere) {
      const notOpened =
        'The connection that was open last is no longer in the settings. The practice shop is open instead.'
      return { session: await openShown(wanted), notOpened }
    }
    if (wanted.source !== 'stored') return { session: await openShown(wanted) }
    try {
      return { session: await openShown(wanted) }
    } catch (error) {
      log.error('the last connection could not be opened', { error })
      const notOpened = `“${wanted.profile.name}” couldn’t be opened. ${errorText(error)} The practice shop is open instead.`
      return { session: await openShown(connections.byId('practice')), notOpened }
    }
  }

  const first = await openFirst()
  let current = first.session
  let isStarted = false
  let isStopped = false
  const background = new Map<string, Session>()
  /** Registered connections whose receiver couldn't be opened, with the reason. */
  const failed = new Map<string, { readonly source: Connection; readonly why: string }>()
  /** Two sessions must never open one database at once. */
  const runSerially = createSerialQueue()

  const keepsReceiving = ({ source, receiver }: Session): boolean =>
    source.profile.kind !== 'practice' && receiver().hasRegistration()

  const isRegistered = ({ id, profile }: Connection): boolean => {
    const file = fileOf(id)
    if (profile.kind === 'practice' || file === undefined) return false
    return readCopy(file, hasRegistration)
  }

  const openReceiver = async (source: Connection): Promise<void> => {
    if (isStopped || source.id === current.source.id || background.has(source.id)) return
    failed.delete(source.id)
    let session: Session | undefined
    try {
      if (!isRegistered(source)) return
      session = await open(source)
      await session.start()
      background.set(source.id, session)
    } catch (error) {
      log.error('the receiver of a connection could not be opened', { error })
      failed.set(source.id, { source, why: errorText(error) })
      await session?.stop()
    }
    deps.onReceiver()
  }

  /** Hides a session, or closes it if nothing can reach its receiver. */
  const moveToBackground = async (session: Session): Promise<void> => {
    if (!keepsReceiving(session)) {
      await session.stop()
      return
    }
    await session.hide()
    background.set(session.source.id, session)
  }

  /** Takes the session out of the background, or opens one. */
  const bringForward = async (source: Connection): Promise<Session> => {
    const session = background.get(source.id)
    if (session === undefined) return openShown(source)
    background.delete(source.id)
    session.show()
    return session
  }

  /**
   * Shows `next` instead of the current session. If that fails, the previous connection is shown again.
   *
   * Calls `onShown` as soon as calls reach the new session, because hiding the previous one may wait for the platform.
   *
   * Another connection is opened before the current one is hidden, so most failures happen while nothing is closed yet.
   * The same connection shares its database file, so it is closed first, and its calls wait.
   */
  const switchTo = async (next: Connection, onShown: () => void): Promise<void> => {
    const previous = current
    const isSame = previous.source.id === next.id
    let opened = isSame ? undefined : await bringForward(next)
    failed.delete(next.id)
    // From here on, calls reach the new session. Calls in progress end in the session where they began.
    if (opened !== undefined) {
      current = opened
      onShown()
    }
    const resume = isSame ? previous.pause() : undefined
    try {
      await (isSame ? previous.stop() : moveToBackground(previous))
      opened ??= await openShown(next)
      current = opened
      if (isStarted) await opened.start()
    } catch (error) {
      if (opened !== undefined) await opened.stop()
      current = await bringForward(previous.source)
      if (isStarted) await current.start()
      await openReceiver(next)
      throw error
    } finally {
      resume?.()
    }
  }

  const release = async (id: string): Promise<void> => {
    failed.delete(id)
    const session = background.get(id)
    background.delete(id)
    await session?.stop()
  }

  const describe = async ({ source, receiver, isOpen }: Session): Promise<ReceiverStatus> => {
    await isOpen()
    const view = await receiver().receiver()
    const { id, profile } = source
    return {
      id,
      name: profile.name,
      kind: profile.kind,
      isShown: id === current.source.id,
      ...describeReceiver(view),
      unseen: view.counts.unseen,
    }
  }

  return {
    /** The shown session. */
    current: (): Session => current,
    /** Why the practice shop is open instead of the last open connection; undefined if nothing failed. */
    notOpened: first.notOpened,
    /** Starts the current session, then opens the receivers of all registered connections. */
    start: async (): Promise<void> => {
      isStarted = true
      await current.start()
      for (const source of connections.all()) await runSerially(() => openReceiver(source))
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await runSerially(async () => {
        for (const id of [...background.keys()]) await release(id)
        await current.stop()
      })
    },
    /** Call after the machine wakes from sleep. */
    wake: (): void => {
      for (const session of [current, ...background.values()]) session.wake()
    },
    switchTo: (next: Connection, onShown: () => void): Promise<void> => runSerially(() => switchTo(next, onShown)),
    /** Closes a connection that isn't shown, before its files or its profile change. */
    release: (id: string): Promise<void> => runSerially(() => release(id)),
    /** Opens the connection's receiver again if it is registered. Never rejects: `receivers` reports failures. */
    resume: (source: Connection): Promise<void> => runSerially(() => openReceiver(source)),
    /**
     * Erases users from a connection's database, shown or not. Returns whether anything that the window may show has
     * changed.
     */
    eraseUsers: (id: string): Promise<boolean> =>
      runSerially(async () => {
        const session = id === current.source.id ? current : background.get(id)
        const hasChanged = (await session?.eraseUsers()) ?? false
        return hasChanged && session === current
      }),
    /** Every receiver, the shown one first. */
    receivers: async (): Promise<readonly ReceiverStatus[]> => [
      ...(await Promise.all([current, ...background.values()].map(describe))),
      ...[...failed.values()].map(
        ({ source: { id, profile }, why }): ReceiverStatus => ({
          id,
          name: profile.name,
          kind: profile.kind,
          isShown: false,
          tone: 'danger',
          label: 'not open',
          why,
          unseen: 0,
        }),
      ),
    ],
  }
}
