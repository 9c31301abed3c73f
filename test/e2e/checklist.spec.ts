/**
 * Electron's security checklist against the running app: one test per point, titled with the list's number and wording.
 *
 * The desktop is called as its page, a foreign page and the system would call it. The local host is tested where a point
 * applies to browsers; other points are skipped with the reason. Point 19 is in package.spec.ts, because fuses belong to
 * the packaged app.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { isOurDocument } from '../../main/hosts/electron/security.ts'
import { CALL_CHANNEL, CALL_PATH } from '../../shared/ipc/channels.ts'
import { expect, shareApp, test } from './fixtures.ts'
import { root } from './host-process.ts'

const app = shareApp({ conversations: 1, items: 1 })

test.skip(({ host }) => host === 'electron', 'Only the double records calls to the system')
// These tests provoke refusals, so errors in the page's console are expected.
test.beforeEach(() => app().expectRefusals())

const strangers = ['https://example.com/', 'http://example.com/', 'wss://example.com/', 'file:///etc/passwd']
const browsersOwn = 'A browser sees to this itself'

const preferences = async () => {
  const { windows } = await app().stage().desktop()
  expect(windows).toHaveLength(1)
  return windows[0]?.webPreferences ?? {}
}

/** The headers of the page. */
const documentHeaders = async (host: string): Promise<Readonly<Record<string, string>>> => {
  if (host === 'double')
    return (await app().stage().main.request({ url: 'stallhand://app/index.html', method: 'GET' })).headers
  const response = await app().page().context().request.get(`${app().local().origin}/`)
  return response.headers()
}

/** Returns the attempts that succeeded. They run in a task of the page, because code a test evaluates bypasses the policy. */
const carriedOut = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const attempts: Record<string, () => unknown> = {
      // biome-ignore lint/security/noGlobalEval: it is to be refused
      eval: () => window.eval('1'),
      function: () => new Function('return 1')(),
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
    const done = (): string[] =>
      Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt()
          return [name]
        } catch {
          return []
        }
      })
    return new Promise<string[]>((resolve) => setTimeout(() => resolve(done()), 0))
  })

test('1 only load secure content: nothing of another origin reaches the page', async ({ host }) => {
  const { practice, page, stage } = app()
  const reached = await page().evaluate(async (address) => {
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
  if (host === 'local') return
  for (const address of strangers) expect(await stage().main.mayLoad(address, 'image'), address).toBe(false)
})

test('2 do not enable Node.js integration: the page has nothing of Node.js', async ({ host }) => {
  const found = await app()
    .page()
    .evaluate(() => {
      const names = ['require', 'process', 'module', 'exports', 'Buffer', 'global', 'setImmediate', '__dirname']
      return names.filter((name) => (window as unknown as Record<string, unknown>)[name] !== undefined)
    })
  expect(found).toEqual([])
  if (host === 'local') return
  expect(await preferences()).toMatchObject({
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
  })
})

test('3 enable context isolation: the preload and the page share no object', async ({ host }) => {
  test.skip(host === 'local', `${browsersOwn}: there is no preload`)
  expect((await preferences()).contextIsolation).toBe(true)
  const found = await app()
    .page()
    .evaluate(() => {
      const bridge = (window as unknown as { stallhand: object }).stallhand
      const before = Object.values(bridge).map(String)
      try {
        Object.assign(bridge, { call: () => 'mine' })
      } catch {
        // Expected: it is frozen.
      }
      return { isFrozen: Object.isFrozen(bridge), same: Object.values(bridge).map(String).join() === before.join() }
    })
  expect(found).toEqual({ isFrozen: true, same: true })
})

test('4 enable process sandboxing: for every page, before the first', async ({ host }) => {
  test.skip(host === 'local', browsersOwn)
  expect((await app().stage().desktop()).isSandboxed).toBe(true)
  expect((await preferences()).sandbox).toBe(true)
})

test('5 handle session permission requests: every request except copying text is refused', async ({ host }) => {
  const { main } = host === 'double' ? app().stage() : { main: undefined }
  const wanted = ['geolocation', 'camera', 'microphone', 'payment', 'usb', 'serial', 'hid']
  const policy = (await documentHeaders(host))['permissions-policy'] ?? ''
  for (const feature of wanted) expect(policy).toContain(`${feature}=()`)
  if (main === undefined) return
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
    expect(await main.isPermitted(1, permission), permission).toEqual({ check: false, request: false })
  }
  expect(await main.isPermitted(1, 'clipboard-sanitized-write')).toEqual({ check: true, request: true })
  expect(await main.mayDownload(1, 'https://example.com/program.exe')).toBe(false)
})

test('6 do not disable webSecurity: the page is limited to its own origin', async ({ host }) => {
  const headers = await documentHeaders(host)
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(
    await app()
      .page()
      .evaluate(() => window.crossOriginIsolated),
  ).toBe(true)
  if (host === 'double') expect((await preferences()).webSecurity).toBe(true)
})

test('7 define a content security policy: no text becomes script or markup', async ({ host }) => {
  const policy = (await documentHeaders(host))['content-security-policy'] ?? ''
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy.split('; ')).toContain(rule)
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(await carriedOut(app().page())).toEqual([])
})

