import { afterEach, expect, it } from 'vitest'
import { createTestHost } from '../connection/open-app.ts'

let host: ReturnType<typeof createTestHost> | undefined
afterEach(() => host?.close())

type Tasks = {
  readonly rows: readonly { readonly state: string; readonly about: string | null; readonly productCount: number }[]
}

it('a new practice shop begins with a finished mapping, and a restart adds no other', async () => {
  const opened = createTestHost()
  host = opened
  await opened.start()
  const tasks = async () => (await opened.ask<Tasks>('mapping.tasks')).rows
  await expect.poll(async () => (await tasks())[0]?.state).toBe('completed')
  const [first, ...others] = await tasks()
  expect(others).toEqual([])
  expect(first).toMatchObject({ about: expect.any(String), productCount: 3 })
  await opened.stop()
  await opened.start()
  expect(await tasks()).toHaveLength(1)
})
