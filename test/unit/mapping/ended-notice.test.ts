/** The desktop's word that a task has ended, and where a click on it leads. */
import { describe, expect, it } from 'vitest'
import { createEndedNotice, GATHER_MS } from '../../../main/mapping/ended-notice.ts'
import type { DesktopNotice } from '../../../main/ports.ts'
import { locationHref, parseLocation } from '../../../renderer/api/location.ts'
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
  dots: ['ended'],
  ...change,
})

const told = () => {
  const clock = createFakeClock()
  const notices: DesktopNotice[] = []
  return { clock, notices, notice: createEndedNotice({ clock, notify: (notice) => void notices.push(notice) }) }
}

describe('the notice of a task that has ended', () => {
  it.each([
    ['completed', 'Mapping completed'],
    ['completedWithError', 'Mapping completed with problems'],
    ['failed', 'Mapping failed'],
  ] as const)('MAP-04 says of %s what it is', (state, title) => {
    const { notice, notices } = told()
    notice.tell(ended({ state }))
    expect(notices).toEqual([{ title, text: 'Brass lamp and 2 more: 2 previews, 1 problem', place: '#/mapping/7' }])
  })

  it('leads to the task, and of many to the list, as the window reads places', async () => {
    const { clock, notice, notices } = told()
    notice.tell(ended())
    for (const taskRef of [8, 9]) notice.tell(ended({ taskRef }))
    await clock.advance(GATHER_MS)
    const places = notices.map(({ place }) => parseLocation(place))
    expect(places).toEqual([
      { screen: 'mapping', path: ['7'] },
      { screen: 'mapping', path: [] },
    ])
    expect(notices[0]?.place).toBe(locationHref({ screen: 'mapping', path: ['7'] }))
  })

  it('one that follows alone is named, and after a quiet while the next is told at once', async () => {
    const { clock, notice, notices } = told()
    notice.tell(ended())
    notice.tell(ended({ taskRef: 8 }))
    await clock.advance(GATHER_MS)
    await clock.advance(GATHER_MS)
    notice.tell(ended({ taskRef: 9 }))
    expect(notices.map(({ place }) => place)).toEqual(['#/mapping/7', '#/mapping/8', '#/mapping/9'])
  })

  it('says nothing any more once it is stopped', async () => {
    const { clock, notice, notices } = told()
    notice.tell(ended())
    notice.tell(ended({ taskRef: 8 }))
    notice.stop()
    await clock.advance(2 * GATHER_MS)
    expect(notices).toHaveLength(1)
  })
})
