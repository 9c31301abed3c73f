/** The item page: a description as formatted text and as source, item specifics, and the conversations about the item. */
import type { Request } from 'playwright/test'
import { injectionCorpus } from '../unit/inventory/injection-corpus.ts'
import { axeFindings } from './axe.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { openDetails, openMoreFields } from './items-toolbar.ts'
import { showItems, waitForItems } from './read-ahead.ts'

type Stored = { readonly product: { readonly title: string; readonly description?: string } }

/** Every fourth entry; the reader's unit test covers all of them. */
const attempts = injectionCorpus.filter((_, index) => index % 4 === 0)

// Each test has an item of its own.
shareApp({ conversations: 12, items: 6 })

test.describe('the item page', () => {
  test('INV-08 a description is written as formatted text, and unsupported HTML stays as source', async ({
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
    await expect(page.getByRole('button', { name: 'Review changes', exact: true })).toHaveCount(0)

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
    // Pasted HTML never enters the page; only its basic formatting is kept.
    await text.evaluate((editor) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ' and strap')
      clipboardData.setData(
        'text/html',
        '<span style="color:red" onclick="x()"> and <em>strap</em><script>x()</script></span>',
      )
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    const description = '<p>Works <b>well</b></p><ul><li>case</li><li>5 &lt; 6 and <i>strap</i></li></ul>'
    await expect
      .poll(() => practice.get(`/practice/items/${sku}`))
      .toEqual({ ...before, product: { ...before.product, description } })
    // The page may still change until the item is reread.
    await expect(page.getByRole('button', { name: 'Review changes', exact: true })).toHaveCount(0)

    await openMoreFields(page)
    await page.getByRole('checkbox', { name: 'Edit the description as HTML source' }).press('Space')
    const formatted = page.getByRole('button', { name: 'Show it formatted' })
    await expect(formatted).toBeVisible()
    await expect(text).toContainText('<b>well</b>')
    await text.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('<p onclick="x()">Old <b>lamp</b></p><table><tr><td>a</table>')
    await expect(page.getByText(/The formatted view can’t show “onclick” of <p>, <table>/)).toBeVisible()
    await expect(page.getByText('This description contains an event handler (onclick).')).toBeVisible()
    await expect(formatted).toBeHidden()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep basic formatting only' }).click()
    await expect(page.getByRole('toolbar', { name: 'Formatting of Description' })).toBeVisible()
    await expect(text).toHaveText('Old lampa')
    await expect(page.getByText('This description contains', { exact: false })).toBeHidden()
  })

  test('the source of a description has its name before the code editor is loaded', async ({ page, api }) => {
    let deliver = (): void => {}
    const wait = new Promise<void>((done) => {
      deliver = done
    })
    await page.route(/code-editor-[^/]*\.js$/, async (route) => {
      await wait
      await route.continue()
    })
    const [{ sku } = { sku: '' }] = await waitForItems(api)
    await goTo(page, `#/items/${sku}`)
    await openMoreFields(page)
    await page.getByRole('checkbox', { name: 'Edit the description as HTML source' }).press('Space')
    const source = page.getByRole('textbox', { name: 'Description', exact: true })
    await expect(source.and(page.locator('textarea'))).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    deliver()
    await expect(source).toHaveAttribute('contenteditable', 'true')
  })

  test('INV-19 a missing item specific has a row to fill, with the shop’s own names to choose from', async ({
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
      message:
        'The item specific Voltage is missing. Add Voltage to this listing, enter a valid value, and then try again.',
      count: 1,
    })
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByRole('dialog')).toContainText('The item specific Voltage is missing.')
    await page.getByRole('button', { name: 'Back to the edit' }).click()
    await page.getByRole('textbox', { name: 'Voltage', exact: true }).fill('230 V')
    await expect(page.getByRole('button', { name: 'Remove Voltage' })).toBeVisible()
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 2 changes' }).click()
    await expect
      .poll(() => practice.get(`/practice/items/${sku}`))
      .toMatchObject({ product: { aspects: { Voltage: ['230 V'] } } })
    await expect(page.getByRole('dialog')).toBeHidden()

    await openDetails(page)
    const names = page.getByRole('combobox', { name: 'Name of a new item specific' })
    const offered = () =>
      names.evaluate((field: HTMLInputElement) => [...(field.list?.options ?? [])].map(({ value }) => value))
    await expect.poll(offered).toContain('Material')
    expect(await offered()).not.toContain('Voltage')

    // By keyboard: the focus stays beside what was removed.
    const specifics = page.getByRole('region', { name: 'Item specifics' })
    await specifics.getByRole('button', { name: 'Remove Voltage' }).press('Enter')
    await expect(specifics.getByRole('textbox', { name: 'Voltage', exact: true })).toBeHidden()
    await expect(specifics.locator(':focus')).toBeVisible()
  })

  test('INV-08 a title can be set back as soon as the dialog of its save has closed', async ({ page, api, host }) => {
    test.skip(host !== 'local', 'The test delays a call over HTTP')
    const [, , , , { sku, title } = { sku: '', title: '' }] = await waitForItems(api)
    await goTo(page, `#/items/${sku}`)
    const field = page.getByRole('textbox', { name: 'Title', exact: true })
    await field.fill('A title for an hour')
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' })
    await expect(save).toBeEnabled()
    await page.route('**/api/call', async (route) => {
      const { method } = route.request().postDataJSON() as { method: string }
      if (method === 'inventory.item') await new Promise((resolve) => setTimeout(resolve, 700))
      return route.fallback()
    })
    await save.click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await field.fill(title)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Review changes', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' })).toBeVisible()
  })

  test('is left by one button: Close beside the list, Back where it takes turns with it', async ({ page, api }) => {
    const [{ sku } = { sku: '' }] = await waitForItems(api)
    await goTo(page, `#/items/${sku}`)
    const close = page.getByRole('button', { name: 'Close the item' })
    const back = page.getByRole('button', { name: 'Back', exact: true })
    await expect(close).toBeVisible()
    await expect(back).toBeHidden()
    await page.setViewportSize({ width: 800, height: 700 })
    await expect(back).toBeVisible()
    await expect(close).toBeHidden()
  })

  test('the item of the active row is read before it is opened', async ({ page, api, host }) => {
    test.skip(host !== 'local', 'The test delays a call over HTTP')
    const [{ sku, title }] = (await showItems(page, api)) as [{ readonly sku: string; readonly title: string }]
    const isRead = (request: Request): boolean =>
      (request.postDataJSON() as { readonly method?: string } | null)?.method === 'inventory.item'
    const answered = page.waitForResponse((response) => isRead(response.request()))
    const grid = page.getByRole('grid', { name: 'Items', exact: true })
    await grid.focus()
    await answered
    // Later readings get no answer.
    await page.route('**/api/call', (route) => (isRead(route.request()) ? undefined : route.fallback()))
    await grid.press('Space')
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
    expect(new URL(page.url()).hash).toBe(`#/items/${sku}`)
  })

  test('its conversations are listed and open in the inbox', async ({ page, api }) => {
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
    expect(await axeFindings(page, section)).toEqual([])
    await section.getByRole('link').first().click()
    await expect(page).toHaveURL(/#\/inbox\//)
  })

  test(`the preview of a description runs nothing and loads nothing of ${attempts.length} attempts`, async ({
    page,
    api,
  }) => {
    test.slow()
    const strangers: string[] = []
    const origin = new URL(page.url()).origin
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) strangers.push(url)
    })
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => strangers.push('a dialog')))
    const [, , , { sku } = { sku: '' }] = await waitForItems(api)
    await goTo(page, `#/items/${sku}`)
    await openMoreFields(page)
    await page.getByRole('checkbox', { name: 'Edit the description as HTML source' }).press('Space')
    const source = page.getByRole('textbox', { name: 'Description', exact: true })
    const preview = page.getByRole('region', { name: 'Preview of the description' })
    // A plain text area takes the editor's place until it is loaded.
    await expect(source).toHaveAttribute('contenteditable', 'true')
    // One text is typed as a person would; the many attempts are pasted within the page, which is faster.
    await source.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('<p>An <b>old</b> lamp</p><ul><li>works<li>no shade</ul>')
    await expect(preview.locator('b')).toHaveText('old')
    await expect(preview.getByRole('listitem')).toHaveText(['works', 'no shade'])

    const found = await source.evaluate(async (editor: HTMLElement, given: readonly string[]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const wrong: { attempt: string; ran: boolean; elements: string[]; attributes: string[] }[] = []
      let shown = 0
      const findPreview = () => document.querySelector('[aria-label="Preview of the description"]')
      for (const [index, attempt] of given.entries()) {
        const before = findPreview()?.innerHTML
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', `${attempt}<p>attempt ${index}</p> <pre>attempt ${index}</pre>`)
        editor.focus()
        getSelection()?.selectAllChildren(editor)
        // The editor would notice the selection only a moment later.
        document.dispatchEvent(new Event('selectionchange'))
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        // An unclosed script or style may leave the preview unchanged, so the wait is limited to 30 frames.
        for (let frames = 0; frames < 30 && findPreview()?.innerHTML === before; frames += 1) await frame()
        // One more frame for any script to run.
        await frame()
        const region = findPreview()
        if (region?.textContent.includes(`attempt ${index}`)) shown += 1
        const all = [...(region?.querySelectorAll('*') ?? [])]
        const ran = '__ran' in globalThis
        const elements = all
          .map((element) => element.localName)
          .filter((name) => !/^(p|div|span|br|hr|b|i|u|s|small|sub|sup|code|ul|ol|li)$/.test(name))
        const attributes = all.flatMap((element) => element.getAttributeNames()).filter((name) => name !== 'class')
        if (ran || elements.length > 0 || attributes.length > 0) wrong.push({ attempt, ran, elements, attributes })
      }
      return { wrong, shown, last: editor.textContent }
    }, attempts)
    expect(found.wrong).toEqual([])
    // The attempts really went through the editor and were shown.
    expect(found.last).toContain(`attempt ${attempts.length - 1}`)
    expect(found.last).not.toContain('attempt 0<')
    expect(found.shown).toBeGreaterThan(attempts.length / 2)
    expect(strangers).toEqual([])
    expect(new URL(page.url()).origin).toBe(origin)
  })
})
