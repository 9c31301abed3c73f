/** What the seller sees of the queue and does in it: the list, its actions and what the window is notified of. */
import { describe, expect, it } from 'vitest'
import { putOnHold } from '../../../main/outbound/hold.ts'
import type { Outcome } from '../../../main/outbound/outcome.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { type KindChanges, openQueue } from './queue-rig.ts'

const lost: Outcome = { outcome: 'unknown', reason: 'The connection ended without an answer.' }
const error: AppError = { kind: 'conflict', message: 'Too cheap.' }
const refused: Outcome = { outcome: 'refused', error }
const HOUR_MS = 3_600_000
const reading = async () => ({ isDone: null, after: null, atMs: 0 })

const openWith = async (changes: KindChanges) => {
  const queue = openQueue([changes])
  queue.addAll('a1')
  await queue.clock.advance(0)
  return queue
}

describe('the outbox', () => {
  it.each<readonly [string, KindChanges, { canSendNow: boolean; canDiscard: boolean; canSettle: boolean }]>([
    [
      'sends or discards a refused change',
      { answer: () => refused },
      { canSendNow: true, canDiscard: true, canSettle: false },
    ],
    [
      'only discards a refused change that can’t be sent again',
      { answer: () => refused, isFinal: true, canSellerSettle: true },
      { canSendNow: false, canDiscard: true, canSettle: false },
    ],
    [
      'settles a change that nothing can show',
      { answer: () => lost, canSellerSettle: true },
      { canSendNow: false, canDiscard: false, canSettle: true },
    ],
    [
      'waits while the platform is read',
      { answer: () => lost, canSellerSettle: true, settle: reading },
      { canSendNow: false, canDiscard: false, canSettle: false },
    ],
    [
      'settles before a reading could, if the kind lets the seller',
      { answer: () => lost, canSellerSettle: 'early', settle: reading },
      { canSendNow: false, canDiscard: false, canSettle: true },
    ],
    [
      'settles no change that only a later reading can',
      { answer: () => lost },
      { canSendNow: false, canDiscard: false, canSettle: false },
    ],
  ])('MSG-16 %s', async (_, changes, can) => {
    expect((await openWith(changes)).outbound.list()).toMatchObject([can])
  })

  it('MSG-13 takes the seller’s answer only for a kind that the seller may settle', async () => {
    const queue = await openWith({ answer: () => lost })
    expect(() => queue.outbound.settle('a1', true)).toThrow('now known')
    expect(queue.stateOf('a1')).toBe('unknown')
  })

  const behind = ({ outbound }: ReturnType<typeof openQueue>) =>
    outbound.list().flatMap(({ id, waitsForEarlier }) => (waitsForEarlier ? [id] : []))
  const notNow: Outcome = { outcome: 'notNow', waitMs: HOUR_MS, error }

  it('OFF-03 says which changes wait for an earlier one, and offers no sending of these', async () => {
    const queue = openQueue([{ answer: () => notNow }])
    queue.addAll('a1', 'a2', 'b1')
    await queue.clock.advance(0)
    expect(queue.outbound.list()).toMatchObject([
      { id: 'a1', state: 'waiting', waitsForEarlier: false, canSendNow: true },
      { id: 'a2', state: 'queued', waitsForEarlier: true, canSendNow: false, canDiscard: true },
      { id: 'b1', waitsForEarlier: false },
    ])
  })

  it('OFF-03 calls no change later that leaves in one request with the earlier, but another of its item', async () => {
    const queue = openQueue([{ answer: () => notNow, maxBatch: 25 }])
    queue.add('a1', 0, 'a', 'item:CAM-1')
    queue.add('a2', 0, 'a', 'item:CAM-2')
    queue.add('a3', 0, 'a', 'item:CAM-1')
    expect(behind(queue)).toEqual(['a3'])
  })

  it('OFF-03 calls no change later than a scheduled or a paused one, which it overtakes', async () => {
    const queue = openQueue([{}])
    queue.database.run(`INSERT INTO run (id, label, plan, created_at_ms, is_paused) VALUES (1, 'items', '{}', 0, 1)`)
    const undoUntilMs = queue.clock.nowMs() + HOUR_MS
    const state = { state: 'delayed', undoUntilMs, earlier: null } as const
    queue.queues[0]?.add({ id: 'a1', lane: 'a', subject: 'item:a1', payload: 'a1', state })
    queue.add('a2')
    queue.database.run(`UPDATE outbound SET run_id = 1 WHERE id = 'a2'`)
    queue.add('a3')
    expect(behind(queue)).toEqual([])
  })

  it('OFF-03 gives the reason of the present state, not of an earlier try', async () => {
    const queue = openQueue([{ answer: () => refused }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    expect(queue.outbound.list()).toMatchObject([{ error }])
    queue.outbound.sendNow(['a1'])
    expect(queue.outbound.list()).toMatchObject([{ state: 'queued', error: null }])
  })

  it('MSG-13 tells a change that the seller marked from one that a reading missed', async () => {
    const queue = await openWith({ answer: () => lost, canSellerSettle: true })
    expect(queue.outbound.list()).toMatchObject([{ isDenied: false }])
    queue.outbound.settle('a1', false)
    expect(queue.outbound.list()).toMatchObject([{ state: 'notFound', isDenied: true }])
  })

  it('MSG-13 shows what was found before and after a send only while its outcome is unknown', async () => {
    const finding = () => ({ times: 1, isComplete: true, atMs: 0, isKept: false })
    const queue = openQueue([{ answer: () => lost, canSellerSettle: true, finding }])
    queue.add('a1')
    expect(queue.outbound.list()).toMatchObject([{ found: null }])
    queue.wake('a')
    await queue.clock.advance(0)
    expect(queue.outbound.list()).toMatchObject([{ found: { before: { times: 1 }, after: null } }])
    queue.outbound.settle('a1', false)
    expect(queue.outbound.list()).toMatchObject([{ found: null }])
  })

  it('OFF-04 counts what is open, and what waits for the seller', async () => {
    const queue = openQueue([
      {
        canSellerSettle: true,
        answer: ({ id }) => (id === 'd1' ? new Promise(() => undefined) : id === 'c1' ? refused : lost),
      },
      { answer: () => lost, settle: reading },
    ])
    queue.addAll('a1', 'c1', 'd1')
    queue.add('b1', 1)
    queue.wake('b')
    await queue.clock.advance(0)
    expect(queue.outbound.counts()).toEqual({ open: 4, needsUser: 2 })
    queue.outbound.settle('a1', false)
    expect(queue.outbound.counts()).toEqual({ open: 4, needsUser: 2 })
    queue.outbound.discard(['a1'])
    expect(queue.outbound.counts()).toEqual({ open: 3, needsUser: 1 })
  })

  it.each<readonly [string, KindChanges, (queue: ReturnType<typeof openQueue>) => void]>([
    ['added', {}, (queue) => queue.addAll('a2')],
    ['sent by the seller', { answer: () => refused }, ({ outbound }) => outbound.sendNow(['a1'])],
    ['discarded', { answer: () => refused }, ({ outbound }) => outbound.discard(['a1'])],
    ['settled', { answer: () => lost, canSellerSettle: true }, ({ outbound }) => outbound.settle('a1', true)],
  ])('OFF-03 shows at once that a change was %s', async (_, changes, act) => {
    let changed = 0
    const queue = await openWith({
      ...changes,
      onChange: () => {
        changed += 1
      },
    })
    const before = [changed, queue.notices()]
    act(queue)
    expect([changed, queue.notices()].map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1])
  })

  it('OFF-06 shows in its run at once that a change was discarded', async () => {
    const queue = openQueue([{ answer: () => refused }])
    queue.database.run(`INSERT INTO run (id, label, plan, created_at_ms) VALUES (1, 'items', '{}', 0)`)
    for (const id of ['a1', 'a2']) queue.add(id)
    queue.database.run(`UPDATE outbound SET run_id = 1 WHERE id = 'a1'`)
    queue.outbound.discard(['a1', 'a2'])
    expect(queue.shownRuns).toEqual([1])
  })
})

describe('an action of the seller', () => {
  it('OFF-04 raises the mark for a discarded change, not for one that is sent', async () => {
    const queue = await openWith({ answer: () => refused })
    queue.outbound.sendNow(['a1'])
    expect(queue.marks()).toBe(0)
    queue.outbound.discard(['a1'])
    expect(queue.marks()).toBe(1)
  })

  it('OFF-04 discards a change even if the mark can’t be raised', async () => {
    const queue = await openWith({ answer: () => refused })
    queue.failToRaise(new Failure({ kind: 'storage', message: 'The disk is full.' }))
    queue.outbound.discard(['a1'])
    expect(queue.stateOf('a1')).toBe('done')
  })

  it('MSG-16 discards a change that can’t be sent again', async () => {
    const queue = await openWith({ answer: () => refused, isFinal: true })
    queue.outbound.discard(['a1'])
    expect(queue.stateOf('a1')).toBe('done')
  })

  it('OFF-04 may withdraw a change during a hold', async () => {
    const database = openTestDatabase()
    putOnHold(database, 'restored', 0)
    const queue = openQueue([{ toDraft: () => undefined }], database)
    queue.addAll('a1')
    queue.outbound.withdraw('a1')
    expect(queue.stateOf('a1')).toBe('done')
  })

  it('MSG-16 withdraws no change that may have been sent', async () => {
    const kept: string[] = []
    const queue = await openWith({ answer: () => lost, toDraft: ({ id }) => void kept.push(id) })
    expect(queue.outbound.list()).toMatchObject([{ canEdit: false }])
    expect(() => queue.outbound.withdraw('a1')).toThrow('may have arrived')
    expect([queue.stateOf('a1'), kept]).toEqual(['unknown', []])
  })

  it('MSG-16 keeps a withdrawn change as its draft, also one that was discarded', async () => {
    const kept: string[] = []
    const queue = await openWith({ answer: () => refused, toDraft: ({ payload }) => void kept.push(payload) })
    expect(queue.outbound.list()).toMatchObject([{ canEdit: true }])
    queue.outbound.discard(['a1'])
    queue.outbound.withdraw('a1')
    expect(kept).toEqual(['a1'])
    expect(() => queue.outbound.withdraw('a1')).toThrow('Nothing was changed')
  })

  it('MSG-16 withdraws no change whose kind has no draft', async () => {
    const queue = await openWith({ answer: () => refused })
    expect(queue.outbound.list()).toMatchObject([{ canEdit: false }])
    expect(() => queue.outbound.withdraw('a1')).toThrow('Nothing was changed')
    expect(queue.stateOf('a1')).toBe('refused')
  })

  it.each<readonly [string, KindChanges['answer'], (queue: ReturnType<typeof openQueue>) => void]>([
    ['settled', () => lost, ({ outbound }) => outbound.settle('a1', false)],
    ['discarded', () => ({ outcome: 'notNow', waitMs: HOUR_MS, error }), ({ outbound }) => outbound.discard(['a1'])],
  ])('OFF-02 that is %s lets another change of the same item go, in its own lane', async (_, answer, act) => {
    const queue = openQueue([
      { canSellerSettle: true, answer: (row, signal) => (row.id === 'a1' ? answer?.(row, signal) : undefined) },
    ])
    queue.add('a1', 0, 'a', 'item:CAM-1')
    queue.add('b1', 0, 'b', 'item:CAM-1')
    for (const lane of ['a', 'b']) queue.wake(lane)
    await queue.clock.advance(60_000)
    expect(queue.stateOf('b1')).toBe('queued')
    act(queue)
    await queue.clock.advance(0)
    expect(queue.stateOf('b1')).toBe('done')
  })

  it('OFF-04 releases a queue that is not on hold without asking about anything', async () => {
    const queue = openQueue([{ answer: () => ({ outcome: 'notNow', waitMs: 60_000, error }) }])
    queue.addAll('a1')
    await queue.clock.advance(0)
    queue.outbound.release()
    expect(queue.stateOf('a1')).toBe('waiting')
  })
})
