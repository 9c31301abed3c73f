import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { PlanChecks } from '../../../renderer/runs/plan-checks.tsx'
import { isTicked, noTicks, resolveTicks, tickAll, toggleTick } from '../../../renderer/runs/plan-ticks.ts'
import { toCheckRows } from '../../../renderer/runs/use-check-rows.ts'
import type { PlanLine } from '../../../shared/outbound/run-contract.ts'
import { renderWindow } from '../../support/render-window.ts'

const price = { label: 'Price', path: ['price'], before: '$48.00', after: '$4.80', isExcluded: false, problem: null }
const lineOf = (sku: string, more: Partial<PlanLine> = {}): PlanLine => ({
  ...{ sku, title: `Title ${sku}`, pictureUrl: null, change: price, isFirst: true, problem: null, caution: null },
  ...{ deletions: [], fees: null },
  ...more,
})
const plan = { planToken: 'P', counts: { going: 5, leftOut: 1 }, asking: 2 }
const one = { sku: 'A', asked: 'Cheap.' }
const other = { sku: 'B', asked: 'Deletes Colour from eBay.' }

const of = (planToken: string | undefined) => ({ planToken, rows: [one, other] })

describe('the ticks of a review', () => {
  it('USE-05 are off at first, so that what needs a look stays', () => {
    expect(resolveTicks(plan, noTicks, of('P'))).toEqual({ going: 3, open: 2, choice: [] })
  })

  it('USE-05 send a ticked row with those that are ready', () => {
    const ticks = toggleTick(noTicks, 'P', one, [one, other])
    expect(resolveTicks(plan, ticks, of('P'))).toEqual({ going: 4, open: 1, choice: ['A'] })
    expect(resolveTicks(plan, toggleTick(ticks, 'P', one, [one, other]), of('P'))?.choice).toEqual([])
  })

  it('USE-05 count only for what was read beside them', () => {
    const ticks = toggleTick(noTicks, 'P', one, [one])
    expect(isTicked(ticks, 'P', { sku: 'A', asked: 'Cheaper.' })).toBe(false)
    expect(isTicked(ticks, 'Q', one)).toBe(true)
  })

  it('USE-05 count for nothing while another plan’s rows are on screen', () => {
    expect(resolveTicks(plan, toggleTick(noTicks, 'P', one, [one, other]), of(undefined))).toBeUndefined()
    expect(resolveTicks({ ...plan, asking: 0 }, noTicks, of(undefined))).toMatchObject({ choice: 'confirmed' })
  })

  it('USE-05 of all count for the plan on screen alone, and can be taken off one by one', () => {
    const all = tickAll('P')
    expect(resolveTicks(plan, all, of('P'))).toEqual({ going: 5, open: 0, choice: 'confirmed' })
    expect(isTicked(all, 'Q', one)).toBe(false)
    expect(resolveTicks(plan, toggleTick(all, 'P', one, [one, other]), of('P'))?.choice).toEqual(['B'])
  })
})

describe('the rows to check', () => {
  const show = (...lines: readonly PlanLine[]): string =>
    renderWindow(
      createElement(PlanChecks, {
        ...{ asking: 1, rows: toCheckRows(lines, 'prices', 'eBay'), onCorrect: () => undefined },
        ticks: { isTicked: () => false, onToggle: () => undefined, onTickAll: () => undefined },
      }),
    )

  it('USE-06 say the whole reason beside title and SKU, with one tick for a row of several values', () => {
    const caution = `Below the $12.00 you paid, and 90% less than now. ${'Is the decimal point in the wrong place? '.repeat(5)}`
    const html = show(
      lineOf('CLO-0088', { caution }),
      lineOf('CLO-0088', { caution, isFirst: false, change: { ...price, label: 'Quantity', path: ['quantity'] } }),
    )
    expect(html).toContain(caution.trim())
    expect(html).toContain('Title CLO-0088')
    expect(html.match(/type="checkbox"/g)).toHaveLength(1)
    expect(html).not.toContain('checked=""')
  })

  it('USE-06 have no tick where a row can’t be sent, and say what to do', () => {
    const html = show(lineOf('POT-0007', { problem: 'The listing ended. List it again to change its price.' }))
    expect(html).not.toContain('type="checkbox"')
    expect(html).toContain('List it again to change its price.')
    expect(html).toContain('Correct it')
  })

  it('OFF-06 name what a row deletes', () => {
    expect(toCheckRows([lineOf('A', { deletions: ['Brand', 'Colour'] })], 'items', 'eBay')[0]?.asked).toBe(
      'Deletes Brand, Colour from eBay.',
    )
  })
})
