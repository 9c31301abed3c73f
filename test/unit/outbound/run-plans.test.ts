/** What the window shows of a plan and a run, and what may be done with them (OFF-06). */
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import { putOnHold } from '../../../main/outbound/hold.ts'
import { type DraftRow, describeDraft, type RunDraft, tokenOf, toLines } from '../../../main/outbound/run-draft.ts'
import { MAX_NAMED_CAUTIONS, MAX_NAMED_DELETIONS, type RunChange } from '../../../shared/outbound/run-contract.ts'
import type { AppError } from '../../../shared/result.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { type KindChanges, openQueue } from './queue-rig.ts'

const change = (label: string): RunChange => ({
  label,
  path: [label],
  before: null,
  after: '2',
  isExcluded: false,
  problem: null,
})
const toRow = (sku: string, over: Partial<DraftRow['shown']> = {}): DraftRow => ({
  shown: { sku, title: null, changes: [], problem: null, deletions: [], fees: null, ...over },
  lane: 'r',
  subject: `item:${sku}`,
  kind: 'itemSave',
  payload: over.problem == null ? sku : undefined,
})
const toDraft = (rows: readonly DraftRow[], more: Partial<RunDraft> = {}): RunDraft => ({
  label: 'prices',
  rows,
  calls: 1,
  confirmation: 'Change.',
  ...more,
})
const rowsNamed = (...skus: readonly string[]): readonly DraftRow[] => skus.map((sku) => toRow(sku))

const openRuns = (changes: KindChanges = {}, database?: Database) => {
  const queue = openQueue(
    [
      {
        maxBatch: 2,
        inRun: {
          describe: (sku) => ({ sku, title: `Title ${sku}`, changes: [change('Price')] }),
          revert: ({ payload: sku }, excluded) =>
            excluded.length > 0 ? { problem: 'You left it out.' } : { payload: sku, changes: [], deletions: [] },
        },
        ...changes,
      },
    ],
    database,
  )
  const { runs } = queue.outbound
  const start = async (...skus: readonly string[]): Promise<number> => {
    const { planToken } = await runs.plan({ excluded: [], make: () => toDraft(rowsNamed(...skus)) })
    return runs.start({ planToken })
  }
  return { ...queue, runs, start }
}

