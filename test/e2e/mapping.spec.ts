/** Mapping as a seller uses it. */
import type { Page } from 'playwright/test'
import { axeFindings } from './axe.ts'
import { expect, goTo as open, shareApp, test } from './fixtures.ts'
import { waitForItems } from './read-ahead.ts'

const typeProduct = async (page: Page, product: { title: string; id: string; pictures?: string }): Promise<void> => {
  const form = page.getByRole('region', { name: 'Type a product' })
  await form.getByLabel('Title').fill(product.title)
  await form.getByLabel('Product ID').fill(product.id)
  if (product.pictures !== undefined) await form.getByLabel('Picture addresses').fill(product.pictures)
  await form.getByRole('button', { name: 'Add product' }).click()
}

test.describe('the first tasks', () => {
  shareApp({ conversations: 0, items: 2 })

  test('a dialog opened while the tasks load stays open if there are none', async ({ page, host }) => {
    test.skip(host !== 'local', 'The test delays answers over HTTP')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/call', async (route) => {
      if ((route.request().postDataJSON() as { method: string }).method === 'mapping.tasks') await answered.promise
      return route.fallback()
    })
    await open(page, '#/mapping')
    await page.getByRole('button', { name: 'Add by ID' }).click()
    const field = page.getByRole('dialog').getByLabel('ID')
    await field.fill('TYPED-1')
    answered.resolve()
    await expect(page.getByText('No mapping tasks yet')).toBeVisible()
    await expect(field).toHaveValue('TYPED-1')
  })

  test('MAP-10 the selected items of the sheet are prepared together, and nothing is sent', async ({ page, api }) => {
    const items = await waitForItems(api)
    await open(page, '#/items')
    await page.getByRole('grid', { name: 'Items', exact: true }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Shift+Space')
    const strip = page.getByRole('region', { name: 'Selected items' })
    await strip.getByRole('button', { name: 'Actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Suggest details' }).press('Enter')
    await expect(page).toHaveURL(/#\/mapping\/new$/)
    const products = page.getByRole('region', { name: 'Products of this mapping' })
    for (const { sku } of items) await expect(products).toContainText(sku)
    expect(await api('mapping.tasks')).toMatchObject({ all: 0 })
    await api('mapping.saveStartDraft', { draft: null })
  })

  test('the form of a new mapping survives a reload', async ({ page }) => {
    await open(page, '#/mapping/new')
    await typeProduct(page, { title: 'Teapot', id: 'T1' })
    const title = page.getByRole('region', { name: 'Type a product' }).getByLabel('Title')
    await title.fill('Half typed')
    await page.reload()
    await expect(title).toHaveValue('Half typed')
    await expect(page.getByRole('region', { name: 'Products of this mapping' })).toContainText('Teapot')
  })

  test('a task still running when the app closes completes after the restart', async ({
    page,
    practice,
    api,
    restartApp,
  }) => {
    await practice.post('/practice/settings', { mappingDurationMs: 3_600_000 })
    const { taskRefs } = await api<{ taskRefs: number[] }>('mapping.start', {
      products: [{ externalProductId: 'P1', sku: 'P1', title: 'Camera' }],
      requestKey: 'restart-test',
    })
    await open(page, `#/mapping/${taskRefs[0]}`)
    await expect(page.getByText('Processing').last()).toBeVisible()
    const again = await restartApp()
    await practice.post('/practice/clock', { advanceMs: 3_600_000 })
    await open(again, '#/today')
    // The next poll is seconds away, or up to a minute if the restart was slow.
    await again.getByRole('link', { name: 'Mapping finished: Camera' }).click({ timeout: 75_000 })
    await expect(again.getByRole('tab', { name: 'Suggestions 1' })).toBeVisible()
  })
})

