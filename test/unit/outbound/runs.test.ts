import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { AddingKind, LeavingRows } from '../../../main/outbound/kind.ts'
import type { Outcome } from '../../../main/outbound/outcome.ts'
import type { DraftRow, RunDraft } from '../../../main/outbound/run-draft.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound } from '../../support/test-outbound.ts'

/** A price: what a row sets, and what was there before. */
type Payload = { readonly sku: string; readonly value: number; readonly was: number }
type Kind = AddingKind<Payload, null>

const toRow = (sku: string, over: Partial<DraftRow['shown']> = {}): DraftRow => ({
  shown: { sku, title: null, changes: [], problem: null, deletions: [], fees: null, ...over },
  lane: 'prices',
  subject: `item:${sku}`,
  kind: 'offerChange',
  payload: over.problem == null ? { sku, value: 2, was: 1 } : undefined,
})

const open = (particular: Partial<Kind> = {}, database = openTestDatabase()) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const scheduler = createScheduler(clock, log)
  const online = { isOnline: () => true, onChange: () => () => undefined }
  const outbound = createTestOutbound({ database, clock, log, scheduler, online })
  /** The SKUs of each call. */
  const calls: string[][] = []
  const kind: Kind = {
    name: 'offerChange',
    payload: z.object({ sku: z.string(), value: z.number(), was: z.number() }),
    evidence: z.null(),
    describe: ({ payload }) => payload.sku,
    page: () => null,
    check: async () => ({ decision: 'send', before: null }),
    effect: 'adds',
    dispatch: async (rows): Promise<readonly Outcome[]> => {
      calls.push(rows.map(({ payload }) => payload.sku))
      return rows.map(() => ({ outcome: 'carriedOut' }))
    },
    settle: 'ask',
    maxBatch: 2,
    inRun: {
      describe: ({ sku, value, was }) => ({
        sku,
        title: null,
        changes: [
          { label: 'Price', path: null, before: String(was), after: String(value), isExcluded: false, problem: null },
        ],
      }),
      revert: ({ payload: { sku, value, was } }) => ({
        payload: { sku, value: was, was: value },
        changes: [],
        deletions: [],
      }),
    },
    onChange: () => undefined,
    ...particular,
  }
  const queue = outbound.register(kind)
  outbound.start()
  const { runs } = outbound
  const draft = (rows: readonly DraftRow[]): RunDraft => ({ label: 'prices', rows, calls: 1, confirmation: 'Change.' })
  const start = async (rows: readonly DraftRow[], deletions?: 'confirmed' | 'leftOut'): Promise<number> => {
    const { planToken } = await runs.plan({ excluded: [], make: () => draft(rows) })
    return runs.start({ planToken, deletions })
  }
  const valuesOf = (runId: number) =>
    queue.select('run_id = ?', [runId]).map(({ payload, state }) => [payload.sku, payload.value, state.state])
  return { outbound, queue, runs, clock, database, calls, draft, start, valuesOf }
}

const skus = (count: number): readonly DraftRow[] => Array.from({ length: count }, (_, index) => toRow(`S${index}`))

