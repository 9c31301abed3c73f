/** What happens before an answer: a second key, a close, another page, another shop, and more text. */
import type { Page } from 'playwright/test'
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
import { openConnection } from './open-connection.ts'

test.beforeEach(({ host }) => test.skip(host !== 'local', 'The tests delay answers over HTTP'))

const shared = shareApp({ conversations: 4, items: 4 })

const createOther = async (api: Api, name: string): Promise<string> => {
  const oauth = { clientId: practiceCredentials.clientId }
  const profile = { name, kind: 'sandbox', baseUrl: shared().practice.url, oauth }
  return (await api<{ id: string }>('connection.create', { profile })).id
}

/** Counts the window's calls of a method from now on. */
const countCalls = (page: Page, method: string): (() => number) => {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/call') && (request.postDataJSON() as { method: string }).method === method)
      count += 1
  })
  return () => count
}

const deleteByHand = async (page: Page, name: string) => {
  await goTo(page, '#/settings/section/connections')
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
  await dialog.getByRole('textbox').fill(name)
  return dialog
}

test('Enter pressed twice or held submits a form once', async ({ page, api }) => {
  await test.step('a shop is deleted once, and the outcome is shown', async () => {
    await createOther(api, 'Deleted shop')
    const answered = Promise.withResolvers<void>()
    const removal = await holdCall(page, 'connection.delete', 'answer', answered.promise)
    const calls = countCalls(page, 'connection.delete')
    const dialog = await deleteByHand(page, 'Deleted shop')
    await page.keyboard.down('Enter')
    await removal.held
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.press('Enter')
    answered.resolve()
    await expect(page.getByRole('region', { name: 'News' })).toContainText('Deleted Deleted shop.')
    await expect(dialog).toHaveCount(0)
    expect(calls()).toBe(1)
  })

  await test.step('something is bought once', async () => {
    await goTo(page, '#/practice')
    const answered = Promise.withResolvers<void>()
    const purchase = await holdCall(page, 'practice.buy', 'answer', answered.promise)
    const calls = countCalls(page, 'practice.buy')
    const buyer = page.getByRole('textbox', { name: 'Bought by' })
    await expect(page.getByRole('combobox', { name: 'Item to buy' })).not.toHaveValue('')
    await buyer.press('Enter')
    await purchase.held
    await buyer.press('Enter')
    answered.resolve()
    await expect(page.getByRole('region', { name: 'Buy', exact: true }).getByRole('status')).not.toBeEmpty()
    expect(calls()).toBe(1)
  })

  await test.step('a form adds one shop, and keys pressed meanwhile do nothing', async () => {
    await goTo(page, '#/settings/new/application')
    await api('connection.keepDraft', {
      id: 'new',
      fields: { kind: 'sandbox', name: 'Added shop', baseUrl: shared().practice.url },
    })
    await page.reload()
    const answered = Promise.withResolvers<void>()
    const creation = await holdCall(page, 'connection.create', 'answer', answered.promise)
    const calls = countCalls(page, 'connection.create')
    const client = page.getByRole('textbox', { name: /^Client ID/ })
    await client.fill(practiceCredentials.clientId)
    await client.press('Enter')
    await creation.held
    await page.keyboard.press('x')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^Back ?, not possible/ })).toBeVisible()
    answered.resolve()
    await expect(page.getByRole('heading', { name: 'Set up Added shop' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in later' })).toBeVisible()
    expect(calls()).toBe(1)
    await goTo(page, '#/inbox')
    await api('connection.open', { id: 'practice' })
  })
})

test('a dialog stays until its work has ended, and shows what came of it', async ({ page, api }) => {
  await api('storage.backUpNow', {})
  await goTo(page, '#/settings/section/storage')
  const main = page.getByRole('main')
  const question = page.getByRole('alertdialog')

  const open = async (): Promise<void> => {
    await main.getByRole('list', { name: 'Backups' }).getByRole('button').first().click()
    await question.getByRole('button', { name: 'Restore this backup' }).click()
  }

  await test.step('a confirmed act can’t be left before its answer', async () => {
    const answered = Promise.withResolvers<void>()
    const restore = await holdCall(page, 'storage.restore', 'answer', answered.promise)
    await open()
    await restore.held
    await page.keyboard.press('Escape')
    await question
      .getByRole('button', { name: /^Keep current data ?, not possible: Wait until it is done/ })
      .press('Enter')
    await expect(question).toBeVisible()
    answered.resolve()
    await expect(page.getByText('Done. The previous state is the newest backup.')).toBeVisible()
    await expect(question).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('SEC-19 the only view of a new key is never closed unseen', async () => {
    const answered = Promise.withResolvers<void>()
    const adding = await holdCall(page, 'proposals.addAssistant', 'answer', answered.promise)
    await goTo(page, '#/settings/section/assistants')
    await page.getByRole('button', { name: 'Add an assistant…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk assistant')
    await dialog.getByRole('button', { name: 'Make a key' }).click()
    await adding.held
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: /^Cancel ?, not possible/ }).press('Enter')
    await dialog.getByRole('button', { name: /^Close, not possible/ }).press('Enter')
    answered.resolve()
    await expect(dialog.locator('pre')).toContainText('stallhand-')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)
  })
})

