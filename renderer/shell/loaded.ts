/** Code of the window that is loaded when it is wanted: asked for until it comes, and told of where it does not. */

type Later = (run: () => void, delayMs: number) => () => void

const AGAIN_AFTER_MS = 500
/** A host that is just being started anew is back by then. */
const QUIET_TRIES = 10
const SELDOM_AFTER_MS = 5_000

/** `whole`: nothing to tell. `missing`: something did not come. `tried`: nor did it come when the user asked for it. */
export type LoadingState = 'whole' | 'missing' | 'asking' | 'tried'

export type Loader = {
  /** Resolves with what `load` gives. Where it gives nothing, it is asked until it does: often at first, then seldom. */
  readonly loaded: <T>(load: () => Promise<T>) => Promise<T>
  readonly state: () => LoadingState
  readonly subscribe: (listener: () => void) => () => void
  /** Asks now for whatever is missing. */
  readonly tryAgain: () => void
}

/** `wish`: what became of the user's own asking. */
type Missing = { askNow: (() => void) | undefined; wish: 'none' | 'asking' | 'vain' }

export const createLoader = (later: Later): Loader => {
  const listeners = new Set<() => void>()
  const missing = new Set<Missing>()
  const tell = (): void => {
    for (const listener of [...listeners]) listener()
  }

  const pause = (delayMs: number, one: Missing): Promise<void> =>
    new Promise((resolve) => {
      if (one.wish === 'asking') one.wish = 'vain'
      const cancel = later(() => one.askNow?.(), delayMs)
      one.askNow = () => {
        cancel()
        one.askNow = undefined
        resolve()
      }
      tell()
    })

  const loaded = async <T>(load: () => Promise<T>): Promise<T> => {
    const one: Missing = { askNow: undefined, wish: 'none' }
    for (let tries = 1; ; tries += 1) {
      try {
        const got = await load()
        if (missing.delete(one)) tell()
        return got
      } catch {
        if (tries === QUIET_TRIES) missing.add(one)
        await pause(tries < QUIET_TRIES ? AGAIN_AFTER_MS : SELDOM_AFTER_MS, one)
      }
    }
  }

  return {
    loaded,
    state: () => {
      if (missing.size === 0) return 'whole'
      const wishes = [...missing].map(({ wish }) => wish)
      if (wishes.includes('asking')) return 'asking'
      return wishes.includes('vain') ? 'tried' : 'missing'
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tryAgain: () => {
      for (const one of missing) {
        one.wish = 'asking'
        one.askNow?.()
      }
      tell()
    },
  }
}

export const loader = createLoader((run, delayMs) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
})

export const { loaded } = loader

/**
 * A style sheet that did not come is taken out of the document: whoever asks for the code again would find its link there,
 * and take it for one that came.
 */
export const dropFailedStyles = (document: Document): void =>
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    { capture: true },
  )