describe('the plan of a run', () => {
  it('OFF-06 shows included rows before left-out ones, by page', async () => {
    const { runs, draft } = open()
    const plan = await runs.plan({
      excluded: [],
      make: () => draft([toRow('A', { problem: 'No price.' }), toRow('B'), toRow('C')]),
    })
    expect(plan.counts).toEqual({ going: 2, leftOut: 1 })
    const shown = (offset: number) => runs.planRows(plan.planToken, 'all', offset, 2).rows.map(({ sku }) => sku)
    expect([shown(0), shown(2)]).toEqual([['B', 'C'], ['A']])
  })

  it('OFF-06 starts nothing that differs from what was shown', async () => {
    const { runs, draft, valuesOf } = open()
    let rows = skus(2)
    const { planToken } = await runs.plan({ excluded: [], make: () => draft(rows) })
    rows = skus(3)
    expect(() => runs.start({ planToken })).toThrow('Something changed since this review')
    expect([runs.list(), valuesOf(1)]).toEqual([[], []])
  })

  it('USE-05 sends no row with a caution that was not confirmed', async () => {
    const { runs, draft, valuesOf } = open()
    const rows = [toRow('A'), toRow('B', { caution: '$1.00 is 90% less than $10.00.' })]
    const { planToken, cautions } = await runs.plan({ excluded: [], make: () => draft(rows) })
    expect(cautions).toEqual({ all: 1, first: [{ sku: 'B', message: '$1.00 is 90% less than $10.00.' }] })
    expect(() => runs.start({ planToken })).toThrow('This run makes large changes to B.')
    const runId = runs.start({ planToken, cautions: 'leftOut' })
    expect(valuesOf(runId)).toEqual([['A', 2, 'queued']])
  })

  it('OFF-06 can’t be started if it includes nothing', async () => {
    const { runs, draft } = open()
    const { planToken } = await runs.plan({ excluded: [], make: () => draft([toRow('A', { problem: 'No price.' })]) })
    expect(() => runs.start({ planToken })).toThrow('Nothing in this selection can be done.')
    expect(runs.list()).toEqual([])
  })

  it('OFF-06 deletes nothing that was not confirmed', async () => {
    const { start, runs, valuesOf } = open()
    const rows = [toRow('A'), toRow('B', { deletions: ['Colour'] })]
    await expect(start(rows)).rejects.toThrow('This run deletes fields of B.')
    const runId = await start(rows, 'leftOut')
    expect(valuesOf(runId)).toEqual([['A', 2, 'queued']])
    expect(runs.find(runId)?.leftOut).toEqual([{ sku: 'B', title: null, reason: 'You didn’t confirm its deletions.' }])
  })
})

