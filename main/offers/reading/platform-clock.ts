/**
 * The platform's clock, by which offers expire. Its answers name their time, so a wrong clock of this computer neither hides an open
 * offer nor sends a late answer.
 */
import * as z from 'zod'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import type { Clock } from '../../ports.ts'

const schemas = {
  /** When all open offers were last read, by this computer's clock. */
  read: z.object({ readAtMs: z.number() }),
  /** How far the platform's clock is ahead of this computer's. */
  clock: z.object({ aheadMs: z.number() }),
} as const
type Values = { [N in keyof typeof schemas]: z.infer<(typeof schemas)[N]> }

export type OfferReadingState = ReturnType<typeof createOfferReadingState>

export const createOfferReadingState = (database: Database) => ({
  load: <N extends keyof Values>(name: N): Values[N] | undefined =>
    readStoredJson(
      schemas[name] as unknown as z.ZodType<Values[N]>,
      database.get<{ value: string }>('SELECT value FROM offer_reading WHERE name = ?', [name])?.value,
    ),
  store: <N extends keyof Values>(name: N, value: Values[N]): void =>
    void database.run('INSERT OR REPLACE INTO offer_reading (name, value) VALUES (?, ?)', [
      name,
      JSON.stringify(value),
    ]),
})

/** Smaller differences are the way that the answer took. */
const MIN_DIFFERENCE_MS = 5_000

export type PlatformClock = ReturnType<typeof createPlatformClock>

export const createPlatformClock = (clock: Clock, state: OfferReadingState) => {
  let aheadMs = state.load('clock')?.aheadMs ?? 0
  /** The last time that the platform named, and when by the monotonic clock. */
  let named: { readonly platformMs: number; readonly monotonicMs: number } | undefined
  return {
    aheadMs: (): number => aheadMs,
    /** Now, as the platform counts. */
    nowMs: (): number => clock.nowMs() + aheadMs,
    /**
     * Whether a time of the platform is over: by the wall clock, and by the monotonic one since the platform named its time. The
     * first may be set, the second may rest while the computer sleeps.
     */
    isPast: (atMs: number | null): boolean =>
      atMs !== null &&
      atMs <= clock.nowMs() + aheadMs &&
      (named === undefined || atMs <= named.platformMs + clock.monotonicMs() - named.monotonicMs),
    /** A time of the platform by this computer's clock. */
    toLocal: (atMs: number): number => atMs - aheadMs,
    /** Call it when an answer arrives that names the platform's time. */
    note: (platformMs: number | null): void => {
      if (platformMs === null) return
      named = { platformMs, monotonicMs: clock.monotonicMs() }
      const differenceMs = platformMs - clock.nowMs()
      const next = Math.abs(differenceMs) < MIN_DIFFERENCE_MS ? 0 : differenceMs
      if (Math.abs(next - aheadMs) < MIN_DIFFERENCE_MS) return
      aheadMs = next
      state.store('clock', { aheadMs })
    },
  }
}
