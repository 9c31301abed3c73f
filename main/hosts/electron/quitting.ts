/**
 * The end of the app, in order: ask where something has not gone out, let the window say its last words, stop the core.
 *
 * The core stops only after every window is gone, because a page writes what was typed last as it leaves.
 */
import type { App, MessageBoxOptions } from 'electron'
import type { Log } from '../../ports.ts'

type Preventable = { readonly preventDefault: () => void }

/** What is used of `app`. */
export type QuitApp = Pick<App, 'quit'> & {
  readonly on: {
    (event: 'before-quit', listener: (event: Preventable) => void): unknown
    (event: 'will-quit', listener: (event: Preventable) => void): unknown
  }
}

export type Quitting = {
  /** Whether a window may go: the end was decided on. */
  readonly isDecided: () => boolean
  /** Ends without asking: the system ends, or a signal says so. */
  readonly quitNow: () => void
  /** Whether it ends without asking. */
  readonly isUnasked: () => boolean
  /** Calls an end off that was decided on; what comes back takes it up again. Undefined where there was none. */
  readonly callOff: () => (() => void) | undefined
  /** Ends without asking, and runs `last` once everything is stopped. */
  readonly quitThen: (last: () => void) => void
}

const QUIT = 0

/** The words of the question. What is not sent is kept: that has to be said, or the answer would be a fearful one. */
export const quitQuestion = (unsent: number): MessageBoxOptions => ({
  type: 'question',
  title: 'Stallhand',
  message: unsent === 1 ? 'One message has not been sent yet' : `${unsent} messages have not been sent yet`,
  detail: `${unsent === 1 ? 'It is' : 'They are'} kept on this computer and ${unsent === 1 ? 'goes' : 'go'} out when Stallhand is open again.`,
  buttons: ['Quit', 'Keep open'],
  defaultId: QUIT,
  cancelId: 1,
  noLink: true,
})

export const attachQuitting = (deps: {
  readonly app: QuitApp
  /** How many messages have yet to go out. */
  readonly unsent: () => Promise<number>
  /** Asks over the window; the index of the button. */
  readonly ask: (question: MessageBoxOptions) => Promise<number>
  /** Stops the core. Called once, with no window left. */
  readonly stop: () => Promise<void>
  readonly onFailure: (error: unknown) => void
  readonly log: Log
}): Quitting => {
  const { app } = deps
  let isDecided = false
  let isUnasked = false
  let isAsking = false
  let isStopping = false
  let isStopped = false
  const plainly = (): void => app.quit()
  let last = plainly

  const decide = async (): Promise<void> => {
    const unsent = await deps.unsent().catch((error: unknown) => {
      deps.log.warn('what has yet to be sent could not be counted', { error })
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
      .catch((error: unknown) => deps.log.error('the question before the end failed', { error }))
      .finally(() => {
        isAsking = false
      })
  })

  app.on('will-quit', (event) => {
    if (isStopped) return
    event.preventDefault()
    if (isStopping) return
    isStopping = true
    deps.stop().then(() => {
      isStopped = true
      last()
    }, deps.onFailure)
  })

  const go = (): void => {
    isDecided = true
    app.quit()
  }
  return {
    isDecided: () => isDecided,
    quitNow: () => {
      isUnasked = true
      go()
    },
    isUnasked: () => isUnasked,
    callOff: () => {
      if (!isDecided) return undefined
      isDecided = false
      const planned = last
      last = plainly
      return () => {
        last = planned
        go()
      }
    },
    quitThen: (run) => {
      last = run
      go()
    },
  }
}