test('8 do not enable allowRunningInsecureContent', async ({ host }) => {
  test.skip(host === 'local', browsersOwn)
  expect((await preferences()).allowRunningInsecureContent).toBe(false)
  for (const address of ['http://example.com/script.js', 'ws://example.com/'])
    expect(await app().stage().main.mayLoad(address, 'script'), address).toBe(false)
})

test('9 do not enable experimental features', async ({ host }) => {
  test.skip(host === 'local', browsersOwn)
  expect((await preferences()).experimentalFeatures).toBe(false)
})

test('10 do not use enableBlinkFeatures', async ({ host }) => {
  test.skip(host === 'local', browsersOwn)
  expect(Object.keys(await preferences()).filter((name) => /blink|additionalArguments/i.test(name))).toEqual([])
})

test('11 do not use allowpopups for WebViews, 12 verify WebView options: none can be created', async ({ host }) => {
  const isThere = await app()
    .page()
    .evaluate(() => 'executeJavaScript' in document.createElement('webview'))
  expect(isThere).toBe(false)
  if (host === 'double') expect((await preferences()).webviewTag).toBe(false)
})

test('13 disable or limit navigation: the page stays where it is', async ({ host }) => {
  const page = app().page()
  if (host === 'local') {
    // A browser's user may go anywhere, but no form or frame may carry the page's contents along.
    const policy = (await documentHeaders(host))['content-security-policy'] ?? ''
    for (const rule of ["form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    return
  }
  const elsewhere = [
    ...strangers,
    'stallhand://app/other.html',
    'stallhand://app.evil/index.html',
    'javascript:alert(1)',
  ]
  for (const address of elsewhere) {
    expect(isOurDocument(address)).toBe(false)
    expect(await app().stage().main.mayNavigate(1, address, true), address).toBe(false)
    expect(await app().stage().main.mayNavigate(1, address, false), address).toBe(false)
  }
  const before = page.url()
  await page.evaluate(() => {
    window.location.href = 'https://example.com/'
  })
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
  expect(page.url()).toBe(before)
})

test('14 disable or limit creation of new windows', async ({ host }) => {
  const page = app().page()
  if (host === 'double') {
    for (const address of [...strangers, 'stallhand://app/index.html', 'about:blank'])
      expect(await app().stage().main.mayOpenWindow(1, address), address).toBe(false)
    return
  }
  // A browser may open a window on a click. It leads nowhere (SEC-13), and the two pages have no access to each other.
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.setHeader('content-type', 'text/html').end('<h1>a stranger</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate((url) => void window.open(url), address),
  ])
  await expect.poll(() => opened.url()).toMatch(/^chrome-error:/)
  expect(await opened.evaluate(() => window.opener)).toBeNull()
  expect(requests).toBe(0)
  // Null control: a window that the browser itself opens reaches the server.
  await opened.goto(address)
  await expect(opened.getByRole('heading', { name: 'a stranger' })).toBeVisible()
  await opened.close()
  server.close()
})

test('15 do not use shell.openExternal with untrusted content: a window can only open addresses found in messages', async ({
  host,
}) => {
  const { api, practice } = app()
  await practice.post('/practice/messages', {
    username: 'eve',
    subject: 'Look',
    text: 'At https://example.com/mine only',
  })
  await api('messaging.syncNow')
  const rowOf = async () => {
    const { rows } = await api<{ rows: { conversationId: string; buyer: string }[] }>('messaging.conversations', {
      view: 'all',
    })
    return rows.find(({ buyer }) => buyer === 'eve')
  }
  await expect.poll(rowOf).toBeDefined()
  const conversationId = (await rowOf())?.conversationId ?? ''
  await api('messaging.refreshThread', { conversationId })
  for (const url of ['https://example.com/other', 'file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share'])
    await expect(api('messaging.openLink', { conversationId, url }), url).rejects.toThrow(/validation/)
  if (host === 'local') return
  expect((await app().stage().desktop()).opened).toEqual([])
  await api('messaging.openLink', { conversationId, url: 'https://example.com/mine' })
  expect((await app().stage().desktop()).opened).toEqual(['https://example.com/mine'])
})

test('16 use a current version of Electron: exactly the version of the types and tests', () => {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const types = readFileSync(path.join(root, 'node_modules/electron/electron.d.ts'), 'utf8').slice(0, 200)
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
  expect(types).toContain(`Type definitions for Electron ${devDependencies.electron}`)
})

test('17 validate the sender of all IPC messages: only our own page is answered', async ({ host }) => {
  if (host === 'local') {
    const { origin } = app().local()
    const ask = (headers: Record<string, string>) =>
      fetch(`${origin}${CALL_PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"method":"app.status","input":{}}',
      })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ origin: 'https://example.com' })).status).toBe(403)
    return
  }
  const { sendAs } = app().stage()
  const ask = (origin: string, isMain: boolean) =>
    sendAs({ origin, isMain }, CALL_CHANNEL, { method: 'app.status', input: {} })
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
  const other = await sendAs({ origin: 'stallhand://app', isMain: true }, 'electron-store-get-data')
  expect(other).toMatchObject({ ok: false })
})

test('18 avoid usage of the file:// protocol: only the window’s own folder is served, and only by GET', async ({
  host,
}) => {
  const outside = ['/..%2f..%2fpackage.json', '/%2e%2e/main/electron.js', '//etc/hosts.txt']
  if (host === 'local') {
    const { request } = app().page().context()
    const { origin } = app().local()
    for (const address of outside) expect((await request.get(`${origin}${address}`)).status(), address).toBe(404)
    expect((await request.post(`${origin}/index.html`)).status()).toBe(405)
    return
  }
  const { main, desktop } = app().stage()
  expect((await desktop()).windows[0]?.url).toMatch(/^stallhand:\/\/app\/index\.html/)
  expect((await main.request({ url: 'stallhand://app/index.html', method: 'POST' })).status).toBe(405)
  for (const address of outside) {
    expect((await main.request({ url: `stallhand://app${address}`, method: 'GET' })).status, address).toBe(404)
  }
  const { privileges } = (await desktop()).schemes.find(({ scheme }) => scheme === 'stallhand') ?? {}
  expect(privileges).toMatchObject({ standard: true, secure: true })
  expect(privileges?.bypassCSP ?? false).toBe(false)
})

test('20 do not expose Electron APIs to untrusted web content: two functions on the desktop, none in a browser', async ({
  host,
}) => {
  const found = await app()
    .page()
    .evaluate(() => {
      const globals = window as unknown as Record<string, unknown>
      return {
        electron: ['ipcRenderer', 'electron', 'contextBridge', 'electronAPI'].filter((name) => name in globals),
        bridge: Object.keys((globals.stallhand as object | undefined) ?? {}),
      }
    })
  expect(found).toEqual({ electron: [], bridge: host === 'local' ? [] : ['call', 'onEvent'] })
  if (host === 'local') return
  const [heard] = await Promise.all([
    app()
      .page()
      .evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const { stallhand } = window as unknown as {
              stallhand: { onEvent: (l: (...args: object[]) => void) => void }
            }
            stallhand.onEvent((...args) => resolve(args.flatMap((value) => Object.keys(value))))
          }),
      ),
    app().api('app.showFirstSteps', { isShown: true }),
  ])
  expect(heard.toSorted(), 'data alone, never an event of Electron').toEqual(['data', 'epoch', 'name', 'seq'])
})
