/** Longer work on items: reordered pictures, changes on the platform meanwhile, and a run across a restart. */
import type { Page } from 'playwright/test'
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { openDetails } from './items-toolbar.ts'
import { showItems } from './read-ahead.ts'

type Product = { readonly title: string; readonly imageUrls?: readonly string[]; readonly aspects?: object }
type Stored = { readonly product: Product } & Readonly<Record<string, unknown>>

/** Changes an item on the platform, as another tool of the seller might. */
const putElsewhere = async (url: string, sku: string, item: Stored): Promise<void> => {
  const granted = await fetch(`${url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken }),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const answer = await fetch(`${url}/sell/inventory/v1/inventory_item/${sku}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-language': 'en-US',
      'content-language': 'en-US',
    },
    body: JSON.stringify(item),
  })
  expect([201, 204]).toContain(answer.status)
}

const pictures = (page: Page) => page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
const handle = (page: Page, number: number) => page.getByRole('button', { name: `Move picture ${number}`, exact: true })

test.describe('an item', () => {
  shareApp({ conversations: 0, items: 12 })

  test('INV-08 pictures are reordered, cells pasted, and changes on the platform resolved before anything is sent', async ({
    page,
    practice,
    api,
  }) => {
    test.slow()
    const rows = await showItems<{ readonly sku: string; readonly pictureUrl: string | null }>(page, api)
    const urls = rows.flatMap(({ pictureUrl }) => (pictureUrl === null ? [] : [pictureUrl])).slice(0, 3)
    const [one = '', two = '', three = ''] = urls
    const sku = rows[0]?.sku ?? ''
    const stored = async () => (await practice.get(`/practice/items/${sku}`)) as Stored
    const writes = async () => {
      const { requests } = (await practice.get('/practice/status')) as { requests: { operation: string }[] }
      return requests.filter(({ operation }) => operation === 'createOrReplaceInventoryItem').length
    }
    const record = await stored()
    await putElsewhere(practice.url, sku, { ...record, product: { ...record.product, imageUrls: urls } })
    const before = await writes()
    await goTo(page, `#/items/${sku}`)
    await page.getByRole('button', { name: 'Refresh', exact: true }).press('Enter')
    await expect(pictures(page)).toHaveCount(3)
    const imageUrls = async () =>
      (await api<{ view: { imageUrls: string[] } }>('inventory.item', { sku })).view.imageUrls

    // By keyboard: the second picture moves first and keeps the focus.
    await handle(page, 2).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(handle(page, 1)).toBeFocused()
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    await expect.poll(imageUrls).toEqual([two, one, three])
    // By dragging: the last picture moves first. Escape cancels a drag.
    // The page grows until the description's editor is there.
    await expect(page.getByRole('toolbar', { name: 'Formatting of Description' })).toBeVisible()
    await handle(page, 3).scrollIntoViewIfNeeded()
    const last = await handle(page, 3).boundingBox()
    const first = await handle(page, 1).boundingBox()
    if (last === null || first === null) throw new Error('The pictures have no place on the screen')
    const drag = async () => {
      await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2)
      await page.mouse.down()
      await page.mouse.move(first.x + first.width / 2, first.y + first.height / 2, { steps: 4 })
    }
    await drag()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(imageUrls).toEqual([two, one, three])
    await drag()
    await page.mouse.up()
    await expect.poll(imageUrls).toEqual([three, two, one])

    // Cells as a spreadsheet copies them: names, then values.
    await openDetails(page)
    await page.getByRole('combobox', { name: 'Name of a new item specific' }).evaluate((field: HTMLElement) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Maker\tKodak\nShade\tBlack\n\tChrome\n')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await expect(page.getByRole('textbox', { name: 'Maker', exact: true })).toHaveValue('Kodak')
    await expect(page.getByRole('textbox', { name: 'Shade, value 2' })).toHaveValue('Chrome')

    // By keyboard alone: edit a title while it also changes on the platform.
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.press('ControlOrMeta+a')
    await page.keyboard.type('My title')
    await expect(page.getByText('4 changes', { exact: true })).toBeVisible()
    await expect(page.getByText('Kept on this computer')).toBeVisible()
    await putElsewhere(practice.url, sku, {
      ...record,
      product: { ...record.product, imageUrls: urls, title: 'Their title' },
    })
    await page.getByRole('button', { name: 'Review changes', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `What saving ${sku} will change` })
    await expect(dialog.getByText(/changed on the platform|The platform changed/).first()).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^(Save|Done)/ })).toHaveCount(0)
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Decide now' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Use the platform’s', exact: true })).toBeFocused()
    const decision = page.getByText('The platform changed fields you edited')
    await expect(decision).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    expect(await writes()).toBe(before + 1)
    expect((await stored()).product.title).toBe('Their title')
    await page.getByRole('button', { name: 'Keep mine', exact: true }).press('Enter')
    await expect(decision).toBeHidden()
    expect(await writes()).toBe(before + 1)

    await page.getByRole('button', { name: 'Review changes', exact: true }).press('Enter')
    await dialog.getByRole('button', { name: 'Save 4 changes' }).press('Enter')
    await expect(dialog).toBeHidden()
    expect((await stored()).product).toEqual({
      ...record.product,
      title: 'My title',
      imageUrls: [three, two, one],
      aspects: { ...record.product.aspects, Maker: ['Kodak'], Shade: ['Black', 'Chrome'] },
    })
  })

  test('INV-11 a paused run continues after a restart, and an invalid cell is kept', async ({
    page: first,
    practice,
    api,
    restartApp,
  }) => {
    test.slow()
    const table = first.getByRole('grid', { name: 'Items', exact: true })
    const rows = await showItems(first, api)
    const skus = rows.map(({ sku }) => sku)
    const lastSku = skus.at(-1) ?? ''
    const budget = () => api<{ used: number }>('inventory.budget')
    const before = await budget()

    // Letters typed as a quantity stay in the cell after leaving the page.
    await expect(table.getByRole('gridcell').first()).toBeVisible()
    await table.focus()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await first.keyboard.press(key)
    await first.keyboard.type('many')
    await first.keyboard.press('Enter')
    const isThere = async (page: Page) => {
      const cell = page
        .getByRole('row', { name: skus[0] ?? '' })
        .getByRole('gridcell')
        .nth(3)
      await expect(cell).toContainText('many')
      await expect(cell).toHaveAttribute('aria-invalid', 'true')
    }
    await isThere(first)
    await goTo(first, '#/inbox')
    await expect(first.getByRole('main', { name: 'Inbox' })).toBeVisible()
    await goTo(first, '#/items')
    await isThere(first)

    await api('inventory.stageCells', {
      columns: ['title'],
      rows: skus.map((sku) => ({ sku, cells: [`Sent ${sku}`] })),
    })
    // Two languages mean two calls, so the run can be paused between them: first the German item alone.
    await api('inventory.setContentLanguage', { sku: lastSku, contentLanguage: 'de-DE' })
    await practice.post('/practice/faults', {
      operation: 'createOrReplaceInventoryItem',
      fault: 'latencyMs',
      // Until it is cleared below.
      latencyMs: 3_600_000,
      count: 1,
    })
    await first.getByRole('button', { name: `Review changes (${skus.length})` }).press('Enter')
    await first.getByRole('button', { name: `Save all ${skus.length}` }).press('Enter')
    const counts = async () =>
      (await api<{ runs: { counts: Record<string, number> }[] }>('outbound.runs')).runs[0]?.counts
    await expect.poll(counts, 'the first call is on its way').toMatchObject({ sending: 1 })
    await first
      .getByRole('main')
      .getByRole('button', { name: /^Pause/ })
      .last()
      .press('Enter')
    await expect(first.getByText('Paused.').first()).toBeVisible()
    await practice.delete('/practice/faults')
    await expect.poll(counts).toMatchObject({ sent: 1, queued: skus.length - 1 })
    expect(await axeFindings(first)).toEqual([])

    const page = await restartApp()
    await goTo(page, '#/items')
    await isThere(page)
    await expect(page.getByText('Paused.').first()).toBeVisible()
    expect(await practice.get(`/practice/items/${skus[0]}`)).not.toMatchObject({
      product: { title: `Sent ${skus[0]}` },
    })
    await page
      .getByRole('button', { name: /^(Resume|Go on)/ })
      .first()
      .press('Enter')
    await expect.poll(counts).toMatchObject({ sent: skus.length, queued: 0 })
    expect(await practice.get(`/practice/items/${skus[0]}`)).toMatchObject({ product: { title: `Sent ${skus[0]}` } })
    expect(await budget()).toMatchObject({ used: before.used + skus.length })
  })
})
