/**
 * What is typed in one place, on its way to the disk: written a pause after the last key, at once when asked, and again and
 * again where the disk does not take it. Until it does, the window asks before it goes.
 */
import { errorMessage } from './error-message.ts'

const RETRY_AFTER_MS = 2_000

/** Runs later; returns a function that calls it off. */
export type Later = (run: () => void, delayMs: number) => () => void

export type Keeping =
  | { readonly state: 'kept' | 'waiting' }
  | { readonly state: 'failed'; readonly error: unknown; readonly message: string }

export type TypedKeeper<T> = {
  readonly type: (value: T) => void
  /** Writes what waits now; resolves once nothing does, and rejects with what stands in the way. */
  readonly keepNow: () => Promise<void>
  /** Nothing that waits is wanted any more: it was thrown away. */
  readonly forget: () => void
  /** What was typed and is not written yet. */
  readonly pending: () => { readonly value: T } | undefined
  readonly keeping: () => Keeping
  readonly subscribe: (listener: () => void) => () => void
  /** Whoever shows the place now says how it is written. */
  readonly writeWith: (write: (value: T) => Promise<unknown>) => void
}

export const createTypedKeeper = <T>(deps: {
  readonly write: (value: T) => Promise<unknown>
  /** How long a pause after the last key may be. */
  readonly afterMs: number
  readonly later: Later
  /** Called where something could not be written; the function that comes back, once it was. */
  readonly hold: () => () => void
}): TypedKeeper<T> => {
  const listeners = new Set<() => void>()
  let { write } = deps
  let waiting: { readonly value: T } | undefined
  let writing: { readonly value: T } | undefined
  let underWay: Promise<void> | undefined
  let keeping: Keeping = { state: 'kept' }
  let cancel = (): void => undefined
  let release: (() => void) | undefined

  const become = (next: Keeping): void => {
    keeping = next
    for (const listener of [...listeners]) listener()
  }
  const plan = (delayMs: number): void => {
    cancel()
    // What fails is told by `keeping`, and the next try is planned where it fails.
    cancel = deps.later(() => void keepNow().catch(() => undefined), delayMs)
  }

  const run = async (): Promise<void> => {
    for (let next = waiting; next !== undefined; next = waiting) {
      cancel()
      writing = next
      waiting = undefined
      try {
        await write(next.value)
      } catch (error) {
        // It was forgotten meanwhile: nobody minds.
        if (writing !== next) continue
        // What was typed meanwhile is newer.
        waiting ??= next
        writing = undefined
        release ??= deps.hold()
        plan(RETRY_AFTER_MS)
        become({ state: 'failed', error, message: errorMessage(error) })
        throw error
      }
      writing = undefined
    }
    settle()
  }
  const settle = (): void => {
    release?.()
    release = undefined
    if (keeping.state !== 'kept') become({ state: 'kept' })
  }
  const keepNow = (): Promise<void> => {
    underWay ??= run().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  return {
    type: (value) => {
      waiting = { value }
      plan(deps.afterMs)
      // A failure stays said until something is written.
      if (keeping.state === 'kept') become({ state: 'waiting' })
    },
    keepNow,
    forget: () => {
      cancel()
      waiting = undefined
      writing = undefined
      settle()
    },
    pending: () => waiting ?? writing,
    keeping: () => keeping,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    writeWith: (next) => {
      write = next
    },
  }
}
