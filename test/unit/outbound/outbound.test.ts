import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Database } from '../../../main/database/database.ts'
import { createHold, putOnHold } from '../../../main/outbound/hold.ts'
import type { AddingKind } from '../../../main/outbound/kind.ts'
import { createOutbound } from '../../../main/outbound/outbound.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import type { AppError } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'

type Kind = AddingKind<string, null>
type Options = Partial<Pick<Kind, 'check' | 'dispatch' | 'settle' | 'isFinal' | 'toDraft'>> & {
  readonly isOnHold?: boolean
  /** The database of an earlier run that crashed. */
  readonly database?: Database
}
const signInNeeded = { kind: 'signInNeeded', message: 'Sign in again in Settings.' } as const

/** A queue with one kind of change, which is carried out at once. */
const open = ({ isOnHold = false, database = openTestDatabase(), ...particular }: Options = {}) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  if (isOnHold) putOnHold(database, 'restored', clock.nowMs())
  const hold = createHold(database)
  const scheduler = createScheduler(clock, log, hold.isOn)
  const sent: string[] = []
  let marks = 0
  let isOnline = true
  let notify: () => void = () => undefined
  const outbound = createOutbound({
    database,
    scheduler,
    clock,
    log,
    online: {
      isOnline: () => isOnline,
      onChange: (listener) => {
        notify = () => listener(isOnline)
        return () => undefined
      },
    },
    hold,
    raise: () => {
      marks += 1
    },
    emit: () => undefined,
  })
  const kind: Kind = {
    name: 'archive',
    payload: z.string(),
    evidence: z.null(),
    describe: ({ payload }) => payload,
    page: () => null,
    check: async () => ({ decision: 'send', before: null }),
    effect: 'adds',
    dispatch: async (rows) => {
      sent.push(...rows.map(({ payload }) => payload))
      return rows.map(() => ({ outcome: 'carriedOut' }))
    },
    settle: 'ask',
    onChange: () => undefined,
    ...particular,
  }
  const queue = outbound.register(kind)
  const add = (id: string): void => {
    const state = { state: 'delayed', undoUntilMs: clock.nowMs() + 10_000, earlier: null } as const
    queue.add({ id, lane: 'filing', subject: `conversation:${id}`, payload: id, state })
    queue.wake('filing')
  }
  outbound.start()
  const stateOf = (id: string): string => queue.require(id).state.state
  return {
    outbound,
    kind,
    queue,
    add,
    clock,
    hold,
    scheduler,
    database,
    sent,
    stateOf,
    marks: () => marks,
    setOnline: (online: boolean) => {
      isOnline = online
      notify()
    },
  }
}

/** A read that never answers. */
const never = () => new Promise<never>(() => undefined)

