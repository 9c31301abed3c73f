/** How soon a mapping result is seen, and how smoothly its list moves, reported by the page itself. */
import type { Page } from 'playwright'

type Marked = { readonly shownAtMs: number }

/** Watches for the first preview of the result. To be called while the task's page is open and has no result yet. */
export const watchForPreviews = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(window, { shownAtMs: 0 })
    const observer = new MutationObserver(() => {
      if (document.querySelector('section[aria-label="Previews"] li') === null) return
      observer.disconnect()
      // Two frames on, it is painted.
      requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { shownAtMs: Date.now() })))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })

/** When the first preview was painted, by the wall clock. */
export const previewsShownAt = async (page: Page): Promise<number> => {
  await page.waitForFunction(() => (window as unknown as Marked).shownAtMs > 0)
  return page.evaluate(() => (window as unknown as Marked).shownAtMs)
}

/** Scrolls the open list of previews by a good part of a screen each frame; the lengths of all long tasks meanwhile. */
export const scrollPreviews = (page: Page): Promise<{ readonly longTasksMs: number[]; readonly reached: number }> =>
  page.getByRole('grid', { name: 'Previews' }).evaluate(async (element) => {
    const longTasksMs: number[] = []
    const observer = new PerformanceObserver((list) =>
      longTasksMs.push(...list.getEntries().map(({ duration }) => duration)),
    )
    observer.observe({ entryTypes: ['longtask'] })
    for (let step = 0; step < 120; step += 1) {
      element.scrollTop += 180
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    observer.disconnect()
    return { longTasksMs, reached: element.scrollTop }
  })
