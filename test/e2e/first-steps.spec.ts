/** The three first steps of a new user, carried out in full, and the help behind every message. */
import type { Locator, Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
import { waitForInbox, waitForItems } from './read-ahead.ts'

shareApp({ conversations: 6, items: 6 })

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
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('x'.repeat(81))
  const link = page.getByRole('button', { name: 'Why? The length of a title' })
  await link.press('Enter')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'The length of a title' })).toBeVisible()
  expect(await axeFindings(page, help)).toEqual([])

  await help.getByRole('searchbox', { name: 'Search the help' }).fill('13007')
  await expect(help.getByRole('heading', { name: 'The length of a message' })).toBeVisible()
  await help.getByRole('searchbox', { name: 'Search the help' }).fill('zzzz')
  await expect(help.getByText('No results for “zzzz”')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(link).toBeFocused()
  await expect(title).toHaveValue('x'.repeat(81))
})

test('a conversation opened while the shop goes offline stays open', async ({ page, api, host }) => {
  test.skip(host !== 'local', 'The test delays an answer over HTTP')
  await waitForInbox(page, api)
  const steps = await showFirstSteps(page, api)
  const released = Promise.withResolvers<void>()
  const setting = await holdCall(page, 'practice.setFault', 'request', released.promise)
  await steps.getByRole('button', { name: 'Go offline' }).click()
  await setting.held
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await expect(reply).toBeVisible()
  const answer = page.waitForResponse(
    (response) => response.request().postData()?.includes('practice.setFault') === true,
  )
  released.resolve()
  await (await answer).finished()
  await expect(steps.getByText(/can’t be reached now/)).toBeVisible()
  await expect(reply).toBeVisible()
  await api('practice.clearFaults', { operation: 'all', fault: 'offline' })
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

  await test.step('a buyer is answered while offline', async () => {
    await steps.getByRole('button', { name: 'Go offline' }).click()
    await expect(steps.getByText(/can’t be reached now/)).toBeVisible()
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
    const reply = page.getByRole('region', { name: 'Reply' })
    await page.getByRole('textbox', { name: /^Reply to/ }).fill('It goes out tomorrow.')
    await expect(reply.getByText(/^Saved/)).toBeVisible()
    await reply.getByRole('button', { name: /^Send/ }).click()
    // Pressing the button doesn't tick the step off: the message is still waiting.
    await expect(steps.getByText(/kept in the outbox/)).toBeVisible()
    await expect(steps).toContainText('0 of 3 done')
    await steps.getByRole('button', { name: 'Go online again' }).click()
    await expect(steps).toContainText('1 of 3 done')
  })

  await test.step('a changed title is previewed as a save', async () => {
    await steps.getByRole('button', { name: 'Open an item' }).click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('A title that is new')
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('A title that is new').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(steps).toContainText('2 of 3 done')
  })

  await test.step('a sale arrives', async () => {
    await steps.getByRole('button', { name: 'Go to instant alerts' }).click()
    await expect(page.getByText('No notifications yet')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: /^Set up/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Set up instant alerts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up instant alerts' })
    await dialog.getByRole('button', { name: /^Set up/ }).click()
    await expect(dialog).toBeHidden()
    await steps.getByRole('button', { name: 'Go to Practice' }).click()
    await page.getByRole('button', { name: 'Trigger' }).first().click()
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
