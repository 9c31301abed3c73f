import { expect, it } from 'vitest'
import { toChange } from '../../../renderer/inventory/list/bulk/change-dialog.tsx'

const typed = (text: string) => ({ text, replacement: ' ', isCaseSensitive: false })

it('replaces two spaces by one, and changes nothing while no text is typed', () => {
  expect(toChange('replace', typed('  '))).toEqual({
    by: 'replace',
    find: '  ',
    replacement: ' ',
    isCaseSensitive: false,
  })
  expect(toChange('replace', typed(''))).toBeUndefined()
  expect(toChange('set', typed('  '))).toBeUndefined()
})
