import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { dropActs, type UndoResult } from '../../../../renderer/ui/feedback/acts.ts'
import { leaveToasts, ToastRegion } from '../../../../renderer/ui/feedback/toast.tsx'
import { offerUndo, undoLast } from '../../../../renderer/ui/feedback/undo.ts'

const shown = (): string => renderToStaticMarkup(createElement(ToastRegion))

const actWith = (result: UndoResult | Error, texts = { text: '8 prices changed' }): void =>
  offerUndo({ ...texts, undo: () => (result instanceof Error ? Promise.reject(result) : Promise.resolve(result)) })

/** Every promise that is ready has been followed. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  dropActs()
  leaveToasts(undefined)
})

describe('what the undo key says', () => {
  it('OFF-07 “Undone” after the undo, not before', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    offerUndo({ text: '1 conversation archived', undo: () => promise })
    expect(undoLast()).toBe(true)
    expect(shown()).not.toContain('archived')
    resolve(undefined)
    await settle()
    expect(shown()).toContain('Undone: 1 conversation archived.')
  })

  it('OFF-07 that nothing is undone yet if a review asks first', async () => {
    actWith({ is: 'toReview' })
    undoLast()
    await settle()
    expect(shown()).toContain('Not undone yet: 8 prices changed.')
    expect(shown()).not.toContain('Undone:')
  })

  it('OFF-07 why something that was sent can’t be undone', async () => {
    actWith({ is: 'not', why: 'It was sent, and it can’t be put back here.' }, { text: '2 orders marked as shipped' })
    undoLast()
    await settle()
    expect(shown()).toMatch(/Can’t undo: 2 orders marked as shipped\. It was sent/)
  })

  it('OFF-07 never “Undone” if the undo failed', async () => {
    actWith(new Error('The platform is not reachable.'))
    undoLast()
    await settle()
    expect(shown()).not.toBe('')
    expect(shown()).not.toContain('Undone:')
  })

  it.each([
    ['only opened a review', { is: 'toReview' }],
    ['failed', new Error('The platform is not reachable.')],
  ] as const)('OFF-07 of the same act again if its undo %s, and of nothing older', async (_, first) => {
    const undone: string[] = []
    offerUndo({ text: 'An older act', undo: async () => void undone.push('older') })
    const results: (UndoResult | Error)[] = [first, { is: 'undone' }]
    offerUndo({
      text: '8 prices changed',
      undo: async () => {
        const result = results.shift() ?? new Error('asked too often')
        if (result instanceof Error) throw result
        undone.push(`prices ${result.is}`)
        return result
      },
    })
    undoLast()
    await settle()
    undoLast()
    await settle()
    expect(undone.filter((what) => what !== 'prices toReview')).toEqual(['prices undone'])
  })

  it('OFF-07 names the act, not its countdown', async () => {
    offerUndo({ text: 'Reply to anna sends in', label: 'Reply to anna', undo: () => undefined })
    undoLast()
    await settle()
    expect(shown()).toContain('Undone: Reply to anna.')
  })

  it('OFF-07 takes back a message that waits for the connection before a later act, without a countdown', async () => {
    const undone: string[] = []
    offerUndo({
      text: 'Reply to anna waits until you are online',
      untilMs: Number.POSITIVE_INFINITY,
      undo: async () => void undone.push('reply'),
    })
    expect(shown()).not.toMatch(/\d s/)
    offerUndo({ text: '1 conversation archived', undo: async () => void undone.push('archive') })
    undoLast()
    await settle()
    undoLast()
    await settle()
    expect(undone).toEqual(['reply', 'archive'])
  })
})
