/** Fixtures for mapping tasks that end when the test says so, with the result it chooses. */
import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { type MappingFront, profileBehind, startMappingFront } from '../support/mapping-front.ts'
import { test as base, expect } from './fixtures.ts'

/** Restarts the app with the front as its platform. */
export const test = base.extend<{ readonly front: MappingFront; readonly page: Page }>({
  front: async ({ practice, app, restartApp }, use) => {
    const front = await startMappingFront(practice.url)
    writeFileSync(app.profileFile, JSON.stringify(profileBehind(front, practice.url)))
    await restartApp()
    await use(front)
    await front.close()
    expect(front.breaches(), 'MAP-12').toEqual([])
  },
  // The desktop opens a new window at a restart: the page must come after the front.
  page: async ({ front: _, page }, use) => use(page),
})

export const open = (page: Page, place: string): Promise<void> =>
  page.evaluate((hash) => {
    window.location.hash = hash
  }, place)

export { expect }
