/** Fixtures for mapping tasks that end when the test says so, with the result it chooses. */
import { type MappingFront, profileBehind, startMappingFront } from '../support/mapping-front.ts'
import { test as base, expect, goTo } from './fixtures.ts'

/** The front is the app's platform. */
export const test = base.extend<{ readonly front: MappingFront }>({
  front: async ({ practice }, use) => {
    const front = await startMappingFront(practice.url)
    await use(front)
    await front.close()
    expect(front.breaches(), 'MAP-12').toEqual([])
  },
  profile: async ({ front, practice }, use) => use(profileBehind(front, practice.url)),
})

export { expect, goTo as open }
