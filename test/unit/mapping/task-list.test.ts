/** The list of tasks, read page by page. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TaskState } from '../../../shared/mapping/task.ts'
import { fillTasks, taskStateFor } from './mapping-data.ts'
import { type MappingRig, openMapping, taskAnswer } from './mapping-rig.ts'

const COUNT = 500

describe('the list of tasks', () => {
  let rig: MappingRig
  beforeAll(async () => {
    rig = await openMapping(() => taskAnswer())
    fillTasks(rig.database, COUNT)
  })
  afterAll(() => rig.stop())

  it('any page, of one state or all, is that page of the whole, newest first', async () => {
    const numbers = Array.from({ length: COUNT }, (_, index) => COUNT - index)
    const states: readonly (TaskState | undefined)[] = [undefined, 'completed', 'processing', 'notWatching', 'failed']
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: COUNT + 50 }),
        fc.integer({ min: 1, max: 120 }),
        fc.constantFrom(...states),
        async (offset, limit, state) => {
          const whole = state === undefined ? numbers : numbers.filter((number) => taskStateFor(number) === state)
          const { rows, total } = await rig.call.tasks({ offset, limit, ...(state === undefined ? {} : { state }) })
          expect(rows.map(({ taskRef }) => taskRef)).toEqual(whole.slice(offset, offset + limit))
          expect(total).toBe(whole.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('counts all, watched and paused tasks whatever page is requested', async () => {
    const all = await rig.call.tasks({})
    expect(all.watching + all.paused).toBe((await rig.call.tasks({ state: 'processing' })).total)
    expect(await rig.call.tasks({ state: 'failed', offset: 3 })).toMatchObject({
      all: COUNT,
      watching: all.watching,
      paused: all.paused,
    })
    expect(all.watching).toBeGreaterThan(0)
    expect(all.paused).toBeGreaterThan(0)
  })
})
