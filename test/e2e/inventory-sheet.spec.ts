/** Many items at once, by keyboard: the sheet, the plan of a run, and its result. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, test } from './fixtures.ts'

type Stored = { readonly product: Readonly<Record<string, unknown>>; readonly availability: unknown }

const quantityOf = ({ availability }: Stored) =>
  (availability as { readonly shipToLocationAvailability: { readonly quantity: number } }).shipToLocationAvailability
    .quantity

const expectAccessible = async (page: Page, where: string): Promise<void> => {
  expect(await axeFindings(page), where).toEqual([])
}

const cell = (page: Page, sku: string, column: number) =>
  page.getByRole('row', { name: sku }).getByRole('gridcell').nth(column)

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

test.describe('the table of items', () => {
  test.use({ shop: { conversations: 0, items: 12 } })

  test('is edited like a spreadsheet and undoes a block as one', async ({ page, api }) => {
    test.slow()
    await page.evaluate(() => {
      window.location.hash = '#/items'
    })
    const grid = page.getByRole('grid', { name: 'Items' })
    await expect(grid).toContainText('Up to date')
    const { rows } = await api<{ rows: { sku: string; title: string }[] }>('inventory.items', {})
    const [one = '', two = '', three = '', four = ''] = rows.map(({ sku }) => sku)
    const titleOf = (sku: string) => rows.find((row) => row.sku === sku)?.title ?? ''
    const [picture, title, quantity, condition] = [0, 2, 3, 4]
    await expect(cell(page, one, picture)).toBeVisible()

    await grid.focus()
    await press(page, 'Home', 'ArrowRight', 'ArrowRight')
    await page.keyboard.type('Typed over')
    await press(page, 'Enter')
    await expect(cell(page, one, title)).toHaveText('Typed over')
    await press(page, 'F2', 'End')
    await page.keyboard.type('!')
    await press(page, 'Escape')
    await expect(cell(page, two, title)).toHaveText(titleOf(two))

    await press(page, 'Tab')
    await page.keyboard.type('many')
    await press(page, 'Enter')
    const wrong = cell(page, two, quantity)
    await expect(wrong).toHaveAttribute('aria-invalid', 'true')
    await expect(wrong).toContainText('"many" is not a whole number')
    // Enter returns to the column where Tab started.
    await press(page, 'ArrowUp', 'ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: '"many" is not a whole number' })).toBeVisible()
    await expectAccessible(page, 'the table with an error in it')
    await page.keyboard.type('4')
    await press(page, 'Enter')
    await expect(cell(page, two, quantity)).toHaveText('4')
    await expect(cell(page, two, quantity)).not.toHaveAttribute('aria-invalid')

    await press(page, 'ArrowUp', 'ArrowRight', 'Enter')
    await expect(page.getByRole('listbox', { name: `Condition of ${two}` })).toBeVisible()
    await expectAccessible(page, 'a choice in the table')
    await page.keyboard.type('parts')
    await press(page, 'Tab')
    await expect(cell(page, two, condition)).toHaveText('For parts or not working')

    // Fill quantity and condition down over two rows, copy, paste below, undo.
    await press(page, 'ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown')
    await press(page, 'ControlOrMeta+d')
    await expect(cell(page, four, quantity)).toHaveText('4')
    await expect(cell(page, four, condition)).toHaveText('For parts or not working')
    await expect(page.getByText(/^[34] cells changed$/)).toBeVisible()
    await press(page, 'ControlOrMeta+c')
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ControlOrMeta+v')
    const fifth = rows[4]?.sku ?? ''
    await expect(cell(page, fifth, condition)).toHaveText('For parts or not working')
    await press(page, 'ControlOrMeta+z')
    await expect(page.getByText(/^Undone: [123] items?\.$/)).toBeVisible()
    await press(page, 'ControlOrMeta+z')
    await expect(cell(page, four, condition)).not.toHaveText('For parts or not working')
    await expect(cell(page, two, condition)).toHaveText('For parts or not working')

    expect(await api('inventory.item', { sku: one })).toMatchObject({ view: { title: 'Typed over' }, state: 'changed' })
    expect(await api('inventory.item', { sku: three })).toMatchObject({ edit: null })
    expect(await api('inventory.budget')).toMatchObject({ used: 0 })

    await press(page, 'Home', 'Space')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible()

    // The open item covers no cell of the list.
    await grid.focus()
    await press(page, 'End')
    const isSeen = () =>
      grid.evaluate((element) => {
        const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
        const { left, right, top, bottom } = active?.getBoundingClientRect() ?? new DOMRect()
        return active?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) === true
      })
    await expect.poll(isSeen).toBe(true)

    // The plan takes the focus; once discarded, the sheet has it again.
    await page.getByRole('button', { name: /^Review and send/ }).press('Enter')
    const plan = page.getByRole('region', { name: /^Ready to send/ })
    await expect(plan).toBeVisible()
    await press(page, 'Tab')
    await expect(plan.getByRole('button', { name: 'Close' })).toBeFocused()
    await plan.getByRole('button', { name: 'Discard the plan' }).press('Enter')
    await expect(plan).toBeHidden()
    await expect(grid).toBeFocused()
    await expect(page.getByRole('region', { name: 'Sending many items' })).toBeHidden()
  })

  test('INV-12 what was planned is sent, and what was refused stays with its error in the cell', async ({
    page,
    practice,
    api,
  }) => {
    test.slow()
    await page.evaluate(() => {
      window.location.hash = '#/items'
    })
    const grid = page.getByRole('grid', { name: 'Items' })
    await expect(grid).toContainText('Up to date')
    const { rows } = await api<{ rows: { sku: string; title: string }[] }>('inventory.items', {})
    const skus = rows.map(({ sku }) => sku)
    const [refused = '', emptied = ''] = skus
    await api('app.saveView', { key: 'inventory.columns', value: ['title', 'quantity', 'upc'] })
    await page.reload()
    await expect(grid.getByRole('columnheader', { name: 'UPC' })).toBeVisible()

    // All quantities, two codes where one is allowed, and a deleted title.
    await api('inventory.stageCells', {
      columns: ['quantity', 'upc', 'title'],
      rows: skus.map((sku) => ({ sku, cells: ['77', sku === refused ? '1|2' : null, sku === emptied ? '' : null] })),
      blank: 'delete',
    })
    await page.getByRole('button', { name: 'Review and send 12' }).press('Enter')
    const panel = page.getByRole('region', { name: 'Ready to send 12 items' })
    await expect(panel.getByRole('row', { name: /^now/ })).toContainText('12')
    const send = panel.getByRole('button', { name: /^Send 12 items/ })
    await expect(send).toHaveAccessibleName(/1 deletion is not confirmed/)
    await expectAccessible(page, 'the plan')
    await panel.getByRole('checkbox', { name: new RegExp(`^${emptied} Delete Title`) }).press('Space')
    await expect(send).not.toHaveAccessibleName(/not confirmed/)
    await send.press('Enter')

    const done = page.getByRole('region', { name: 'Sent', exact: true })
    await expect(done).toContainText('11 saved, 1 refused')
    await expectAccessible(page, 'the end of a run')
    expect(quantityOf((await practice.get(`/practice/items/${skus[5]}`)) as Stored)).toBe(77)
    expect(quantityOf((await practice.get(`/practice/items/${refused}`)) as Stored)).not.toBe(77)
    expect((await practice.get(`/practice/items/${emptied}`)) as Stored).not.toHaveProperty('product.title')

    await done.getByRole('button', { name: 'Correct 1 refused item' }).press('Enter')
    await expect(grid.getByRole('row')).toHaveCount(2)
    await expect(cell(page, refused, 2)).toHaveText('77')
    await expect(cell(page, refused, 3)).toHaveAttribute('aria-invalid', 'true')
    await expect(cell(page, refused, 3)).toContainText('1|2')
    await expect(cell(page, refused, 3)).toContainText('product.upc')

    await page.getByRole('button', { name: /Item changes of the last 24 hours/ }).press('Enter')
    const account = page.getByRole('dialog', { name: 'Item changes of the last 24 hours' })
    await expect(account).toContainText('12 items in 1 call')
    await expectAccessible(page, 'the gauge')
    await press(page, 'Escape')
    await page.getByRole('button', { name: 'List settings' }).press('Enter')
    await expectAccessible(page, 'the settings of the list')
  })
})
