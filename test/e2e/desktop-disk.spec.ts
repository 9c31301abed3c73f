/** A full disk: the error is reported in place, nothing typed is lost, and the app recovers. */
import { type Api, expect, goTo, shareApp, test } from './fixtures.ts'
import { showItems, waitForInbox } from './read-ahead.ts'

shareApp({ conversations: 2, items: 2 })

test.skip(({ host }) => host !== 'double', 'The double can make a disk full')

const FULL = 13
const READ_ONLY = 8

const countDrafts = async (api: Api): Promise<number> =>
  (await api<{ views: { hasDraft: number } }>('messaging.counts')).views.hasDraft

test('a full or read-only disk is reported beside the text, which is kept and saved once there is space', async ({
  page,
  app,
  api,
}) => {
  const { main } = app.stage()
  // Read everything first: reads that fail on a full disk are retried only after a minute.
  await expect
    .poll(async () => api<{ total: number; toRead: number }>('inventory.items'))
    .toMatchObject({
      total: 2,
      toRead: 0,
    })
  await waitForInbox(page, api)
  await page.getByRole('option').first().click()
  const reply = page.getByRole('region', { name: 'Reply' })
  const composer = page.getByRole('textbox', { name: /^Reply to/ })
  await composer.fill('Before the disk was full.')
  await expect(reply.getByText(/^Saved/)).toBeVisible()

  for (const [code, message] of [
    [FULL, /disk is full/],
    [READ_ONLY, /read-only/],
  ] as const) {
    await main.failDisk(code)
    await composer.press('End')
    await composer.pressSequentially(` And ${code}.`)
    await expect(reply.getByText(message).first()).toBeVisible()
    await reply.getByRole('button', { name: /^Send/ }).click()
    const whyNotSent = reply.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
    await expect(whyNotSent).toContainText(message)
    await expect(composer).toHaveValue(new RegExp(`And ${code}\\.$`))
    await main.failDisk(null)
    // Saves again without a key press.
    await expect(reply.getByText(/^Saved/)).toBeVisible()
  }
  await expect(composer).toHaveValue('Before the disk was full. And 13. And 8.')

  await goTo(page, '#/items')
  const { rows } = await api<{ rows: readonly { sku: string }[] }>('inventory.items', { limit: 1 })
  await goTo(page, `#/items/${encodeURIComponent(rows[0]?.sku ?? '')}`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).not.toHaveValue('')
  await main.failDisk(FULL)
  await title.fill('A title on a full disk')
  await title.blur()
  await expect(page.getByText(/disk is full/).first()).toBeVisible()
  await expect(title).toHaveValue('A title on a full disk')
  await main.failDisk(null)
  await title.press('End')
  await title.pressSequentially('.')
  await title.blur()
  // Other errors from the full disk may still be shown here.
  await expect(page.getByText('Kept on this computer')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A title on a full disk.')
  expect(await countDrafts(api)).toBe(1)
})

test('what is typed in cells on a full disk is kept, the last text of each, and saved once there is space', async ({
  page,
  app,
  api,
}) => {
  const { main } = app.stage()
  const [{ sku } = { sku: '' }] = await showItems(page, api)
  const cell = page.getByRole('row', { name: sku }).getByRole('gridcell').nth(2)
  const titleNow = async () => (await api<{ view: { title: string } }>('inventory.item', { sku })).view.title
  await page.getByRole('grid', { name: 'Items', exact: true }).focus()
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)

  await main.failDisk(FULL)
  for (const text of ['Typed on a full disk', 'Typed over it']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/in the sheet isn’t saved yet/).first()).toBeVisible()
    await expect(cell).toHaveText(text)
    await page.keyboard.press('ArrowUp')
  }
  expect(await titleNow()).not.toMatch(/^Typed/)
  await main.failDisk(null)
  await expect.poll(titleNow).toBe('Typed over it')
  await expect(cell).toHaveText('Typed over it')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(cell).not.toHaveText('Typed over it')
})

test('quitting asks before it loses unsaved text, and loses nothing when cancelled', async ({
  page,
  app,
  api,
  restartApp,
}) => {
  const { main, desktop, ended } = app.stage()
  // Reads that fail on a full disk are retried only after a minute.
  await waitForInbox(page, api)
  const drafts = await countDrafts(api)
  await page.getByRole('option').nth(1).click()
  const reply = page.getByRole('region', { name: 'Reply' })
  const composer = page.getByRole('textbox', { name: /^Reply to/ })
  const question = async () => {
    await expect
      .poll(async () => (await desktop()).dialogs.map(({ message }) => message))
      .toEqual(['Your last changes aren’t saved'])
    const [dialog] = (await desktop()).dialogs
    return (button: string) => main.answerDialog(dialog?.id ?? 0, { response: dialog?.buttons.indexOf(button) ?? -1 })
  }

  await main.failDisk(FULL)
  await composer.pressSequentially('Kept in the end.')
  await expect(reply.getByText(/disk is full/).first()).toBeVisible()
  await main.closeByUser(1)
  await (await question())('Keep open')
  await expect(composer).toHaveValue('Kept in the end.')
  await main.failDisk(null)
  await expect(reply.getByText(/^Saved/)).toBeVisible()

  // On another screen the composer is hidden, and its text is still unsaved.
  await main.failDisk(FULL)
  await composer.pressSequentially(' Lost by choice.')
  await expect(reply.getByText(/disk is full/).first()).toBeVisible()
  await goTo(page, '#/items')
  await main.quit()
  await (await question())('Keep open')
  expect((await desktop()).windows).toHaveLength(1)
  await main.quit()
  await (await question())('Discard changes')
  expect(await ended).toEqual({ exitCode: 0, output: '' })

  const again = await restartApp()
  await goTo(again, '#/inbox')
  await again.getByRole('option').nth(1).click()
  await expect(again.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('Kept in the end.')
  expect(await countDrafts(api)).toBe(drafts + 1)
})
