import { describe, expect, it } from 'vitest'
import { measureDryRun } from '../../bench/inventory.ts'

describe('a dry run of five thousand rows', () => {
  it('takes a few times as long as the parser alone, and finds what changed', async () => {
    const { workRatio, changed } = await measureDryRun(5_000, 10, 5)
    expect(changed).toBe(500)
    // `npm run bench` holds it to three times. Here other tests run beside it; what reads every record takes fifteen.
    expect(workRatio).toBeLessThanOrEqual(6)
  }, 60_000)
})
