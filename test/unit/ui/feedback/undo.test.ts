import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { undoUnlessSent } from '../../../../renderer/runs/undo-queued.ts'
import { dropActs, type UndoResult } from '../../../../renderer/ui/feedback/acts.ts'
import { leaveToasts, ToastRegion } from '../../../../renderer/ui/feedback/toast.tsx'
import { doFinally, doUndoably, type Undoable, undoLast } from '../../../../renderer/ui/feedback/undo.ts'
import { Failure } from '../../../../shared/result.ts'

const shown = (): string => renderToStaticMarkup(createElement(ToastRegion))

const offerUndo = (label: string, undoable: Undoable, mayWait = false): void =>
  void doUndoably({ label, mayWait }, async () => undoable)
const actWith = (result: UndoResult | Error, label = '8 prices changed'): void =>
  offerUndo(label, { undo: () => (result instanceof Error ? Promise.reject(result) : Promise.resolve(result)) })

/** Every promise that is ready has been followed. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  dropActs()
  leaveToasts(undefined)
})

describe('what the undo key says', () => {
  it('OFF-07 “Undone” after the undo, not before', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    offerUndo('1 conversation archived', { undo: () => promise })
    await settle()
    expect(undoLast()).toBe(true)
    await settle()
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
    actWith({ is: 'not', why: 'It was sent, and it can’t be put back here.' }, '2 orders marked as shipped')
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
    offerUndo('An older act', { undo: async () => void undone.push('older') })
    const results: (UndoResult | Error)[] = [first, { is: 'undone' }]
    offerUndo('8 prices changed', {
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
    offerUndo('Reply to anna', { text: 'Reply to anna sends in', undo: () => undefined })
    undoLast()
    await settle()
    expect(shown()).toContain('Undone: Reply to anna.')
  })

  it('OFF-07 takes back a message that waits for the connection before a later act, without a countdown', async () => {
    const undone: string[] = []
    offerUndo(
      'Reply to anna',
      {
        text: 'Reply to anna waits until you are online',
        waits: async () => true,
        undo: async () => void undone.push('reply'),
      },
      true,
    )
    await settle()
    expect(shown()).toContain('waits until you are online')
    expect(shown()).not.toMatch(/\d s/)
    offerUndo('1 conversation archived', { undo: async () => void undone.push('archive') })
    undoLast()
    await settle()
    undoLast()
    await settle()
    expect(undone).toEqual(['reply', 'archive'])
  })

  it('OFF-09 withdraws a message whose send is not answered yet, and offers nothing afterwards', async () => {
    const sent = Promise.withResolvers<void>()
    const calls: string[] = []
    const isStanding = doUndoably({ label: 'Reply to anna', mayWait: true }, async () => {
      await sent.promise
      return { undo: async () => void calls.push('withdraw') }
    })
    expect(undoLast()).toBe(true)
    await settle()
    expect(calls).toEqual([])
    sent.resolve()
    expect(await isStanding).toBe(false)
    await settle()
    expect(calls).toEqual(['withdraw'])
    expect(shown()).toContain('Undone: Reply to anna.')
  })

  it('OFF-09 says that an act was not done, and takes no other in its place', async () => {
    const undone: string[] = []
    offerUndo('An older act', { undo: async () => void undone.push('older') })
    const sent = Promise.withResolvers<void>()
    const failing = doUndoably({ label: 'Reply to anna' }, async () => {
      await sent.promise
      return null
    })
    undoLast()
    sent.resolve()
    await failing
    await settle()
    expect(undone).toEqual([])
    expect(shown()).toMatch(/Can’t undo: Reply to anna\. It wasn’t done/)
  })

  it('OFF-09 passes on the error of an act that failed, and offers no undo of it', async () => {
    const failing = doUndoably({ label: 'Reply to anna' }, () => Promise.reject(new Error('No connection.')))
    await expect(failing).rejects.toThrow('No connection.')
    expect(undoLast()).toBe(false)
  })

  it('OFF-09 asks whether a change has left, whatever the clock says', async () => {
    const refuse = (kind: 'conflict' | 'offline') => () =>
      Promise.reject(new Failure({ kind, message: 'Has already been sent.' }))
    expect(await undoUnlessSent(async () => undefined, 'It was sent.')).toEqual({ is: 'undone' })
    expect(await undoUnlessSent(refuse('conflict'), 'It was sent.')).toEqual({ is: 'not', why: 'It was sent.' })
    await expect(undoUnlessSent(refuse('offline'), 'It was sent.')).rejects.toThrow('Has already been sent.')
  })

  it('OFF-09 names an act that nothing takes back, and undoes nothing older in its place', async () => {
    const undone: string[] = []
    offerUndo('An older act', { undo: async () => void undone.push('older') })
    expect(await doFinally({ label: 'CAM-1 listed', why: 'End the listing.' }, async () => 7)).toBe(7)
    undoLast()
    await settle()
    expect(undone).toEqual([])
    expect(shown()).toMatch(/Can’t undo: CAM-1 listed\. End the listing\./)
    await expect(doFinally({ label: 'x', why: '' }, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.')
  })
})
