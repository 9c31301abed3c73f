import { describe, expect, it } from 'vitest'
import { NO_CONDITION } from '../../../renderer/inventory/item-labels.ts'
import { parsePanel } from '../../../renderer/inventory/items-panel.ts'
import {
  filterNames,
  isFiltered,
  type ListView,
  listScope,
  listSort,
  noFilters,
} from '../../../renderer/inventory/list/list-view.ts'
import { listingStateLabels } from '../../../shared/inventory/listing-state.ts'

const view = (part: Partial<ListView> = {}): ListView => ({ ...noFilters, sort: 'sku ascending', columns: [], ...part })

describe('a view of the item list', () => {
  it('asks for every item without filters', () => {
    expect(listScope(view())).toEqual({ search: '', filter: 'all', maker: 'any' })
    expect(isFiltered(view())).toBe(false)
  })

  it('asks for what is searched and filtered', () => {
    const chosen = view({
      search: 'lamp',
      filter: 'lowStock',
      listing: 'published',
      category: 'Lamps',
      prices: '10-50',
    })
    expect(listScope(chosen)).toEqual({
      search: 'lamp',
      filter: 'lowStock',
      listing: 'published',
      category: 'Lamps',
      minPrice: 10,
      maxPrice: 50,
      maker: 'any',
    })
    expect(filterNames(chosen)).toEqual(['Low stock', listingStateLabels.published, 'Lamps', 'Price 10 to 50'])
  })

  it('asks for the items without a condition', () => {
    const chosen = view({ condition: NO_CONDITION })
    expect(listScope(chosen)).toEqual({ search: '', filter: 'all', condition: null, maker: 'any' })
    expect(filterNames(chosen)).toEqual(['No condition yet'])
  })

  it('shows all items if a later version stored an unknown filter', () => {
    expect(listScope(view({ filter: 'archived', listing: 'archived' }))).toEqual({
      search: '',
      filter: 'all',
      maker: 'any',
    })
  })

  it.each([
    ['quantity descending', { by: 'quantity', direction: 'descending' }],
    ['colour descending', { by: 'sku', direction: 'descending' }],
    ['', { by: 'sku', direction: 'ascending' }],
  ] as const)('sorts by %j', (sort, wanted) => {
    expect(listSort(view({ sort }))).toEqual(wanted)
  })
})

it.each([
  [[], { kind: 'none' }],
  [['LAMP-1'], { kind: 'item', sku: 'LAMP-1' }],
  [['LAMP-1', 'history'], { kind: 'history', sku: 'LAMP-1' }],
  [['~run'], { kind: 'run', runId: undefined }],
  [['~run', '7'], { kind: 'run', runId: 7 }],
] as const)('opens beside the list what the address %j says', (path, panel) => {
  expect(parsePanel(path)).toEqual(panel)
})
