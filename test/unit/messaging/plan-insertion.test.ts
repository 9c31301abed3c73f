import { expect, it } from 'vitest'
import { planInsertion } from '../../../renderer/messaging/composer/plan-insertion.ts'

const cursor = (selectionStart: number, selectionEnd = selectionStart) => ({ selectionStart, selectionEnd })

it.each([
  ['at the end without a cursor', 'Hello ', 'Anna', null, undefined, 'Hello Anna', [10, 10]],
  ['in place of the selection', 'Hello you!', 'Anna', cursor(6, 9), undefined, 'Hello Anna!', [10, 10]],
  ['in place of the slash', 'Hello /an!', 'Anna', cursor(9), { start: 6, typed: 'an' }, 'Hello Anna!', [10, 10]],
  ['with a value that isn’t known selected', 'Hi', ' {{order}}.', cursor(2), undefined, 'Hi {{order}}.', [3, 12]],
] as const)('a saved reply is inserted %s', (_where, typed, inserted, at, slash, text, selection) => {
  expect(planInsertion(typed, inserted, at, slash)).toEqual({ text, selection })
})
