/**
 * The desktop around the window: tray, links, crashes and restarts, and every way the app can end.
 *
 * The built bundles run on the Electron double, which records what Electron itself would draw.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright/test'
import { SIGN_IN_LINK } from '../../main/hosts/electron/deep-links.ts'
import { startStage } from '../support/electron-double/stage.ts'
import { expect, expectReady, goTo, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'
import { desktopEntry as entry, startUnseen } from './start-unseen.ts'

test.skip(({ host }) => host !== 'double', 'Only the double shows the desktop to a test')
test.use({ shop: { conversations: 4, items: 3 } })

const openFirstThread = async (page: Page) => {
  await page.getByRole('option').first().click()
  await expect(page.getByRole('region', { name: /^Messages with/ })).toBeVisible()
  return page.getByRole('textbox', { name: /^Reply to/ })
}

/** Sends a message while the platform is offline, so that it stays in the outbox. */
const leaveUnsent = async (page: Page, practice: { post: (path: string, body: unknown) => Promise<unknown> }) => {
  await practice.post('/practice/faults', { operation: 'all', fault: 'offline' })
  const composer = await openFirstThread(page)
  await composer.fill('It ships on Monday.')
  await page.getByRole('region', { name: 'Reply' }).getByRole('button', { name: /^Send/ }).click()
  await expect(composer).toHaveValue('')
}

