/** The local host as seen by a browser, a script and a foreign page. All tests share one running app. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { logIn } from '../support/local-session.ts'
import { expect, expectReady, shareApp, test } from './fixtures.ts'
import { startLocalProcess } from './host-process.ts'

const shared = shareApp({ conversations: 4, items: 4 })

test('opens in a browser at a clean address, without a policy violation', async () => {
  const app = shared()
  const page = app.page()
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(page).toHaveTitle('Stallhand')
  expect(statSync(app.dataDir).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' })) {
    // Files are replaced through temporary files, which may be gone by now.
    const file = statSync(path.join(app.dataDir, name), { throwIfNoEntry: false })
    expect((file?.mode ?? 0) & 0o077, `${name} is for this user alone`).toBe(0)
  }
})

test('listens on loopback only', async () => {
  const app = shared()
  const page = app.page()
  await expectReady(page)
  const outside = Object.values(os.networkInterfaces())
    .flat()
    .filter((address) => address !== undefined && !address.internal && address.family === 'IPv4')
  for (const { address } of outside.filter((one) => one !== undefined)) {
    await expect(fetch(`http://${address}:${app.local().port}/`), address).rejects.toThrow()
  }
  await expect(fetch(`http://[::1]:${app.local().port}/`)).rejects.toThrow()
})

test('SEC-02 sets nothing that a browser would send to another port', async () => {
  const page = shared().page()
  expect(await page.context().cookies()).toEqual([])
  const heard: unknown[] = []
  const stranger = createServer((request, response) => {
    heard.push(request.headers)
    response.setHeader('content-type', 'text/html').end('<h1>a stranger</h1>')
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const address = stranger.address()
  const other = await page.context().newPage()
  await other.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
  expect(await other.evaluate(() => Object.keys(localStorage))).toEqual([])
  const key = await page.evaluate(() => localStorage.getItem('stallhand.session'))
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(heard)).not.toContain(key)
  await other.close()
  stranger.close()
})

test('SEC-02 leaves no token in the address bar, and accepts a reload and a second tab', async () => {
  const page = shared().page()
  await page.reload()
  await expectReady(page)
  expect(page.url()).toMatch(/:\d+\/(#\/inbox)?$/)
  const second = await page.context().newPage()
  await second.goto(shared().local().origin)
  await expectReady(second)
  await second.close()
})

test('a choice made in one tab holds in the other once that is shown again', async () => {
  const page = shared().page()
  const second = await page.context().newPage()
  await second.goto(shared().local().origin)
  await expectReady(second)
  await shared().api('app.saveView', { key: 'appearance.theme', value: 'dark' })
  await second.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark')
  await second.close()
})

test('SEC-02 says what to do in a browser without a session', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(shared().local().address)
  await expect(page.getByRole('heading')).toHaveText('Stallhand doesn’t know this browser')
  await expect(page.getByRole('main')).toContainText('run npm start again')
  await context.close()
})

test('answers a script that logged in with the printed address', async ({ practice }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-script-'))
  const profile = path.join(folder, 'profile.json')
  writeFileSync(profile, JSON.stringify({ kind: 'practice', name: 'Script', baseUrl: practice.url }))
  const app = await startLocalProcess([`--data-dir=${path.join(folder, 'data')}`, `--connection=${profile}`])
  try {
    const session = await logIn(app.address)
    const call = (body: string) =>
      fetch(`${app.origin}/api/call`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json' },
        body,
      })
    await expect((await call('{"method":"no.such","input":{}}')).json()).resolves.toMatchObject({
      ok: false,
      error: { kind: 'notFound' },
    })
    const stream = await fetch(`${app.origin}/api/events`, { headers: session })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let said = ''
    while (!said.includes('"hello"')) said += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(app.output().trim().split('\n')).toHaveLength(1)
  } finally {
    expect(await app.stop()).toBe(0)
    rmSync(folder, { recursive: true })
  }
})

test('cannot be called from another page in the same browser', async () => {
  const app = shared()
  const page = app.page()
  const { origin } = app.local()
  const stranger = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>a stranger</h1>'),
  )
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const address = stranger.address()
  const other = await page.context().newPage()
  await other.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
  const outcome = await other.evaluate(async (target) => {
    const attempt = async (init: RequestInit): Promise<string> => {
      try {
        return `read ${(await fetch(`${target}/api/call`, init)).status}`
      } catch {
        return 'refused'
      }
    }
    const body = '{"method":"app.view","input":{}}'
    return [
      await attempt({
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json' },
        body,
      }),
      await attempt({ method: 'POST', credentials: 'include', headers: { 'content-type': 'text/plain' }, body }),
      await attempt({ credentials: 'include' }),
    ]
  }, origin)
  expect(outcome).toEqual(['refused', 'refused', 'refused'])
  await other.close()
  stranger.close()
})

test('tells a browser from an earlier start what to do, and accepts the new address', async () => {
  const app = shared()
  const page = await app.restart()
  const { origin } = app.local()
  const answer = await fetch(`${origin}/api/login`, { method: 'POST', headers: { authorization: 'Bearer stale' } })
  expect(answer.status).toBe(401)
  expect(await answer.text()).toContain('Run npm start again')
  await expectReady(page)
})
