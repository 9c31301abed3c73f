/** The item page: a description as formatted text, item specifics by suggestion, and the conversations about the item. */
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForItems } from './read-ahead.ts'

type Stored = { readonly product: { readonly title: string; readonly description?: string } }

// Each test has an item of its own.
shareApp({ conversations: 12, items: 6 })

test.describe('the item page', () => {
  test('INV-08 a description is written as formatted text, and what that cannot show stays as source', async ({
    page,
    practice,
    api,
  }) => {
    test.slow()
    const [, { sku } = { sku: '' }] = await waitForItems(api)
    await goTo(page, `#/items/${sku}`)
    const text = page.getByRole('textbox', { name: 'Description', exact: true })
    await expect(page.getByRole('toolbar', { name: 'Formatting of Description' })).toBeVisible()
    const before = (await practice.get(`/practice/items/${sku}`)) as Stored
    // Opening it changes nothing.
    await text.click()
    await expect(page.getByRole('button', { name: 'Review and save' })).toHaveCount(0)

    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Works ')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('well')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Bulleted list' }).click()
    await page.keyboard.type('case')
    await page.keyboard.press('Enter')
    await page.keyboard.type('5 < 6')
    // Pasted HTML is never put into the page: only basic formatting of it is taken.
    await text.evaluate((editor) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ' and strap')
      clipboardData.setData(
        'text/html',
        '<span style="color:red" onclick="x()"> and <em>strap</em><script>x()</script></span>',
      )
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    const description = '<p>Works <b>well</b></p><ul><li>case</li><li>5 &lt; 6 and <i>strap</i></li></ul>'
    await expect
      .poll(() => practice.get(`/practice/items/${sku}`))
      .toEqual({ ...before, product: { ...before.product, description } })

    const source = page.getByRole('radio', { name: 'HTML source' })
    const formatted = page.getByRole('radio', { name: 'Formatted' })
    await source.press('Space')
    await expect(text).toContainText('<b>well</b>')
    await text.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('<p onclick="x()">Old <b>lamp</b></p><table><tr><td>a</table>')
    await expect(page.getByText(/The formatted view cannot show “onclick” of <p>, <table>/)).toBeVisible()
    await expect(page.getByText('This description contains an event handler (onclick).')).toBeVisible()
    await expect(formatted).toBeDisabled()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep basic formatting only' }).click()
    await expect(page.getByRole('toolbar', { name: 'Formatting of Description' })).toBeVisible()
    await expect(text).toHaveText('Old lampa')
    await expect(page.getByText('This description contains', { exact: false })).toBeHidden()
  })

  test('INV-19 an item specific that the platform misses has a row to fill, with the shop’s own names to choose from', async ({
    page,
    practice,
    api,
  }) => {
    const [{ sku } = { sku: '' }] = await waitForItems(api)
    await goTo(page, `#/items/${sku}`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Another title')
    await practice.post('/practice/faults', {
      operation: 'createOrReplaceInventoryItem',
      fault: 'status',
      status: 400,
      errorId: 25709,
      message: 'The item specific Voltage is missing.',
      count: 1,
    })
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByRole('dialog')).toContainText('The item specific Voltage is missing.')
    await page.getByRole('button', { name: 'Back to the edit' }).click()
    await page.getByRole('textbox', { name: 'Voltage', exact: true }).fill('230 V')
    await expect(page.getByRole('button', { name: 'Remove Voltage' })).toBeVisible()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 2 changes' }).click()
    await expect
      .poll(() => practice.get(`/practice/items/${sku}`))
      .toMatchObject({ product: { aspects: { Voltage: ['230 V'] } } })

    const names = page.getByRole('combobox', { name: 'Name of a new item specific' })
    const offered = () =>
      names.evaluate((field: HTMLInputElement) => [...(field.list?.options ?? [])].map(({ value }) => value))
    await expect.poll(offered).toContain('Material')
    expect(await offered()).not.toContain('Voltage')
  })

  test('its conversations are listed and lead to the inbox', async ({ page, api }) => {
    const [, , { sku } = { sku: '' }] = await waitForItems(api)
    type Conversations = { rows: { conversationId: string; itemId: string | null }[] }
    const about = async () => {
      const { rows } = await api<Conversations>('messaging.conversations', { view: 'all' })
      return rows.find(({ itemId }) => itemId !== null)
    }
    await expect.poll(about).toBeDefined()
    const conversation = await about()
    await api('notifications.linkListing', { itemId: conversation?.itemId, sku })
    await goTo(page, `#/items/${sku}`)
    const section = page.getByRole('region', { name: 'Conversations' })
    await expect(section.getByRole('link').first()).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await section.getByRole('link').first().click()
    await expect(page).toHaveURL(/#\/inbox\//)
  })
})
