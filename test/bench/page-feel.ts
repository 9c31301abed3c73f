/** How responsive a page feels: the time until a click or a key is painted, and the longest task during some work. */
import type { Locator, Page } from 'playwright'

/** An element on screen, by its selector and a text within it. */
export type Shown = { readonly selector: string; readonly text: string }

type Watched = { readonly paintedMs: number | undefined }

/**
 * Measures the milliseconds from releasing a click on `target` until `shown` is painted.
 *
 * A frame counts as painted in the first task after its animation callbacks.
 */
export const pressToPaint = async (page: Page, target: Locator, shown: Shown): Promise<number> => {
  await page.evaluate(({ selector, text }) => {
    const watched: { paintedMs: number | undefined } = { paintedMs: undefined }
    Object.assign(window, { watched })
    const onPress = (press: Event): void => {
      const check = (): void => {
        if (![...document.querySelectorAll(selector)].some((element) => element.textContent.includes(text))) {
          requestAnimationFrame(check)
          return
        }
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          watched.paintedMs = performance.now() - press.timeStamp
        }
        port2.postMessage(null)
      }
      requestAnimationFrame(check)
    }
    window.addEventListener('pointerup', onPress, { capture: true, once: true })
  }, shown)
  await target.click()
  const painted = await page.waitForFunction(() => (window as unknown as { watched: Watched }).watched.paintedMs)
  return (await painted.jsonValue()) ?? Number.NaN
}

/** The browser doesn't report events that were painted sooner. */
const ONE_FRAME_MS = 16

/**
 * Types a text into the focused field. Resolves with the mean milliseconds from key to painted frame, from Event Timing.
 *
 * A key painted within a frame counts as one frame, the least a person can see.
 */
export const keyToPaint = async (page: Page, text: string, everyMs: number): Promise<number> => {
  await page.bringToFront()
  await page.evaluate((durationThreshold) => {
    const durationsMs: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') durationsMs.push(duration)
    })
    observer.observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
    Object.assign(window, { keys: { durationsMs, stop: () => observer.disconnect() } })
  }, ONE_FRAME_MS)
  await page.keyboard.type(text, { delay: everyMs })
  const durationsMs = await page.evaluate(async () => {
    const { keys } = window as unknown as { keys: { readonly durationsMs: number[]; readonly stop: () => void } }
    // The last key is reported only after its frame.
    for (let frame = 0; frame < 6; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    keys.stop()
    return keys.durationsMs
  })
  const inOneFrame = Math.max(0, text.length - durationsMs.length)
  return (durationsMs.reduce((sum, ms) => sum + ms, 0) + inOneFrame * ONE_FRAME_MS) / text.length
}

/** Scrolls a large part of a screen each frame, then jumps to ten positions across the list. */
export const scrollThrough = (list: Locator): Promise<void> =>
  list.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Reading the element's position would force a layout.
    const { scrollHeight } = element
    for (let step = 1; step <= 90; step += 1) {
      element.scrollTop = step * 240
      await frame()
    }
    for (let leap = 1; leap <= 10; leap += 1) {
      element.scrollTop = (scrollHeight * leap) / 10
      for (let step = 0; step < 8; step += 1) await frame()
    }
    element.scrollTop = 0
    await frame()
  })

/** Times are in microseconds. */
type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
}

/** Resolves with the longest task of the page's main thread in ms while `work` runs, from Chromium's trace. */
export const longestTaskDuring = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
  const mark = (name: string): Promise<void> => page.evaluate((text) => void performance.mark(text), name)
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser to trace.')
  await page.bringToFront()
  await browser.startTracing(page, { categories: ['blink.user_timing', 'disabled-by-default-devtools.timeline'] })
  await mark('work-begins')
  await work()
  await mark('work-ends')
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { readonly traceEvents: TraceEvent[] }
  const begins = trace.traceEvents.find(({ name }) => name === 'work-begins')
  const ends = trace.traceEvents.find(({ name }) => name === 'work-ends')
  if (begins === undefined || ends === undefined) throw new Error('The trace does not have the work.')
  const tasks = trace.traceEvents.filter(
    ({ name, pid, tid, ts }) =>
      name === 'RunTask' && pid === begins.pid && tid === begins.tid && ts >= begins.ts && ts <= ends.ts,
  )
  if (tasks.length === 0) throw new Error('The trace has no tasks of the page.')
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1_000
}