describe('a run', () => {
  it('OFF-06 shares calls, and reports the result of each row', async () => {
    const { start, runs, clock, calls } = open({
      dispatch: async (rows) => {
        calls.push(rows.map(({ payload }) => payload.sku))
        return rows.map(
          ({ payload: { sku } }): Outcome =>
            sku === 'S1'
              ? { outcome: 'refused', error: { kind: 'conflict', message: 'Too cheap.' } }
              : { outcome: 'carriedOut', note: `Warning about ${sku}.` },
        )
      },
    })
    const runId = await start(skus(3))
    await clock.advance(0)
    expect(calls).toEqual([['S0', 'S1'], ['S2']])
    expect(runs.find(runId)).toMatchObject({ isOpen: false, counts: { all: 3, sent: 2, refused: 1 } })
    expect(runs.rows(runId, [], 0, 10).rows.map(({ message }) => message)).toEqual([
      'Warning about S0.',
      'Too cheap.',
      'Warning about S2.',
    ])
    expect(runs.rows(runId, ['refused'], 0, 10)).toMatchObject({ total: 1, rows: [{ sku: 'S1' }] })
  })

  it('OFF-06 puts only rows with the same key into one call', async () => {
    const { start, clock, calls } = open({ batchKey: ({ sku }) => (sku === 'S1' ? 'de-DE' : 'en-US') })
    await start(skus(3))
    await clock.advance(0)
    expect(calls).toEqual([['S0'], ['S1'], ['S2']])
  })

  it('OFF-06 sends nothing while it is paused, even after a restart, and delays no other run', async () => {
    const { start, runs, clock, calls, database } = open()
    const paused = await start(skus(2))
    runs.pause(paused)
    await start([toRow('OTHER')])
    await clock.advance(3_600_000)
    expect(calls).toEqual([['OTHER']])
    const again = open({}, database)
    await again.clock.advance(3_600_000)
    expect(again.calls).toEqual([])
    again.runs.resume(paused)
    await again.clock.advance(0)
    expect(again.calls).toEqual([['S0', 'S1']])
  })

  it('OFF-06 finishes the call on its way when it is paused, and starts no other', async () => {
    const answers: (() => void)[] = []
    const { start, runs, clock, valuesOf } = open({
      dispatch: (rows) =>
        new Promise((resolve) => {
          answers.push(() => resolve(rows.map(() => ({ outcome: 'carriedOut' }))))
        }),
    })
    const runId = await start(skus(3))
    await clock.advance(0)
    runs.pause(runId)
    answers[0]?.()
    await clock.advance(3_600_000)
    expect([answers.length, valuesOf(runId).map(([, , state]) => state)]).toEqual([1, ['sent', 'sent', 'queued']])
  })

  it('OFF-06 shows in the outbox that changes wait for a paused run', async () => {
    const { start, runs, outbound } = open()
    const paused = await start(skus(1))
    await start([toRow('OTHER')])
    runs.pause(paused)
    expect(outbound.list().map(({ title, isPaused }) => [title, isPaused])).toEqual([
      ['S0', true],
      ['OTHER', false],
    ])
  })

  it('OFF-03 shows in the outbox which run a change belongs to, and what it is about', async () => {
    const { start, runs, outbound } = open({ page: ({ sku }) => ({ page: 'item', id: sku }) })
    const runId = await start(skus(1))
    runs.pause(runId)
    expect(outbound.list()).toMatchObject([{ run: { runId, label: 'prices' }, page: { page: 'item', id: 'S0' } }])
  })

  it('OFF-03 names in the outbox what each change would do', async () => {
    const { start, outbound } = open()
    await start([toRow('S0')])
    expect(outbound.list()).toMatchObject([{ title: 'S0', changes: [{ label: 'Price', before: '1', after: '2' }] }])
  })

  it.each([
    ['replaces', ['discarded']],
    ['adds', ['refused']],
  ] as const)('OFF-06 of a kind that %s: its refused changes of the same items', async (effect, states) => {
    const answers: Outcome[] = [{ outcome: 'refused', error: { kind: 'conflict', message: 'Too cheap.' } }]
    const answer = (): Outcome => answers.shift() ?? { outcome: 'carriedOut' }
    const { start, clock, valuesOf } = open(
      effect === 'adds'
        ? { dispatch: async (rows) => rows.map(answer) }
        : ({
            effect,
            dispatch: async ({ leave }: LeavingRows<Payload, null, undefined>) => {
              await leave()
              return answer()
            },
          } as object),
    )
    const first = await start(skus(1))
    await clock.advance(0)
    expect(valuesOf(first)).toMatchObject([['S0', 2, 'refused']])
    await start(skus(1))
    expect(valuesOf(first).map(([, , state]) => state)).toEqual(states)
  })

  it('OFF-06 withdraws what was not sent when it is stopped', async () => {
    const { start, runs, clock, calls } = open()
    const runId = await start(skus(3))
    expect(runs.stop(runId)).toBe(3)
    await clock.advance(3_600_000)
    expect([calls, runs.find(runId)?.isOpen]).toEqual([[], false])
  })

  it('AUT-03 pauses on a missing permission, instead of being refused row by row', async () => {
    const error = { kind: 'forbidden', message: 'The permission to sell is missing.' } as const
    let isGranted = false
    const { start, runs, clock } = open({
      dispatch: async (rows) => rows.map(() => (isGranted ? { outcome: 'carriedOut' } : { outcome: 'refused', error })),
    })
    const runId = await start(skus(3))
    await clock.advance(0)
    expect(runs.find(runId)).toMatchObject({ isPaused: true, problem: error, counts: { refused: 0, queued: 3 } })
    isGranted = true
    runs.resume(runId)
    await clock.advance(0)
    expect(runs.find(runId)).toMatchObject({ isOpen: false, counts: { sent: 3 } })
  })

  it('INV-15 waits for free changes, and says until when', async () => {
    let left = 1
    const error = { kind: 'quotaExhausted', message: 'All changes of the day are used.' } as const
    const { start, runs, clock, calls } = open({
      room: () => (left > 0 ? { count: left } : { untilMs: clock.nowMs() + 60_000, error }),
      dispatch: async (rows) => {
        left -= rows.length
        calls.push(rows.map(({ payload }) => payload.sku))
        return rows.map(() => ({ outcome: 'carriedOut' }))
      },
    })
    const runId = await start(skus(3))
    await clock.advance(0)
    expect(calls).toEqual([['S0']])
    expect(runs.find(runId)?.waits).toMatchObject({ error, untilMs: clock.nowMs() + 60_000 })
    left = 2
    await clock.advance(60_000)
    expect(calls).toEqual([['S0'], ['S1', 'S2']])
  })

  it('OFF-02 waits for a change of the same item in another lane', async () => {
    let finish: () => void = () => undefined
    const { queue, start, clock, calls } = open({
      dispatch: async (rows) => {
        calls.push(rows.map(({ payload }) => payload.sku))
        if (rows[0]?.lane === 'item:S0') await new Promise<void>((resolve) => (finish = resolve))
        return rows.map(() => ({ outcome: 'carriedOut' }))
      },
    })
    queue.add({ id: 'single', lane: 'item:S0', subject: 'item:S0', payload: { sku: 'S0', value: 5, was: 1 } })
    queue.wake('item:S0')
    await clock.advance(0)
    await start(skus(2))
    await clock.advance(0)
    expect(calls).toEqual([['S0'], ['S1']])
    finish()
    await clock.advance(0)
    expect(calls).toEqual([['S0'], ['S1'], ['S0']])
  })
})

