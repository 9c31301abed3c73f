import { describe, expect, it } from 'vitest'
import { createHarness } from './messaging-harness.ts'

describe('how often new messages are looked for', () => {
  it('follows the choice, also one that is made while it runs', async () => {
    const options = { lookEveryMs: 300_000 }
    const desk = await createHarness((platform) => void platform.add(), options)
    const looksIn = async (ms: number): Promise<number> => {
      const before = desk.platform.requests.length
      await desk.clock.advance(ms)
      return desk.platform.requests.slice(before).filter(({ operation }) => operation === 'getConversations').length
    }
    expect(await looksIn(200_000)).toBe(0)
    // Asked for by hand, as when another choice is made: from then on the new one counts.
    options.lookEveryMs = 30_000
    await desk.handlers().syncNow({})
    expect(await looksIn(1_000)).toBeGreaterThan(0)
    expect(await looksIn(31_000)).toBeGreaterThan(0)
    expect(await looksIn(31_000)).toBeGreaterThan(0)
  })
})
