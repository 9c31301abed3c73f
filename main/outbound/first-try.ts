/** Lets a call wait for the end of its row's first try, so that the seller sees an error where the button was pressed. */
import type { OutboundState } from '../../shared/outbound/state.ts'

/** For a row behind another of its lane: its first try may be far off, so no call waits for it. */
export const WAITS_BEHIND = 'Kept. It goes out after what waits before it.'

export type FirstTry<Result> = {
  readonly state: OutboundState<unknown>
  /** What a send that was carried out returned. */
  readonly result?: Result
}

export const createFirstTries = <Result>() => {
  const callers = new Map<string, (end: FirstTry<Result>) => void>()
  const results = new Map<string, Result>()
  return {
    /** Resolves at the end of the row's first try. Call it before the row can be sent. */
    wait: (id: string): Promise<FirstTry<Result>> => new Promise((resolve) => callers.set(id, resolve)),
    /** Whether a call waits for the row's first try. */
    isWaiting: (id: string): boolean => callers.has(id),
    /** Keeps what a send returned until its end is stored. */
    keep: (id: string, result: Result): void => {
      if (callers.has(id)) results.set(id, result)
    },
    /** Call with each new state but `sending`. */
    end: (id: string, state: OutboundState<unknown>): void => {
      const result = results.get(id)
      callers.get(id)?.({ state, ...(result === undefined ? {} : { result }) })
      callers.delete(id)
      results.delete(id)
    },
  }
}