test('the tray keeps Stallhand running without its window and shows the unread count, and text typed just before the end is saved', async ({
  page,
  app,
  restartApp,
}) => {
  const { main, desktop, ended } = app.stage()
  // The tray menu's label contains the unread count, so the count must be final first.
  await expect(page.getByText(/^Up to date/)).toBeVisible()
  await goTo(page, '#/settings')
  await page.getByText('Stay in the tray').click()
  await expect.poll(async () => (await desktop()).tray?.toolTip).toMatch(/^Stallhand: \d+ unread$/)
  await main.closeByUser(1)
  await expect.poll(async () => (await desktop()).windows[0]?.isVisible).toBe(false)
  const unread = (await desktop()).tray?.menu[0]?.label ?? ''
  await main.clickTray([unread])
  await expect(page).toHaveURL(/#\/inbox$/)
  await expect.poll(async () => (await desktop()).windows[0]?.isVisible).toBe(true)
  const composer = await openFirstThread(page)
  await composer.fill('In the last moment')
  await main.clickTray(['Quit'])
  expect(await ended).toEqual({ exitCode: 0, output: '' })
  const after = await restartApp()
  await expect(after.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('In the last moment')
})

test('quitting asks while a message is unsent, and nothing typed is lost', async ({
  page,
  app,
  api,
  practice,
  restartApp,
}) => {
  await waitForInbox(page, api)
  await leaveUnsent(page, practice)
  const { main, desktop, ended } = app.stage()
  await main.closeByUser(1)
  await expect.poll(async () => (await desktop()).dialogs[0]?.message).toBe('One message hasn’t been sent yet')
  const [question] = (await desktop()).dialogs
  expect(question?.detail).toContain('saved on this computer')
  await main.answerDialog(question?.id ?? 0, { response: question?.buttons.indexOf('Keep open') ?? -1 })
  expect((await desktop()).windows).toHaveLength(1)

  // Quits immediately after typing: the page saves the text as it closes.
  const composer = page.getByRole('textbox', { name: /^Reply to/ })
  await composer.fill('And by the way')
  await main.quit()
  await expect.poll(async () => (await desktop()).dialogs.length).toBe(1)
  const [again] = (await desktop()).dialogs
  await main.answerDialog(again?.id ?? 0, { response: again?.buttons.indexOf('Quit') ?? -1 })
  expect(await ended).toEqual({ exitCode: 0, output: '' })

  const after = await restartApp()
  await expect(after.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('And by the way')
  expect((await api<{ outbox: number }>('messaging.counts')).outbox).toBe(1)
  // A signal doesn't ask: the fixture ends the app with one.
})

test('a page that crashes is reopened in the same place, a limited number of times', async ({ page, app }) => {
  const composer = await openFirstThread(page)
  await composer.fill('Half a thought')
  await expect(page.getByRole('region', { name: 'Reply' }).getByText(/^Saved/)).toBeVisible()
  const place = new URL(page.url()).hash
  const { crashPage, main, desktop } = app.stage()
  let again = page
  const expectAgain = async (): Promise<void> => {
    await expect.poll(() => app.stage().page() !== again, 'another page replaces it').toBe(true)
    again = app.stage().page()
    await expectReady(again)
  }
  await crashPage()
  await expectAgain()
  await crashPage()
  await expectAgain()
  // The user ends a hanging page, which counts as its third failure.
  await main.hung(1)
  await expect.poll(async () => (await desktop()).dialogs[0]?.message).toBe('The window isn’t responding')
  const [hanging] = (await desktop()).dialogs
  await main.answerDialog(hanging?.id ?? 0, { response: hanging?.buttons.indexOf('Open again') ?? -1 })
  await expectAgain()
  await expect(again.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('Half a thought')
  expect(new URL(again.url()).hash).toBe(place)
  expect((await desktop()).dialogs).toEqual([])

  await crashPage()
  await expect.poll(async () => (await desktop()).dialogs[0]?.message).toBe('The window keeps failing')
  const [question] = (await desktop()).dialogs
  await main.answerDialog(question?.id ?? 0, { response: 0 })
  await expectAgain()
})

test('an uncaught error in main restarts the app on the same screen and theme and checks the database', async ({
  page,
  app,
  api,
  killApp,
  restartApp,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await api('app.saveView', { key: 'appearance.theme', value: 'dark' })
  const bounds = { x: 120, y: 80, width: 900, height: 700 }
  await goTo(page, '#/items')
  await app.stage().main.moveWindow(1, bounds)
  const settings = path.join(app.dataDir, 'settings.json')
  await expect.poll(() => (existsSync(settings) ? readFileSync(settings, 'utf8') : '')).toContain('"width": 900')
  const { main, ended, relaunches } = app.stage()
  await main.throwInMain('an uncaught fault')
  expect((await ended).exitCode).toBe(1)
  expect(relaunches).toEqual([expect.arrayContaining([`--data-dir=${app.dataDir}`])])
  expect(readFileSync(path.join(app.dataDir, 'logs/stallhand.log'), 'utf8')).toContain('an uncaught fault')
  await killApp()
  const again = await restartApp()
  expect((await app.stage().desktop()).windows[0]?.bounds).toEqual(bounds)
  await expect(again.getByText('Its database was checked and is intact')).toBeVisible()
  await again.getByRole('button', { name: 'Dismiss' }).click()
  await expect(again.getByText('Its database was checked and is intact')).toBeHidden()
  await again.reload({ waitUntil: 'commit' })
  await expect(again.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectReady(again)
})

test('a database of a newer Stallhand is left untouched, and a dialog says what to do', async ({
  host: _,
}, testInfo) => {
  const dataDir = testInfo.outputPath('data')
  mkdirSync(dataDir)
  const file = path.join(dataDir, 'practice.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 9999')
  database.close()
  const before = readFileSync(file)
  const { ended, errorBoxes } = await startStage({
    entry,
    args: [`--data-dir=${dataDir}`],
    given: { home: testInfo.outputDir },
  })
  expect((await ended).exitCode).toBe(1)
  expect(errorBoxes).toEqual([expect.stringMatching(/written by a newer Stallhand.*Install the newer version/)])
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a link from the browser completes a sign-in only if that sign-in was started here', async ({
  practice,
}, testInfo) => {
  const profile = testInfo.outputPath('profile.json')
  const dataDir = testInfo.outputPath('data')
  const redirectUri = SIGN_IN_LINK
  const oauth = { clientId: 'practice-client', redirectUri }
  writeFileSync(profile, JSON.stringify({ kind: 'sandbox', name: 'My sandbox', baseUrl: practice.url, oauth }))
  const args = [`--data-dir=${dataDir}`, `--connection=${profile}`]
  const { call, main, stop } = await startUnseen(args, { given: { home: testInfo.outputDir } })
  const phase = async () => (await call<{ signIn: { phase: string } }>('connection.status')).signIn.phase

  await call('connection.keepSecrets', { clientSecret: 'practice-secret' })
  const started = await call<{ way: string; address: string }>('connection.beginSignIn')
  expect(started.way).toBe('link')
  const answer = await fetch(started.address, { redirect: 'manual' })
  const link = answer.headers.get('location') ?? ''
  expect(link).toMatch(/^app\.stallhand\.desktop:\/{1,3}signed-in\?/)

  await main.openLink(link.replace(/state=[^&]+/, 'state=of-a-stranger'))
  await main.openLink(`${SIGN_IN_LINK}?code=stolen`)
  expect(await phase()).toBe('waiting')

  // Windows and Linux start a second process with the link and pass it to the running one.
  const second = await startStage({ entry, args: [...args, link], given: { home: testInfo.outputDir } })
  expect((await second.ended).exitCode).toBe(0)
  await expect.poll(phase).toBe('done')
  const code = new URL(link).searchParams.get('code') ?? 'none'
  expect(readFileSync(path.join(dataDir, 'logs/stallhand.log'), 'utf8')).not.toContain(code)
  expect((await stop()).exitCode).toBe(0)
})

test('SEC-03 a build without an update feed never updates, even if a file beside it names a feed', async ({
  host: _,
}, testInfo) => {
  const outputPath = (name: string): string => testInfo.outputPath(name)
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeFileSync(outputPath('app-update.yml'), `provider: generic\nurl: http://127.0.0.1:${port}/\n`)
  const { call, stop } = await startUnseen([`--data-dir=${outputPath('data')}`], {
    given: { home: outputPath('.'), isPackaged: true, resourcesPath: outputPath('.') },
    env: { APPIMAGE: outputPath('Stallhand.AppImage'), XDG_CACHE_HOME: outputPath('cache') },
  })
  expect(await call('app.desktop')).toMatchObject({ updates: null })
  await expect(call('app.downloadUpdate')).rejects.toThrow()
  expect((await stop()).exitCode).toBe(0)
  expect(requests).toEqual([])
  server.close()
})
