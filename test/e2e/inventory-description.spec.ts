/** The preview of a description, in a real browser: nothing in it runs, nothing in it loads. */
import { injectionCorpus } from '../unit/inventory/injection-corpus.ts'
import { expect, test } from './fixtures.ts'

test.describe('the preview of a description', () => {
  test.use({ shop: { conversations: 0, items: 2 } })

  test(`runs nothing and loads nothing of ${injectionCorpus.length} attempts`, async ({ page, api }) => {
    test.slow()
    const strangers: string[] = []
    const origin = new URL(page.url()).origin
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:')) strangers.push(url)
    })
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => strangers.push('a dialog')))
    await page.evaluate(() => {
      window.location.hash = '#/items'
    })
    await expect(page.getByRole('grid', { name: 'Items' })).toContainText('Up to date')
    const { items } = await api<{ items: { sku: string }[] }>('inventory.items', {})
    await page.getByRole('row', { name: items[0]?.sku ?? '' }).click()
    const source = page.getByRole('textbox', { name: 'Description' })
    const preview = page.getByRole('region', { name: 'Preview of the description' })
    await source.fill('<p>An <b>old</b> lamp</p><ul><li>works<li>no shade</ul>')
    await expect(preview.locator('b')).toHaveText('old')
    await expect(preview.getByRole('listitem')).toHaveText(['works', 'no shade'])

    for (const [index, attempt] of injectionCorpus.entries()) {
      await source.fill(`${attempt}<p>attempt ${index}</p> <pre>attempt ${index}</pre>`)
      // What an unclosed script or style swallows never comes on screen: then there is nothing to wait for but a frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const found = await page.evaluate(() => {
        const region = document.querySelector('[aria-label="Preview of the description"]')
        const all = [...(region?.querySelectorAll('*') ?? [])]
        return {
          ran: '__ran' in globalThis,
          elements: all
            .map((element) => element.localName)
            .filter((name) => !/^(p|div|span|br|hr|b|i|u|s|small|sub|sup|code|ul|ol|li)$/.test(name)),
          attributes: all.flatMap((element) => element.getAttributeNames()).filter((name) => name !== 'class'),
        }
      })
      expect(found, attempt).toEqual({ ran: false, elements: [], attributes: [] })
    }
    expect(strangers).toEqual([])
    expect(new URL(page.url()).origin).toBe(origin)
  })
})
