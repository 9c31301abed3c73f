/** Events of an eBay shop: both signature formats, and the closing of a buyer's account. */
import { axeFindings } from './axe.ts'
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

shareApp({ platform: 'ebay', conversations: 4, items: 4 })

type Log = { readonly rows: readonly { readonly name: string; readonly signature: string }[] }
type Subscriptions = { readonly destinations: { readonly entries: readonly { readonly destinationId: string }[] } }

/** Registers the receiver for legacy sales, and subscribes to one topic. */
const register = async (api: Api, topicId: string): Promise<void> => {
  await api('notifications.register', { events: ['ItemSold'], alertEmail: 'seller@example.com' })
  const { destinations } = await api<Subscriptions>('notifications.subscriptions')
  await api('notifications.createSubscription', {
    topicId,
    destinationId: destinations.entries[0]?.destinationId,
    status: 'ENABLED',
    payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
  })
}

test('PLT-17 PLT-20 a signed JSON event and a signed legacy event are verified and described in a seller’s words', async ({
  page,
  practice,
  api,
}) => {
  await register(api, 'NEW_MESSAGE')
  await practice.post('/practice/events', { event: 'ItemSold' })
  await practice.post('/practice/messages', { username: 'evening-light', subject: 'Question', text: 'Is it new?' })
  await practice.post('/practice/topics/NEW_MESSAGE', {})
  const load = async () => (await api<Log>('notifications.events', {})).rows
  await expect
    .poll(async () => new Set((await load()).map(({ name }) => name)))
    .toEqual(new Set(['ItemSold', 'NEW_MESSAGE']))
  // The key for the first JSON event is fetched after the response.
  await expect
    .poll(async () => new Set((await load()).map(({ signature }) => signature)))
    .toEqual(new Set(['verified']))
  await goTo(page, '#/notifications')
  const grid = page.getByRole('grid', { name: 'Notifications' })
  await grid.getByRole('row').filter({ hasText: /Sold/ }).first().click()
  await expect(page.locator('summary', { hasText: 'signed by eBay' })).toBeVisible()
  await grid
    .getByRole('row')
    .filter({ hasText: /Message from evening-light/ })
    .first()
    .click()
  await expect(page.locator('summary', { hasText: 'signed by eBay' })).toBeVisible()
  await page.getByRole('button', { name: 'Answer' }).press('Enter')
  await expect(page).toHaveURL(/#\/inbox\//)
})

test('PLT-18 a closed account disappears from the inbox, and its record contains no name', async ({
  page,
  practice,
  api,
}) => {
  // A check in progress could read the account again.
  await waitForInbox(page, api)
  await register(api, 'MARKETPLACE_ACCOUNT_DELETION')
  type Listed = { readonly rows: readonly { readonly buyer: string | null }[] }
  const buyers = async () =>
    (await api<Listed>('messaging.conversations', { view: 'all' })).rows.map(({ buyer }) => buyer)
  const username = (await buyers()).find((buyer) => buyer !== null) ?? ''
  expect(username).not.toBe('')
  await practice.post('/practice/topics/MARKETPLACE_ACCOUNT_DELETION', {
    data: { username, userId: 'u-1', eiasToken: 'nY+sHZ2' },
  })
  await expect.poll(buyers).not.toContain(username)
  await goTo(page, '#/notifications')
  await page.getByRole('button', { name: 'More for notifications' }).press('Enter')
  await page.getByRole('menuitem', { name: /1 user erased/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('No name was kept.')
  await expect(dialog).not.toContainText(username)
  expect(await axeFindings(page)).toEqual([])
})
