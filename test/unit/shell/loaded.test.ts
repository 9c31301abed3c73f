import { describe, expect, it } from 'vitest'
import { createLoader } from '../../../renderer/shell/loaded.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'

const open = () => {
  const clock = createFakeClock()
  const loader = createLoader((run, delayMs) => void clock.setTimer(run, delayMs))
  const file = { isThere: false, requests: 0 }
  const load = async (): Promise<string> => {
    file.requests += 1
    if (!file.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return 'code'
  }
  return { clock, loader, file, load }
}

describe('loading the window’s code', () => {
  it('retries without a message while the host may be restarting', async () => {
    const { clock, loader, file, load } = open()
    const code = loader.loaded(load)
    await settle()
    await clock.advance(2_000)
    expect([loader.isMissing.get(), file.requests]).toEqual([false, 5])
    file.isThere = true
    await clock.advance(500)
    expect(await code).toBe('code')
  })

  it('counts as missing after some seconds, until it comes', async () => {
    const { clock, loader, file, load } = open()
    const seen: boolean[] = []
    loader.isMissing.subscribe(() => seen.push(loader.isMissing.get()))
    const code = loader.loaded(load)
    await settle()
    await clock.advance(4_500)
    expect(seen).toEqual([true])
    file.isThere = true
    await clock.advance(5_000)
    expect(await code).toBe('code')
    expect(seen).toEqual([true, false])
  })
})
