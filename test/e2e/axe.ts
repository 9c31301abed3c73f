/**
 * Runs axe on a page in both themes, at about the cost of one run.
 *
 * axe is injected once per page load. A theme changes only colours, so the dark theme is checked for contrast alone.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from 'playwright/test'

const ofPlaywright = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const source = readFileSync(ofPlaywright.resolve('axe-core/axe.min.js'), 'utf8')

type Found = { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[] }[] }
type Axe = { readonly run: (context: object, options: object) => Promise<{ readonly violations: readonly Found[] }> }

/** Live announcements refer to elements that may disappear a moment later. They are invisible and remove themselves. */
const exclude = [['[data-live-announcer]']]

const look = async (page: Page, isPart: boolean, rules?: readonly string[]): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const context = isPart ? { include: [['[data-axe-part]']], exclude } : { exclude }
  // No rule here needs the stylesheets fetched again, and frames have no axe.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
    ...(rules === undefined ? {} : { runOnly: rules }),
  }
  const { violations } = await page.evaluate(
    ([where, how]) => (window as unknown as { axe: Axe }).axe.run(where, how),
    [context, options] as const,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/**
 * Returns each finding with its rule and elements: every rule in the light theme, then only contrast in the dark one.
 * `given` limits the check to one element. Otherwise it is the dialog, if one is open: the page below it can't be used
 * until it closes, and is checked without it.
 */
export const axeFindings = async (page: Page, given?: Locator): Promise<readonly string[]> => {
  // The rows of a former list are dimmed until the next one is read.
  await expect(page.locator('[role="grid"][aria-busy="true"], [role="listbox"][aria-busy="true"]')).toHaveCount(0)
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
  const part = given ?? ((await dialog.isVisible()) ? dialog : undefined)
  const before = await page.evaluate(() => document.documentElement.dataset.theme ?? null)
  const show = (theme: string | null): Promise<void> =>
    page.evaluate((wanted) => {
      if (wanted === null) delete document.documentElement.dataset.theme
      else document.documentElement.dataset.theme = wanted
    }, theme)
  await part?.evaluate((element) => element.setAttribute('data-axe-part', ''))
  await show('light')
  const inLight = await look(page, part !== undefined)
  await show('dark')
  const inDark = await look(page, part !== undefined, ['color-contrast'])
  await show(before)
  await part?.evaluate((element) => element.removeAttribute('data-axe-part'))
  return [...inLight.map((one) => `light: ${one}`), ...inDark.map((one) => `dark: ${one}`)]
}
