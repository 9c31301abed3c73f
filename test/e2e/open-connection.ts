/** Switching shops from outside the window. */
import type { Page } from 'playwright/test'
import { type Api, expect, goTo } from './fixtures.ts'

/**
 * Waits in the inbox until a switch is over. It ends where the shop was left, in place of what was opened during it.
 *
 * The band may change before the rest, and the inbox is shown only while both belong to the same shop.
 */
export const waitForSwitch = async (page: Page, kind: string): Promise<void> => {
  await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText(kind)
  await expect(page.getByRole('main').getByRole('searchbox', { name: 'Search messages' })).toBeVisible()
}

/** Opens a connection, and waits in the inbox until the window shows it. */
export const openConnection = async (page: Page, api: Api, id: string, kind: string): Promise<void> => {
  await goTo(page, '#/inbox')
  await api('connection.open', { id })
  await waitForSwitch(page, kind)
}
