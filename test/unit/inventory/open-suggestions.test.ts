/** What an item can take from the catalog: only what it doesn't have. */
import { describe, expect, it } from 'vitest'
import { listOpenSuggestions } from '../../../renderer/inventory/item/suggestions/open-suggestions.ts'
import { readItemView } from '../../../shared/inventory/item.ts'

const suggested = {
  title: 'The Hobbit',
  description: 'A book.',
  aspects: { Author: ['J.R.R. Tolkien'], Language: ['English'] },
  imageUrls: ['https://i.example/1.jpg'],
}
const labels = (product: object): readonly string[] =>
  listOpenSuggestions(readItemView({ product: { ...product } }), suggested).map(({ label }) => label)

describe('the suggestions for an item', () => {
  it('LST-16 fill an empty item', () => {
    expect(labels({})).toEqual(['Title', 'Pictures', 'Author', 'Language', 'Description'])
  })

  it('LST-16 replace nothing that the item has', () => {
    expect(labels({ title: 'Mine', description: 'Mine', imageUrls: ['https://i.example/2.jpg'] })).toEqual([
      'Author',
      'Language',
    ])
  })

  it('LST-23 know a specific that is spelled in other capitals', () => {
    expect(labels({ title: 'Mine', description: 'Mine', imageUrls: ['x'], aspects: { AUTHOR: ['Tolkien'] } })).toEqual([
      'Language',
    ])
  })
})
