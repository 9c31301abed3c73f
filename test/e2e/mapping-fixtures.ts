/** Fixtures for mapping tasks that finish when the test decides, with the result it chooses. */
import { type MappingFront, profileBehind, startMappingFront } from '../support/mapping-front.ts'
import { type Api, test as base, expect, goTo, type HostOptions, shareApp } from './fixtures.ts'

/** `front` is the platform of the app that `shareFront` opened. */
export const test = base.extend<{ readonly front: MappingFront }>({
  front: () => Promise.reject(new Error('The file has no shareFront')),
})

/** Like `shareApp`, but the platform is a `MappingFront`. */
export const shareFront = (shop: HostOptions['shop']): void => {
  let front: MappingFront | undefined
  shareApp(shop, async (practiceUrl) => {
    front = await startMappingFront(practiceUrl)
    return profileBehind(front, practiceUrl)
  })
  test.use({
    front: async ({ line: _ }, use) => {
      if (front !== undefined) await use(front)
    },
  })
  test.afterAll(async () => {
    await front?.close()
    expect(front?.breaches() ?? [], 'MAP-12').toEqual([])
    front = undefined
  })
}

/** Checks a task, unless its own poll has just brought the result. */
export const checkNow = async (api: Api, taskRef: number): Promise<void> => {
  await api('mapping.checkNow', { taskRef }).catch((error: unknown) =>
    expect(String(error)).toContain('This task has finished'),
  )
}

export { expect, goTo as open }
