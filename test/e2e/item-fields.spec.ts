/** An item's and an offer's fields beyond the first ones: typed on the item's page, refused at the field, kept. */
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { holdCall } from './hold-call.ts'
import { chooseMore, openMoreFields } from './items-toolbar.ts'
import { waitForItems, waitForListings } from './read-ahead.ts'

shareApp({ platform: 'ebay', conversations: 0, items: 6 })

test('LST-16 a weight in the wrong unit is refused at its field, stays as typed, and is saved once it is right', async ({
  page,
  api,
}) => {
  const [{ sku } = { sku: '' }] = await waitForItems(api)
  await goTo(page, `#/items/${sku}`)
  const more = page.getByRole('region', { name: 'More fields', exact: true })
  await openMoreFields(page)
  await more.getByText('Package', { exact: true }).click()
  const weight = more.getByRole('textbox', { name: 'Weight', exact: true })
  await weight.fill('12 cm')
  await expect(more).toContainText('“cm” measures a length')
  await page.reload()
  await expect(more.getByRole('textbox', { name: 'Weight', exact: true })).toHaveValue('12 cm')
  await weight.fill('1,20 kg')
  await expect(more).not.toContainText('measures a length')
  await page.getByRole('button', { name: 'Review changes', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Weight')
  await expect(dialog).toContainText('1.2 kg')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect
    .poll(async () => (await api<{ record: unknown }>('inventory.item', { sku })).record)
    .toMatchObject({ packageWeightAndSize: { weight: { value: 1.2, unit: 'KILOGRAM' } } })
})

test('the title of the list is readable beside an item in every wide window', async ({ page, api }) => {
  const rows = await waitForItems<{ sku: string; elsewhere: unknown }>(api)
  const { sku = '' } = rows.find(({ elsewhere }) => elsewhere === null) ?? {}
  await api('inventory.stageCells', { columns: ['quantity'], rows: [{ sku, cells: ['77'] }], blank: 'delete' })
  await goTo(page, `#/items/${sku}`)
  const title = page.getByRole('heading', { name: 'Items', exact: true, level: 2 })
  await expect(page.getByRole('button', { name: /^Review changes/ }).first()).toBeVisible()
  for (const width of [1024, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => title.evaluate(({ clientWidth, scrollWidth }) => clientWidth > 0 && clientWidth >= scrollWidth))
      .toBe(true)
  }
  await api('inventory.discardEdit', { sku })
})

test('LST-16 a new item begins with its title, and a copy leaves out what differs', async ({ page, api }) => {
  await goTo(page, '#/items')
  await page.getByRole('button', { name: 'New item' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Barcode, ISBN or title' }).fill('Kestrel desk lamp')
  await expect(dialog.getByRole('textbox', { name: 'SKU' })).toHaveValue('KDL-0001')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Kestrel desk lamp')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Sell similar/ }).click()
  await expect(dialog).toContainText('Category and price stay empty too')
  await expect(dialog.getByRole('textbox', { name: 'SKU' })).toHaveValue('KDL-0002')
  await dialog.getByRole('button', { name: 'Create' }).click()
  // The address leads to the copy once it is made.
  await expect(page).toHaveURL(/#\/items\/KDL-0002$/)
  expect(await api('inventory.item', { sku: 'KDL-0002' })).toMatchObject({ editSource: 'a copy of KDL-0001' })
  for (const sku of ['KDL-0001', 'KDL-0002']) await api('inventory.discardEdit', { sku })
})

test('LST-16 a code that a scanner types, with its Enter, makes an item at once', async ({ page, api }) => {
  await goTo(page, '#/items')
  await page.getByRole('button', { name: 'New item' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Barcode, ISBN or title' })).toBeFocused()
  await page.keyboard.type('9780141439518\n')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/#\/items\/.+/)
  const made = decodeURIComponent(page.url().split('/').at(-1) ?? '')
  await goTo(page, '#/items')
  await api('inventory.discardEdit', { sku: made })
})

test('LST-16 a category chosen by keyboard leads on to its specifics', async ({ page, api }) => {
  await waitForListings(api)
  await goTo(page, '#/items')
  await page.getByRole('button', { name: 'New item' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Barcode, ISBN or title' }).fill('Brass desk lamp with shade')
  const sku = dialog.getByRole('textbox', { name: 'SKU' })
  await expect(sku).toHaveValue(/./)
  const made = await sku.inputValue()
  await page.keyboard.press('Enter')
  const category = page.getByRole('region', { name: 'Category' })
  await category.getByRole('button', { name: /^Lamps/ }).press('Enter')
  await expect(category.getByRole('button', { name: 'Change category' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('textbox', { name: /^Brand/ }).or(page.getByRole('combobox', { name: /^Brand/ })),
  ).toBeFocused()
  await goTo(page, '#/items')
  await api('listing.discardDraft', { sku: made })
  await api('inventory.discardEdit', { sku: made })
})

test('LST-16 an ISBN fills a new item with what the catalog knows, each taken by the seller', async ({ page, api }) => {
  await goTo(page, '#/items')
  await page.getByRole('button', { name: 'New item' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Barcode, ISBN or title' }).fill('978-0-261-10221-7')
  await expect(dialog).toContainText('An ISBN.')
  const sku = dialog.getByRole('textbox', { name: 'SKU' })
  await expect(sku).not.toHaveValue('')
  const made = await sku.inputValue()
  await dialog.getByRole('button', { name: 'Create' }).press('Enter')
  const specifics = page.getByRole('region', { name: 'Item specifics' })
  const catalog = page.getByRole('group', { name: 'Suggestions from the catalog' })
  await expect(catalog).toContainText(/Looking in|suggestion/)
  await expect(catalog).toBeInViewport()
  const height = await catalog.evaluate((bar) => bar.getBoundingClientRect().height)
  const { rows } = await api<{ rows: { taskRef: number }[] }>('mapping.tasks')
  await expect
    .poll(async () => {
      await api('mapping.checkNow', { taskRef: rows[0]?.taskRef }).catch(() => undefined)
      return (await api<{ suggestion: { state: string } | null }>('mapping.suggestion', { sku: made })).suggestion
        ?.state
    })
    .toBe('found')
  await expect(catalog).toContainText('Practice makes these up.')
  expect(await catalog.evaluate((bar) => bar.getBoundingClientRect().height)).toBe(height)
  // Nothing counts until it is taken.
  expect((await api<{ view: { title: string | null } }>('inventory.item', { sku: made })).view.title ?? null).toBeNull()
  await specifics.getByRole('button', { name: /^Use Title/ }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).not.toHaveValue('')
  await catalog.getByRole('button', { name: /^Use (all|it)/ }).press('Enter')
  await expect(catalog).toHaveCount(0)
  await expect
    .poll(
      async () => (await api<{ view: { aspects: unknown[] } }>('inventory.item', { sku: made })).view.aspects.length,
    )
    .toBeGreaterThan(0)
  await api('inventory.discardEdit', { sku: made })
})

test('LST-16 a listing’s fields are columns, by keyboard: chosen, typed, told, reviewed, sent and put back', async ({
  page,
  api,
}) => {
  await waitForListings(api)
  await goTo(page, '#/items')
  await chooseMore(page, /^List settings/)
  const settings = page.getByRole('dialog', { name: 'List settings' })
  await settings.locator('summary', { hasText: 'Best offer' }).press('Enter')
  for (const name of ['Best offer', 'Accept from', 'Decline up to']) {
    await settings.getByRole('checkbox', { name, exact: true }).press('Space')
  }
  expect(await axeFindings(page), 'the columns by group').toEqual([])
  await page.keyboard.press('Escape')

  const grid = page.getByRole('grid', { name: 'Items', exact: true })
  await expect(grid.getByRole('columnheader', { name: 'Decline up to' })).toBeAttached()
  const { rows } = await api<{ rows: { sku: string; price: { amount: number } | null }[] }>('inventory.items', {
    listing: 'published',
  })
  const [one] = rows
  if (one?.price == null) throw new Error('The practice shop has no live listings')
  const { sku, price } = one
  const heads = await grid.getByRole('columnheader').allTextContents()
  const cell = (label: string) =>
    page
      .getByRole('row', { name: sku })
      .getByRole('gridcell')
      .nth(heads.indexOf(label) - 1)
  await cell('Best offer').click()
  await page.keyboard.type('Yes')
  await page.keyboard.press('Tab')
  await page.keyboard.type((price.amount / 2).toFixed(2))
  await page.keyboard.press('Tab')
  await page.keyboard.type((price.amount * 0.75).toFixed(2))
  await page.keyboard.press('Enter')
  await expect(cell('Decline up to')).toHaveAttribute('aria-invalid', 'true')
  await expect(cell('Decline up to')).toHaveAttribute('title', /must be less than the amount that is accepted/)
  await cell('Decline up to').click()
  await page.keyboard.type((price.amount / 4).toFixed(2))
  await page.keyboard.press('Enter')
  await expect(cell('Decline up to')).not.toHaveAttribute('aria-invalid')

  await page.keyboard.press('ControlOrMeta+s')
  const plan = page.getByRole('dialog', { name: 'Review changes', exact: true })
  await expect(plan).toContainText('Change 1 listing. Buyers see it immediately.')
  await expect(plan).toContainText('Accept from')
  await page.keyboard.press('ControlOrMeta+Enter')
  const done = page.getByRole('region', { name: 'Save changes', exact: true })
  await expect(done).toContainText('1 done')
  const readLimit = async () =>
    (await api<{ fields: { field: string; platformText: string }[] }>('listing.listing', { sku })).fields.find(
      ({ field }) => field === 'autoAcceptPrice',
    )?.platformText
  await expect.poll(readLimit).toBe((price.amount / 2).toFixed(2))
  await done.getByRole('button', { name: 'Put back 1 item' }).press('Enter')
  const revert = page.getByRole('dialog', { name: 'Put back: Save changes' })
  await expect(revert).toContainText(/Deletes Best offer.*Accept from.*Decline up to/)
  await revert.getByRole('checkbox', { name: /^Send / }).press('Space')
  await revert.getByRole('button', { name: 'Put back 1 item' }).press('Enter')
  await expect.poll(readLimit).toBe('')
})

test('a late answer about a field keeps the newer text in it', async ({ page, api, host }) => {
  test.skip(host !== 'local', 'The test delays an answer over HTTP')
  const [{ sku } = { sku: '' }] = await waitForItems(api)
  const placeOf = async () => (await api<{ noted: { place: string } }>('inventory.item', { sku })).noted.place
  await goTo(page, `#/items/${sku}`)
  await openMoreFields(page)
  const place = page.getByRole('textbox', { name: 'Place', exact: true })
  const released = Promise.withResolvers<void>()
  const stored = await holdCall(page, 'inventory.setPrivateField', 'answer', released.promise)
  await place.fill('Shelf A')
  await place.press('Enter')
  await stored.held
  await place.pressSequentially(' 12')
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('setPrivateField') === true,
  )
  released.resolve()
  await answered
  const read = page.waitForResponse((response) => response.request().postData()?.includes('inventory.item') === true)
  await api('inventory.refreshItem', { sku })
  await read
  await expect(place).toHaveValue('Shelf A 12')
  await place.press('Enter')
  await expect.poll(placeOf).toBe('Shelf A 12')
  await expect(place).toHaveValue('Shelf A 12')
})

test('LST-06 the fields of a category wait until the caret has left, and keep what is half typed', async ({
  page,
  api,
  host,
}) => {
  test.skip(host !== 'local', 'The test delays an answer over HTTP')
  await waitForListings(api)
  const rows = await waitForItems<{ sku: string; category: string | null }>(api)
  const { sku = '' } = rows.find(({ category }) => category !== null) ?? {}
  const released = Promise.withResolvers<void>()
  const category = await holdCall(page, 'listing.category', 'answer', released.promise)
  await page.reload()
  await goTo(page, `#/items/${sku}`)
  await category.held
  const specifics = page.getByRole('region', { name: 'Item specifics' })
  const name = specifics.getByRole('combobox', { name: 'Name of a new item specific' })
  const details = specifics.locator('summary')
  // A specific whose name is free is one of no category.
  const free = specifics.getByRole('textbox', { name: 'Name of Brand' })
  await expect(free).toBeVisible()
  if (!(await name.isVisible())) await details.click()
  await name.pressSequentially('Half ty')
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('listing.category') === true,
  )
  released.resolve()
  await answered
  // The window has shown the answer.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.keyboard.type('ped')
  await expect(name).toHaveValue('Half typed')
  await expect(name).toBeFocused()
  await expect(free).toBeVisible()
  await page.getByRole('textbox', { name: 'Title', exact: true }).focus()
  await expect(free).toHaveCount(0)
  await expect(name).toHaveValue('Half typed')
  await expect(name).toBeVisible()
})
