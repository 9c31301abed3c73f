import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, goTo, shareApp, test } from './fixtures.ts'

shareApp({ conversations: 4, items: 4 })

test('an export brings a wiped shop back, and a backup undoes it', async ({ page, api, savedFile }) => {
  const reply = { id: null, name: 'Thanks', text: 'Thank you for your order' }
  await api('messaging.saveReply', reply)
  await goTo(page, '#/settings/section/storage')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Storage' })).toBeVisible()
  const exported = await savedFile(() => main.getByRole('button', { name: 'Export all' }).click())
  expect(exported.name).toMatch(/^practice \d{4}-\d\d-\d\d\.stallhand$/)

  await main.getByRole('button', { name: 'Back up now' }).click()
  await expect(main.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveCount(1)
  const { replies } = await api<{ replies: readonly { id: string }[] }>('messaging.savedReplies')
  await api('messaging.deleteReply', { id: replies[0]?.id })

  await main.getByLabel('Export to import').setInputFiles({
    name: exported.name,
    mimeType: 'application/gzip',
    buffer: exported.bytes,
  })
  const question = page.getByRole('alertdialog', { name: 'Import “Practice shop”?' })
  await expect(question).toContainText('is backed up first')
  await question.getByRole('button', { name: 'Import this export' }).click()
  await expect(page.getByText('Done. The previous state is the newest backup.')).toBeVisible()
  expect((await api<{ replies: readonly unknown[] }>('messaging.savedReplies')).replies).toHaveLength(1)
  await expect(main.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveCount(2)

  await main.getByLabel('Export to import').setInputFiles({
    name: 'holiday.stallhand',
    mimeType: 'application/gzip',
    buffer: Buffer.from('not an export'),
  })
  await expect(main.getByRole('alert')).toContainText('isn’t a complete export')
})

test('a setting is found by what it is for, from the search and from the palette', async ({ page }) => {
  await goTo(page, '#/settings')
  const main = page.getByRole('main')
  await main.getByRole('searchbox', { name: 'Search settings' }).fill('dark')
  await expect(main.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Storage' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(main.getByRole('radio', { name: 'Dark' })).toBeFocused()
  await main.getByRole('searchbox', { name: 'Search settings' }).fill('nothing like this')
  await expect(main.getByText('No results for “nothing like this”')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('restore')
  await page.getByRole('dialog').getByRole('menuitem', { name: 'Storage' }).click()
  await expect(main.getByRole('heading', { name: 'Storage' })).toBeInViewport()
})

test('backups are copied to a folder that the seller typed and confirmed', async ({ page, host, answerHost }) => {
  test.skip(host !== 'local', 'the desktop has a dialog for this')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-copies-'))
  try {
    await goTo(page, '#/settings/section/storage')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Choose folder…' }).click()
    await main.getByRole('textbox', { name: 'Folder' }).fill('backups')
    await main.getByRole('button', { name: 'Copy backups there' }).click()
    await expect(main.getByRole('alert')).toContainText('Enter the whole path')
    await main.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await main.getByRole('button', { name: 'Copy backups there' }).click()
    await answerHost('Copy backups there')
    await expect(main.getByText(folder)).toContainText(/last copy/)
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^practice .*\.stallhand$/)])
    await main.getByRole('button', { name: 'Stop copying' }).click()
    await expect(main.getByText(folder)).toHaveCount(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
