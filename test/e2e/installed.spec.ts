/**
 * The app as a seller installs it: it opens a window, keeps a secret in the system's vault, survives a kill, and updates
 * itself. The workflow "Installed" runs this on three systems (docs/security.md); the double plays all but the update.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startFeed } from '../installed/feed.ts'
import { installedProgram, loadPrepared, readInstalledVersion } from '../installed/installed-app.ts'
import { type Api, expect, test } from './fixtures.ts'
import { waitForInbox } from './read-ahead.ts'

test.skip(({ host }) => host !== 'double' && host !== 'installed', 'For the desktop as it is installed')
test.describe.configure({ mode: 'default', timeout: 600_000 })

/** Every file below a folder as bytes, except what the running app locks. */
const readFiles = (folder: string): readonly Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      try {
        return [readFileSync(path.join(entry.parentPath, entry.name))]
      } catch {
        return []
      }
    })

test('it opens a window that shows the shop, without Node in it', async ({ page }) => {
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
  await expect(page.getByRole('listbox', { name: 'Conversations' })).toBeVisible()
  expect(await page.evaluate(() => [typeof process, typeof require].join())).toBe('undefined,undefined')
})

test.describe('a secret', () => {
  const CANARY = 'canary-client-secret-9041'
  const oauth = { clientId: 'practice-client' }
  test.use({ profile: { id: 'my-sandbox', kind: 'sandbox', name: 'My sandbox', oauth } })

  type Status = {
    readonly secrets: 'kept' | 'sessionOnly'
    readonly keptSecrets: readonly { readonly name: string; readonly isKept: boolean }[]
  }
  const isKept = async (api: Api): Promise<boolean> =>
    (await api<Status>('connection.status')).keptSecrets.some((one) => one.name === 'clientSecret' && one.isKept)

  test('AUT-04 is kept in the system’s vault over a restart, and is readable in no file', async ({
    api,
    app,
    restartApp,
  }) => {
    expect((await api<Status>('connection.status')).secrets).toBe('kept')
    await api('connection.keepSecrets', { clientSecret: CANARY })
    await restartApp()
    expect(await isKept(api)).toBe(true)
    const files = readFiles(app.dataDir)
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter((bytes) => bytes.includes(CANARY))).toEqual([])
  })
})

test('SEC-19 an assistant’s program reaches it over its standard streams', async ({ api, app, host }) => {
  test.skip(host !== 'installed', 'The double’s program is Node; see desktop-around.spec.ts')
  const { key } = await api<{ key: string }>('proposals.addAssistant', { name: 'Desk', reads: ['dueToday'] })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: installedProgram() ?? '',
      args: ['mcp', `--data-dir=${app.dataDir}`],
      env: { ...(process.env as Record<string, string>), STALLHAND_KEY: key },
      stderr: 'ignore',
    }),
  )
  expect(await client.callTool({ name: 'read_due_today', arguments: {} })).not.toMatchObject({ isError: true })
  await client.close()
})

test('OFF-01 what was typed before a kill is there after it', async ({ page, api, killApp, restartApp }) => {
  await waitForInbox(page, api)
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().click()
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('half a sentence')
  await expect(page.getByRole('region', { name: 'Reply' }).getByText('Saved', { exact: true })).toBeVisible()
  await killApp()
  const again = await restartApp()
  await expect(again.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('half a sentence')
})

test.describe('an update', () => {
  test.skip(({ host }) => host !== 'installed', 'Only an installed app updates itself')

  type Desktop = { readonly updates: { readonly state: { readonly phase: string; readonly problem: string | null } } }
  const readPhase = async (api: Api): Promise<string> => (await api<Desktop>('app.desktop')).updates.state.phase
  const download = async (api: Api): Promise<void> => {
    await api('app.checkForUpdate')
    await expect.poll(() => readPhase(api), { timeout: 60_000 }).toBe('available')
    await api('app.downloadUpdate')
    await expect.poll(() => readPhase(api), { timeout: 300_000 }).toMatch(/^(ready|failed)$/)
  }

  test('SEC-03 without the maintainer’s signature is deleted and never installed', async ({ api, answerHost }) => {
    const { version, updates, ...feed } = loadPrepared()
    const served = await startFeed({ ...feed, folder: updates })
    try {
      for (const name of readdirSync(updates).filter((each) => each.endsWith('.sig'))) served.replace(name, 'AAAA\n')
      await answerHost('Download')
      await download(api)
      const { updates: shown } = await api<Desktop>('app.desktop')
      expect(shown.state.problem).toMatch(/isn’t signed by the makers/)
      await expect(api('app.installUpdate')).rejects.toThrow(/No update is ready/)
      expect(readInstalledVersion(installedProgram() ?? '')).toBe(version)
    } finally {
      await served.stop()
    }
  })

  test('SEC-03 with it replaces the program, which keeps its data', async ({ app, api, answerHost, restartApp }) => {
    const { next, updates, ...feed } = loadPrepared()
    const served = await startFeed({ ...feed, folder: updates })
    try {
      await api('app.saveView', { key: 'a.test', value: 'still here' })
      await answerHost('Download')
      await download(api)
      expect(await readPhase(api)).toBe('ready')
      // The app may end before it answers.
      await api('app.installUpdate').catch(() => undefined)
      const program = installedProgram() ?? ''
      await expect
        .poll(
          () => {
            try {
              return readInstalledVersion(program)
            } catch {
              return 'being replaced'
            }
          },
          { timeout: 300_000, intervals: [2_000] },
        )
        .toBe(next)
      expect(existsSync(app.dataDir)).toBe(true)
      await restartApp()
      expect((await api<{ readonly version: string }>('app.status')).version).toBe(next)
      expect((await api<{ readonly values: Record<string, unknown> }>('app.view')).values['a.test']).toBe('still here')
    } finally {
      await served.stop()
    }
  })
})
