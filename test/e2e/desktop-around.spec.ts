/**
 * The desktop around the window: menu, problem report, notices, a second start, sleep. All tests share one running app.
 *
 * The built bundles run on the Electron double, which records what Electron itself would draw.
 */
import { once } from 'node:events'
import { startProgram, startStage } from '../support/electron-double/stage.ts'
import { expect, goTo, shareApp, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'
import { desktopEntry } from './start-unseen.ts'

const app = shareApp({ conversations: 4, items: 3 })

test.skip(({ host }) => host !== 'double', 'Only the double shows the desktop to a test')

test('the menu opens screens, the palette and the list of keys', async () => {
  const page = app().page()
  const { main } = app().stage()
  await main.clickMenu(['Go', 'Items'])
  await expect(page).toHaveURL(/#\/items$/)
  await main.clickMenu(['Go', 'Find…'])
  await expect(page.getByRole('dialog', { name: 'Find' })).toBeVisible()
  await page.keyboard.press('Escape')
  await main.clickMenu(['Help', 'Keyboard shortcuts'])
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toContainText('In the menu, also while typing')
  const items = (await app().stage().desktop()).menu?.flatMap(({ items: inner }) => inner) ?? []
  expect(items.find(({ label }) => label === 'Outbox')?.accelerator).toBe('CommandOrControl+6')
  await expect(keys.getByText('Check for new messages')).toBeVisible()
})

test('a problem report is shown in full, then saved as a file', async () => {
  const page = app().page()
  await app().stage().main.clickMenu(['Help', 'Report a problem…'])
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  const shown = dialog.getByRole('region', { name: 'Report' })
  await expect(shown).toContainText(/Database +intact/)
  const text = await shown.innerText()
  const saved = await app().saved(() => dialog.getByRole('button', { name: 'Save this report' }).click())
  expect(saved.name).toMatch(/^stallhand-report-.*\.txt$/)
  expect(saved.text.trim()).toBe(text.trim())
  expect(saved.text).toContain('Electron')
  expect(saved.text).not.toContain(app().dataDir)
  await expect(dialog).toBeHidden()
})

test('RCV-07 a sale delivered twice raises one notice, which hides the buyer’s text by default and opens the sale', async () => {
  const { practice, api } = app()
  const page = app().page()
  await api('notifications.register', { events: ['FixedPriceTransaction'] })
  const [item] = (await practice.get('/practice/skus')) as readonly { readonly sku: string }[]
  const notices = async () => (await app().stage().desktop()).notices
  await practice.post('/practice/faults', { operation: 'notifier', fault: 'duplicateDeliveries', count: 1 })
  await practice.post('/practice/events', { event: 'FixedPriceTransaction', sku: item?.sku })
  type Log = { readonly rows: readonly { readonly deliveryCount: number }[] }
  await expect
    .poll(async () => (await api<Log>('notifications.events')).rows.map(({ deliveryCount }) => deliveryCount))
    .toEqual([2])
  await expect.poll(async () => (await notices()).length).toBe(1)
  const [quiet] = await notices()
  expect(quiet).toMatchObject({ title: expect.stringMatching(/\w/), body: '' })

  await goTo(page, '#/settings')
  await page.getByText('Show message text in notices').click()
  await expect.poll(async () => (await api<{ noticeText: boolean }>('app.desktop')).noticeText).toBe(true)
  await practice.post('/practice/events', { event: 'FixedPriceTransaction', sku: item?.sku })
  await expect.poll(async () => (await notices()).at(-1)?.body).toMatch(/ sold for /)
  expect(await notices(), 'one notice for each sale').toHaveLength(2)

  await app()
    .stage()
    .main.clickNotice(quiet?.id ?? 0)
  await expect(page).toHaveURL(/#\/notifications\/\d+$/)
  await expect
    .poll(async () => (await app().stage().desktop()).windows[0])
    .toMatchObject({ isVisible: true, isFocused: true })
})

test('a second start brings the first to the front and ends', async () => {
  const { main, desktop } = app().stage()
  await main.moveWindow(1, { x: 0, y: 0, width: 900, height: 700 })
  const second = await startStage({
    entry: desktopEntry,
    args: [`--data-dir=${app().dataDir}`, `--connection=${app().profileFile}`],
    given: { home: app().dataDir },
  })
  const { exitCode, output } = await second.ended
  expect({ exitCode, output }).toEqual({
    exitCode: 0,
    output: expect.stringContaining('is already open with this data folder'),
  })
  expect((await desktop()).windows).toHaveLength(1)
})

test('waking up immediately does what fell due during sleep', async () => {
  const reads = async (): Promise<number> => {
    const { requests } = (await app().practice.get('/practice/status')) as {
      requests: readonly { operation: string }[]
    }
    return requests.filter(({ operation }) => operation === 'getConversations').length
  }
  await goTo(app().page(), '#/inbox')
  // Every page of the first check is read.
  await waitForInbox(app().page(), app().api)
  const before = await reads()
  const { main } = app().stage()
  await main.power('suspend')
  await main.sleep(60 * 60_000)
  await main.power('resume')
  await expect.poll(reads).toBeGreaterThan(before)
})

test('INV-08 an edited title is shown before it is saved, and nothing else changes', async ({ page, practice }) => {
  await goTo(page, '#/items')
  const rows = page.getByRole('grid', { name: 'Items', exact: true }).getByRole('row')
  const [first] = (await practice.get('/practice/skus')) as readonly { readonly sku: string }[]
  const sku = first?.sku ?? ''
  const before = (await practice.get(`/practice/items/${sku}`)) as { product: { title: string } }
  await page.getByRole('searchbox', { name: 'Search SKU or title' }).fill(sku)
  await rows.filter({ hasText: sku }).getByText(sku).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue(before.product.title)
  const wanted = `${before.product.title.slice(0, 60)}, boxed`
  await title.fill(wanted)

  await page.getByRole('button', { name: 'Review changes', exact: true }).click()
  const preview = page.getByRole('dialog')
  await expect(preview.getByRole('row')).toHaveCount(2)
  await expect(preview.getByRole('row').nth(1)).toContainText('boxed')
  await preview.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(preview).toBeHidden()
  const after = await practice.get(`/practice/items/${sku}`)
  expect(after).toEqual({ ...before, product: { ...before.product, title: wanted } })
})

test('SEC-19 an assistant’s program reaches the running app over its standard streams, and ends with them', async () => {
  const { key } = await app().api<{ key: string }>('proposals.addAssistant', { name: 'Desk', reads: ['dueToday'] })
  const program = startProgram(desktopEntry, ['mcp', `--data-dir=${app().dataDir}`], { STALLHAND_KEY: key })
  const ask = async (id: number, method: string, params: unknown): Promise<string> => {
    program.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const [answer] = program.stdout === null ? [] : await once(program.stdout, 'data')
    return String(answer)
  }
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  expect(await ask(1, 'initialize', hello)).toContain('"serverInfo"')
  program.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  expect(await ask(2, 'tools/call', { name: 'read_due_today', arguments: {} })).toContain('conversations')
  program.stdin?.end()
  expect(await once(program, 'exit')).toEqual([0, null])
})
