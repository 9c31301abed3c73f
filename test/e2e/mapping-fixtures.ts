/** Fixtures for mapping tasks that end when the test says so, with the result it chooses. */
import { type MappingFront, profileBehind, startMappingFront } from '../support/mapping-front.ts'
import { type Api, test as base, expect, goTo } from './fixtures.ts'

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

/** The shop's items once the app has read them all: until then the list grows, and some have no title. */
export const loadItems = async (api: Api, count: number): Promise<readonly { sku: string; title: string }[]> => {
  type Items = { readonly rows: { sku: string; title: string }[]; readonly toRead: number }
  let rows: Items['rows'] = []
  await expect
    .poll(async () => {
      const items = await api<Items>('inventory.items')
      rows = items.rows
      return [rows.length, items.toRead]
    })
    .toEqual([count, 0])
  return rows
}

/** Has a task checked, unless its own poll brought the result a moment before. */
export const checkNow = async (api: Api, taskRef: number): Promise<void> => {
  await api('mapping.checkNow', { taskRef }).catch((error: unknown) =>
    expect(String(error)).toContain('This task has finished'),
  )
}

export { expect, goTo as open }
