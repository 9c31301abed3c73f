/** Many items at once, by keyboard: the sheet, the plan of a run, and its result. */
import type { Page } from 'playwright/test'
import { type Condition, conditionLabels } from '../../shared/connection/conditions.ts'
import { axeFindings } from './axe.ts'
import { asBrowser, expect, goTo, shareApp, test } from './fixtures.ts'
import { chooseFilter, chooseMore } from './items-toolbar.ts'
import { pressSequence } from './press-sequence.ts'
import { showItems } from './read-ahead.ts'

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
  shareApp({ conversations: 0, items: 12 })

  test('is edited like a spreadsheet and undoes a block as one', async ({ page, api }) => {
    test.slow()
    const grid = page.getByRole('grid', { name: 'Items', exact: true })
    const rows = await showItems(page, api)
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
    await expect(wrong).toContainText('“many” isn’t a whole number')
    // Enter returns to the column where Tab started.
    await press(page, 'ArrowUp', 'ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: '“many” isn’t a whole number' })).toBeVisible()
    await expectAccessible(page, 'the table with an error in it')
    await page.keyboard.type('4')
    await press(page, 'Enter')
    await expect(cell(page, two, quantity)).toHaveText('4')
    await expect(cell(page, two, quantity)).not.toHaveAttribute('aria-invalid')

    await press(page, 'ArrowUp', 'ArrowRight', 'Enter')
    await expect(page.getByRole('listbox', { name: `Condition of ${two}` })).toBeVisible()
    await expectAccessible(page, 'a choice in the table')
    // Letters more than a second apart would be another search.
    await pressSequence(page, ...'parts')
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
    await expect(page.getByText(/^Undone in [123] items?\.$/).first()).toBeVisible()
    await press(page, 'ControlOrMeta+z')
    await expect(cell(page, four, condition)).not.toHaveText('For parts or not working')
    await expect(cell(page, two, condition)).toHaveText('For parts or not working')

    expect(await api('inventory.item', { sku: one })).toMatchObject({ view: { title: 'Typed over' }, state: 'changed' })
    expect(await api('inventory.item', { sku: three })).toMatchObject({ edit: null })
    expect(await api('inventory.budget')).toMatchObject({ used: 0 })

    await press(page, 'Home', 'Space')
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible()

    // The open item must not cover the list's active cell.
    await grid.focus()
    await press(page, 'End')
    const isSeen = () =>
      grid.evaluate((element) => {
        const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
        const { left, right, top, bottom } = active?.getBoundingClientRect() ?? new DOMRect()
        return active?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) === true
      })
    await expect.poll(isSeen).toBe(true)

    // Nothing is kept of a plan that was closed.
    await page.getByRole('button', { name: /^Review changes \(/ }).press('Enter')
    const plan = page.getByRole('dialog', { name: 'Review changes', exact: true })
    await expect(plan).toBeVisible()
    await plan.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(plan).toBeHidden()
    await expect(page.getByRole('region', { name: 'Sending many items' })).toBeHidden()
  })

  test('OFF-07 the note of a block goes once something else was done', async ({ page, api }) => {
    const rows = await showItems(page, api)
    const [one = '', two = ''] = rows.slice(6).map(({ sku }) => sku)
    await cell(page, one, 3).click()
    await press(page, 'Shift+ArrowDown', 'Delete')
    const note = page.getByText('2 cells changed, 2 of them emptied')
    await expect(note).toBeVisible()
    await goTo(page, `#/items/${one}`)
    await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
    await expect(page.getByText(`Edit of ${one} discarded`)).toBeVisible()
    await expect(note).toBeHidden()
    await api('inventory.discardEdit', { sku: two })
  })

  test('a change of many right after a block is selected changes that block', async ({ page, api }) => {
    await showItems(page, api)
    const grid = page.getByRole('grid', { name: 'Items', exact: true })
    await grid.focus()
    await press(page, 'Home')
    // The second key comes before anything that the first one left for later.
    await grid.evaluate(async (element) => {
      const keyDown = (key: string, modifiers: KeyboardEventInit) =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers }))
      keyDown('ArrowDown', { shiftKey: true })
      for (let turn = 0; turn < 20; turn += 1) await null
      keyDown('e', navigator.platform.startsWith('Mac') ? { metaKey: true } : { ctrlKey: true })
    })
    await expect(page.getByRole('dialog', { name: /^Change \d+ items$/ })).toHaveAccessibleName('Change 2 items')
    await press(page, 'Escape')
  })

  test('a block of cells is no selection any more in another list', async ({ page, api }) => {
    const rows = await showItems(page, api)
    const grid = page.getByRole('grid', { name: 'Items', exact: true })
    await grid.focus()
    await press(page, 'Home', 'Shift+ArrowDown', 'ControlOrMeta+e')
    await expect(page.getByRole('dialog', { name: 'Change 2 items' })).toBeVisible()
    await press(page, 'Escape')
    const search = page.getByRole('searchbox', { name: 'Search SKU or title' })
    await search.fill('nothing like this')
    await expect(grid).toBeHidden()
    await search.fill('')
    await expect(grid).toBeVisible()
    await press(page, 'ControlOrMeta+k')
    await page.getByRole('dialog', { name: 'Find' }).getByRole('searchbox').fill('change values')
    await press(page, 'Enter')
    await expect(page.getByRole('dialog', { name: `Change ${rows.length} items` })).toBeVisible()
    await press(page, 'Escape')
  })

  test('what is typed in a cell is kept when its screen is left', async ({ page, api }) => {
    const [, { sku } = { sku: '' }] = await showItems(page, api)
    await page.getByRole('grid', { name: 'Items', exact: true }).focus()
    await press(page, 'Home', 'ArrowDown', 'ArrowRight', 'ArrowRight')
    await page.keyboard.type('Typed in a hurry')
    await page.evaluate(() => {
      window.location.hash = '#/today'
    })
    await expect(page.getByRole('heading', { name: 'Low stock' })).toBeVisible()
    await expect
      .poll(async () => (await api<{ view: { title: string } }>('inventory.item', { sku })).view.title)
      .toBe('Typed in a hurry')
  })

  test('an invalid cell says so, even if its row is reread before the write is answered', async ({
    page,
    api,
    host,
  }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    const [{ sku } = { sku: '' }] = await showItems(page, api)
    const grid = page.getByRole('grid', { name: 'Items', exact: true })
    const written = Promise.withResolvers<void>()
    await page.route('**/api/call', async (route) => {
      if ((route.request().postDataJSON() as { method: string }).method !== 'inventory.stageCells') {
        await route.fallback()
        return
      }
      const response = await route.fetch(asBrowser)
      await written.promise
      await route.fulfill({ response })
    })
    await grid.focus()
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight')
    await page.keyboard.type('many')
    await press(page, 'Enter')
    await expect(page.getByText('1 cell stays as typed and won’t be sent')).toBeVisible()
    written.resolve()
    await expect(cell(page, sku, 3)).toHaveAttribute('aria-invalid', 'true')
    await expect(cell(page, sku, 3)).toContainText('“many” isn’t a whole number')
  })

  test('items are filtered by condition, and a saved view restores its filters, order and columns', async ({
    page,
    api,
  }) => {
    const grid = page.getByRole('grid', { name: 'Items', exact: true })
    await showItems(page, api)
    const [unfinished] = (
      await api<{ rows: { condition: Condition | null }[] }>('inventory.items', { filter: 'incomplete' })
    ).rows
    const wanted = unfinished?.condition ?? null
    const name = wanted === null ? 'No condition yet' : conditionLabels[wanted]
    const { total } = await api<{ total: number }>('inventory.items', { condition: wanted })
    await chooseFilter(page, 'Condition', `${name} ${total}`)
    await expect(grid).toHaveAttribute('aria-rowcount', String(total + 1))
    const condition = page.getByRole('button', { name: `Filters: ${name}` })
    const views = page.getByRole('button', { name: /^View: / })
    await views.press('Enter')
    await page.getByRole('menuitem', { name: /^Incomplete/ }).press('Enter')
    await grid.getByRole('button', { name: 'Quantity' }).press('Enter')
    await views.press('Enter')
    await page.getByRole('menuitem', { name: 'Save this view' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).fill('To finish')
    await expectAccessible(page, 'the views')
    const other = { name: 'Of another window', search: '', filter: 'all', listing: 'all', sort: '', columns: [] }
    await api('app.saveView', { key: 'inventory.views', value: [JSON.stringify(other)] })
    await page.keyboard.press('Enter')
    const countViews = async () =>
      (await api<{ values: Readonly<Record<string, unknown[]>> }>('app.view')).values['inventory.views']?.length
    await expect.poll(countViews).toBe(2)
    await views.press('Enter')
    await page.getByRole('menuitem', { name: /^All/ }).press('Enter')
    await chooseFilter(page, 'Condition', 'Any condition')
    await grid.getByRole('button', { name: 'SKU' }).press('Enter')
    await page.reload()
    await views.press('Enter')
    await expect(page.getByRole('menuitem', { name: other.name })).toBeVisible()
    await page.getByRole('menuitem', { name: 'To finish' }).press('Enter')
    await expect(page.getByRole('button', { name: /^View: Incomplete/ })).toBeVisible()
    await expect(condition).toBeVisible()
    await expect(grid.getByRole('columnheader', { name: 'Quantity' })).toHaveAttribute('aria-sort', 'ascending')
  })
})

