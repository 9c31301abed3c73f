/** Long tasks, element counts, and the time until a change is painted. */
import type { Locator, Page } from 'playwright'

export type Felt = { readonly longTasksMs: readonly number[]; readonly nodes: number }

/** Runs `work` in the page; returns the long tasks and the highest element count. */
export const feel = async (page: Page, work: () => Promise<void>): Promise<Felt> => {
  await page.evaluate(() => {
    const felt = { longTasksMs: [] as number[], nodes: 0 }
    const note = (entries: readonly PerformanceEntry[]) =>
      felt.longTasksMs.push(...entries.map(({ duration }) => duration))
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ entryTypes: ['longtask'] })
    const count = () => {
      felt.nodes = Math.max(felt.nodes, document.querySelectorAll('*').length)
    }
    const timer = setInterval(count, 100)
    Object.assign(window, {
      stopFeeling: () => {
        count()
        clearInterval(timer)
        note(observer.takeRecords())
        observer.disconnect()
        return felt
      },
    })
  })
  await work()
  return page.evaluate(() => (window as unknown as { stopFeeling: () => Felt }).stopFeeling())
}

export const longestTask = (felt: Felt): number => Math.max(0, ...felt.longTasksMs)

/**
 * Has the page note, in milliseconds, how long each event takes until the frame that shows its effect is painted: the next
 * frame of a key, and of a click on a conversation the one that shows its messages.
 *
 * A frame is taken as painted in the first task after its animation callbacks.
 */
export const watchPaints = (page: Page, event: 'keydown' | 'click'): Promise<void> =>
  page.evaluate((event) => {
    const paints: number[] = []
    const onEvent = (happened: Event) => {
      const row = event === 'click' ? (happened.target as Element).closest('[role=option]') : null
      const name = row?.querySelector('bdi')?.textContent ?? ''
      const shown = `[aria-busy=false] section[aria-label="Messages with ${CSS.escape(name)}"] article`
      const look = () => {
        if (row !== null && document.querySelector(shown) === null) {
          requestAnimationFrame(look)
          return
        }
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          paints.push(performance.now() - happened.timeStamp)
        }
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    }
    window.addEventListener(event, onEvent, { capture: true })
    Object.assign(window, {
      paints,
      stopWatching: () => window.removeEventListener(event, onEvent, { capture: true }),
    })
  }, event)

/** Waits until so many were painted. */
export const paintsReach = async (page: Page, count: number): Promise<void> => {
  await page.waitForFunction((most) => (window as unknown as { paints: number[] }).paints.length >= most, count)
}

export const stopPaints = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const { paints, stopWatching } = window as unknown as { paints: number[]; stopWatching: () => void }
    stopWatching()
    return paints
  })

/** A good part of a screen each frame, then leaps to twenty places of the whole list. */
export const scrollThrough = (list: Locator): Promise<void> =>
  list.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Reading the element's position would force a layout.
    const { scrollHeight } = element
    for (let step = 1; step <= 200; step += 1) {
      element.scrollTop = step * 240
      await frame()
    }
    for (let leap = 1; leap <= 20; leap += 1) {
      element.scrollTop = (scrollHeight * leap) / 20
      for (let step = 0; step < 12; step += 1) await frame()
    }
    element.scrollTop = 0
  })
