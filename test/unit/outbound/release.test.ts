/** What a release of the hold sends, and what it asks the seller about (OFF-04). */
import { expect, it } from 'vitest'
import { createHold, putOnHold } from '../../../main/outbound/hold.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { openQueue } from './queue-rig.ts'

it('OFF-04 a release asks the seller about a change from the copy that nothing can show, and sends the others', async () => {
  const database = openTestDatabase()
  const startMs = createFakeClock().nowMs()
  putOnHold(database, 'restored', startMs + 10_000)
  const queue = openQueue([{ settle: 'ask' }, { settle: 'repeat' }], database)
  expect(queue.hold.current()).toEqual({ reason: 'restored', sinceMs: startMs + 10_000 })
  queue.add('a1')
  queue.add('b1', 1)
  await queue.clock.advance(10_001)
  queue.add('c1')
  for (const lane of ['a', 'b', 'c']) queue.wake(lane)
  await queue.clock.advance(60_000)
  expect(queue.requests).toEqual([])
  queue.outbound.release()
  await queue.clock.advance(60_000)
  expect(new Set(queue.requests.map(({ ids }) => ids))).toEqual(new Set(['b1', 'c1']))
  expect(queue.outbound.list()).toMatchObject([{ id: 'a1', state: 'unknown', error: { kind: 'unknown' } }])
  expect(createHold(database).isOn()).toBe(false)
})

/** A queue on hold, with a change of the copy that waits for a rate limit. */
const openCopy = async () => {
  const database = openTestDatabase()
  const error = { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 600_000 } as const
  const before = openQueue([{ answer: () => ({ outcome: 'notNow', waitMs: 600_000, error }) }], database)
  before.addAll('a1')
  await before.clock.advance(0)
  expect(before.stateOf('a1')).toBe('waiting')
  putOnHold(database, 'restored', before.clock.nowMs())
  return openQueue([{}], database)
}

it('OFF-04 a release asks about a waiting change of the copy too', async () => {
  const queue = await openCopy()
  queue.outbound.release()
  await queue.clock.advance(3_600_000)
  expect(queue.requests).toEqual([])
  expect(queue.stateOf('a1')).toBe('unknown')
})

it('OFF-04 a release lets the window read at once what it asks about', async () => {
  const queue = await openCopy()
  const notices = queue.notices()
  queue.outbound.release()
  expect(queue.notices()).toBe(notices + 1)
})

it('OFF-04 a release sends at once what was written during the hold', async () => {
  const database = openTestDatabase()
  putOnHold(database, 'restored', createFakeClock().nowMs())
  const queue = openQueue([{}], database)
  await queue.clock.advance(1)
  queue.addAll('a1')
  await queue.clock.advance(1)
  queue.outbound.release()
  await queue.clock.advance(0)
  expect(queue.requests.map(({ ids }) => ids)).toEqual(['a1'])
})
