/** The preview of a description, in a real browser: nothing in it runs, nothing in it loads. */
import { injectionCorpus } from '../unit/inventory/injection-corpus.ts'
import { expect, test } from './fixtures.ts'
import { showItems } from './read-ahead.ts'

/** Every fourth, for the unit test of the reader takes them all. */
const attempts = injectionCorpus.filter((_, index) => index % 4 === 0)

test.describe('the preview of a description', () => {
  test.use({ shop: { conversations: 0, items: 2 } })

  test(`runs nothing and loads nothing of ${attempts.length} attempts`, async ({ page, api }) => {
    test.slow()
    const strangers: string[] = []
    const origin = new URL(page.url()).origin
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) strangers.push(url)
    })
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => strangers.push('a dialog')))
    const [item] = await showItems(page, api)
    await page.getByText(item?.sku ?? '', { exact: true }).click()
    await page.getByRole('radio', { name: 'HTML source' }).press('Space')
    const source = page.getByRole('textbox', { name: 'Description', exact: true })
    const preview = page.getByRole('region', { name: 'Preview of the description' })
    // Until the editor is loaded, a plain text area stands in its place.
    await expect(source).toHaveAttribute('contenteditable', 'true')
    // Typed in first, as a person does; the attempts are pasted, one after the other, within the page: they are many.
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
        // The editor hears of a selection a moment later.
        document.dispatchEvent(new Event('selectionchange'))
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        // What an unclosed script or style swallows may change nothing on screen: then there is nothing to wait for but frames.
        for (let frames = 0; frames < 30 && findPreview()?.innerHTML === before; frames += 1) await frame()
        // One more for what it would run.
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
    // The attempts really went through the editor and came on screen.
    expect(found.last).toContain(`attempt ${attempts.length - 1}`)
    expect(found.last).not.toContain('attempt 0<')
    expect(found.shown).toBeGreaterThan(attempts.length / 2)
    expect(strangers).toEqual([])
    expect(new URL(page.url()).origin).toBe(origin)
  })
})
