import { expect, it } from 'vitest'
import { createRejectedRequests } from '../../../main/notifications/receiver/rejected-requests.ts'
import type { NotificationStore } from '../../../main/notifications/store.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

it('RCV-06 a rejected request that cannot be written is written with the next one', async () => {
  const written: [string, number][] = []
  let isFull = true
  const clock = createFakeClock()
  const store: Pick<NotificationStore, 'addRefusal'> = {
    addRefusal: ({ reason, count }) => {
      if (isFull && written.length > 0) throw new Error('the disk is full')
      written.push([reason, count])
    },
  }
  const rejected = createRejectedRequests(store as NotificationStore, clock, () => undefined)
  rejected.add({ reason: 'first', status: 400 })
  rejected.add({ reason: 'second', status: 400 })
  await clock.advance(60_000)
  expect(written).toEqual([['first', 1]])
  rejected.flush()
  isFull = false
  rejected.add({ reason: 'second', status: 400 })
  await clock.advance(60_000)
  // The first is not written twice, and the second keeps its count.
  expect(written).toEqual([
    ['first', 1],
    ['second', 2],
  ])
})
