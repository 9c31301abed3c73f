/**
 * Electron's security checklist, point by point, on the running app: each title is the list's own.
 *
 * The desktop is asked as a page, as a stranger and as the system would ask it; the local host wherever the point means
 * something for a browser. Point 19 is in package.spec.ts, since fuses are a matter of what is packed.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { isOurDocument } from '../../main/hosts/electron/security.ts'
import { CALL_CHANNEL, CALL_PATH } from '../../shared/ipc/channels.ts'
import { expect, test } from './fixtures.ts'
import { root } from './host-process.ts'

test.use({ shop: { conversations: 1, items: 1 } })

const strangers = ['https://example.com/', 'http://example.com/', 'wss://example.com/', 'file:///etc/passwd']

test('1 only load secure content, 8 no insecure content: nothing of another origin reaches the page', async ({
  quietPage: page,
  app,
  host,
  practice,
}) => {
  const reached = await page.evaluate(async (address) => {
    const fetched = await fetch(address).then(
      () => true,
      () => false,
    )
    const drawn = await new Promise<boolean>((resolve) => {
      const image = new Image()
      image.onload = () => resolve(true)
      image.onerror = () => resolve(false)
      image.src = `${address}/picture.png`
    })
    return { fetched, drawn }
  }, practice.url)
  expect(reached).toEqual({ fetched: false, drawn: false })
  if (host !== 'double') return
  for (const address of strangers) expect(await app.stage().main.mayLoad(address, 'image'), address).toBe(false)
})

test.describe('the window of the desktop', () => {
  test.skip(({ host }) => host !== 'double', 'What a window was made with is read from the double')

  test('2 no Node.js, 3 context isolation, 4 sandbox, 6 web security, 8 no insecure content, 9 no experiments, 10 no Blink features, 11 no webview', async ({
    app,
  }) => {
    const { windows, isSandboxed } = await app.stage().desktop()
    expect(isSandboxed).toBe(true)
    expect(windows).toHaveLength(1)
    expect(windows[0]?.webPreferences).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    })
    expect(Object.keys(windows[0]?.webPreferences ?? {})).not.toContain('enableBlinkFeatures')
  })

  test('5 handle session permission requests: all are refused but the copying of text', async ({ app }) => {
    const permissions = [
      'geolocation',
      'media',
      'notifications',
      'midi',
      'clipboard-read',
      'usb',
      'hid',
      'openExternal',
      'unknown',
    ]
    for (const permission of permissions) {
      expect(await app.stage().main.isPermitted(1, permission), permission).toEqual({ check: false, request: false })
    }
    expect(await app.stage().main.isPermitted(1, 'clipboard-sanitized-write')).toEqual({ check: true, request: true })
    expect(await app.stage().main.mayDownload(1, 'https://example.com/program.exe')).toBe(false)
  })

  test('13 limit navigation, 14 limit new windows: the page stays where it is, and opens none', async ({
    page,
    app,
  }) => {
    const { main } = app.stage()
    const elsewhere = [
      ...strangers,
      'stallhand://app/other.html',
      'stallhand://app.evil/index.html',
      'javascript:alert(1)',
    ]
    for (const address of elsewhere) {
      expect(isOurDocument(address)).toBe(false)
      expect(await main.mayNavigate(1, address, true), address).toBe(false)
      expect(await main.mayNavigate(1, address, false), address).toBe(false)
      expect(await main.mayOpenWindow(1, address), address).toBe(false)
    }
    const before = page.url()
    await page.evaluate(() => {
      window.location.href = 'https://example.com/'
    })
    await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible()
    expect(page.url()).toBe(before)
  })

  test('15 no openExternal with untrusted content: what is not HTTPS never reaches the system', async ({
    app,
    api,
  }) => {
    const { url } = await api<{ connection: { baseUrl: string } }>('connection.status').then(({ connection }) => ({
      url: connection.baseUrl,
    }))
    const profile = { name: 'Sandbox', kind: 'sandbox', baseUrl: url, oauth: { clientId: 'practice-client' } }
    const { id } = await api<{ id: string }>('connection.create', { profile })
    await api('connection.open', { id })
    await api('connection.keepSecrets', { clientSecret: 'practice-secret' })
    await api('connection.beginSignIn')
    expect((await app.stage().desktop()).opened).toEqual([])
    await api('connection.cancelSignIn')
  })

  test('17 validate the sender of all IPC messages: only the main frame of our origin is answered', async ({ app }) => {
    const ask = (origin: string, isMain: boolean) =>
      app.stage().sendAs({ origin, isMain }, CALL_CHANNEL, { method: 'desk.status', input: {} })
    const strange = [
      ['https://example.com', true],
      ['stallhand://app.evil', true],
      ['null', true],
      ['stallhand://app', false],
    ] as const
    for (const [origin, isMain] of strange) {
      expect(await ask(origin, isMain), origin).toMatchObject({ value: { ok: false, error: { kind: 'forbidden' } } })
    }
    expect(await ask('stallhand://app', true)).toMatchObject({ value: { ok: true } })
    const other = await app.stage().sendAs({ origin: 'stallhand://app', isMain: true }, 'electron-store-get-data')
    expect(other).toMatchObject({ ok: false })
  })

  test('18 avoid file:, prefer a custom protocol: it answers GET, inside its folder, with the policy', async ({
    app,
  }) => {
    const { main, desktop } = app.stage()
    expect((await desktop()).windows[0]?.url).toMatch(/^stallhand:\/\/app\/index\.html/)
    const document = await main.request({ url: 'stallhand://app/index.html', method: 'GET' })
    expect(document.headers['content-security-policy']).toContain("default-src 'none'")
    expect((await main.request({ url: 'stallhand://app/index.html', method: 'POST' })).status).toBe(405)
    for (const outside of ['/..%2f..%2fpackage.json', '/%2e%2e/main/electron.js', '//etc/hosts.txt']) {
      expect((await main.request({ url: `stallhand://app${outside}`, method: 'GET' })).status, outside).toBe(404)
    }
    const { privileges } = (await desktop()).schemes.find(({ scheme }) => scheme === 'stallhand') ?? {}
    expect(privileges).toMatchObject({ standard: true, secure: true })
    expect(privileges?.bypassCSP ?? false).toBe(false)
  })
})

test('2 no Node.js, 12 no webview, 20 no Electron API: the page has two functions on the desktop, and none in a browser', async ({
  page,
  host,
}) => {
  const found = await page.evaluate(() => {
    const globals = window as unknown as Record<string, unknown>
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron', '__dirname']
    return {
      node: names.filter((name) => globals[name] !== undefined),
      bridge: Object.keys((globals.stallhand as object | undefined) ?? {}),
      isFrozen: globals.stallhand === undefined || Object.isFrozen(globals.stallhand),
      webview: 'executeJavaScript' in document.createElement('webview'),
    }
  })
  const bridge = host === 'local' ? [] : ['call', 'onEvent']
  expect(found).toEqual({ node: [], bridge, isFrozen: true, webview: false })
  if (host === 'local') return
  const heard = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const { stallhand } = window as unknown as { stallhand: { onEvent: (l: (...args: object[]) => void) => void } }
        stallhand.onEvent((...args) => resolve(args.flatMap((value) => Object.keys(value))))
      }),
  )
  expect(heard.toSorted(), 'data alone, never an event of Electron').toEqual(['data', 'epoch', 'name', 'seq'])
})

const broken = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      // biome-ignore lint/security/noGlobalEval: it is to be refused
      eval: () => window.eval('1'),
      html: () => {
        document.createElement('p').innerHTML = '<b>bold</b>'
      },
      script: () => {
        document.createElement('script').textContent = 'window.wasHere = true'
      },
      policy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('mine', {}),
    }
    const carriedOut = (): string[] =>
      Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt()
          return [name]
        } catch {
          return []
        }
      })
    // In a turn of the page's own: what a test runs by itself is free of the policy.
    return new Promise<string[]>((resolve) => setTimeout(() => resolve(carriedOut()), 0))
  })

test('7 define a content security policy: no text becomes script or markup', async ({ quietPage: page }) => {
  expect(await broken(page)).toEqual([])
})

test('16 use a current version of Electron: exactly the version that types and tests know', async () => {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const types = readFileSync(path.join(root, 'node_modules/electron/electron.d.ts'), 'utf8').slice(0, 200)
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
  expect(types).toContain(`Type definitions for Electron ${devDependencies.electron}`)
})

test('17 validate the sender, in a browser: no cookie, no other origin, no path outside', async ({ app, host }) => {
  test.skip(host !== 'local', 'The local host is asked')
  const { origin } = app.local()
  const ask = (headers: Record<string, string>) =>
    fetch(`${origin}${CALL_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"method":"desk.status","input":{}}',
    })
  expect((await ask({})).status).toBe(401)
  expect((await ask({ origin: 'https://example.com' })).status).toBe(403)
  expect((await fetch(`${origin}/..%2fpackage.json`)).status).toBe(401)
})
