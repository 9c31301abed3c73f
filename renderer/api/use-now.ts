/** The current time for ages and countdowns: one timer for the window, paused while it is hidden. */
import { useSyncExternalStore } from 'react'

const listeners = new Map<number, Set<() => void>>()
const timers = new Map<number, ReturnType<typeof setInterval>>()
let nowMs = Date.now()

const tick = (everyMs: number): void => {
  if (document.hidden) return
  nowMs = Date.now()
  for (const listener of listeners.get(everyMs) ?? []) listener()
}

const subscribeTo = (everyMs: number) => (listener: () => void) => {
  const set = listeners.get(everyMs) ?? new Set()
  listeners.set(everyMs, set)
  set.add(listener)
  if (!timers.has(everyMs))
    timers.set(
      everyMs,
      setInterval(() => tick(everyMs), everyMs),
    )
  const onVisible = (): void => tick(everyMs)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    set.delete(listener)
    if (set.size > 0) return
    clearInterval(timers.get(everyMs))
    timers.delete(everyMs)
  }
}

const everySecond = subscribeTo(1_000)
const everyHalfMinute = subscribeTo(30_000)

/** ms since 1970, updated every second (for countdowns) or every 30 seconds (for ages). */
export const useNow = (pace: 'second' | 'halfMinute' = 'halfMinute'): number =>
  useSyncExternalStore(pace === 'second' ? everySecond : everyHalfMinute, () => nowMs)
