import type { Page } from 'playwright/test'

/**
 * Presses keys that belong together, as `g` and `s`, without waiting between them: the second must follow within 1.5 s, and a
 * busy window answers the first later than that.
 */
export const pressSequence = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}