describe('a queue on hold', () => {
  it('OFF-04 sends nothing, whatever the seller does, and everything once it is released', async () => {
    const { outbound, add, clock, hold, scheduler, sent } = open({ isOnHold: true })
    add('c1')
    expect(() => outbound.sendNow(['c1'])).toThrow('on hold')
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

describe('a waiting change', () => {
  const openWaiting = async (error: AppError) => {
    let isFirst = true
    const queue = open({
      dispatch: async (rows) => {
        const outcome = isFirst
          ? ({ outcome: 'notNow', waitMs: 60_000, error } as const)
          : { outcome: 'carriedOut' as const }
        isFirst = false
        return rows.map(() => outcome)
      },
    })
    queue.add('c1')
    await queue.clock.advance(10_000)
    expect(queue.stateOf('c1')).toBe('waiting')
    queue.setOnline(true)
    await queue.clock.advance(0)
    return queue.stateOf('c1')
  }

  it('is sent at once after the sign-in that it waited for', async () => {
    expect(await openWaiting(signInNeeded)).toBe('sent')
  })

  it('OFF-01 is sent once the platform answers, if its undo time ended while an earlier one could not be sent', async () => {
    let reaches = false
    const { outbound, add, clock, setOnline, stateOf } = open({
      dispatch: async (rows) =>
        rows.map(() =>
          reaches
            ? { outcome: 'carriedOut' }
            : { outcome: 'notReached', error: { kind: 'offline', message: 'The platform couldn’t be reached.' } },
        ),
    })
    add('c1')
    await clock.advance(10_000)
    setOnline(false)
    outbound.discard(['c1'])
    add('c2')
    await clock.advance(60_000)
    reaches = true
    setOnline(true)
    await clock.advance(0)
    expect(stateOf('c2')).toBe('sent')
  })

  it('waits for a rate limit, even after a sign-in', async () => {
    expect(await openWaiting({ kind: 'rateLimited', message: 'Wait.', retryAfterMs: 60_000 })).toBe('waiting')
  })
})

describe('a row that the disk changed', () => {
  it.each([
    ['its state', `UPDATE outbound SET detail = '{"state":"queued","nextTryAtMs' WHERE id = 'c1'`, 'c1'],
    ['a time of it', `UPDATE outbound SET detail = '{"state":"delayed","undoUntilMs":"soon"}' WHERE id = 'c1'`, 'c1'],
    ['what it does', `UPDATE outbound SET payload = '{}' WHERE id = 'c1'`, 'A change that can’t be read'],
  ])('OFF-03 is shown, never sent, and blocks no other change: %s', async (_, damage, title) => {
    const { outbound, queue, add, clock, database, sent } = open()
    add('c1')
    database.run(damage)
    add('c2')
    await clock.advance(60_000)
    expect(sent).toEqual(['c2'])
    expect(outbound.list()).toMatchObject([
      { id: 'c1', kind: 'damaged', title, state: 'refused', canSendNow: false, canDiscard: true },
    ])
    expect(outbound.counts()).toEqual({ open: 1, needsUser: 1 })
    expect(queue.open()).toEqual([])
    expect(() => outbound.sendNow(['c1'])).toThrow()
    expect(() => queue.require('c1')).toThrow('damaged')
    const again = open({ database })
    await again.clock.advance(60_000)
    expect(again.sent).toEqual([])
    again.outbound.discard(['c1'])
    expect(again.outbound.list()).toEqual([])
  })
})

describe('sending a change', () => {
  it('MSG-13 records it as being sent before the request', async () => {
    const states: string[] = []
    const { add, clock, stateOf } = open({
      dispatch: async (rows) => {
        states.push(...rows.map(({ id }) => stateOf(id)))
        return rows.map(() => ({ outcome: 'carriedOut' }))
      },
    })
    add('c1')
    await clock.advance(10_000)
    expect([...states, stateOf('c1')]).toEqual(['sending', 'sent'])
  })

  it('MSG-13 settles it by reading, not resending, after a crash', async () => {
    const first = open({ dispatch: () => new Promise(() => undefined), settle: never })
    first.add('c1')
    await first.clock.advance(10_000)
    expect(first.stateOf('c1')).toBe('sending')
    const second = open({ database: first.database, settle: never })
    await second.clock.advance(3_600_000)
    expect([second.stateOf('c1'), ...second.sent]).toEqual(['unknown'])
  })

  it.each([
    ['sent', { decision: 'alreadyThere', atMs: 1 }],
    ['unknown', { decision: 'ask', reason: 'It may be there.', found: null }],
    ['refused', { decision: 'refuse', error: { kind: 'conflict', message: 'It is gone.' } }],
  ] as const)('OFF-02 is %s without a request if the check before says so', async (state, check) => {
    const { add, clock, sent, stateOf } = open({ check: async () => check })
    add('c1')
    await clock.advance(3_600_000)
    expect([stateOf('c1'), ...sent]).toEqual([state])
  })

  it.each([
    ['missing', []],
    ['unknown', [{ outcome: 'unknown', reason: 'The connection broke.' }]],
  ] as const)('MSG-13 is read for, not sent again, if its outcome is %s', async (_, outcomes) => {
    let requests = 0
    const dispatch = async () => {
      requests += 1
      return outcomes
    }
    const { add, clock, stateOf } = open({ dispatch, settle: never })
    add('c1')
    await clock.advance(3_600_000)
    expect([stateOf('c1'), requests]).toEqual(['unknown', 1])
  })
})

describe('a change that the seller acts on', () => {
  it('OFF-04 raises the high-water mark when it is withdrawn or discarded', () => {
    const { outbound, add, marks } = open({ toDraft: () => undefined })
    for (const id of ['c1', 'c2']) add(id)
    outbound.discard(['c1'])
    expect(marks()).toBe(1)
    outbound.withdraw('c2')
    expect(marks()).toBe(2)
  })

  it('OFF-01 is replaced by a newer one only if it was certainly not sent', async () => {
    const { queue, add, clock, stateOf } = open({ dispatch: never })
    add('c1')
    await clock.advance(10_000)
    add('c2')
    expect(queue.discard('TRUE').map(({ id }) => id)).toEqual(['c2'])
    expect(['c1', 'c2'].map(stateOf)).toEqual(['sending', 'discarded'])
  })

  it('MSG-16 is not sent early if it is final, and keeps its undo time', async () => {
    const { outbound, add, clock, sent } = open({ isFinal: true })
    add('c1')
    expect(() => outbound.sendNow(['c1'])).toThrow('being sent, was sent')
    await clock.advance(9_999)
    expect(sent).toEqual([])
    await clock.advance(1)
    expect(sent).toEqual(['c1'])
  })
})

describe('the kinds of a queue', () => {
  it('have one name each, because a row names its kind', () => {
    const { outbound, kind } = open()
    expect(() => outbound.register({ ...kind, maxBatch: 2 })).toThrow('Two outbound kinds are named archive')
  })
})
