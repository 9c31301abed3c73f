/** A day's work in an eBay shop: eBay's conditions, a run, mapping in tasks of ten, and starting offline. */
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { openMoreFields } from './items-toolbar.ts'
import { showItems } from './read-ahead.ts'

type Stored = Readonly<Record<string, unknown>>
type Rows = { readonly rows: readonly { readonly sku: string; readonly title: string }[] }

test.describe('an eBay shop', () => {
  shareApp({ platform: 'ebay', conversations: 0, items: 12 })

  test('PLT-14 PLT-15 twelve products are mapped by tasks of ten, and nothing shown is blank', async ({
    page,
    practice,
    api,
  }) => {
    await practice.post('/practice/settings', { mappingDurationMs: 0 })
    await goTo(page, '#/mapping/new')
    await page.getByRole('button', { name: 'Add all 12' }).click()
    await page.getByRole('button', { name: /^Start .*12 products/ }).click()
    const total = async () => (await api<{ total: number }>('mapping.tasks')).total
    await expect.poll(total).toBe(2)
    const states = async () =>
      (await api<{ rows: { state: string }[] }>('mapping.tasks')).rows.map(({ state }) => state)
    // eBay tasks are polled rarely, so check them by button.
    const { rows } = await api<{ rows: { taskRef: number }[] }>('mapping.tasks')
    for (const { taskRef } of rows) {
      await goTo(page, `#/mapping/${taskRef}`)
      await page.getByRole('button', { name: 'Check now' }).click()
      await expect(page.getByRole('tab', { name: /^Suggestions \d+/ })).toBeVisible()
    }
    expect(await states()).toEqual(['completed', 'completed'])
    await page.getByRole('tab', { name: /^Suggestions/ }).click()
    const shown = page.getByRole('grid').getByRole('row')
    await expect(shown.nth(1)).toBeVisible()
    await expect.poll(async () => (await shown.allInnerTexts()).filter((text) => text.trim() === '')).toEqual([])
  })

  test('PLT-10 PLT-12 an item is saved in an eBay condition, and a run sends new and existing items', async ({
    page,
    practice,
    api,
  }) => {
    const skus = (await showItems(page, api)).map(({ sku }) => sku)
    const [sku = ''] = skus
    const stored = async (which: string) => (await practice.get(`/practice/items/${which}`)) as Stored

    await test.step('an item is edited and saved', async () => {
      await goTo(page, `#/items/${sku}`)
      // Its category allows a few: they are a row.
      await page.getByRole('radiogroup', { name: 'Condition' }).getByRole('radio', { name: 'Like new' }).press('Space')
      await openMoreFields(page)
      await page.getByRole('textbox', { name: 'EAN' }).fill('4006381333931')
      await page.getByRole('button', { name: 'Review changes', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Save 2 changes/ })
        .click()
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await stored(sku)).toMatchObject({ condition: 'LIKE_NEW', product: { ean: ['4006381333931'] } })
    })

    await test.step('a run creates two items and changes three', async () => {
      await goTo(page, '#/items')
      const fresh = ['NEW-1', 'NEW-2']
      await api('inventory.addSkus', { skus: fresh })
      const isRead = async (one: string) => (await api<{ isRead: boolean }>('inventory.item', { sku: one })).isRead
      await expect.poll(() => Promise.all(fresh.map(isRead))).toEqual([true, true])
      const changed = [...fresh, ...skus.slice(1, 4)]
      await api('inventory.stageCells', {
        columns: ['title', 'condition'],
        rows: changed.map((one) => ({ sku: one, cells: [`Sent ${one}`, 'PRE_OWNED_FAIR'] })),
      })
      await page.getByRole('button', { name: 'Review changes (5)' }).press('Enter')
      await page.getByRole('button', { name: 'Save all 5' }).press('Enter')
      await expect(page.getByRole('region', { name: 'Save changes', exact: true })).toContainText('5 done')
      for (const one of changed) {
        expect(await stored(one)).toMatchObject({ condition: 'PRE_OWNED_FAIR', product: { title: `Sent ${one}` } })
      }
    })
  })

  test('OFF-01 it starts offline, a save waits, and switching platforms and back loses nothing', async ({
    page: first,
    practice,
    api,
    restartApp,
  }) => {
    const items = await showItems(first, api)
    const sku = items.at(-1)?.sku ?? ''
    await practice.post('/practice/faults', { operation: 'all', fault: 'offline' })
    const page = await restartApp()

    await goTo(page, `#/items/${sku}`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Written without a platform')
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('This save waits to be sent')).toBeVisible()

    const profile = { name: 'Neutral shop', kind: 'sandbox', baseUrl: practice.url }
    const { id } = await api<{ id: string }>('connection.create', { profile })
    await api('connection.open', { id })
    await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Sandbox')
    expect((await api<Rows>('inventory.items', {})).rows).toEqual([])

    await practice.delete('/practice/faults')
    await api('connection.open', { id: 'practice' })
    await expect(page.getByRole('region', { name: 'Connection kind' })).toContainText('Practice')
    await expect
      .poll(() => practice.get(`/practice/items/${sku}`))
      .toMatchObject({ product: { title: 'Written without a platform' } })
    expect((await api<Rows>('inventory.items', {})).rows).toHaveLength(items.length)
  })
})
