/** Answers of the local host that come late, for `npm run test:delayed`. */
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext } from 'playwright/test'
import { numbersFrom } from '../support/seeded-numbers.ts'

const MAX_DELAY_MS = 1_200

/** The seed of the delays; undefined unless the tests run delayed. */
export const delaySeed = process.env.STALLHAND_DELAY_SEED

/** Delays every call of the context's pages at random, if the tests run delayed. */
export const delayAnswers = async (context: BrowserContext): Promise<void> => {
  if (delaySeed === undefined) return
  const number = numbersFrom(Number(delaySeed))
  await context.route('**/api/call', async (route) => {
    // A call arrives at once, also from a page that is left right after it; the page may be gone by its answer.
    const response = await route.fetch().catch(() => undefined)
    await wait(number() * MAX_DELAY_MS)
    await (response === undefined ? route.abort() : route.fulfill({ response })).catch(() => undefined)
  })
}
