/**
 * Quits the app: asks about unsent messages, closes the windows, and stops the core.
 *
 * The core stops after every window has closed, because a page saves its last text as it unloads. Quitting during the
 * start waits until the start is complete.
 */
import type { App, MessageBoxOptions } from 'electron'
import type { Clock, Log } from '../../ports.ts'
import { MAX_STOP_MS } from '../common/stop-limit.ts'

type Preventable = { readonly preventDefault: () => void }

/** The subset of `app` in use. */
type QuitApp = Pick<App, 'quit'> & {
  readonly on: {
    (event: 'before-quit', listener: (event: Preventable) => void): unknown
    (event: 'will-quit', listener: (event: Preventable) => void): unknown
  }
}

const QUIT = 0

export const quitQuestion = (unsent: number): MessageBoxOptions => ({
  type: 'question',
  title: 'Stallhand',
  message: unsent === 1 ? 'One message hasn’t been sent yet' : `${unsent} messages haven’t been sent yet`,
  detail: `${unsent === 1 ? 'It is' : 'They are'} saved on this computer and will be sent when Stallhand is open again.`,
  buttons: ['Quit', 'Keep open'],
  defaultId: QUIT,
  cancelId: 1,
  noLink: true,
})

export const attachQuitting = (deps: {
  readonly app: QuitApp
  /** Resolves once the app has started. The functions below are not called earlier. */
  readonly started: Promise<void>
  /** The number of unsent messages. */
  readonly unsent: () => Promise<number>
  /** Asks in a dialog over the window, and returns the index of the chosen button. */
  readonly ask: (question: MessageBoxOptions) => Promise<number>
  /** Stops the core. Called once, after the last window has closed. Quitting waits for it up to `MAX_STOP_MS`. */
  readonly stop: () => Promise<void>
  readonly onFailure: (error: unknown) => void
  readonly clock: Clock
  readonly log: Log
}) => {
  const { app } = deps
  let isDecided = false
  let isUnasked = false
  let isAsking = false
  let isStopping = false
  let isStopped = false
  const quit = (): void => app.quit()
  let last = quit

  const decide = async (): Promise<void> => {
    await deps.started
    const unsent = await deps.unsent().catch((error: unknown) => {
      deps.log.warn('unsent messages could not be counted', { error })
      return 0
    })
    if (isDecided) return
    if (unsent > 0 && (await deps.ask(quitQuestion(unsent))) !== QUIT) return
    isDecided = true
    app.quit()
  }

  app.on('before-quit', (event) => {
    if (isDecided) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    decide()
      .catch((error: unknown) => deps.log.error('the question before quitting failed', { error }))
      .finally(() => {
        isAsking = false
      })
  })

  app.on('will-quit', (event) => {
    if (isStopped) return
    event.preventDefault()
    if (isStopping) return
    isStopping = true
    const end = (): void => {
      if (isStopped) return
      isStopped = true
      last()
    }
    deps.started
      .then(() => {
        const cancelLimit = deps.clock.setTimer(() => {
          deps.log.warn('the core did not stop in time')
          end()
        }, MAX_STOP_MS)
        return deps.stop().then(end).finally(cancelLimit)
      })
      .catch((error: unknown) => {
        if (!isStopped) deps.onFailure(error)
      })
  })

  const go = (): void => {
    isDecided = true
    app.quit()
  }
  return {
    /** Whether quitting is decided, so that a window may close. */
    isDecided: (): boolean => isDecided,
    /** Quits without asking: the system shuts down, or a signal came. */
    quitNow: (): void => {
      isUnasked = true
      go()
    },
    /**
     * Whether the core is stopping, so that no window may open. If so, `run` runs once it has stopped, unless
     * `quitThen` planned something else.
     */
    afterStopping: (run: () => void): boolean => {
      if (isStopping && last === quit) last = run
      return isStopping
    },
    /** Whether the app quits without asking. */
    isUnasked: (): boolean => isUnasked,
    /** Cancels a decided quit and returns a function that resumes it; undefined if there was none. */
    cancel: (): (() => void) | undefined => {
      if (!isDecided) return undefined
      isDecided = false
      const planned = last
      last = quit
      return () => {
        last = planned
        go()
      }
    },
    /** Quits without asking, and runs `run` once everything has stopped. */
    quitThen: (run: () => void): void => {
      last = run
      go()
    },
  }
}
