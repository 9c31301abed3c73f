/** Loads code of the window on demand, and retries until it arrives. */
import { createStore } from '../ui/hooks/store.ts'

const RETRY_MS = 500
/** A restarted host has returned by then. */
const QUIET_TRIES = 10
const SLOW_RETRY_MS = 5_000

type Later = (run: () => void, delayMs: number) => void

export const createLoader = (later: Later) => {
  const isMissing = createStore(false)
  const missing = new Set<symbol>()
  return {
    loaded: async <T>(load: () => Promise<T>): Promise<T> => {
      const id = Symbol('load')
      for (let tries = 1; ; tries += 1) {
        try {
          const code = await load()
          missing.delete(id)
          isMissing.set(missing.size > 0)
          return code
        } catch {
          if (tries === QUIET_TRIES) missing.add(id)
          isMissing.set(missing.size > 0)
          await new Promise<void>((resolve) => later(resolve, tries < QUIET_TRIES ? RETRY_MS : SLOW_RETRY_MS))
        }
      }
    },
    /** Whether code has been missing for some seconds. */
    isMissing,
  }
}

export const loader = createLoader((run, delayMs) => void setTimeout(run, delayMs))

export const { loaded } = loader

/**
 * Removes the link of a style sheet that failed to load: a retry would find the link and treat the style sheet as
 * loaded.
 */
export const dropFailedStyles = (document: Document): void =>
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    { capture: true },
  )