describe('a plan', () => {
  it('OFF-06 names some of the deletions and cautions of the included rows, and counts all', () => {
    const many = Array.from({ length: 600 }, (_, at) => `Field ${at}`)
    const rows = [
      toRow('A', { deletions: many }),
      toRow('B', { deletions: ['Left out'], caution: 'Left out', problem: 'No.' }),
      ...many.map((name) => toRow(name, { caution: 'Cheap.' })),
    ]
    const plan = describeDraft(toDraft(rows), 'token', 4)
    expect(plan).toMatchObject({ planToken: 'token', revertsRunId: 4, counts: { going: 601, leftOut: 1 } })
    expect(plan).toMatchObject({ schedule: null, lastReading: null, fees: null })
    expect([plan.deletions.all, plan.deletions.first.length]).toEqual([600, MAX_NAMED_DELETIONS])
    expect([plan.cautions.all, plan.cautions.first.length]).toEqual([600, MAX_NAMED_CAUTIONS])
    expect(plan.deletions.first[0]).toEqual({ sku: 'A', name: 'Field 0' })
  })

  it('OFF-06 has a line for each changed value, with caution, and fees once', () => {
    const lines = toLines(toRow('A', { changes: [change('Price'), change('Quantity')], caution: 'Cheap.', fees: [] }))
    expect(lines.map(({ isFirst, caution, fees, change: own }) => [own?.label, isFirst, caution, fees])).toEqual([
      ['Price', true, 'Cheap.', []],
      ['Quantity', false, 'Cheap.', null],
    ])
    expect(toLines(toRow('A', { problem: 'No.', caution: 'Cheap.' }))).toMatchObject([
      { change: null, isFirst: true, caution: null, problem: 'No.' },
    ])
    expect(toLines(toRow('A'))).toMatchObject([{ caution: null }])
  })

  it('OFF-06 is another one if a value, a reason, its name or what it reverts differs', () => {
    const one = toDraft(rowsNamed('A'))
    const others = [
      tokenOf(toDraft([{ ...toRow('A'), payload: 'B' }]), null),
      tokenOf(toDraft([toRow('A', { problem: 'No.' })]), null),
      tokenOf({ ...one, label: 'items' }, null),
      tokenOf(one, 1),
      tokenOf(toDraft(rowsNamed('A', 'B')), null),
    ]
    expect(new Set([tokenOf(one, null), ...others]).size).toBe(6)
    expect(tokenOf(toDraft([toRow('A', { fees: [], title: 'Lamp' })]), null)).toBe(tokenOf(one, null))
  })

  it('OFF-06 shows what it includes or leaves out alone, with fees that were read once', async () => {
    const { runs } = openRuns()
    const make = () => toDraft([toRow('A'), toRow('B', { problem: 'No.' })])
    const plan = await runs.plan({ excluded: [], make, complete: async (draft) => ({ ...draft, fees: [] }) })
    expect(plan.fees).toEqual([])
    const shown = (show: 'going' | 'leftOut') => runs.planRows(plan.planToken, show, 0, 9).rows.map(({ sku }) => sku)
    expect([shown('going'), shown('leftOut')]).toEqual([['A'], ['B']])
    expect(runs.start({ planToken: plan.planToken })).toBe(1)
    expect(() => runs.start({ planToken: plan.planToken })).toThrow('This review is too old')
  })

  it('LST-04 gets another token when its fees change, so that no earlier fees are shown beside it', async () => {
    const { runs } = openRuns()
    const make = () => toDraft(rowsNamed('A'))
    const planWith = (amount: string) =>
      runs.plan({
        excluded: [],
        make,
        complete: async (draft) => ({
          ...draft,
          rows: [toRow('A', { fees: [{ feeType: 'InsertionFee', amount, currency: 'USD' }] })],
        }),
      })
    const earlier = await planWith('1.00')
    const { planToken } = await planWith('2.00')
    expect(planToken).not.toBe(earlier.planToken)
    expect(runs.planRows(planToken, 'ready', 0, 9).rows[0]?.fees).toMatchObject([{ amount: '2.00' }])
    expect((await planWith('2.00')).planToken, 'what is shown is the same').toBe(planToken)
    expect(runs.start({ planToken })).toBe(1)
  })

  it('USE-06 shows first what the seller confirms, then what can’t be sent, and last what is ready or left out', async () => {
    const { runs } = openRuns()
    const rows = [
      toRow('A'),
      toRow('B', { problem: 'No.' }),
      toRow('C', { problem: 'You left it out.', isExcluded: true }),
      toRow('D', { caution: 'Cheap.' }),
      toRow('E', { deletions: ['Colour'] }),
    ]
    const plan = await runs.plan({ excluded: [], make: () => toDraft(rows) })
    const shown = (show: 'check' | 'ready') => runs.planRows(plan.planToken, show, 0, 9).rows.map(({ sku }) => sku)
    expect([plan.asking, shown('check'), shown('ready')]).toEqual([2, ['D', 'E', 'B'], ['A', 'C']])
  })

  it('OFF-06 asks about each row of a deletion once for all, not one by one', async () => {
    const { runs } = openRuns()
    const make = () => toDraft([toRow('A', { deletions: ['Item'] })], { label: 'delete' })
    const plan = await runs.plan({ excluded: [], make })
    expect([plan.asking, plan.deletions.all]).toEqual([0, 1])
  })

  it('USE-05 sends the rows that the seller ticked, and leaves out the others that ask', async () => {
    const { runs } = openRuns()
    const rows = [toRow('A', { caution: 'Cheap.' }), toRow('B', { deletions: ['Colour'] }), toRow('C')]
    const { planToken } = await runs.plan({ excluded: [], make: () => toDraft(rows) })
    const runId = runs.start({ planToken, deletions: ['B'], cautions: ['B'] })
    expect(runs.rows(runId, [], 0, 9).rows.map(({ sku }) => sku)).toEqual(['B', 'C'])
    expect(runs.find(runId)?.leftOut).toEqual([
      { sku: 'A', title: null, reason: 'You didn’t confirm its large change.' },
    ])
  })

  it('OFF-06 is one of the ten latest, or too old to be started', async () => {
    const { runs } = openRuns()
    const plan = async (sku: string) =>
      (await runs.plan({ excluded: [], make: () => toDraft(rowsNamed(sku)) })).planToken
    const first = await plan('0')
    for (let at = 1; at < 9; at += 1) await plan(`${at}`)
    await plan('0')
    await plan('9')
    await plan('10')
    expect(runs.planRows(first, 'all', 0, 1).total).toBe(1)
    for (let at = 11; at < 21; at += 1) await plan(`${at}`)
    expect(() => runs.planRows(first, 'all', 0, 1)).toThrow('This review is too old')
  })

  it('USE-05 sends what the seller confirmed, and asks nothing that it leaves out anyway', async () => {
    const { runs, clock, requests } = openRuns()
    const rows = [
      toRow('A', { deletions: ['Colour'], caution: 'Cheap.' }),
      toRow('B', { caution: 'Cheap.', problem: 'No.' }),
    ]
    const { planToken } = await runs.plan({ excluded: [], make: () => toDraft(rows) })
    expect(() => runs.start({ planToken, deletions: 'confirmed' })).toThrow('large changes to A. Confirm')
    runs.start({ planToken, deletions: 'confirmed', cautions: 'confirmed' })
    await clock.advance(0)
    expect(requests).toHaveLength(1)
  })

  it('OFF-06 leaves out what another run is changing', async () => {
    const { runs, start } = openRuns()
    await start('A')
    const plan = await runs.plan({
      excluded: [],
      make: ({ toRow: toPlanned }) =>
        toDraft(
          ['A', 'B'].map((sku) => {
            const { lane, subject, kind } = toRow(sku)
            return toPlanned({ sku, title: null, lane, subject, kind, plan: () => ({ payload: sku }) })
          }),
        ),
    })
    const rows = runs.planRows(plan.planToken, 'all', 0, 9).rows.map(({ sku, problem }) => [sku, problem])
    expect(rows).toEqual([
      ['B', null],
      ['A', 'Another change to this item is in progress.'],
    ])
  })

  it('LST-21 takes a run’s next step, which that run offers no more', async () => {
    const { runs, clock } = openRuns()
    runs.registerNext('publish', (skus) => skus)
    const first = toDraft(rowsNamed('A'), { next: { step: 'publish', saved: ['B'] } })
    const saving = runs.start({ planToken: (await runs.plan({ excluded: [], make: () => first })).planToken })
    await clock.advance(0)
    expect(runs.find(saving)?.next).toMatchObject({ ready: 2, isOffered: true })
    const second = toDraft(rowsNamed('A', 'B'), { continues: { runId: saving, skus: ['A', 'B'] } })
    runs.start({ planToken: (await runs.plan({ excluded: [], make: () => second })).planToken })
    expect(runs.find(saving)?.next).toBeNull()
  })

  it('USE-05 names the first five items that it asks about', async () => {
    const { runs } = openRuns()
    const named = (...skus: readonly string[]) =>
      runs
        .plan({ excluded: [], make: () => toDraft(skus.map((sku) => toRow(sku, { deletions: ['Colour'] }))) })
        .then(({ planToken }) => runs.start({ planToken }))
    await expect(named('A', 'B', 'C', 'D', 'E')).rejects.toThrow('deletes fields of A, B, C, D, E. Confirm')
    await expect(named('A', 'B', 'C', 'D', 'E', 'F')).rejects.toThrow('deletes fields of A, B, C, D, E and 1 more.')
  })
})

