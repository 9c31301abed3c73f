import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { axeFindings } from '../e2e/axe.ts'

const folder = path.join(import.meta.dirname, '../../out/gallery')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

let server: Server
let page: Page
const problems: string[] = []

test.beforeAll(async ({ browser, contextOptions }) => {
  server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://gallery').pathname
    const file = path.join(folder, path.normalize(name === '/' ? '/index.html' : name))
    if (!file.startsWith(folder) || !existsSync(file)) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': types[path.extname(file)] ?? '' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const context = await browser.newContext(contextOptions)
  page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  server.close()
})

// All tests share one page: each uses its own components and closes what it opens.
test.describe.configure({ mode: 'default' })

const section = (name: string) => page.getByRole('region', { name, exact: true })

test('axe finds nothing in any component, in both themes', async () => {
  test.slow()
  expect(await axeFindings(page)).toEqual([])
})

test('a button runs its action by pointer, Enter and Space', async () => {
  const save = section('Buttons').getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await save.press('Enter')
  await save.press('Space')
  await expect(section('Buttons').locator('output')).toHaveText('3')
})

test('a pending button keeps the focus and runs nothing', async () => {
  const saving = section('Buttons').getByRole('button', { name: 'Saving' })
  const runs = await section('Buttons').locator('output').innerText()
  await saving.focus()
  await saving.press('Enter')
  await expect(saving).toBeFocused()
  await expect(section('Buttons').locator('output')).toHaveText(runs)
})

test('a disabled button can be focused and says why', async () => {
  const send = section('Buttons').getByRole('button', { name: 'Send' }).first()
  await page.keyboard.press('Tab')
  await send.focus()
  await expect(page.getByRole('tooltip')).toContainText('Sign in first')
})

test('a text field counts characters and marks excess ones without truncating', async () => {
  const title = section('Fields').getByRole('textbox', { name: 'Title' })
  await title.fill('Twelve chars')
  await expect(title).toHaveValue('Twelve chars')
  await expect(title).toHaveAttribute('aria-invalid', 'true')
})

test('a field announces its error to a screen reader', async () => {
  const sku = section('Fields').getByRole('textbox', { name: 'SKU' })
  await expect(sku).toHaveAccessibleDescription(/Enter a SKU/)
})

test('a number field steps with the arrow keys and stops at its maximum', async () => {
  const quantity = section('Fields').getByRole('textbox', { name: 'Quantity' })
  await quantity.focus()
  for (let press = 0; press < 5; press += 1) await quantity.press('ArrowUp')
  await expect(quantity).toHaveValue(/^5/)
})

test('a select opens, moves and chooses by keyboard', async () => {
  const select = section('Fields').getByRole('button', { name: /Condition/ })
  await select.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Condition' }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(select).toContainText('Used, good')
})

test('a combo box keeps text that is not an option', async () => {
  const aspect = section('Fields').getByRole('combobox', { name: 'Aspect' })
  await aspect.fill('Something else')
  await page.keyboard.press('Tab')
  await expect(aspect).toHaveValue('Something else')
})

test('radio buttons skip a disabled option', async () => {
  await section('Fields').getByRole('radio', { name: /^New/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(section('Fields').getByRole('radio', { name: /^Used/ })).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(section('Fields').getByRole('radio', { name: /^New/ })).toBeChecked()
})

test('a checkbox and a switch change with Space', async () => {
  const box = section('Fields').getByRole('checkbox')
  await box.press('Space')
  await expect(box).toBeChecked()
  const notify = section('Fields').getByRole('switch')
  await notify.press('Space')
  await expect(notify).not.toBeChecked()
})

test('a failed query without data shows the cause and a way to try again', async () => {
  const failed = section('States').getByRole('alert').filter({ hasText: 'Couldn’t load failed list' })
  await expect(failed).toContainText('The disk is full.')
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(failed.getByText(/try again/i), 'is said once').toHaveCount(1)
})

test('a failed query keeps its old data on screen, with its age', async () => {
  await expect(section('States').getByText('Old rows')).toBeVisible()
  await expect(section('States').getByText(/Showing old list as of/)).toBeVisible()
})

test('a dialog focuses its first field, and returns the focus when closed', async () => {
  const open = section('Overlays').getByRole('button', { name: 'Open a dialog' })
  await open.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Rename' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(open).toBeFocused()
})

test('a dismissed confirmation does nothing', async () => {
  await section('Overlays').getByRole('button', { name: 'Delete an item' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('can’t be undone')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(section('Overlays').locator('output')).toHaveText('0')
})

test('a menu opens by keyboard and closes with Escape', async () => {
  const more = section('Overlays').getByRole('button', { name: 'More' })
  await more.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(more).toBeFocused()
})

test('tabs change with the arrow keys', async () => {
  await section('Data')
    .getByRole('tab', { name: /Fields/ })
    .focus()
  await page.keyboard.press('ArrowRight')
  await expect(section('Data').getByText('The history')).toBeVisible()
})

test('a list of 1,000 rows moves, selects and goes to its end by keyboard', async () => {
  const list = section('Data').getByRole('listbox', { name: 'Items' })
  await list.focus()
  await page.keyboard.press('End')
  await expect(list.getByText('Item 999')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(section('Data').locator('output')).toHaveText('SKU-999')
})

test('a sortable list moves a row by keyboard', async () => {
  const rows = section('Data').getByRole('list', { name: 'Pictures' }).getByRole('listitem')
  await expect(rows.first()).toContainText('First')
  await rows.first().getByRole('button').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toContainText('Second')
})

test('a toast is announced and offers its undo', async () => {
  await section('Messages').getByRole('button', { name: 'Show a toast' }).click()
  const toast = page.getByRole('alertdialog').or(page.getByRole('region')).filter({ hasText: 'Archived 2' })
  await expect(toast.getByRole('button', { name: 'Undo' }).first()).toBeVisible()
})

// Last, after all components were used.
test('no component writes an error to the console', () => {
  expect(problems).toEqual([])
})
