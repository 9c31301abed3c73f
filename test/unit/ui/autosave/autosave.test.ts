import { describe, expect, it } from 'vitest'
import { createAutosave } from '../../../../renderer/ui/autosave/autosave.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'

const AFTER_MS = 300
const RETRY_MS = 2_000

const openAutosave = () => {
  const clock = createFakeClock()
  const written: string[] = []
  const disk = { problem: undefined as Error | undefined, pause: undefined as Promise<void> | undefined }
  let held = 0
  const autosave = createAutosave<string>({
    save: async (text) => {
      await disk.pause
      if (disk.problem !== undefined) throw disk.problem
      written.push(text)
    },
    delayMs: AFTER_MS,
    later: clock.setTimer,
    hold: () => {
      held += 1
      return () => {
        held -= 1
      }
    },
  })
  return { clock, written, disk, autosave, held: () => held, state: () => autosave.status().state }
}
const full = new Error('The disk is full.')

describe('autosave', () => {
  it('saves once, a pause after the last key', async () => {
    const { clock, written, autosave, state, held } = openAutosave()
    autosave.change('a')
    await clock.advance(AFTER_MS - 1)
    autosave.change('ab')
    await clock.advance(AFTER_MS - 1)
    expect([written, state(), autosave.pending()]).toEqual([[], 'unsaved', { value: 'ab' }])
    await clock.advance(1)
    expect([written, state(), autosave.pending(), held()]).toEqual([['ab'], 'saved', undefined, 0])
    await clock.advance(60_000)
    expect(written).toEqual(['ab'])
  })

  it('saves at once on flush, in the order of the changes', async () => {
    const { written, disk, autosave } = openAutosave()
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.pause = promise
    autosave.change('first')
    const kept = autosave.flush()
    autosave.change('second')
    expect(autosave.pending()).toEqual({ value: 'second' })
    resolve()
    await kept
    expect([written, autosave.pending()]).toEqual([['first', 'second'], undefined])
  })

  it('saves text typed during a save at once when the page closes', async () => {
    const saved: string[] = []
    const autosave = createAutosave<string>({
      save: (text) => {
        saved.push(text)
        return new Promise(() => undefined)
      },
      delayMs: AFTER_MS,
      later: () => () => undefined,
      hold: () => () => undefined,
    })
    autosave.change('first')
    autosave.leave()
    autosave.change('second')
    autosave.leave()
    expect(saved).toEqual(['first', 'second'])
  })

  it('retries a failed save, and holds the window until it succeeds', async () => {
    const { clock, written, disk, autosave, state, held } = openAutosave()
    disk.problem = full
    autosave.change('a')
    await clock.advance(AFTER_MS)
    expect([autosave.status(), autosave.pending(), held()]).toEqual([
      { state: 'failed', error: full, message: 'The disk is full.' },
      { value: 'a' },
      1,
    ])
    await expect(autosave.flush()).rejects.toBe(full)
    autosave.change('ab')
    expect([state(), held()]).toEqual(['failed', 1])
    await clock.advance(RETRY_MS)
    expect([written, state(), held()]).toEqual([[], 'failed', 1])

    disk.problem = undefined
    await clock.advance(RETRY_MS)
    expect([written, state(), held(), autosave.pending()]).toEqual([['ab'], 'saved', 0, undefined])
  })

  it('saves nothing that was discarded, and releases the window', async () => {
    const { clock, written, disk, autosave, state, held } = openAutosave()
    disk.problem = full
    autosave.change('a')
    await clock.advance(AFTER_MS)
    expect(held()).toBe(1)
    autosave.discard()
    expect([state(), held(), autosave.pending()]).toEqual(['saved', 0, undefined])
    disk.problem = undefined
    await clock.advance(60_000)
    expect(written).toEqual([])

    // A save that fails while in progress is not retried either.
    const { promise, reject } = Promise.withResolvers<void>()
    disk.pause = promise
    autosave.change('b')
    const kept = autosave.flush()
    autosave.discard()
    reject(full)
    await kept
    expect([state(), held(), autosave.pending()]).toEqual(['saved', 0, undefined])
  })

  it('retries with the change made during a failed save', async () => {
    const { clock, written, disk, autosave } = openAutosave()
    const { promise, reject } = Promise.withResolvers<void>()
    disk.pause = promise
    autosave.change('old')
    const kept = autosave.flush()
    autosave.change('new')
    reject(full)
    await expect(kept).rejects.toBe(full)
    expect(autosave.pending()).toEqual({ value: 'new' })
    disk.pause = undefined
    await clock.advance(RETRY_MS)
    expect(written).toEqual(['new'])
  })

  it('saves with the latest function', async () => {
    const { clock, written, autosave } = openAutosave()
    const elsewhere: string[] = []
    autosave.change('a')
    autosave.saveWith(async (text) => elsewhere.push(text))
    await clock.advance(AFTER_MS)
    expect([written, elsewhere]).toEqual([[], ['a']])
  })
})
