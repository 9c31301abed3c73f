/**
 * Saves what the user types: after a pause, at once on `flush`, and again until it succeeds. Saves never overlap, and
 * the window asks before it closes while a save has failed.
 */
import { errorMessage } from '../feedback/error-message.ts'
import { createStore } from '../hooks/store.ts'

/** The pause after the last key. */
export const SAVE_AFTER_MS = 300
const RETRY_AFTER_MS = 2_000

/** Runs later; returns a function that cancels. */
export type Later = (run: () => void, delayMs: number) => () => void

export const laterByTimer: Later = (run, delayMs) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

export type SaveStatus =
  | { readonly state: 'saved' | 'unsaved' }
  /** `conflict` waits for `resolve`; `failed` is retried. */
  | { readonly state: 'failed' | 'conflict'; readonly error: unknown; readonly message: string }

export type Autosave<T> = {
  readonly change: (value: T) => void
  /** Saves now. Resolves when nothing is unsaved; rejects with the error of the save. */
  readonly flush: () => Promise<void>
  /** For a page that is closing: saves now, even during another save, since nothing runs after its answer. */
  readonly leave: () => void
  /** Forgets unsaved changes. */
  readonly discard: () => void
  /** Ends a conflict by saving the unsaved value. */
  readonly resolve: () => void
  /** The unsaved value. */
  readonly pending: () => { readonly value: T } | undefined
  readonly status: () => SaveStatus
  readonly subscribe: (listener: () => void) => () => void
  readonly saveWith: (save: (value: T) => Promise<unknown>) => void
}

export const createAutosave = <T>(deps: {
  readonly save: (value: T) => Promise<unknown>
  /** The pause after the last key. */
  readonly delayMs: number
  readonly later: Later
  /** Called when a save fails. The returned function is called once a save succeeds. */
  readonly hold: () => () => void
  /** Errors that a retry cannot fix. */
  readonly isConflict?: (error: unknown) => boolean
}): Autosave<T> => {
  let { save } = deps
  let waiting: { readonly value: T } | undefined
  let saving: { readonly value: T } | undefined
  let inProgress: Promise<void> | undefined
  const status = createStore<SaveStatus>({ state: 'saved' })
  let cancel = (): void => undefined
  let release: (() => void) | undefined

  const plan = (delayMs: number): void => {
    cancel()
    // `status` shows a failure, and `run` schedules the next attempt.
    cancel = deps.later(() => void flush().catch(() => undefined), delayMs)
  }
  const settle = (): void => {
    release?.()
    release = undefined
    if (status.get().state !== 'saved') status.set({ state: 'saved' })
  }

  const run = async (): Promise<void> => {
    for (let next = waiting; next !== undefined; next = waiting) {
      cancel()
      saving = next
      waiting = undefined
      try {
        await save(next.value)
      } catch (error) {
        const isDiscarded = saving !== next
        if (isDiscarded) continue
        waiting ??= next
        saving = undefined
        release ??= deps.hold()
        const isConflict = deps.isConflict?.(error) ?? false
        if (!isConflict) plan(RETRY_AFTER_MS)
        status.set({ state: isConflict ? 'conflict' : 'failed', error, message: errorMessage(error) })
        throw error
      }
      saving = undefined
    }
    settle()
  }
  const flush = async (): Promise<void> => {
    const now = status.get()
    if (now.state === 'conflict') throw now.error
    inProgress ??= run().finally(() => {
      inProgress = undefined
    })
    await inProgress
  }

  return {
    change: (value) => {
      waiting = { value }
      if (status.get().state === 'conflict') return
      plan(deps.delayMs)
      // A failure stays visible until a save succeeds.
      if (status.get().state === 'saved') status.set({ state: 'unsaved' })
    },
    flush,
    leave: () => {
      const last = saving !== undefined && waiting !== undefined ? save(waiting.value) : flush()
      // The page is closing, so a failure can't be shown.
      last.catch(() => undefined)
    },
    discard: () => {
      cancel()
      waiting = undefined
      saving = undefined
      settle()
    },
    resolve: () => {
      if (status.get().state !== 'conflict') return
      status.set({ state: 'unsaved' })
      plan(0)
    },
    pending: () => waiting ?? saving,
    status: status.get,
    subscribe: status.subscribe,
    saveWith: (next) => {
      save = next
    },
  }
}
