/** What a release of the hold sends, and what it asks the seller about (OFF-04). */
import { expect, it } from 'vitest'
import { createHold, putOnHold } from '../../../main/outbound/hold.ts'
import { outboundSchema, runSchema } from '../../../main/outbound/schema.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { openQueue } from './queue-rig.ts'

it('OFF-04 a release asks the seller about a change from the copy that nothing can show, and sends the others', async () => {
  const database = openTestDatabase(outboundSchema, runSchema)
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

it('OFF-04 a release asks about a waiting change of the copy too', async () => {
  const database = openTestDatabase(outboundSchema, runSchema)
  const error = { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 600_000 } as const
  const before = openQueue([{ answer: () => ({ outcome: 'notNow', waitMs: 600_000, error }) }], database)
  before.addAll('a1')
  await before.clock.advance(0)
  expect(before.stateOf('a1')).toBe('waiting')
  putOnHold(database, 'restored', before.clock.nowMs())
  const queue = openQueue([{}], database)
  queue.outbound.release()
  await queue.clock.advance(3_600_000)
  expect(queue.requests).toEqual([])
  expect(queue.stateOf('a1')).toBe('unknown')
})
