import { describe, expect, it } from 'vitest'
import { chosenUndoMs } from '../../../main/desk/choices.ts'

const settingsWith = (view: unknown) => ({
  get: (key: string) => (key === 'view' ? view : undefined),
  set: () => undefined,
})

describe('the undo time', () => {
  it.each([
    ['never chosen', undefined, 10_000],
    ['chosen', { 'messaging.undoSeconds': 60 }, 60_000],
    ['none at all', { 'messaging.undoSeconds': 0 }, 0],
    ['one that is not offered', { 'messaging.undoSeconds': 1e9 }, 10_000],
    ['words', { 'messaging.undoSeconds': '20' }, 10_000],
    ['a view that is broken', 'broken', 10_000],
  ])('%s', (_what, view, ms) => {
    expect(chosenUndoMs(settingsWith(view))).toBe(ms)
  })
})
