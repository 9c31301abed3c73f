/** The current time for ages and countdowns: one timer per pace, paused while the window is hidden. */
import { createStore, type Store, useStore } from './store.ts'

/** Ticks while it has listeners. */
const createTicker = (everyMs: number): Pick<Store<number>, 'get' | 'subscribe'> => {
  const now = createStore(Date.now())
  const tick = (): void => {
    if (!document.hidden) now.set(Date.now())
  }
  let users = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    get: now.get,
    subscribe: (listener) => {
      const unsubscribe = now.subscribe(listener)
      users += 1
      if (users === 1) {
        tick()
        timer = setInterval(tick, everyMs)
        document.addEventListener('visibilitychange', tick)
      }
      return () => {
        unsubscribe()
        users -= 1
        if (users > 0) return
        clearInterval(timer)
        document.removeEventListener('visibilitychange', tick)
      }
    },
  }
}

const tickers = { second: createTicker(1_000), halfMinute: createTicker(30_000) }

/** ms since 1970, updated every second (for countdowns) or every 30 seconds (for ages). */
export const useNow = (pace: keyof typeof tickers = 'halfMinute'): number => useStore(tickers[pace])