describe('reverting a run', () => {
  it('OFF-06 sends the inverse of what was sent, and nothing for the rest', async () => {
    const { start, runs, clock, valuesOf } = open({
      dispatch: async (rows) =>
        rows.map(
          ({ payload: { sku } }): Outcome =>
            sku === 'S1'
              ? { outcome: 'refused', error: { kind: 'conflict', message: 'No.' } }
              : { outcome: 'carriedOut' },
        ),
    })
    const first = await start(skus(3))
    await clock.advance(0)
    const plan = runs.planRevert(first, [])
    const second = runs.start({ planToken: plan.planToken })
    await clock.advance(0)
    expect(valuesOf(second)).toEqual([
      ['S0', 1, 'sent'],
      ['S2', 1, 'sent'],
    ])
    expect(runs.find(second)?.revertsRunId).toBe(first)
  })

  it('OFF-06 leaves alone what the platform had before the run sent anything', async () => {
    const { start, runs, clock } = open({ check: async () => ({ decision: 'alreadyThere', atMs: 1 }) })
    const runId = await start(skus(2))
    await clock.advance(0)
    expect(runs.find(runId)).toMatchObject({ canRevert: false, counts: { sent: 2 } })
  })

  it('OFF-06 has to wait until the run has ended', async () => {
    const { start, runs } = open()
    const runId = await start(skus(1))
    expect(() => runs.planRevert(runId, [])).toThrow('still open')
  })
})

describe('an open run', () => {
  it('OFF-06 can’t be put back before it has ended', async () => {
    const later = Promise.withResolvers<readonly Outcome[]>()
    let calls = 0
    const { clock, runs, start } = open({
      dispatch: async (rows) => {
        calls += 1
        return calls === 1 ? rows.map(() => ({ outcome: 'carriedOut' })) : later.promise
      },
    })
    const runId = await start(skus(4))
    await clock.advance(1_000)
    expect(runs.find(runId)).toMatchObject({ isOpen: true, canRevert: false, counts: { sent: 2 } })
    later.resolve([{ outcome: 'carriedOut' }, { outcome: 'carriedOut' }])
    await clock.advance(1_000)
    expect(runs.find(runId)).toMatchObject({ isOpen: false, canRevert: true, counts: { sent: 4 } })
  })

  it('OFF-06 is no longer paused once it was stopped', async () => {
    const { clock, runs, start } = open({ check: async () => ({ decision: 'send', before: null }), maxBatch: 1 })
    const runId = await start(skus(3))
    runs.pause(runId)
    expect(runs.find(runId)?.isPaused).toBe(true)
    await clock.advance(1_000)
    runs.stop(runId)
    expect(runs.find(runId)).toMatchObject({ isPaused: false, isOpen: false })
  })
})

describe('what was done', () => {
  it('OFF-07 lists a run once, and a single change with what it did, newest first', async () => {
    const { outbound, queue, runs, clock, start } = open({ maxBatch: 10 })
    const runId = await start(skus(3))
    await clock.advance(1_000)
    queue.add({ id: 'single', lane: 'prices', subject: 'item:X', payload: { sku: 'X', value: 2, was: 1 } })
    queue.wake('prices')
    await clock.advance(1_000)
    expect(runs.find(runId)?.counts.sent).toBe(3)
    const { entries, total } = outbound.done(0, 0, 10)
    expect(total).toBe(2)
    expect(entries).toMatchObject([
      { id: 'single', by: 'you', title: 'X', run: null },
      { by: 'run', run: { runId, count: 3, canRevert: true } },
    ])
  })

  it('OFF-07 leaves out what was done earlier', async () => {
    const { outbound, clock, start } = open()
    await start(skus(1))
    await clock.advance(1_000)
    expect(outbound.done(clock.nowMs() + 1, 0, 10)).toEqual({ entries: [], total: 0 })
  })

  it('OFF-07 pages', async () => {
    const { outbound, clock, start } = open()
    for (let index = 0; index < 3; index += 1) {
      await start([toRow(`S${index}`)])
      await clock.advance(1_000)
    }
    expect(outbound.done(0, 1, 1)).toMatchObject({ entries: [{ run: { count: 1 } }], total: 3 })
  })
})
