/** Notices of finished tasks, and where a click on them leads. */
import { describe, expect, it } from 'vitest'
import { BATCH_MS, createCompletionNotice } from '../../../main/mapping/tasks/completion-notice.ts'
import type { DesktopNotice } from '../../../main/ports.ts'
import { locationHref, parseLocation } from '../../../renderer/location.ts'
import type { TaskRow } from '../../../shared/mapping/contract.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const ended = (change: Partial<TaskRow> = {}): TaskRow => ({
  taskRef: 7,
  taskId: 'T7',
  origin: 'started',
  state: 'completed',
  paused: false,
  createdAtMs: 0,
  endedAtMs: 1,
  lastPollAtMs: 1,
  nextPollAtMs: null,
  about: 'Brass lamp',
  productCount: 3,
  part: 1,
  parts: 1,
  parentRef: null,
  counts: { listingPreviews: 2, invalidProducts: 1, unmappedProducts: 0, unprocessedProducts: 0 },
  ...change,
})

const setUp = () => {
  const clock = createFakeClock()
  const notices: DesktopNotice[] = []
  return { clock, notices, notice: createCompletionNotice({ clock, notify: (notice) => void notices.push(notice) }) }
}

describe('the notice of a finished task', () => {
  it.each([
    ['completed', 'Mapping completed'],
    ['completedWithError', 'Mapping completed with problems'],
    ['failed', 'Mapping failed'],
  ] as const)('MAP-04 names the outcome of %s', (state, title) => {
    const { notice, notices } = setUp()
    notice.add(ended({ state }))
    expect(notices).toEqual([{ title, text: 'Brass lamp and 2 more: 2 suggestions, 1 problem', place: '#/mapping/7' }])
  })

  it('opens the task, or the list for several, at a valid location', async () => {
    const { clock, notice, notices } = setUp()
    notice.add(ended())
    for (const taskRef of [8, 9]) notice.add(ended({ taskRef }))
    await clock.advance(BATCH_MS)
    const places = notices.map(({ place }) => parseLocation(place))
    expect(places).toEqual([
      { screen: 'mapping', path: ['7'] },
      { screen: 'mapping', path: [] },
    ])
    expect(notices[0]?.place).toBe(locationHref({ screen: 'mapping', path: ['7'] }))
  })

  it('names a single later task, and notifies at once again after a quiet period', async () => {
    const { clock, notice, notices } = setUp()
    notice.add(ended())
    notice.add(ended({ taskRef: 8 }))
    await clock.advance(BATCH_MS)
    await clock.advance(BATCH_MS)
    notice.add(ended({ taskRef: 9 }))
    expect(notices.map(({ place }) => place)).toEqual(['#/mapping/7', '#/mapping/8', '#/mapping/9'])
  })

  it('sends nothing after stop', async () => {
    const { clock, notice, notices } = setUp()
    notice.add(ended())
    notice.add(ended({ taskRef: 8 }))
    notice.stop()
    await clock.advance(2 * BATCH_MS)
    expect(notices).toHaveLength(1)
  })
})
