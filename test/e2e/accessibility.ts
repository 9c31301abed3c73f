/** What axe finds on a page. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const look = (page: Page): AxeBuilder =>
  // Where react-aria says things aloud: a node there names what it tells of by id, and stands a moment longer than that does.
  new AxeBuilder({ page }).exclude('[data-live-announcer]')

/**
 * Every finding of axe, in the light theme by all its rules and in the dark one by those that look at colours: the rest of
 * a page is the same in both. The page has to follow the system's theme, and is left in the light one.
 */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await look(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await look(page).withRules(['color-contrast', 'link-in-text-block']).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  return [
    ...light.violations.map((violation) => ({ theme: 'light', ...violation })),
    ...dark.violations.map((violation) => ({ theme: 'dark', ...violation })),
  ].map(({ theme, id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}
