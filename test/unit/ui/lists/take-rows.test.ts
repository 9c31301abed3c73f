/** The rows of a range, when the list on screen is older than the stored one. */
import { describe, expect, it } from 'vitest'
import { rowsOfArray } from '../../../../renderer/ui/lists/row-source.ts'
import { takeRows } from '../../../../renderer/ui/lists/take-rows.ts'

const getKey = (key: string): string => key
const all = ['a', 'b', 'c', 'd', 'e']
/** Only the first three are loaded. */
const shown = { ...rowsOfArray(all), at: (index: number) => (index < 3 ? all[index] : undefined) }
const list = (now: readonly string[], isFormer = false) => ({
  rows: { ...shown, isFormer },
  getKey,
  readRows: async (first: number, last: number) => now.slice(first, last + 1),
})
const moved = 'The list has changed. Choose the rows again.'

describe('taking rows', () => {
  it('takes what is on screen at once, whatever the list is by now', () => {
    expect(takeRows(list(['new', ...all]), 1, 2)).toEqual(['b', 'c'])
    expect(takeRows(list(['new', ...all], true), 1, 2)).toEqual(['b', 'c'])
  })

  it('reads what isn’t loaded', async () => {
    expect(await takeRows(list(all), 1, 4)).toEqual(['b', 'c', 'd', 'e'])
  })

  it('takes no other row in the place of one on screen', async () => {
    await expect(takeRows(list(['new', ...all]), 1, 4)).rejects.toThrow(moved)
    await expect(takeRows(list(['a', 'b']), 1, 4)).rejects.toThrow(moved)
  })

  it('reads nothing while the rows on screen belong to the previous list', async () => {
    await expect(takeRows(list(all, true), 1, 4)).rejects.toThrow(moved)
  })
})
