import { describe, expect, it } from 'vitest'
import { createLoader } from '../../../renderer/shell/loaded.ts'

/** Timers that go off when told to, and how long each was to wait. */
const handTimers = () => {
  const waiting = new Map<number, { readonly run: () => void; readonly delayMs: number }>()
  let made = 0
  return {
    later: (run: () => void, delayMs: number) => {
      made += 1
      const id = made
      waiting.set(id, { run, delayMs })
      return () => void waiting.delete(id)
    },
    delays: () => [...waiting.values()].map(({ delayMs }) => delayMs),
    goOff: async () => {
      const due = [...waiting.values()]
      waiting.clear()
      for (const { run } of due) run()
      await settle()
    },
  }
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A file that does not come until it is there. */
const fileOf = (text: string) => {
  const file = { isThere: false, asked: 0, load: async () => text }
  file.load = async () => {
    file.asked += 1
    if (!file.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return text
  }
  return file
}

describe('code of the window that does not come', () => {
  it('is asked for again without a word while a host may be starting anew', async () => {
    const timers = handTimers()
    const loader = createLoader(timers.later)
    const file = fileOf('palette')
    const got = loader.loaded(file.load)
    await settle()
    for (let second = 0; second < 4; second += 1) await timers.goOff()
    expect([loader.state(), file.asked, timers.delays()]).toEqual(['whole', 5, [500]])
    file.isThere = true
    await timers.goOff()
    expect(await got).toBe('palette')
    expect([loader.state(), timers.delays()]).toEqual(['whole', []])
  })

  it('is told of after some seconds, asked for more seldom, and forgotten once it came', async () => {
    const timers = handTimers()
    const loader = createLoader(timers.later)
    const file = fileOf('help')
    const got = loader.loaded(file.load)
    const heard: string[] = []
    loader.subscribe(() => heard.push(loader.state()))
    await settle()
    let waitedMs = 0
    while (loader.state() === 'whole') {
      waitedMs += timers.delays()[0] ?? Number.NaN
      await timers.goOff()
    }
    expect(waitedMs).toBe(4_500)
    expect(timers.delays()).toEqual([5_000])
    expect(heard.at(-1)).toBe('missing')

    loader.tryAgain()
    expect([loader.state(), heard.at(-1)]).toEqual(['asking', 'asking'])
    await settle()
    expect([loader.state(), heard.at(-1), timers.delays()]).toEqual(['tried', 'tried', [5_000]])

    file.isThere = true
    await timers.goOff()
    expect(await got).toBe('help')
    expect([loader.state(), heard.at(-1)]).toEqual(['whole', 'whole'])
  })

  it('keeps two that are missing apart: what came is not asked for again', async () => {
    const timers = handTimers()
    const loader = createLoader(timers.later)
    const [one, other] = [fileOf('one'), fileOf('other')]
    void loader.loaded(one.load)
    void loader.loaded(other.load)
    await settle()
    while (loader.state() === 'whole') await timers.goOff()
    one.isThere = true
    loader.tryAgain()
    await settle()
    expect(loader.state()).toBe('tried')
    const asked = one.asked
    other.isThere = true
    loader.tryAgain()
    await settle()
    expect([loader.state(), one.asked]).toEqual(['whole', asked])
  })
})
