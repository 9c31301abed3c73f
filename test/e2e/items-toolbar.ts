/** The controls above the list of items. */
import type { Page } from 'playwright/test'

/** Chooses an option of one of the filters, such as `Listing`. */
export const chooseFilter = async (page: Page, filter: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: filter }).press('Enter')
  await page.getByRole('option', { name: option }).press('Enter')
  await page.keyboard.press('Escape')
}

/** Chooses an action of the menu for the whole list. */
export const chooseMore = async (page: Page, action: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: 'More for items' }).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}

const openSummary = (page: Page, label: RegExp): Promise<void> =>
  page
    .locator('summary')
    .filter({ hasText: label })
    .evaluate(({ parentElement }) => parentElement?.setAttribute('open', ''))

/** Opens what an item's page keeps under More, if it is closed. */
export const openMoreFields = (page: Page): Promise<void> => openSummary(page, /^More$/)

/** Opens the item specifics that are seldom filled in, if they are closed. */
export const openDetails = (page: Page): Promise<void> => openSummary(page, /more details?$|^Other details$/)
