/** End-to-end tests whose mapping tasks end when the test says so, with the result that it gives. */
import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { type MappingFront, profileBehind, startMappingFront } from '../support/mapping-front.ts'
import { test as base, expect } from './fixtures.ts'

/** The app is started again with the front for its platform. */
export const test = base.extend<{ readonly front: MappingFront; readonly page: Page }>({
  front: async ({ practice, app, restartApp }, use) => {
    const front = await startMappingFront(practice.url)
    writeFileSync(app.profileFile, JSON.stringify(profileBehind(front, practice.url)))
    await restartApp()
    await use(front)
    await front.close()
    expect(front.breaches(), 'MAP-12').toEqual([])
  },
  // On the desktop a start has a window of its own: the page is the one behind the front.
  page: async ({ front: _, page }, use) => use(page),
})

export const open = (page: Page, place: string): Promise<void> =>
  page.evaluate((hash) => {
    window.location.hash = hash
  }, place)

export { expect }
