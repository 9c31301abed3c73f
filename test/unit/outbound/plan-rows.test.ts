/** What a plan leaves out, whatever its rows are (OFF-06). */
import { describe, expect, it } from 'vitest'
import { createPlanContext, type RowToPlan } from '../../../main/outbound/plan-rows.ts'
import { toRunChange } from '../../../shared/outbound/run-change.ts'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { conflict } from '../../../shared/result.ts'

const price = toRunChange('Price', { after: '2' }, { path: ['price'] })
const title = toRunChange('Title', { after: 'Lamp' }, { path: ['title'], problem: 'Too plain.' })
const quantity = toRunChange('Quantity', { after: '3' })

const plan = (row: Partial<RowToPlan> = {}, excluded: readonly Exclusion[] = [], busy: readonly string[] = []) => {
  const { toRow } = createPlanContext(excluded, (subject) => busy.includes(subject))
  return toRow({
    ...{ sku: 'A', title: null, kind: 'itemSave', lane: 'items', subject: 'item:A', changes: [price, title] },
    plan: () => ({ payload: 'A', deletions: ['the price'], caution: 'Half the price.' }),
    ...row,
  })
}
const leftOut = { payload: undefined, shown: { problem: 'You left it out.', deletions: [] } }

describe('a row of a plan', () => {
  it('OFF-06 is included with its deletions and what to confirm', () => {
    expect(plan()).toMatchObject({
      payload: 'A',
      shown: { problem: null, deletions: ['the price'], caution: 'Half the price.', fees: null },
    })
  })

  it('OFF-06 is left out as a whole, which still shows what it would change', () => {
    const row = plan({}, [{ sku: 'A', path: null }])
    expect(row).toMatchObject(leftOut)
    expect(row.shown.changes.map(({ label, isExcluded }) => [label, isExcluded])).toEqual([
      ['Price', true],
      ['Title', true],
    ])
  })

  it('OFF-06 is left out once each of its values is, but not for one of them', () => {
    const paths = [['price'], ['title']].map((path) => ({ sku: 'A', path }))
    expect(plan({}, paths)).toMatchObject(leftOut)
    expect(plan({}, paths.slice(0, 1))).toMatchObject({ payload: 'A' })
  })

  it('OFF-06 shows no problem at a value that is left out', () => {
    const [, shown] = plan({}, [{ sku: 'A', path: ['title'] }]).shown.changes
    expect(shown).toMatchObject({ isExcluded: true, problem: null })
  })

  it('OFF-06 stays if another row’s value is left out, or one that can’t be left out alone', () => {
    expect(plan({}, [{ sku: 'B', path: null }])).toMatchObject({ payload: 'A' })
    expect(plan({ changes: [quantity] }, [{ sku: 'A', path: ['Quantity'] }])).toMatchObject({ payload: 'A' })
  })

  it('OFF-06 waits for another change of its subject, or of one beside it', () => {
    const busy = { payload: undefined, shown: { problem: 'Another change to this item is in progress.' } }
    expect(plan({}, [], ['item:A'])).toMatchObject(busy)
    expect(plan({ beside: ['listing:A'] }, [], ['listing:A'])).toMatchObject(busy)
    expect(plan({ busy: 'It is being saved.' }, [], ['item:A']).shown.problem).toBe('It is being saved.')
    expect(plan({}, [], ['item:B'])).toMatchObject({ payload: 'A' })
    expect(plan({ busy: null }, [], ['item:A']), 'it adds something').toMatchObject({ payload: 'A' })
  })

  it('OFF-06 says what is in its way, also if its planner throws that', () => {
    expect(plan({ plan: () => ({ problem: 'No price.' }) })).toMatchObject({
      payload: undefined,
      shown: { problem: 'No price.', changes: [{ label: 'Price' }, { label: 'Title' }] },
    })
    const throwing = plan({
      plan: () => {
        throw conflict('It is gone.')
      },
    })
    expect(throwing).toMatchObject({ payload: undefined, shown: { problem: 'It is gone.' } })
  })

  it('OFF-06 throws what is a fault of ours', () => {
    const failing = () =>
      plan({
        plan: () => {
          throw new TypeError('broken')
        },
      })
    expect(failing).toThrow('broken')
  })
})
