/** The settings, including those of the desktop: each takes effect and is saved, and axe finds nothing. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo, test } from './fixtures.ts'

const germanDates = /vor \d+ (?:Min|Std)\.|\d{1,2}\. [A-Z]/
const englishDates = /\d+ (?:min|hr)\. ago|[A-Z][a-z]{2} \d{1,2}/

/** Checks how the inbox formats its times, then returns to the settings. */
const expectDates = async (page: Page, written: RegExp): Promise<void> => {
  await goTo(page, '#/inbox')
  await expect(page.getByRole('listbox', { name: 'Conversations' })).toContainText(written)
  await goTo(page, '#/settings')
}

test.use({ shop: { conversations: 4, items: 4 }, desktop: { isPackaged: true } })

test('language, checking interval and notices take effect when chosen and survive a restart', async ({
  page,
  api,
  app,
  host,
  practice,
  restartApp,
}) => {
  await goTo(page, '#/settings')
  await expect(page.getByRole('region', { name: 'Storage' })).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  if (host !== 'local') {
    for (const name of ['Desktop', 'Notices']) {
      await expect(page.getByRole('region', { name, exact: true }), name).toBeVisible()
    }
  }
  expect(await axeFindings(page)).toEqual([])

  await test.step('the search finds each of them by what a seller would call it', async () => {
    const search = page.getByRole('searchbox', { name: 'Search settings' })
    for (const [query, title] of [
      ['locale', 'Language of dates and numbers'],
      ['polling', 'Check for messages'],
      ['dark', 'Appearance'],
      ['take back', 'Undo time'],
      ['wipe', 'Storage'],
      ['sound', 'Notices'],
    ] as const) {
      await search.fill(query)
      await expect(page.getByRole('main').getByRole('region', { name: title })).toBeVisible()
    }
    await search.fill('')
  })

  await test.step('dates are written in the language that is chosen', async () => {
    await page.getByRole('button', { name: /Dates and numbers/ }).click()
    await page
      .getByRole('option', { name: /^German/ })
      .first()
      .click()
    await expect(page.locator('[data-section="language"]')).toBeFocused()
    await expectDates(page, germanDates)
  })

  await page.locator('summary', { hasText: 'Advanced' }).press('Enter')
  await page.getByRole('radio', { name: 'Every 5 minutes' }).press('Space')
  await expect
    .poll(async () => (await api<{ values: Record<string, unknown> }>('app.view')).values)
    .toMatchObject({ 'messaging.pollSeconds': 300, 'appearance.locale': 'de-DE' })

  if (host !== 'local') {
    await test.step('a notice that is turned off is not shown', async () => {
      await api('notifications.register', { events: ['FixedPriceTransaction'] })
      const notices = async () => (await app.stage().desktop()).notices.length
      await page.getByText('Sales and other notifications', { exact: true }).click()
      await expect
        .poll(async () => (await api<{ values: Record<string, unknown> }>('app.view')).values['notices.arrivals'])
        .toBe(false)
      const arrived = async () =>
        (await api<{ rows: readonly { processing: string }[] }>('notifications.events')).rows.map(
          ({ processing }) => processing,
        )
      await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
      await expect.poll(arrived).toEqual(['processed'])
      await page.getByText('Sales and other notifications', { exact: true }).click()
      await expect
        .poll(async () => (await api<{ values: Record<string, unknown> }>('app.view')).values['notices.arrivals'])
        .toBe(true)
      await practice.post('/practice/events', { event: 'FixedPriceTransaction' })
      // Only the second one is shown; the first would have appeared earlier.
      await expect.poll(notices).toBe(1)
      expect(await arrived()).toHaveLength(2)
    })
  }

  await goTo(page, '#/settings/new/address')
  const address = (shown: Page) => shown.getByRole('textbox', { name: /^Base URL/ })
  await address(page).fill('https://shop.example')
  const after = await restartApp()
  await test.step('what was typed of a connection that is being added is kept', async () => {
    await goTo(after, '#/settings/new/address')
    await expect(address(after)).toHaveValue('https://shop.example')
    await address(after).press('Escape')
    await expect(after.getByRole('region', { name: 'Storage' })).toBeVisible()
  })
  await after.locator('summary', { hasText: 'Advanced' }).press('Enter')
  await expect(after.getByRole('radio', { name: 'Every 5 minutes' })).toBeChecked()
  await expectDates(after, germanDates)
  await after.getByRole('button', { name: /Dates and numbers/ }).click()
  await after.getByRole('option', { name: 'Same as system' }).click()
  await expectDates(after, englishDates)
})