describe('a run', () => {
  it('OFF-06 that is unknown or over can’t be followed, paused or put back', async () => {
    const { runs, start, clock } = openRuns()
    expect(runs.find(7)).toBeNull()
    for (const act of [runs.pause, runs.resume, runs.stop]) expect(() => act(7)).toThrow('This run doesn’t exist.')
    expect(() => runs.planRevert(7, [])).toThrow('This run doesn’t exist.')
    const runId = await start('A')
    await clock.advance(1_000)
    expect(() => runs.pause(runId)).toThrow('This run has already ended.')
    expect(runs.find(runId)).toMatchObject({ label: 'prices', isOpen: false, isPaused: false, waits: null })
  })

  it('OFF-06 says why its next row waits, and until when', async () => {
    const error: AppError = { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 5_000 }
    const limited = openRuns({ answer: () => ({ outcome: 'notNow', error, waitMs: 5_000 }) })
    const runId = await limited.start('A')
    expect(limited.runs.find(runId)?.waits).toBeNull()
    await limited.clock.advance(0)
    expect(limited.runs.find(runId)?.waits).toEqual({ error, untilMs: limited.clock.nowMs() + 5_000 })
    const offline: AppError = { kind: 'offline', message: 'Offline.' }
    const lost = openRuns({ answer: () => ({ outcome: 'notReached', error: offline }) })
    const other = await lost.start('A')
    await lost.clock.advance(0)
    expect(lost.runs.find(other)?.waits).toEqual({ error: offline, untilMs: lost.clock.nowMs() + 2_000 })
  })

  it('OFF-06 tries its waiting rows at once when it is resumed, and withdraws them when it is stopped', async () => {
    const error: AppError = { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 600_000 }
    const { runs, start, clock, requests, marks } = openRuns({
      answer: () => ({ outcome: 'notNow', error, waitMs: 600_000 }),
    })
    const runId = await start('A')
    await clock.advance(0)
    runs.pause(runId)
    runs.resume(runId)
    await clock.advance(0)
    expect(requests).toHaveLength(2)
    expect(marks()).toBe(0)
    expect(runs.stop(runId)).toBe(1)
    // An older copy of the database still has the withdrawn rows.
    expect(marks()).toBe(1)
    expect(runs.stop(runId)).toBe(0)
    expect(marks()).toBe(1)
    await clock.advance(3_600_000)
    expect(requests).toHaveLength(2)
    expect(runs.rows(runId, [], 0, 9)).toMatchObject({ total: 1, rows: [{ state: 'discarded', message: '' }] })
  })

  it('OFF-06 that is stopped lets a change behind its rows go at once', async () => {
    const error: AppError = { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 600_000 }
    const { runs, start, clock, add, wake, stateOf } = openRuns({
      answer: ({ payload }) => (payload === 'A' ? { outcome: 'notNow', error, waitMs: 600_000 } : undefined),
    })
    const runId = await start('A')
    await clock.advance(0)
    add('r-behind')
    wake('r')
    await clock.advance(0)
    expect(stateOf('r-behind')).toBe('queued')
    runs.stop(runId)
    await clock.advance(0)
    expect(stateOf('r-behind')).toBe('done')
  })

  it('OFF-04 that is resumed while the queue is on hold waits as before', async () => {
    const error: AppError = { kind: 'rateLimited', message: 'Wait.', retryAfterMs: 600_000 }
    const database = openTestDatabase()
    const before = openRuns({ answer: () => ({ outcome: 'notNow', error, waitMs: 600_000 }) }, database)
    const runId = await before.start('A')
    await before.clock.advance(0)
    before.runs.pause(runId)
    putOnHold(database, 'restored', before.clock.nowMs())
    const { runs } = openRuns({}, database)
    runs.resume(runId)
    expect(runs.find(runId)).toMatchObject({ isPaused: false, counts: { waiting: 1 } })
  })

  it('OFF-06 is read again by the window after each step of the seller', async () => {
    const { runs, start, clock, shownRuns } = openRuns({ check: () => new Promise(() => undefined) })
    const steps: readonly ((runId: number) => unknown)[] = [runs.pause, runs.resume, runs.stop]
    const runId = await start('A')
    expect(shownRuns.splice(0)).toContain(runId)
    await clock.advance(0)
    for (const step of steps) {
      shownRuns.splice(0)
      step(runId)
      expect(shownRuns).toContain(runId)
    }
  })

  it('OFF-06 is read again by the window when it is resumed while its last row is being sent', async () => {
    const { runs, start, clock, shownRuns } = openRuns({ answer: () => new Promise(() => undefined) })
    const runId = await start('A')
    await clock.advance(0)
    runs.pause(runId)
    shownRuns.splice(0)
    runs.resume(runId)
    expect(shownRuns).toEqual([runId])
  })

  it('OFF-06 shows its rows by state and page, with what became of each', async () => {
    const { runs, start, clock, database } = openRuns({
      answer: ({ payload }) => {
        if (payload === 'A') return { outcome: 'carriedOut', note: 'Noted.' }
        if (payload === 'D') return { outcome: 'unknown', reason: 'No answer.' }
        return { outcome: 'refused', error: { kind: 'conflict', message: 'Too cheap.' } }
      },
    })
    const runId = await start('A', 'B', 'C', 'D')
    await clock.advance(0)
    database.run(`UPDATE outbound SET payload = 'no JSON' WHERE subject = 'item:C'`)
    expect(runs.rows(runId, [], 0, 2)).toMatchObject({
      total: 4,
      rows: [
        { sku: 'A', title: 'Title A', message: 'Noted.' },
        { sku: 'B', state: 'refused', message: 'Too cheap.' },
      ],
    })
    expect(runs.rows(runId, ['refused', 'unknown'], 1, 9)).toMatchObject({
      total: 3,
      rows: [
        { sku: 'C', title: null, changes: [] },
        { sku: 'D', state: 'unknown', message: 'No answer.' },
      ],
    })
  })

  it('OFF-06 is put back except for what the seller leaves out', async () => {
    const { runs, start, clock } = openRuns()
    const runId = await start('A', 'B', 'C')
    await clock.advance(1_000)
    const excluded = [
      { sku: 'A', path: null },
      { sku: 'B', path: ['Price'] },
    ]
    const plan = runs.planRevert(runId, excluded)
    expect(plan).toMatchObject({ counts: { going: 1, leftOut: 2 }, calls: 1 })
    expect(plan.confirmation).toBe('Put back what was there before for 1 item.')
    expect(runs.planRows(plan.planToken, 'all', 0, 9).rows.map(({ sku, problem }) => [sku, problem])).toEqual([
      ['C', null],
      ['A', 'You left it out.'],
      ['B', 'You left it out.'],
    ])
    const all = runs.planRevert(runId, [])
    expect(all).toMatchObject({ counts: { going: 3, leftOut: 0 }, calls: 2, revertsRunId: runId })
    expect(all.confirmation).toContain('3 items')
    const revert = runs.start({ planToken: all.planToken })
    await clock.advance(1_000)
    expect(runs.find(revert)).toMatchObject({ revertsRunId: runId, canRevert: true, label: 'prices' })
  })

  it('OFF-06 offers no way back if none of its rows has one', async () => {
    const { runs, start, clock } = openRuns({
      inRun: {
        describe: (sku) => ({ sku, title: null, changes: [] }),
        revert: ({ payload }) => ({ payload, changes: [], deletions: [] }),
        canRevert: (sku) => sku === 'B',
      },
    })
    const [without, withOne] = [await start('A'), await start('A', 'B')]
    await clock.advance(1_000)
    expect([without, withOne].map((runId) => runs.find(runId)?.canRevert)).toEqual([false, true])
  })

  it('OFF-06 of a kind that can’t be put back says so', async () => {
    const describeOnly = { describe: (sku: string) => ({ sku, title: null, changes: [] }) }
    const { runs, start, clock } = openRuns({ inRun: describeOnly })
    const runId = await start('A')
    await clock.advance(1_000)
    expect(runs.find(runId)?.canRevert).toBe(false)
    expect(runs.planRevert(runId, []).counts).toEqual({ going: 0, leftOut: 0 })
  })
})