test('a late answer doesn’t take the seller off the page they went to', async ({ page, api }) => {
  const id = await createOther(api, 'Edited shop')
  await goTo(page, `#/settings/${id}`)
  const answered = Promise.withResolvers<void>()
  const saving = await holdCall(page, 'connection.update', 'answer', answered.promise)
  await page.getByRole('textbox', { name: /^Name/ }).fill('Renamed shop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saving.held
  await goTo(page, '#/today')
  const isRead = page.waitForResponse(
    (response) => (response.request().postDataJSON() as { method?: string } | null)?.method === 'connection.update',
  )
  answered.resolve()
  await isRead
  // The page has handled the answer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)))
  await expect(page).toHaveURL(/#\/today$/)
})

test('what is typed while a message is sent stays', async ({ page }) => {
  await goTo(page, '#/practice')
  const panel = page.getByRole('region', { name: 'Write as a buyer' })
  const message = panel.getByRole('textbox', { name: 'Message' })
  const answered = Promise.withResolvers<void>()
  const sending = await holdCall(page, 'practice.sendAsBuyer', 'answer', answered.promise)
  await message.fill('Is it blue?')
  await message.press('ControlOrMeta+Enter')
  await sending.held
  await message.fill('And is it large?')
  await panel.getByRole('textbox', { name: 'Subject' }).fill('A lamp')
  answered.resolve()
  await expect(panel.getByRole('status')).toHaveText('Sent. See the inbox.')
  await expect(message).toHaveValue('And is it large?')
  await expect(panel.getByRole('textbox', { name: 'Subject' })).toHaveValue('A lamp')
})

test('an address typed while another is sent stays, and counts as a change', async ({ page, api }) => {
  await api('notifications.register', { events: ['ItemSold'] })
  await goTo(page, '#/notifications/subscriptions/legacy')
  const address = page.getByRole('textbox', { name: 'Address that receives the events' })
  const answered = Promise.withResolvers<void>()
  const sending = await holdCall(page, 'notifications.setPreferences', 'answer', answered.promise)
  await address.fill('https://example.com/first')
  await page.getByRole('button', { name: /^Send 1 change/ }).click()
  await sending.held
  await address.fill('https://example.com/second')
  answered.resolve()
  await expect(page.getByText('1 change sent').first()).toBeVisible()
  await expect(address).toHaveValue('https://example.com/second')
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('https://example.com/second')
})

test('a secret that was removed isn’t called saved', async ({ page, api }) => {
  await openConnection(page, api, await createOther(api, 'Shop with a secret'), 'Sandbox')
  await goTo(page, '#/settings/section/secrets')
  const secrets = page.getByRole('region', { name: 'Secrets' })
  await secrets.getByLabel('Client secret', { exact: true }).fill('a-secret')
  await secrets.getByRole('button', { name: /^(Save in|Keep until)/ }).click()
  await expect(secrets.getByRole('status')).toHaveText('Saved. Check the connection now.')
  await secrets.getByRole('button', { name: 'Remove Client secret' }).click()
  await expect(secrets.getByRole('button', { name: 'Remove Client secret' })).toHaveCount(0)
  await expect(secrets.getByRole('status')).toBeEmpty()
  await openConnection(page, api, 'practice', 'Practice')
})

test('nothing of one shop is shown under the name of another', async ({ page, api }) => {
  const practice = { name: 'Second practice shop', kind: 'practice', baseUrl: shared().practice.url }
  const { id } = await api<{ id: string }>('connection.create', { profile: practice })
  const name = page.getByRole('button', { name: /, switch connection$/ })

  await test.step('the result of a check', async () => {
    await goTo(page, '#/settings/section/open-connection')
    const panel = page.getByRole('region', { name: 'Open connection' })
    await panel.getByRole('button', { name: 'Check connection' }).click()
    const services = panel.getByRole('list')
    await expect(services.first()).toBeVisible()
    await api('connection.open', { id })
    await expect(name).toHaveAccessibleName('Second practice shop, switch connection')
    await expect(panel).toContainText('Second practice shop')
    await expect(services).toHaveCount(0)
    await api('connection.open', { id: 'practice' })
    await expect(panel).not.toContainText('Second practice shop')
  })

  await test.step('what is typed as a buyer', async () => {
    await goTo(page, '#/practice')
    const buyer = page.getByRole('textbox', { name: 'Bought by' })
    await buyer.fill('only_here')
    await api('connection.open', { id })
    await expect(name).toHaveAccessibleName('Second practice shop, switch connection')
    await expect(buyer).toHaveValue('anna_wolle')
    await api('connection.open', { id: 'practice' })
    await expect(buyer).toHaveValue('only_here')
  })
})
