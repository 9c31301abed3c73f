import { describe, expect, it } from 'vitest'
import { suggestCategories } from '../../../main/practice/listing/categories.ts'

const first = (text: string): string | undefined => suggestCategories(text)[0]?.name

describe('practice suggests categories', () => {
  it.each(['9780306406157', '978-0-306-40615-7', 'ISBN 0306406152', 'A novel, paperback, 1962', 'Garden book'])(
    'LST-06 of books for “%s”',
    (text) => expect(first(text)).toBe('Books'),
  )

  it('LST-06 by words only: a book’s name alone says nothing', () => {
    expect(first('Garden birds of the coast')).toBe('Other Collectibles')
  })

  it('LST-06 not of books for a barcode', () => {
    expect(first('4006381333931')).toBe('Other Collectibles')
  })
})
