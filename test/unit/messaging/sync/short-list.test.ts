/** Lists that are empty or shorter for a while (MSG-26). */
import { describe, expect, it } from 'vitest'
import { createHarness } from '../messaging-harness.ts'

const MINUTE_MS = 60_000

type Harness = Awaited<ReturnType<typeof createHarness>>

const open = async () => {
  const harness = await createHarness((platform) => {
    for (let index = 0; index < 5; index += 1) platform.add()
  })
  await harness.clock.advance(MINUTE_MS)
  return harness
}
const views = async (harness: Harness) => {
  const { all, unanswered } = (await harness.handlers().counts({})).views
  return { all, unanswered }
}

describe('a list that is empty for a moment', () => {
  it.each([
    ['empty', 0],
    ['shorter', 3],
  ])('MSG-26 hides nothing, and says that it is %s', async (_, left) => {
    const harness = await open()
    const all = harness.platform.conversations.splice(left)
    await harness.handlers().syncNow({})
    await harness.clock.advance(20_000)
    expect(await views(harness)).toEqual({ all: 5, unanswered: 5 })
    expect((await harness.handlers().sync({})).missingSinceMs).not.toBeNull()
    harness.platform.conversations.push(...all)
    await harness.clock.advance(2 * MINUTE_MS)
    expect(await views(harness)).toEqual({ all: 5, unanswered: 5 })
    expect((await harness.handlers().sync({})).missingSinceMs).toBeNull()
  })

  it('MSG-26 hides what a second reading lacks too', async () => {
    const harness = await open()
    harness.platform.conversations.splice(3)
    await harness.handlers().syncNow({})
    await harness.clock.advance(3 * MINUTE_MS)
    expect(await views(harness)).toEqual({ all: 3, unanswered: 3 })
    expect((await harness.handlers().sync({})).missingSinceMs).toBeNull()
  })
})
