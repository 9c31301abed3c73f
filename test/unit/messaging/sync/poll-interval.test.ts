import { describe, expect, it } from 'vitest'
import { createHarness } from '../messaging-harness.ts'

describe('the interval between checks for new messages', () => {
  it('follows the setting, also when it changes', async () => {
    const options = { pollIntervalMs: 300_000 }
    const harness = await createHarness((platform) => void platform.add(), options)
    const checksIn = async (ms: number): Promise<number> => {
      const before = harness.platform.requests.length
      await harness.clock.advance(ms)
      return harness.platform.requests.slice(before).filter(({ operation }) => operation === 'getConversations').length
    }
    expect(await checksIn(200_000)).toBe(0)
    // As the app does when the setting changes.
    options.pollIntervalMs = 30_000
    await harness.handlers().syncNow({})
    expect(await checksIn(1_000)).toBeGreaterThan(0)
    expect(await checksIn(31_000)).toBeGreaterThan(0)
    expect(await checksIn(31_000)).toBeGreaterThan(0)
  })
})