test.describe('many items of the table', () => {
  shareApp({ conversations: 0, items: 12 })

  test('INV-08 rows are selected, changed together with a preview, and a field is left out of the plan', async ({
    page,
    practice,
    api,
  }) => {
    test.slow()
    const grid = page.getByRole('grid', { name: 'Items', exact: true })
    const rows = await showItems(page, api)
    const [one = '', two = '', three = '', four = ''] = rows.map(({ sku }) => sku)
    const quantity = 3
    await api('inventory.stageCells', { columns: ['quantity'], rows: rows.map(({ sku }) => ({ sku, cells: ['10'] })) })
    await expect(cell(page, four, quantity)).toHaveText('10')

    // Without a key or a press before it, as a screen reader moves the focus.
    await grid.focus()
    await press(page, 'ControlOrMeta+e')
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'New value' })).toBeFocused()
    await press(page, 'Escape')

    // Select a range by keyboard, then remove one row by pointer.
    await grid.focus()
    await press(page, 'Home', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+Space')
    await expect(page.getByText('4 of 12 items selected')).toBeVisible()
    await page.getByRole('row', { name: four }).getByRole('rowheader').click()
    await expect(page.getByText('3 of 12 items selected')).toBeVisible()
    await expectAccessible(page, 'selected rows')
    await grid.focus()
    await press(page, 'ControlOrMeta+e')
    const dialog = page.getByRole('dialog', { name: 'Change 3 items' })
    await dialog.getByRole('button', { name: /How/ }).press('Enter')
    await page.getByRole('option', { name: 'Change by percent' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Percent' }).fill('-30')
    await expect(dialog.getByRole('row', { name: three })).toContainText('107')
    await expectAccessible(page, 'the preview of a change')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(cell(page, three, quantity)).toHaveText('7')
    await expect(cell(page, four, quantity)).toHaveText('10')

    // Select every row, find and replace, then undo it in one step.
    await press(page, 'ControlOrMeta+Shift+a')
    await expect(page.getByText('12 of 12 items selected')).toBeVisible()
    await press(page, 'ControlOrMeta+Shift+h')
    const all = page.getByRole('dialog', { name: 'Change 12 items' })
    await all.getByRole('textbox', { name: 'Find' }).fill('e')
    await all.getByRole('textbox', { name: 'Replace with' }).fill('E')
    await expect(all.getByText(/cells change/)).toBeVisible()
    await all.getByRole('button', { name: 'Change 12 cells' }).press('Enter')
    await expect(all).toBeHidden()
    await expect(cell(page, one, 2)).toContainText('E')
    await press(page, 'ControlOrMeta+z')
    await expect(cell(page, one, 2)).not.toContainText('E')
    await press(page, 'ControlOrMeta+y')
    await expect(cell(page, one, 2)).toContainText('E')
    await page.getByRole('button', { name: 'Clear the selection' }).press('Enter')

    // Paste from the menu: if the browser denies reading the clipboard, a message names the key.
    await cell(page, three, 2).click()
    await press(page, 'ContextMenu')
    await page.getByRole('menuitem', { name: 'Paste' }).press('Enter')
    await expect(page.getByText(/Press (Ctrl\+|⌘)V to paste: the menu can’t read the clipboard here\./)).toBeVisible()
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.resolve('Pasted by menu')
    })
    await expect(grid).toBeFocused()
    await press(page, 'ContextMenu')
    await page.getByRole('menuitem', { name: 'Paste' }).press('Enter')
    await expect(cell(page, three, 2)).toHaveText('Pasted by menu')
    await press(page, 'ControlOrMeta+z')
    await expect(cell(page, three, 2)).not.toHaveText('Pasted by menu')

    // Fill down from the menu.
    await cell(page, one, quantity).click()
    await cell(page, two, quantity).click({ modifiers: ['Shift'] })
    await press(page, 'ContextMenu')
    await expect(page.getByRole('menu', { name: 'Cells' })).toBeVisible()
    await expectAccessible(page, 'the menu of cells')
    await page.getByRole('menuitem', { name: 'Fill down' }).press('Enter')
    await expect(page.getByRole('menu', { name: 'Cells' })).toBeHidden()
    // Fill down by dragging the block's corner two rows.
    const handle = cell(page, two, quantity).locator('[data-fill]')
    const from = await handle.boundingBox()
    const to = await cell(page, four, quantity).boundingBox()
    if (from === null || to === null) throw new Error('The handle has no place on the screen')
    await page.mouse.move(from.x + 4, from.y + 4)
    await page.mouse.down()
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect(cell(page, four, quantity)).toHaveText('7')

    await press(page, 'ControlOrMeta+s')
    const plan = page.getByRole('dialog', { name: 'Review changes', exact: true })
    await expect(plan.getByRole('button', { name: 'Save all 12' })).toBeEnabled()
    const lines = plan.getByRole('grid', { name: 'Changes to review' })
    const title = lines.getByRole('row', { name: /Title/ }).first()
    await expect(title).toBeVisible()
    await lines.focus()
    await press(page, 'Home')
    // The first item's title is left out: it stays an edit.
    for (let line = 0; line < 2; line += 1) {
      if ((await lines.getByRole('row', { selected: true }).textContent())?.includes('Title') === true) break
      await press(page, 'ArrowDown')
    }
    await press(page, 'Space')
    await expect(lines.getByRole('row', { name: /Left out.*Title/ })).toBeVisible()
    await expect(plan.getByRole('button', { name: 'Save all 12' })).toBeEnabled()
    await expectAccessible(page, 'a plan with a field left out')
    await press(page, 'ControlOrMeta+Enter')
    const done = page.getByRole('region', { name: 'Save changes', exact: true })
    await expect(done).toContainText('12 done')
    const stored = (await practice.get(`/practice/items/${one}`)) as Stored
    expect(quantityOf(stored)).toBe(7)
    expect(stored.product.title).not.toContain('E')
    expect(await api('inventory.item', { sku: one })).toMatchObject({ state: 'changed' })
    await done.getByRole('button', { name: 'Put back 12 items' }).press('Enter')
    const revert = page.getByRole('dialog', { name: 'Put back: Save changes' })
    await expect(revert.getByRole('button', { name: 'Put back 11 items' })).toBeEnabled()
    await expect(revert.getByRole('region', { name: 'Check first' })).toContainText('1 can’t be sent')
    // The next test starts with unchanged items.
    await revert.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(revert).toBeHidden()
    for (const { sku } of rows) await api('inventory.discardEdit', { sku })
  })

  test('INV-12 a plan is sent, and refused values stay in their cells with the error', async ({
    page,
    practice,
    api,
  }) => {
    test.slow()
    const grid = page.getByRole('grid', { name: 'Items', exact: true })
    const rows = await showItems(page, api)
    const skus = rows.map(({ sku }) => sku)
    const [refused = '', emptied = ''] = skus
    const { used } = await api<{ used: number }>('inventory.budget')
    await api('app.saveView', { key: 'inventory.columns', value: ['title', 'quantity', 'upc'] })
    await page.reload()
    await expect(grid.getByRole('columnheader', { name: 'UPC' })).toBeVisible()

    // All quantities, two codes where one is allowed, and a deleted title.
    await api('inventory.stageCells', {
      columns: ['quantity', 'upc', 'title'],
      rows: skus.map((sku) => ({
        sku,
        cells: ['77', sku === refused ? '012345678905|036000291452' : null, sku === emptied ? '' : null],
      })),
      blank: 'delete',
    })
    await page.getByRole('button', { name: 'Review changes (12)' }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Review changes', exact: true })
    await expect(panel.getByRole('button', { name: /^Save all 11/ })).toBeEnabled()
    await expectAccessible(page, 'the plan')
    await expect(panel.getByRole('listitem').filter({ hasText: 'Deletes Title' })).toContainText(emptied)
    await panel.getByRole('checkbox', { name: `Send ${emptied} too` }).press('Space')
    await panel.getByRole('button', { name: /^Save all 12/ }).press('Enter')

    const done = page.getByRole('region', { name: 'Save changes', exact: true })
    await expect(done).toContainText('11 done, 1 refused')
    await expectAccessible(page, 'the end of a run')
    await expect(page.getByRole('main').locator('[data-variant=primary]'), 'one next step').toHaveText(/^Correct 1/)
    expect(quantityOf((await practice.get(`/practice/items/${skus[5]}`)) as Stored)).toBe(77)
    expect(quantityOf((await practice.get(`/practice/items/${refused}`)) as Stored)).not.toBe(77)
    expect((await practice.get(`/practice/items/${emptied}`)) as Stored).not.toHaveProperty('product.title')

    await done.getByRole('button', { name: 'Correct 1 refused item' }).press('Enter')
    await expect(grid.getByRole('row')).toHaveCount(2)
    await expect(cell(page, refused, 2)).toHaveText('77')
    await expect(cell(page, refused, 3)).toHaveAttribute('aria-invalid', 'true')
    await expect(cell(page, refused, 3)).toContainText('012345678905|036000291452')
    await expect(cell(page, refused, 3)).toContainText('product.upc')

    await expect(page.getByRole('button', { name: `${250 - used - 12} changes left today` })).toBeVisible()
    await chooseMore(page, /^List settings/)
    await expectAccessible(page, 'the settings of the list')
  })
})