test.describe('tasks and their results', () => {
  shareApp({ conversations: 0, items: 12 })

  test('a mapping is started and watched, and a preview becomes a draft item with the chosen condition', async ({
    page,
    practice,
    api,
  }) => {
    await practice.post('/practice/settings', { mappingDurationMs: 1_000 })
    const [{ sku } = { sku: '' }, { sku: another } = { sku: '' }] = await waitForItems(api)
    const before = await api<{ total: number }>('mapping.tasks')
    await open(page, '#/mapping')
    await page.getByRole('button', { name: 'Start a mapping' }).click()
    await page.getByRole('region', { name: 'From your items' }).getByRole('option').first().click()
    await typeProduct(page, { title: 'Unmapped teapot', id: 'U1' })
    await typeProduct(page, { title: 'Defective', id: '222' })
    await typeProduct(page, { title: 'Lamp', id: 'N1', pictures: 'https://pictures.practice.invalid/failed/n1.jpg' })

    // The item is read before it is added.
    await expect(page.getByRole('region', { name: 'Products of this mapping' }).getByRole('listitem')).toHaveCount(4)

    // MAP-15: the request shown is the request sent.
    await page.getByRole('button', { name: 'Show request' }).click()
    const shown = page.getByRole('dialog').getByRole('region', { name: 'Variables' })
    await expect(shown).toContainText('"externalProductId": "N1"')
    const variables = JSON.parse((await shown.textContent()) ?? '') as unknown
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Start with 4 products/ }).click()

    await test.step('the finished task shows all lists without a click, problems first', async () => {
      await expect(page.getByRole('region', { name: 'Invalid', exact: true })).toContainText(
        'The product data is defective',
      )
      await expect(page.getByRole('region', { name: 'Unmapped', exact: true })).toContainText('Unmapped teapot')
      await expect(page.getByRole('region', { name: 'Unprocessed', exact: true })).toContainText('Lamp')
      await expect(page.getByRole('region', { name: 'Suggestions', exact: true })).toContainText(sku)
      const { rows: tasks } = await api<{ rows: { taskRef: number }[] }>('mapping.tasks')
      const { body } = await api<{ body: string }>('mapping.requestBody', { taskRef: tasks[0]?.taskRef })
      expect((JSON.parse(body) as { variables: unknown }).variables).toEqual(variables)
    })

    await test.step('unprocessed products are sent again, and only those', async () => {
      await page.getByRole('tab', { name: 'Unprocessed 1' }).click()
      await page.getByRole('button', { name: 'Send 1 product again' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Send 1 product/ })
        .dblclick()
      const history = page.getByRole('region', { name: 'Resend history' })
      await expect(history).toContainText(/resends products of task \d/)
      await expect(history).toContainText('2 of 4 products mapped, over 2 tasks')
      const { rows: tasks, total } = await api<{ rows: { taskRef: number }[]; total: number }>('mapping.tasks')
      expect(total, 'a double click starts one task').toBe(before.total + 2)
      const { body } = await api<{ body: string }>('mapping.requestBody', { taskRef: tasks[0]?.taskRef })
      const { variables: again } = JSON.parse(body) as { variables: { input: { externalProducts: unknown[] } } }
      expect(again.input.externalProducts).toEqual([
        { externalProductId: 'N1', title: 'Lamp', images: ['https://pictures.practice.invalid/failed/n1.jpg'] },
      ])
      await page.getByRole('link', { name: /^task \d+$/ }).click()
      await expect(page.getByRole('heading', { name: / and 3 more$/ })).toBeVisible()
    })

    await test.step('a preview becomes a draft of a new item, but not without a condition', async () => {
      await page.getByRole('tab', { name: 'Suggestions 1' }).click()
      await page.getByRole('grid').getByRole('row').nth(1).click()
      await expect(page.getByRole('region', { name: 'Your item now' })).toContainText(sku)
      await page.getByRole('button', { name: 'Use this suggestion' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('The item keeps it.')
      await dialog.getByRole('textbox', { name: 'SKU' }).fill('NEW-1')
      await page.getByRole('button', { name: 'Create draft' }).click()
      // The condition is scrolled out of view, so it takes the focus.
      await expect(dialog.getByText('Choose a condition.')).toBeInViewport()
      await expect(page.getByRole('radio', { name: 'New', exact: true })).toBeFocused()
      await page.getByText('Used, acceptable', { exact: true }).click()

      // The button is pressed before the item of another SKU is read, and that item decides what the draft may replace.
      const compared = Promise.withResolvers<void>()
      await page.route('**/api/call', async (route) => {
        const { method } = route.request().postDataJSON() as { method: string }
        if (method === 'mapping.draftFromPreview') await compared.promise
        return route.fallback()
      })
      const typed = dialog.getByRole('textbox', { name: 'SKU' })
      await typed.fill(another)
      await page.getByRole('button', { name: 'Create draft' }).click()
      compared.resolve()
      const created = page.getByRole('button', { name: `Open ${another}` })
      await expect(created.or(dialog.getByText('Choose at least one field.'))).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      const { edit } = await api<{ edit: { changes: { was?: unknown }[] } | null }>('inventory.item', { sku: another })
      for (const { was } of edit?.changes ?? []) expect(was, `${another} loses nothing`).toBeUndefined()
      if (await created.isVisible()) {
        await api('inventory.discardEdit', { sku: another })
        await page.getByRole('button', { name: 'Stay here' }).click()
        await page.getByRole('button', { name: 'Use this suggestion' }).click()
        await typed.fill('NEW-1')
        await page.getByText('Used, acceptable', { exact: true }).click()
      } else await typed.fill('NEW-1')
      await expect(dialog).toContainText('A new item.')
      await page.getByRole('button', { name: 'Create draft' }).click()
      await page.getByRole('button', { name: 'Open NEW-1' }).click()
      await expect(page).toHaveURL(/#\/items\/NEW-1/)
      const item = await api<{ view: { condition: string }; editSource: string }>('inventory.item', { sku: 'NEW-1' })
      expect(item).toMatchObject({
        view: { condition: 'USED_ACCEPTABLE' },
        editSource: expect.stringContaining('Mapping '),
      })
    })
    await api('inventory.discardEdit', { sku: 'NEW-1' })
    await api('inventory.removeFromList', { sku: 'NEW-1' })
  })

  test('many items are chosen by picture, and every complete preview becomes a draft without replacing anything', async ({
    page,
    practice,
    api,
  }) => {
    await practice.post('/practice/settings', { mappingDurationMs: 0 })
    await waitForItems(api)
    await open(page, '#/mapping/new')
    const list = page.getByRole('region', { name: 'From your items' }).getByRole('listbox')
    await list.getByRole('option').first().click()
    // By keyboard: Shift and an arrow add the next rows, Space removes one.
    await list.press('Shift+ArrowDown')
    await list.press('Shift+ArrowDown')
    await expect(list.getByRole('option', { checked: true })).toHaveCount(3)
    await list.press('Space')
    await expect(list.getByRole('option', { checked: true })).toHaveCount(2)
    await page.getByRole('button', { name: 'Add all 12' }).click()
    await page.getByRole('button', { name: 'Start with 12 products' }).click()
    await page.getByRole('tab', { name: 'Suggestions 12' }).click()
    await page.getByRole('button', { name: 'Use all suggestions' }).click()
    const dialog = page.getByRole('dialog')
    const [task] = (await api<{ rows: { taskRef: number }[] }>('mapping.tasks')).rows
    const { rows } = await api<{ rows: { sku: string; isCategoryOnly: boolean; obstacle: string | null }[] }>(
      'mapping.draftPlan',
      { taskRef: task?.taskRef },
    )
    const plan = rows.filter(({ obstacle }) => obstacle === null)
    // The first line is left out below.
    const left = plan[0]?.sku
    const drafted = plan.slice(1).flatMap(({ sku, isCategoryOnly }) => (isCategoryOnly ? [] : [sku]))
    expect(drafted.length).toBeGreaterThan(0)
    await expect(dialog.getByRole('checkbox')).toHaveCount(plan.length)
    expect(await axeFindings(page), 'drafting all').toEqual([])
    await dialog.getByRole('checkbox').first().press('Space')
    await dialog.getByRole('button', { name: `Create ${drafted.length} draft` }).click()
    await expect(dialog).toContainText('Nothing was sent.')
    for (const sku of drafted) {
      const { edit } = await api<{ edit: { changes: { was?: unknown }[] } }>('inventory.item', { sku })
      expect(edit.changes.length, sku).toBeGreaterThan(0)
      for (const change of edit.changes) expect(change.was, `${sku} loses nothing`).toBeUndefined()
      await api('inventory.discardEdit', { sku })
    }
    expect(await api('inventory.item', { sku: left })).toMatchObject({ edit: null })
  })

  test('a start whose answer is lost says so and is not sent again automatically', async ({ page, practice, api }) => {
    const countTasks = async () =>
      ((await practice.get('/practice/status')) as { counts: { tasks: number } }).counts.tasks
    const before = await countTasks()
    await practice.post('/practice/faults', {
      operation: 'startListingPreviewsCreation',
      fault: 'dropAfterActing',
      count: 1,
    })
    const { taskRefs } = await api<{ taskRefs: number[] }>('mapping.start', {
      products: [{ externalProductId: 'P1', title: 'Camera' }],
      requestKey: 'unknown-test',
    })
    await open(page, `#/mapping/${taskRefs[0]}`)
    await expect(page.getByText('Stallhand couldn’t confirm that the platform accepted this task.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start again as a new task' })).toBeVisible()
    expect(await countTasks()).toBe(before + 1)
  })

  test('products are read from a CSV file, with skipped rows reported by line', async ({ page, practice, api }) => {
    await practice.post('/practice/settings', { mappingDurationMs: 0 })
    const { total } = await api<{ total: number }>('mapping.tasks')
    await open(page, '#/mapping/new')
    const csv = 'sku,title,Brand\nCSV-1,Camera,Acme\nbad sku,Lamp,Acme\nCSV-2,Clock,\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const region = page.getByRole('region', { name: 'From a CSV file' })
    await expect(region).toContainText('Added 2 products from mine.csv. Item specifics: Brand.')
    await expect(region).toContainText('Line 3 was left out.')

    // By keyboard: removing can be undone and keeps the focus on the page, not on the next Remove (USE-08); editing moves a
    // product to the form.
    const products = page.getByRole('region', { name: 'Products of this mapping' })
    await products.getByRole('button', { name: 'Remove CSV-1' }).press('Enter')
    await expect(products.getByRole('listitem')).toHaveCount(1)
    await expect(page.locator('main :focus, main:focus')).toHaveCount(1)
    await expect(products.getByRole('button', { name: 'Remove CSV-2' })).not.toBeFocused()
    await page.getByRole('region', { name: 'News' }).getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(products.getByRole('listitem').first()).toContainText('Camera')
    await products.getByRole('button', { name: 'Edit CSV-2' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Clock')
    await page.getByRole('button', { name: 'Add product' }).click()

    await page.getByRole('button', { name: 'Start with 2 products' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Camera and 1 more' })).toBeVisible()
    expect(await api('mapping.tasks')).toMatchObject({
      total: total + 1,
      rows: expect.arrayContaining([expect.objectContaining({ productCount: 2 })]),
    })
  })

  test('an invalid product is resent only after a correction', async ({ page, practice, api }) => {
    await practice.post('/practice/settings', { mappingDurationMs: 0 })
    const { taskRefs } = await api<{ taskRefs: number[] }>('mapping.start', {
      products: [{ externalProductId: '222', title: 'Kettle' }],
      requestKey: 'invalid-test',
    })
    await open(page, `#/mapping/${taskRefs[0]}/invalid`)
    const sendAgain = page.getByRole('button', { name: 'Send again' })
    await expect(sendAgain).toBeDisabled()
    await page.getByRole('button', { name: 'Correct 222' }).click()
    await expect(page.getByRole('dialog', { name: 'Correct 222' })).toBeVisible()
    expect(await axeFindings(page), 'correction dialog').toEqual([])
    await page.getByRole('dialog').getByLabel('Product ID').fill('K-222')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('Corrected', { exact: true })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Send 1 corrected product again' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await axeFindings(page), 'sending again').toEqual([])
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Send 1 product/ })
      .click()
    await expect(page.getByRole('region', { name: 'Suggestions', exact: true })).toContainText('Kettle')
  })

  test('the seller chooses between two previews of one SKU and their fields, and exports the list', async ({
    page,
    practice,
    api,
    host,
    savedFile,
  }) => {
    await practice.post('/practice/settings', { mappingDurationMs: 0 })
    const [listed] = await waitForItems(api)
    const { sku, title: before } = listed ?? { sku: '', title: '' }
    const { taskRefs } = await api<{ taskRefs: number[] }>('mapping.start', {
      products: [
        { externalProductId: 'A', sku, title: 'First camera' },
        { externalProductId: 'B', sku, title: 'Second camera' },
      ],
      requestKey: 'choice-test',
    })
    await open(page, `#/mapping/${taskRefs[0]}`)
    await page.getByRole('link', { name: 'First camera' }).click()
    await page.getByRole('button', { name: 'Use this suggestion' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(before)
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await expect(dialog).toContainText('Choose one of them.')
    expect(await axeFindings(page), 'a draft of one of two previews').toEqual([])
    await dialog.getByText('Suggestion 2: Second camera').click()
    // It would replace the item's own, so it is the seller's choice.
    await expect(dialog.getByRole('checkbox', { name: 'Title' })).not.toBeChecked()
    await dialog.getByText('Title', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await page.getByRole('button', { name: `Open ${sku}` }).click()
    const item = await api<{ view: { title: string; description: string }; edit: { changes: { path: string[] }[] } }>(
      'inventory.item',
      { sku },
    )
    expect(item.view.title).toBe('Second camera')
    expect(item.edit.changes.map(({ path }) => path.join('.'))).not.toContain('product.description')

    await open(page, `#/mapping/${taskRefs[0]}/sent`)
    await page.getByRole('button', { name: 'Show request' }).click()
    await expect(dialog).toContainText('"externalProductId"')
    expect(await axeFindings(page), 'request dialog').toEqual([])
    await page.keyboard.press('Escape')
    await open(page, `#/mapping/${taskRefs[0]}/previews`)
    await test.step('the focus goes along into a preview, to the next one, and back', async () => {
      const previews = page.getByRole('grid', { name: 'Suggestions' })
      await previews.focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'All suggestions' })).toBeFocused()
      await page.getByRole('button', { name: 'Next suggestion' }).press('Enter')
      await expect(page.getByText('Suggestion 2 of 2')).toBeVisible()
      await page.getByRole('button', { name: 'Previous suggestion' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Previous suggestion, not possible' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(previews).toBeFocused()
    })
    const saved = await savedFile(() => page.getByRole('button', { name: 'Export' }).click())
    expect(saved.name).toMatch(/^mapping-\d+-previews\.csv$/)
    expect(saved.text).toContain('Second camera')
    expect(saved.text).not.toContain('mappingReferenceId')
    await expect(page.getByText(host === 'local' ? 'Downloaded' : 'Saved')).toBeVisible()
  })

  test('all tasks are paused and resumed with one press each', async ({ page, practice, api }) => {
    await practice.post('/practice/settings', { mappingDurationMs: 3_600_000 })
    const countWatched = async () => (await api<{ watching: number }>('mapping.tasks')).watching
    await expect.poll(countWatched, 'the tasks of other tests are finished').toBe(0)
    for (const id of ['A', 'B', 'C']) {
      await api('mapping.start', {
        products: [{ externalProductId: id, title: `Thing ${id}` }],
        requestKey: `pause-test-${id}`,
      })
    }
    await open(page, '#/mapping')
    await expect(page.getByText('3 in progress')).toBeVisible()
    await page.getByRole('button', { name: 'Pause all' }).click()
    await expect(page.getByText('3 in progress')).toBeHidden()
    await page.getByRole('button', { name: 'Resume 3' }).press('Enter')
    await expect(page.getByText('3 in progress')).toBeVisible()
  })
})
