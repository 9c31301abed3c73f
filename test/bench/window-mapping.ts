/**
 * A mapping result of 500 products with sixty aspects each, in the built window: from the platform's answer to the painted
 * list, and scrolling through it. Wants the built app and a Chromium.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { startLocalProcess } from '../e2e/host-process.ts'
import { chromiumArguments, findChromium } from '../support/chromium.ts'
import { allMapped, type MappingFront, profileBehind, startMappingFront } from '../support/mapping-front.ts'
import { previewsShownAt, scrollPreviews, watchForPreviews } from '../support/mapping-timing.ts'
import { type Measure, median } from './measure.ts'

const ROUNDS = 5
const SHOWN_WITHIN_MS = 200
const MAX_TASK_MS = 50

const apiMethod =
  (page: Page) =>
  async <T>(method: string, input: unknown): Promise<T> => {
    const answer = await page.evaluate(
      async (call) => {
        const response = await fetch('/api/call', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${localStorage.getItem('stallhand.session')}`,
          },
          body: JSON.stringify(call),
        })
        return response.json()
      },
      { method, input },
    )
    return (answer as { readonly value: T }).value
  }

/** From the moment the answer had left the platform to the painted list. */
const shownAfterMs = async (page: Page, front: MappingFront, taskId: string, products: number): Promise<number> => {
  const call = apiMethod(page)
  const { taskRef } = await call<{ readonly taskRef: number }>('mapping.addTaskId', { taskId })
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, `#/mapping/${taskRef}`)
  await page.getByText('Still processing').first().waitFor()
  await watchForPreviews(page)
  front.results.set(taskId, allMapped(products, 60))
  await call('mapping.checkNow', { taskRef })
  return (await previewsShownAt(page)) - (front.answeredAtMs.get(taskId) ?? Number.NaN)
}

export const windowMapping: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const practice = await startPracticePlatform({ port: 0, conversations: 0, items: 4 })
  const front = await startMappingFront(practice.url)
  const profileFile = join(folder, 'profile.json')
  writeFileSync(profileFile, JSON.stringify(profileBehind(front, practice.url)))
  const app = await startLocalProcess([`--data-dir=${join(folder, 'data')}`, `--connection=${profileFile}`])
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(app.address)
    await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
    await shownAfterMs(page, front, 'warm', 500)
    const one: number[] = []
    const many: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      one.push(await shownAfterMs(page, front, `one-${round}`, 1))
      many.push(await shownAfterMs(page, front, `many-${round}`, 500))
    }
    await page.getByRole('tab', { name: 'Previews 500' }).click()
    await page.getByRole('grid', { name: 'Previews' }).getByRole('row').nth(1).waitFor()
    const longestMs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.getByRole('grid', { name: 'Previews' }).evaluate((element) => {
        element.scrollTop = 0
      })
      longestMs.push(Math.max(0, ...(await scrollPreviews(page)).longTasksMs))
    }
    return [
      {
        what: 'mapping result of 500 × 60 from arrival to paint',
        limit: 'a result of one product',
        limitValue: median(one),
        ours: median(many),
        unit: 'ms',
        ratio: median(many) / median(one),
        goal: `at most ${SHOWN_WITHIN_MS} ms`,
        met: median(many) <= SHOWN_WITHIN_MS,
      },
      {
        what: 'longest task while its list is scrolled',
        limit: `a long task, ${MAX_TASK_MS} ms`,
        limitValue: MAX_TASK_MS,
        ours: median(longestMs),
        unit: 'ms',
        ratio: median(longestMs) / MAX_TASK_MS,
        goal: `at most ${MAX_TASK_MS} ms`,
        met: median(longestMs) <= MAX_TASK_MS,
      },
    ]
  } finally {
    await browser.close()
    await app.stop()
    await front.close()
    await practice.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
