/** The three first steps of a new user, carried out in full, and the help behind every message. */
import type { Locator, Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForInbox, waitForItems, waitForListings } from './read-ahead.ts'

shareApp({ conversations: 6, items: 6, platform: 'ebay', hasSales: true })

const showFirstSteps = async (page: Page, api: Api): Promise<Locator> => {
  await api('app.showFirstSteps', { isShown: true })
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps).toContainText('0 of 3 done')
  return steps
}

test('the first steps can be skipped, and a message links to its rule without losing the location', async ({
  page,
  practice,
  api,
}) => {
  const steps = await showFirstSteps(page, api)
  await steps.getByRole('button', { name: 'Skip first steps' }).click()
  await expect(steps).toHaveCount(0)

  const [item] = (await practice.get('/practice/skus')) as readonly { readonly sku: string }[]
  await goTo(page, `#/items/${item?.sku}`)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  const before = await title.inputValue()
  await title.fill('x'.repeat(81))
  const link = page.getByRole('button', { name: 'Why? The length of a title' })
  await link.press('Enter')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'The length of a title' })).toBeVisible()
  expect(await axeFindings(page, help)).toEqual([])

  await help.getByRole('searchbox', { name: 'Search the help' }).fill('recipient')
  await expect(help.getByRole('heading', { name: 'A message has one recipient' })).toBeVisible()
  await help.getByRole('searchbox', { name: 'Search the help' }).fill('zzzz')
  await expect(help.getByText('No results for “zzzz”')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(link).toBeFocused()
  await expect(title).toHaveValue('x'.repeat(81))

  // The app is shared: the next test reviews every unsent change.
  await title.fill(before)
  await expect(page.getByRole('button', { name: /^Review changes/ })).toHaveCount(0)
})

test('the first steps are ticked off when they happen, stay closed, and can be reopened from the help', async ({
  page,
  api,
  restartApp,
}) => {
  await api('app.saveView', { key: 'messaging.undoSeconds', value: 0 })
  await waitForInbox(page, api)
  await waitForItems(api)
  const steps = await showFirstSteps(page, api)
  expect(await axeFindings(page)).toEqual([])

  await test.step('a buyer is answered', async () => {
    await steps.getByRole('button', { name: 'Go to the inbox' }).click()
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
    const reply = page.getByRole('region', { name: 'Reply' })
    await page.getByRole('textbox', { name: /^Reply to/ }).fill('It goes out tomorrow.')
    await expect(reply.getByText(/^Saved/)).toBeVisible()
    await reply.getByRole('button', { name: /^Send/ }).click()
    await expect(steps).toContainText('1 of 3 done')
  })

  await test.step('an order is shipped, whichever way', async () => {
    const { rows } = await api<{ rows: { orderId: string }[] }>('orders.orders', { view: 'toShip' })
    await api('orders.ship', { orderId: rows[0]?.orderId, carrier: null, trackingNumber: null, lines: null })
    await expect(steps).toContainText('2 of 3 done')
  })

  await test.step('a price is changed and put back', async () => {
    await steps.getByRole('button', { name: 'Go to the items' }).click()
    await waitForListings(api)
    const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', { listing: 'published', maker: 'here' })
    const change = async (text: string): Promise<void> => {
      await api('inventory.stageCells', { columns: ['price'], rows: [{ sku: rows[0]?.sku, cells: [text] }] })
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Review changes/ }).press('Enter')
      await page.getByRole('button', { name: 'Change 1 price' }).press('Enter')
      await expect(page.getByRole('region', { name: 'Change prices', exact: true })).toContainText('1 done')
    }
    await change('61.00')
    await expect(steps.getByText(/The price is changed/)).toBeVisible()
    await goTo(page, '#/outbox')
    await steps.getByRole('button', { name: 'Put it back…' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Put back 1 item' }).press('Enter')
    await expect(steps.getByRole('heading', { name: 'You have seen the essentials' })).toBeVisible()
  })

  await test.step('they stay closed after a restart, until the help shows them', async () => {
    await steps.getByRole('button', { name: 'Close' }).click()
    await expect(steps).toHaveCount(0)
    const after = await restartApp()
    await expect(after.getByRole('main')).toBeVisible()
    await expect(after.getByRole('region', { name: 'First steps' })).toHaveCount(0)
    await after.keyboard.press('F1')
    await after.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'Show first steps' }).click()
    const back = after.getByRole('region', { name: 'First steps' })
    await expect(back.getByRole('heading', { name: 'You have seen the essentials' })).toBeVisible()
    await back.getByRole('button', { name: 'Close' }).click()
    await expect(back).toHaveCount(0)
  })
})
