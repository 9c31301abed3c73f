import { expect, it } from 'vitest'
import { decideNext, type StoredNext } from '../../../main/outbound/next-step.ts'
import { createRunStore } from '../../../main/outbound/run-store.ts'
import { HAS_NEXT } from '../../../main/outbound/schema.ts'
import type { OutboundStateName } from '../../../shared/outbound/state.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const next: StoredNext = { step: 'publish', saved: [], started: [] }

type Given = Partial<Omit<Parameters<typeof decideNext>[0], 'rows'>>

/** Decides about a run whose items A, B, C have these states. */
const decide = (states: readonly OutboundStateName[], given: Given = {}) =>
  decideNext({
    next,
    rows: states.map((state, index) => ({ sku: 'ABC'.charAt(index), state })),
    isMoving: false,
    isTakenBack: () => false,
    needs: (skus) => skus,
    ...given,
  })

it('LST-21 offers the next step for what was sent, and counts what waits or isn’t decided as later', () => {
  expect(decide(['sent', 'waiting', 'unknown'])).toEqual({
    skus: ['A'],
    shown: { step: 'publish', ready: 1, later: 2, isOffered: true },
  })
})

it('LST-21 offers nothing while the run goes on, and nothing that was not sent', () => {
  expect(decide(['sent', 'sending'], { isMoving: true }).shown).toMatchObject({ ready: 1, isOffered: false })
  expect(decide(['queued', 'unknown']).shown).toMatchObject({ ready: 0, later: 2, isOffered: false })
  expect(decide(['refused', 'notFound', 'withdrawn'])).toEqual({ skus: [], shown: null })
})

it('LST-21 takes what needed no save together with what was saved', () => {
  expect(decide(['sent', 'refused'], { next: { ...next, saved: ['D', 'A'] } }).skus).toEqual(['A', 'D'])
})

it('LST-21 offers what a started step didn’t include once it is sent, and the rest no more', () => {
  const started = { ...next, started: [{ runId: 7, skus: ['A'] }] }
  expect(decide(['sent', 'waiting'], { next: started }).shown).toMatchObject({ ready: 0, later: 1, isOffered: false })
  expect(decide(['sent', 'sent'], { next: started }).skus).toEqual(['B'])
  expect(decide(['sent'], { next: started }).shown).toBeNull()
})

it('LST-21 offers the step again if all of it was taken back', () => {
  const started = { ...next, started: [{ runId: 7, skus: ['A'] }] }
  expect(decide(['sent'], { next: started, isTakenBack: (runId) => runId === 7 }).skus).toEqual(['A'])
})

it('LST-21 leaves out what needs the step no more', () => {
  expect(decide(['sent', 'sent'], { needs: (skus) => skus.filter((sku) => sku !== 'B') }).skus).toEqual(['A'])
})

it('LST-21 a run by 0.3.0 has no next step, and a damaged one costs nothing else', () => {
  const database = openTestDatabase()
  const runs = createRunStore(database)
  const leftOut = [{ sku: 'A', title: null, reason: 'No price.' }]
  const old = runs.add({ label: 'offers', plan: { leftOut }, revertsId: null }, 1)
  const damaged = runs.add({ label: 'offers', plan: { leftOut, next }, revertsId: null }, 2)
  expect(runs.withNext().map(({ id }) => id)).toEqual([damaged])
  database.run(`UPDATE run SET plan = json_set(plan, '$.next.saved', 'no list') WHERE id = ?`, [damaged])
  expect([runs.find(old)?.plan, runs.find(damaged)?.plan]).toEqual([{ leftOut }, { leftOut }])
})

it('LST-21 finds the runs with a next step by their index', () => {
  const database = openTestDatabase()
  const plan = database.all<{ detail: string }>(
    `EXPLAIN QUERY PLAN SELECT * FROM run WHERE ${HAS_NEXT} ORDER BY id DESC`,
  )
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('run_with_next')])
})
