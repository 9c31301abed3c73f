/**
 * Presses the keys of one shortcut, such as `g` and `s`, without waiting in between. The second must follow within 1.5 s,
 * and a busy window may take longer than that to handle the first.
 */
import type { Page } from 'playwright/test'

export const pressSequence = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}
