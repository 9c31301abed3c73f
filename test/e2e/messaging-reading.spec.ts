/** Finding one's way through a long inbox: searches, views, marks, links and the keyboard, in a real browser. */
import type { Page } from 'playwright/test'
import { expect, expectReady, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const options = (page: Page) => list(page).getByRole('option')

const readNow = (page: Page) => page.getByRole('button', { name: 'Read new messages now' }).click()

test.describe('a small inbox', () => {
  test.use({ shop: { conversations: 12, items: 2 } })

  test('MSG-23 an address looks like a link, asks first with its host, and opens only then', async ({
    page,
    practice,
    app,
    host,
  }) => {
    test.skip(host === 'electron', 'There the address would really be opened.')
    const text = 'Look at https://www.аpple.com/login, or (http://10.0.0.1/a_(b)). Not javascript:alert(1).'
    await practice.post('/practice/messages', { username: 'eve', subject: 'Look', text })
    await readNow(page)
    await options(page).filter({ hasText: 'eve' }).first().click()
    const paragraph = page.getByRole('article').getByRole('paragraph')
    await expect(paragraph).toHaveText(text)
    await expect(paragraph.getByRole('link')).toHaveText(['https://www.аpple.com/login', 'http://10.0.0.1/a_(b)'])
    const before = page.url()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('messaging.openLink') === true) calls.push(request.postData() ?? '')
    })
    // What left the page for a browser; what left the desktop for the system's.
    const opened = async (): Promise<readonly string[]> =>
      host === 'local'
        ? calls.map((body) => (JSON.parse(body) as { input: { url: string } }).input.url)
        : (await app.stage().desktop()).opened

    await paragraph.getByRole('link').first().press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Open this address in your browser?' })
    await expect(dialog).toContainText('www.xn--pple-43d.com')
    await expect(dialog).toContainText('not all plain ones')
    // Enter alone opens nothing: the focus is on the way out.
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    expect(await opened()).toEqual([])
    await expect(paragraph.getByRole('link').first()).toBeFocused()

    await paragraph.getByRole('link').nth(1).click()
    await expect(dialog).toContainText('10.0.0.1')
    await expect(dialog).toContainText('not encrypted')
    await dialog.getByRole('button', { name: 'Open it' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(opened).toEqual(['http://10.0.0.1/a_(b)'])
    expect(page.url()).toBe(before)
  })

  test('the list is narrowed to a buyer and to an item by keyboard, and widened again', async ({ page, practice }) => {
    for (const subject of ['One', 'Two'])
      await practice.post('/practice/messages', { username: 'twice', subject, text: 'Hello', itemId: '4711' })
    await readNow(page)
    await expect(options(page).filter({ hasText: 'twice' })).toHaveCount(2)
    await page.getByRole('button', { name: 'With one buyer' }).press('Enter')
    await page.keyboard.type('twi')
    const buyers = page.getByRole('listbox', { name: 'Buyers' })
    await expect(buyers.getByRole('option')).toHaveText(['twice2'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(options(page)).toHaveCount(2)
    await options(page).first().click()
    await page.getByRole('button', { name: 'Show all buyers' }).click()
    await expect(options(page)).not.toHaveCount(2)
    await page.getByRole('link', { name: '4711' }).click()
    await expect(options(page)).toHaveCount(2)
    await page.reload()
    await expectReady(page)
    await expect(page.getByText('Item 4711', { exact: true })).toBeVisible()
    await expect(options(page)).toHaveCount(2)
  })
})
