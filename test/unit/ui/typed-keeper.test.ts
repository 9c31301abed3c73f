import { describe, expect, it } from 'vitest'
import { createTypedKeeper } from '../../../renderer/ui/typed-keeper.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const AFTER_MS = 300
const RETRY_MS = 2_000

const typedPlace = () => {
  const clock = createFakeClock()
  const written: string[] = []
  const disk = { problem: undefined as Error | undefined, pause: undefined as Promise<void> | undefined }
  let held = 0
  const keeper = createTypedKeeper<string>({
    write: async (text) => {
      await disk.pause
      if (disk.problem !== undefined) throw disk.problem
      written.push(text)
    },
    afterMs: AFTER_MS,
    later: clock.setTimer,
    hold: () => {
      held += 1
      return () => {
        held -= 1
      }
    },
  })
  return { clock, written, disk, keeper, held: () => held, state: () => keeper.keeping().state }
}
const full = new Error('The disk is full.')

describe('what is typed', () => {
  it('is written once, a pause after the last key', async () => {
    const { clock, written, keeper, state, held } = typedPlace()
    keeper.type('a')
    await clock.advance(AFTER_MS - 1)
    keeper.type('ab')
    await clock.advance(AFTER_MS - 1)
    expect([written, state(), keeper.pending()]).toEqual([[], 'waiting', { value: 'ab' }])
    await clock.advance(1)
    expect([written, state(), keeper.pending(), held()]).toEqual([['ab'], 'kept', undefined, 0])
    await clock.advance(60_000)
    expect(written).toEqual(['ab'])
  })

  it('is written at once when asked, and in the order it was typed in', async () => {
    const { written, disk, keeper } = typedPlace()
    const { promise, resolve } = Promise.withResolvers<void>()
    disk.pause = promise
    keeper.type('first')
    const kept = keeper.keepNow()
    keeper.type('second')
    expect(keeper.pending()).toEqual({ value: 'second' })
    resolve()
    await kept
    expect([written, keeper.pending()]).toEqual([['first', 'second'], undefined])
  })

  it('is never given up where the disk does not take it, and the window asks before it goes until it does', async () => {
    const { clock, written, disk, keeper, state, held } = typedPlace()
    disk.problem = full
    keeper.type('a')
    await clock.advance(AFTER_MS)
    expect([keeper.keeping(), keeper.pending(), held()]).toEqual([
      { state: 'failed', error: full, message: 'The disk is full.' },
      { value: 'a' },
      1,
    ])
    await expect(keeper.keepNow()).rejects.toBe(full)
    // A moment of typing changes nothing about it.
    keeper.type('ab')
    expect([state(), held()]).toEqual(['failed', 1])
    await clock.advance(RETRY_MS)
    expect([written, state(), held()]).toEqual([[], 'failed', 1])

    disk.problem = undefined
    await clock.advance(RETRY_MS)
    expect([written, state(), held(), keeper.pending()]).toEqual([['ab'], 'kept', 0, undefined])
  })

  it('is not written any more once it was thrown away, and nobody is asked about it', async () => {
    const { clock, written, disk, keeper, state, held } = typedPlace()
    disk.problem = full
    keeper.type('a')
    await clock.advance(AFTER_MS)
    expect(held()).toBe(1)
    keeper.forget()
    expect([state(), held(), keeper.pending()]).toEqual(['kept', 0, undefined])
    disk.problem = undefined
    await clock.advance(60_000)
    expect(written).toEqual([])

    // Nor where a write of it is under way, and fails.
    const { promise, reject } = Promise.withResolvers<void>()
    disk.pause = promise
    keeper.type('b')
    const kept = keeper.keepNow()
    keeper.forget()
    reject(full)
    await kept
    expect([state(), held(), keeper.pending()]).toEqual(['kept', 0, undefined])
  })

  it('takes what was typed during a write that failed for the newer one', async () => {
    const { clock, written, disk, keeper } = typedPlace()
    const { promise, reject } = Promise.withResolvers<void>()
    disk.pause = promise
    keeper.type('old')
    const kept = keeper.keepNow()
    keeper.type('new')
    reject(full)
    await expect(kept).rejects.toBe(full)
    expect(keeper.pending()).toEqual({ value: 'new' })
    disk.pause = undefined
    await clock.advance(RETRY_MS)
    expect(written).toEqual(['new'])
  })

  it('is written by whoever shows the place now', async () => {
    const { clock, written, keeper } = typedPlace()
    const elsewhere: string[] = []
    keeper.type('a')
    keeper.writeWith(async (text) => elsewhere.push(text))
    await clock.advance(AFTER_MS)
    expect([written, elsewhere]).toEqual([[], ['a']])
  })
})
