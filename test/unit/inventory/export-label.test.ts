import { describe, expect, it } from 'vitest'
import { previewExport } from '../../../renderer/inventory/list/export-label.ts'

describe('what a file of the list would get', () => {
  it('is all items, without the listings made with other tools, if nothing is searched', () => {
    expect(previewExport({ matches: 76, all: 70, elsewhere: 6 }, 'any')).toBe('all 70 items')
  })

  it('is never more items than there are', () => {
    expect(previewExport({ matches: 71, all: 70, elsewhere: 6 }, 'any')).toBe(
      'the items that are searched and filtered',
    )
  })

  it('is the matching ones of the items here', () => {
    expect(previewExport({ matches: 25, all: 60, elsewhere: 6 }, 'here')).toBe(
      '25 of 60 items, as searched and filtered',
    )
  })
})
