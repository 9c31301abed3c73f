/** The state of the shop: everything the platform stores. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { scopes } from '../api/scopes.ts'
import { practiceCredentials } from '../credentials.ts'
import { isObject } from '../json-body.ts'
import { type PlatformNames, type PracticePlatformId, platformNames } from '../names.ts'
import type { PracticeState } from './records.ts'
import { createSeedState, DEFAULT_ORDER_LAG_MS } from './seed.ts'

type ShopOptions = {
  readonly platform: PracticePlatformId
  readonly stateFile?: string
  readonly now: () => number
  readonly seed: number
  readonly conversations: number
  readonly items: number
  readonly hasVariations: boolean
  readonly hasSales: boolean
}

/** The shop that every service works on. */
export type Practice = {
  readonly state: PracticeState
  readonly names: PlatformNames
  /** The practice clock: the wall clock plus the total by which it was advanced. */
  now(): number
  url: string
  /** Schedules a write of the state file. `platform.ts` calls it after every request that isn't a GET. */
  changed(): void
  reset(): void
  /** Writes the state file now. */
  flush(): void
}

const SAVE_DELAY_MS = 100

/** Stored as lists of entries. */
const mapNames = [
  'items',
  'offers',
  'groups',
  'listings',
  'locations',
  'uploads',
  'tasks',
  'tokens',
  'refreshTokens',
  'codes',
  'revisionsAtMs',
] as const

const serializeState = (state: PracticeState): string =>
  JSON.stringify({ ...state, ...Object.fromEntries(mapNames.map((name) => [name, [...state[name]]])) })

/** Checks only what tells the platform's own file from others; `undefined` for those. */
const parseState = (text: string): PracticeState | undefined => {
  try {
    const value = JSON.parse(text) as PracticeState & Record<(typeof mapNames)[number], Iterable<[string, never]>>
    if (value.version !== 2 || !Array.isArray(value.conversations)) return undefined
    const maps = Object.fromEntries(mapNames.map((name) => [name, new Map(value[name] ?? [])]))
    // The practice seller has signed in for everything, also for what an older shop didn't have.
    maps.refreshTokens?.set(practiceCredentials.refreshToken, { scopes: Object.values(scopes) } as never)
    return {
      ...value,
      ...maps,
      // A shop from before there were orders has none of these.
      orders: value.orders ?? [],
      cases: value.cases ?? [],
      // A shop from before there were offers has none of these.
      bestOffers: value.bestOffers ?? [],
      sellerOffers: value.sellerOffers ?? [],
      apiKeys: value.apiKeys ?? [],
      settings: { ...value.settings, orderLagMs: value.settings.orderLagMs ?? DEFAULT_ORDER_LAG_MS },
    }
  } catch {
    return undefined
  }
}

/** The file is damaged, or from another version. */
export class UnreadableShop extends Error {
  override readonly name = 'UnreadableShop'
}

const readState = (file: string): PracticeState | undefined => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isObject(error) && error.code === 'ENOENT') return undefined
    throw new Error(`The practice shop’s file ${file} cannot be read; check its permissions, or choose another file.`)
  }
  const state = parseState(text)
  if (state !== undefined) return state
  throw new UnreadableShop(
    `The practice shop’s file ${file} was not written by this version; move it away to start a new shop, or choose another file.`,
  )
}

/** Replaces the file atomically: a reader, or a start after a kill, finds either the old shop or the new one. */
const writeState = (file: string, state: PracticeState): void => {
  writeFileSync(`${file}.new`, serializeState(state), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

/** Opens the shop in the state file, or a new one. Throws one sentence if the file can't be used. */
export const openShopState = (options: ShopOptions): Practice => {
  const { stateFile } = options
  const createState = (): PracticeState => createSeedState({ ...options, nowMs: options.now() })
  let state = (stateFile === undefined ? undefined : readState(stateFile)) ?? createState()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (stateFile !== undefined) writeState(stateFile, state)
  }
  /** The shop continues in memory; the next change tries again. */
  const reportUnwritten = (error: unknown): void => {
    process.stderr.write(
      `The practice shop could not be written to ${stateFile}: ${error instanceof Error ? error.message : error}\n`,
    )
  }
  // Further changes don't restart the timer: a busy shop is written every 100 ms instead of never.
  const changed = (): void => {
    if (stateFile === undefined || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      try {
        flush()
      } catch (error) {
        reportUnwritten(error)
      }
    }, SAVE_DELAY_MS)
  }
  try {
    flush()
  } catch (error) {
    const isDiskFull = isObject(error) && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    if (!isDiskFull) {
      throw new Error(
        `The practice shop cannot be written to ${stateFile}; check that its folder exists and is writable.`,
      )
    }
    reportUnwritten(error)
  }
  return {
    get state() {
      return state
    },
    names: platformNames[options.platform],
    now: () => options.now() + state.clockOffsetMs,
    url: '',
    changed,
    reset: () => {
      state = createState()
    },
    flush,
  }
}
