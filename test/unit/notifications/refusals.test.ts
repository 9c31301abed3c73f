/** What was turned away, on a disk that takes nothing for a while. */
import { expect, it } from 'vitest'
import { createRefusals } from '../../../main/notifications/receiver/refusals.ts'
import type { NotificationStore } from '../../../main/notifications/store.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

it('RCV-06 a refusal that cannot be written stops nobody, and is written with the next', async () => {
  const written: [string, number][] = []
  let isFull = true
  const clock = createFakeClock()
  const store: Pick<NotificationStore, 'addRefusal'> = {
    addRefusal: ({ reason, count }) => {
      if (isFull && written.length > 0) throw new Error('the disk is full')
      written.push([reason, count])
    },
  }
  const refusals = createRefusals(store as NotificationStore, clock, () => undefined)
  refusals.note({ reason: 'first', status: 400 })
  refusals.note({ reason: 'second', status: 400 })
  await clock.advance(60_000)
  expect(written).toEqual([['first', 1]])
  refusals.flush()
  isFull = false
  refusals.note({ reason: 'second', status: 400 })
  await clock.advance(60_000)
  // The first one is not written twice, and the second has kept its count.
  expect(written).toEqual([
    ['first', 1],
    ['second', 2],
  ])
})
