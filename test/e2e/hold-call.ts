/** Delays a call of the window. Only the local host is called over HTTP. */
import type { Page } from 'playwright/test'
import { asBrowser } from './fixtures.ts'

/** Holds the calls of a method, or their answers, until `released`. `held` resolves with the first. */
export const holdCall = async (page: Page, method: string, what: 'request' | 'answer', released: Promise<void>) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/call', async (route) => {
    if ((route.request().postDataJSON() as { method: string }).method !== method) return route.fallback()
    const response = what === 'answer' ? await route.fetch(asBrowser) : undefined
    held.resolve()
    await released
    return response === undefined ? route.fallback() : route.fulfill({ response })
  })
  return { held: held.promise }
}
