import { describe, expect, it } from 'vitest'
import { measureDryRun } from '../../bench/inventory.ts'

describe('a dry run of five thousand rows', () => {
  it('takes a small multiple of the parser’s time and finds what changed', async () => {
    const { workRatio, changed } = await measureDryRun(5_000, 10, 5)
    expect(changed).toBe(500)
    // About 0.1 s. Other tests run at the same time.
    expect(workRatio).toBeLessThanOrEqual(12)
  }, 60_000)
})
