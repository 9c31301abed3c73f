import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createHold, putOnHold } from '../../../main/outbound/hold.ts'
import type { OutboundKind } from '../../../main/outbound/kind.ts'
import { createOutbound } from '../../../main/outbound/outbound.ts'
import { outboundSchema } from '../../../main/outbound/schema.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** A queue with one kind, whose rows are carried out at once. */
const open = ({ isOnHold = false, isFinal = false } = {}) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const database = openTestDatabase(outboundSchema)
  if (isOnHold) putOnHold(database, 'restored', clock.nowMs())
  const hold = createHold(database)
  const scheduler = createScheduler(clock, log, hold.isOn)
  const sent: string[] = []
  let marks = 0
  const outbound = createOutbound({
    database,
    scheduler,
    clock,
    log,
    online: { isOnline: () => true, onChange: () => () => undefined },
    hold,
    raise: () => {
      marks += 1
    },
    emit: () => undefined,
  })
  const kind: OutboundKind<string, null> = {
    name: 'archive',
    payload: z.string(),
    evidence: z.null(),
    describe: ({ payload }) => payload,
    check: async () => ({ decision: 'send', before: null }),
    dispatch: async (rows) => {
      sent.push(...rows.map(({ payload }) => payload))
      return rows.map(() => ({ outcome: 'carriedOut' }))
    },
    settle: 'ask',
    onChange: () => undefined,
    ...(isFinal ? { isFinal: true } : {}),
  }
  const queue = outbound.register(kind)
  const add = (id: string): void => {
    const state = { state: 'held', undoUntilMs: clock.nowMs() + 10_000, earlier: null } as const
    queue.add({ id, lane: 'filing', subject: `conversation:${id}`, payload: id, state })
    queue.wake('filing')
  }
  outbound.start()
  return { outbound, queue, add, clock, hold, scheduler, sent, marks: () => marks }
}

const sendNow = { event: 'sendNow', atMs: 0 } as const

describe('a queue on hold', () => {
  it('OFF-04 sends nothing, whatever is pressed, and everything once it is released', async () => {
    const { outbound, queue, add, clock, hold, scheduler, sent } = open({ isOnHold: true })
    add('c1')
    expect(() => outbound.sendNow(['c1'])).toThrow('on hold')
    expect(() => queue.act('c1', sendNow, 'It was sent.')).toThrow('on hold')
    await clock.advance(3_600_000)
    expect(sent).toEqual([])
    hold.release()
    scheduler.wake()
    await clock.advance(10_000)
    expect(sent).toEqual(['c1'])
  })

  it('OFF-04 lets the seller discard what waits', async () => {
    const { outbound, add, clock, hold, scheduler, sent } = open({ isOnHold: true })
    add('c1')
    outbound.discard(['c1'])
    hold.release()
    scheduler.wake()
    await clock.advance(3_600_000)
    expect(sent).toEqual([])
  })
})

describe('a change that waits', () => {
  it('OFF-04 raises the high-water mark when it is withdrawn or discarded', () => {
    const { outbound, queue, add, marks } = open()
    for (const id of ['c1', 'c2', 'c3']) add(id)
    outbound.discard(['c1'])
    expect(marks()).toBe(1)
    queue.act('c2', { event: 'withdraw', atMs: 0 }, 'It was sent.')
    queue.act('c3', { event: 'discard', atMs: 0 }, 'It was sent.')
    expect(marks()).toBe(3)
  })

  it('MSG-16 is not hurried if it is final, and keeps its undo time', async () => {
    const { outbound, add, clock, sent } = open({ isFinal: true })
    add('c1')
    expect(() => outbound.sendNow(['c1'])).toThrow('being sent or was sent')
    await clock.advance(9_999)
    expect(sent).toEqual([])
    await clock.advance(1)
    expect(sent).toEqual(['c1'])
  })
})
