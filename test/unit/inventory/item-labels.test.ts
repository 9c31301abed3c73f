import { describe, expect, it } from 'vitest'
import { conditionOptions, conditionSegments } from '../../../renderer/inventory/item-labels.ts'
import { describeCopy } from '../../../renderer/inventory/list/new-item-dialog.tsx'
import { groupWrites } from '../../../renderer/inventory/list/sheet/use-staged-cells.ts'
import { describeStep } from '../../../renderer/inventory/list/undo-cells.ts'
import { formatUpcomingTime } from '../../../renderer/ui/format/format-time.ts'
import { startAtDifference } from '../../../renderer/ui/format/text-difference.ts'
import { platforms } from '../../../shared/connection/platforms.ts'

describe('unsent cell edits', () => {
  it('leaves cells without a write alone', () => {
    const writes = [
      { key: 'A', columnId: 'title', text: 'New' },
      { key: 'B', columnId: 'quantity', text: '' },
      { key: 'A', columnId: 'quantity', text: '3' },
    ]
    expect(groupWrites(writes)).toEqual({
      columns: ['title', 'quantity'],
      rows: [
        { sku: 'A', cells: ['New', '3'] },
        { sku: 'B', cells: [null, ''] },
      ],
    })
  })

  it('uses the last of two texts for one cell', () => {
    const twice = ['first', 'last'].map((text) => ({ key: 'A', columnId: 'title', text }))
    expect(groupWrites(twice).rows).toEqual([{ sku: 'A', cells: ['last'] }])
  })
})

describe('undo of cells', () => {
  const skipped = (...skus: readonly string[]) => skus.map((sku) => ({ sku, message: '' }))

  it.each([
    ['undo', 0, [], 'Nothing to undo.'],
    ['undo', 2, [], 'Undone in 2 items.'],
    ['redo', 1, [], 'Redone in 1 item.'],
    ['undo', 4, ['A'], 'Undone in 4 items: A was edited, saved or removed since and stays as it is.'],
    ['undo', 0, ['A', 'B'], 'Nothing undone: A and B were edited, saved or removed since and stay as they are.'],
    [
      'redo',
      1,
      ['A', 'B', 'C', 'D', 'E'],
      'Redone in 1 item: A, B, C, and 2 others were edited, saved or removed since and stay as they are.',
    ],
  ] as const)('OFF-07 %s of %i items, without %j, is one sentence', (verb, items, left, text) => {
    expect(describeStep(verb, { items, skipped: skipped(...left) }).text).toBe(text)
  })
})

describe('a copy of an item', () => {
  it('LST-16 says what it has and what it leaves out', () => {
    expect(describeCopy('L-1', true)).toContain('with its category, price and listing terms. Quantity, pictures')
    expect(describeCopy('L-1', false)).toContain('Category and price stay empty too')
  })
})

describe('the conditions to choose from', () => {
  const { name } = platforms.ebay
  const ids = (...of: Parameters<typeof conditionOptions>) => conditionOptions(...of).map(({ id }) => id)

  it('PLT-12 start with those that the category allows, in its order', () => {
    const allowed = [{ condition: 'USED_GOOD' }, { condition: 'NEW' }]
    const conditions = ['NEW', 'LIKE_NEW', 'USED_GOOD'] as const
    expect(ids({ conditions, name }, undefined, allowed)).toEqual(['none', 'USED_GOOD', 'NEW', 'LIKE_NEW'])
  })

  it('PLT-12 start with the common ones while no category says what it allows, the rest below them', () => {
    const options = conditionOptions(platforms.ebay, undefined)
    const first = options.filter(({ group }) => group === undefined).map(({ id }) => id)
    expect(first).toEqual([
      ...['none', 'NEW', 'LIKE_NEW', 'USED_EXCELLENT', 'USED_VERY_GOOD', 'USED_GOOD', 'USED_ACCEPTABLE'],
      'FOR_PARTS_OR_NOT_WORKING',
    ])
    expect(options.length).toBe(platforms.ebay.conditions.length + 1)
    expect(new Set(options.slice(first.length).map(({ group }) => group))).toEqual(new Set(['More conditions']))
  })

  it("PLT-12 keep the item's own, however the platform spells it", () => {
    expect(ids({ conditions: ['NEW'], name }, 'GRADED_A')).toEqual(['none', 'NEW', 'GRADED_A'])
  })
})

describe('the conditions as one row', () => {
  const { ebay } = platforms
  const five = ['NEW', 'LIKE_NEW', 'USED_VERY_GOOD', 'USED_GOOD', 'USED_ACCEPTABLE'].map((condition) => ({ condition }))

  it('LST-17 are those of a category that allows five or fewer', () => {
    expect(conditionSegments(ebay, undefined, five)?.map(({ id }) => id)).toEqual(
      five.map(({ condition }) => condition),
    )
    expect(conditionSegments(ebay, 'USED_GOOD', five)).toHaveLength(5)
  })

  it.each([
    ['six conditions', undefined, [...five, { condition: 'NEW_OTHER' }]],
    ['a condition that the category does not allow', 'NEW_OTHER', five],
    ['no category', undefined, undefined],
  ] as const)('LST-17 are a list instead with %s', (_, current, allowed) => {
    expect(conditionSegments(ebay, current, allowed)).toBeUndefined()
  })
})

describe('a future time', () => {
  const noon = new Date(2026, 0, 14, 12, 0).getTime()
  const hours = (count: number): number => noon + count * 3_600_000

  it.each([
    [noon, 'now'],
    [noon - 5_000, 'now'],
    [hours(3), 'today at '],
    [hours(13), 'tomorrow at '],
    [hours(24), 'tomorrow at '],
  ])('%i is %j', (atMs, text) => {
    expect(formatUpcomingTime(atMs, noon).startsWith(text)).toBe(true)
  })

  it('shows a date from a week on', () => {
    expect(formatUpcomingTime(hours(24 * 8), noon)).toMatch(/22/)
  })
})

describe('an old and a new text in a narrow cell', () => {
  it.each([
    ['2', '12', '2', '12'],
    ['Lamp, brass', 'Lamp, steel', 'Lamp, brass', 'Lamp, steel'],
    ['Kestrel 35 camera, leather case', 'Kestrel 35 camera, leather case, boxed', '… case', '… case, boxed'],
    ['Kestrel 35 rangefinder camera', 'Kestrel 35 rangefinder Camera', '… camera', '… Camera'],
    ['Supercalifragilistic', 'Supercalifragilistics', 'Supercalifragilistic', 'Supercalifragilistics'],
  ])('%s → %s starts at the word that changes', (before, after, shownBefore, shownAfter) => {
    expect(startAtDifference(before, after)).toEqual([shownBefore, shownAfter])
  })
})
