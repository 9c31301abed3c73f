/** The practice screen: what a seller can do to the shop from the other side. */
import { expect, goTo, test } from './fixtures.ts'

test.use({ shop: { conversations: 2, items: 1 } })

test('a custom fault says how often it still applies, and ends by itself', async ({ page, api }) => {
  // The app reads its items on its own first, which would use the fault up.
  await expect
    .poll(async () => api<{ total: number; toRead: number }>('inventory.items'))
    .toMatchObject({
      total: 1,
      toRead: 0,
    })
  await goTo(page, '#/practice')
  const panel = page.getByRole('region', { name: 'Break the network' })
  await panel.getByRole('button', { name: 'Add custom fault' }).click()
  const where = panel.getByRole('combobox', { name: 'Where' })
  await where.fill('getInventoryItem')
  await where.press('Tab')
  await panel.getByRole('textbox', { name: 'Times' }).fill('2')
  await panel.getByRole('button', { name: 'Switch on' }).click()
  const faults = panel.getByRole('list', { name: 'Custom faults' })
  await expect(faults).toContainText('getInventoryItem: answers with HTTP 503, 2 more times')
  const { rows } = await api<{ rows: { sku: string }[] }>('inventory.items', { limit: 1 })
  // A read is tried again by itself: two refusals, then the answer.
  await api('inventory.refreshItem', { sku: rows[0]?.sku })
  await expect(faults).toBeHidden()
})
