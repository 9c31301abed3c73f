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
    await wait(number() * MAX_DELAY_MS)
    // The page may be gone by now.
    await route.continue().catch(() => undefined)
  })
}
