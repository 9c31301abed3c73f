import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { PracticeState } from './records.ts'
import { isObject } from './refusal.ts'
import { seedState } from './seed.ts'

export type StateOptions = {
  readonly stateFile?: string
  readonly now: () => number
  readonly seed: number
  readonly conversations: number
  readonly items: number
}

/** What every service is given: the shop, the practice clock, and a way to say that something changed. */
export type Practice = {
  readonly state: PracticeState
  /** The practice clock: the wall clock plus what a test or a person has moved it by. */
  now(): number
  url: string
  changed(): void
  reset(): void
  /** Writes what is not yet written. */
  flush(): void
}

const saveDelayMs = 100

const flatten = (state: PracticeState): object => ({
  ...state,
  items: [...state.items],
  tasks: [...state.tasks],
  tokens: [...state.tokens],
  refreshTokens: [...state.refreshTokens],
  codes: [...state.codes],
  trading: { ...state.trading, events: [...state.trading.events] },
})

/** Undoes `flatten`. The file is the platform's own, so only what tells it from a foreign one is checked. */
const revive = (value: unknown): PracticeState | undefined => {
  if (!isObject(value) || value.version !== 1 || !isObject(value.trading) || !Array.isArray(value.conversations)) {
    return undefined
  }
  try {
    const entries = (list: unknown) => new Map(list as [string, never][])
    return {
      ...(value as unknown as PracticeState),
      items: entries(value.items),
      tasks: entries(value.tasks),
      tokens: entries(value.tokens),
      refreshTokens: entries(value.refreshTokens),
      codes: entries(value.codes),
      trading: {
        ...(value.trading as unknown as PracticeState['trading']),
        events: entries(value.trading.events),
      },
    }
  } catch {
    return undefined
  }
}

const readState = (file: string): PracticeState | undefined => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isObject(error) && error.code === 'ENOENT') return undefined
    throw new Error(`The practice shop's file ${file} cannot be read; check who may read it, or name another file.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  const state = revive(value)
  if (state === undefined) {
    throw new Error(
      `The practice shop's file ${file} was not written by this version; move it away to start a new shop, or name another file.`,
    )
  }
  return state
}

/** Replaces the file in one step, so that a reader, and a start after a kill, finds the old shop or the new one. */
const writeState = (file: string, state: PracticeState): void => {
  const temporary = `${file}.new`
  const handle = openSync(temporary, 'w', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(flatten(state)))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(temporary, file)
}

/** Opens the shop kept in the state file, or a new one. Throws one sentence when the file is no practice shop. */
export const openPractice = (options: StateOptions): Practice => {
  const { stateFile } = options
  const freshState = (): PracticeState =>
    seedState({
      nowMs: options.now(),
      seed: options.seed,
      conversations: options.conversations,
      items: options.items,
    })
  let state = (stateFile === undefined ? undefined : readState(stateFile)) ?? freshState()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    if (stateFile !== undefined) writeState(stateFile, state)
  }
  // Not restarted by further changes: a busy shop is written every 100 ms, not never.
  const changed = (): void => {
    if (stateFile === undefined || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      try {
        flush()
      } catch (error) {
        // The disk may come back; the platform goes on in memory and tries again at the next change.
        process.stderr.write(
          `The practice shop could not be written to ${stateFile}: ${error instanceof Error ? error.message : error}\n`,
        )
      }
    }, saveDelayMs)
  }
  if (stateFile !== undefined) {
    try {
      flush()
    } catch {
      throw new Error(`The practice shop cannot be written to ${stateFile}; check that its folder exists and is yours.`)
    }
  }
  return {
    get state() {
      return state
    },
    now: () => options.now() + state.clockOffsetMs,
    url: '',
    changed,
    reset: () => {
      state = freshState()
      changed()
    },
    flush,
  }
}
