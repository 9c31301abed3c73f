/** What the saves of items, listings and listings with variations show alike: changes, deletions and conflicts. */
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { toShownConflict } from '../../../renderer/inventory/item-labels.ts'
import { ChangeTable } from '../../../renderer/parts/save/change-table.tsx'
import { type Conflict, ConflictList } from '../../../renderer/parts/save/conflict-list.tsx'
import { DeletionList, findUnconfirmed } from '../../../renderer/parts/save/deletion-list.tsx'
import { LastReading } from '../../../renderer/parts/save/last-reading.tsx'
import { groupPaths } from '../../../shared/inventory/group.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { renderWindow } from '../../support/render-window.ts'

const countOf = (html: string, text: string): number => html.split(text).length - 1

describe('the list of conflicts', () => {
  const show = (conflicts: readonly Conflict<string>[]) =>
    renderWindow(createElement(ConflictList<string>, { conflicts, isPending: false, onDecide: () => undefined }))
  const price: Conflict<string> = {
    key: 'price',
    label: 'Price',
    platform: { value: '12.00', other: '11.00' },
    mine: { value: undefined, other: '12.00' },
  }

  it('LST-03 offers both sides of each field, and of all at once', () => {
    const html = show([price, { ...price, key: 'quantity', label: 'Quantity' }])
    expect(countOf(html, 'Keep mine')).toBe(2)
    expect(countOf(html, 'Keep all 2 of mine')).toBe(1)
    expect(show([price])).not.toContain('Keep all')
    expect(show([])).toBe('')
  })

  it('INV-08 shows the former value only where it is known, and what is emptied as deleted', () => {
    expect(show([price])).not.toContain('Before your edit')
    expect(show([price])).toContain('Deleted')
    expect(show([{ ...price, before: 'Old' }])).toMatch(/Before your edit.*Old/)
    expect(show([{ ...price, before: null }])).toMatch(/Before your edit.*Nothing/)
  })

  it('LST-15 has the same versions for a listing with variations as for an item', () => {
    expect(
      toShownConflict(
        { path: groupPaths.title, was: 'Lamp', remote: 'Red lamp', wanted: 'Big lamp' },
        fieldPaths.title,
      ),
    ).toEqual({
      key: groupPaths.title,
      label: 'Title',
      before: 'Lamp',
      platform: { value: 'Red lamp', other: 'Lamp' },
      mine: { value: 'Big lamp', other: 'Lamp' },
    })
  })
})

describe('a description in a conflict', () => {
  it('LST-15 reads as text, not as markup, also in a listing with variations', () => {
    const conflict = { path: groupPaths.description, was: '<p>Old</p>', remote: '<p>Theirs</p>' }
    expect(toShownConflict(conflict, fieldPaths.description)).toMatchObject({
      before: expect.not.stringContaining('<p>'),
      platform: { value: expect.not.stringContaining('<p>') },
      mine: { value: undefined },
    })
  })
})

describe('the changes of a save', () => {
  const change = { key: 'p', label: 'Price', old: '12.00', value: '11.00' }
  const show = (oldLabel: string | null) =>
    renderWindow(createElement(ChangeTable, { changes: [change], oldLabel, newLabel: 'After saving' }))

  it('LST-03 are marked against the value before', () => {
    expect(show('Now')).toMatch(/<del.*12\.00.*<ins.*11\.00/)
  })

  it('LST-03 of a new listing have no column before, and nothing marked', () => {
    expect(show(null)).not.toMatch(/12\.00|<ins|<del/)
  })

  it('OFF-01 say when they come from the last reading', () => {
    const lastReading = { atMs: null, reason: 'The platform couldn’t be reached.' }
    expect(renderWindow(createElement(LastReading, { lastReading }))).toContain('From the last reading')
    expect(renderWindow(createElement(LastReading, { lastReading: null }))).toBe('')
  })
})

describe('the deletions of a save', () => {
  const deletions = [
    { id: 'a', name: 'Colour: red' },
    { id: 'b', name: 'Size: L' },
  ]

  it('INV-08 hold it back until each is confirmed', () => {
    expect(findUnconfirmed(deletions, { ids: [] })).toBe('2 deletions aren’t confirmed')
    expect(findUnconfirmed(deletions, { ids: ['a', 'of another preview'] })).toBe('1 deletion isn’t confirmed')
    expect(findUnconfirmed(deletions, { ids: ['b', 'a'] })).toBeUndefined()
  })

  it('INV-08 are named one by one', () => {
    const confirmations = { ids: ['a'], confirm: () => undefined, reset: () => undefined }
    const html = renderWindow(
      createElement(DeletionList, { deletions, confirmations, from: 'the listing', isDisabled: false }),
    )
    expect(html).toMatch(/2 values from the listing.*Colour: red.*Size: L/)
    expect(countOf(html, 'checked=""')).toBe(1)
  })
})
