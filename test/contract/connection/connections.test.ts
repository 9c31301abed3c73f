import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestHost, type TestHost } from './open-app.ts'
import { startPlatform } from './open-practice.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const testHost = (): TestHost => {
  const host = createTestHost()
  closing.push(host.close)
  return host
}
const platform = async () => {
  const started = await startPlatform()
  closing.push(started.stop)
  return started
}

type Listed = {
  connections: { id: string; name: string; isOpen: boolean; source: string; fileName: string | null }[]
  unreadable: { name: string; problem: string }[]
}
const list = (host: TestHost) => host.ask<Listed>('connection.list')
const openName = async (host: TestHost) => (await list(host)).connections.find(({ isOpen }) => isOpen)?.name

const sandbox = (url: string, name = 'My sandbox') => ({
  name,
  kind: 'sandbox',
  baseUrl: url,
  oauth: { clientId: 'practice-client' },
})
const create = async (host: TestHost, profile: object) =>
  (await host.ask<{ id: string }>('connection.create', { profile })).id

/** Follows the platform's redirect, as a browser does, and returns the address with the code. */
const comeBack = async (address: string | undefined): Promise<URL> => {
  const answer = await fetch(address ?? '', { redirect: 'manual' })
  expect(answer.status).toBe(302)
  return new URL(answer.headers.get('location') ?? '')
}

describe('the connections', () => {
  it('USE-09 a new folder starts with the practice shop that has everything, and an earlier one keeps its own', async () => {
    const host = testHost()
    await host.start()
    expect((await list(host)).connections).toMatchObject([{ id: 'practice', platform: 'ebay' }])
    host.settings.delete('connections')
    await host.stop()
    await host.start()
    expect((await list(host)).connections).toMatchObject([{ id: 'practice', platform: 'neutral' }])
  })

  it('start with the practice shop, which cannot be deleted', async () => {
    const host = testHost()
    await host.start()
    expect(await list(host)).toMatchObject({
      connections: [{ id: 'practice', name: 'Practice shop', isOpen: true, source: 'practice' }],
      unreadable: [],
    })
    expect(await host.refusal('connection.delete', { id: 'practice', name: 'Practice shop' })).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/can’t be deleted/),
    })
  })

  it('RCV-11 have separate databases, and the next start opens the last one shown', async () => {
    const host = testHost()
    const { url } = await platform()
    await host.start()
    const id = await create(host, sandbox(url))
    await host.ask('connection.open', { id })
    expect(await openName(host)).toBe('My sandbox')
    expect(await host.ask('connection.status')).toMatchObject({ connection: { id, kind: 'sandbox', baseUrl: url } })
    expect(existsSync(join(host.dataDir, 'practice.sqlite'))).toBe(true)
    expect(existsSync(join(host.dataDir, `${id}.sqlite`))).toBe(true)
    await host.start()
    expect(await openName(host)).toBe('My sandbox')
  })

  it('make every window reload when another is opened', async () => {
    const host = testHost()
    const { url } = await platform()
    const app = await host.start()
    const epochs = new Set<string>()
    app.events.subscribe(({ epoch }) => epochs.add(epoch))
    await host.ask('connection.open', { id: await create(host, sandbox(url)) })
    expect(epochs.size).toBeGreaterThan(1)
  })

  it('take no call about one that is not open, so that nothing read from one shop is written to another', async () => {
    const host = testHost()
    const { url } = await platform()
    const app = await host.start()
    const id = await create(host, sandbox(url))
    await host.ask('connection.open', { id })
    const save = (connectionId: string) =>
      app.call('mapping.saveStartDraft', { draft: { requestKey: 'key', products: [], form } }, connectionId)
    const form = { externalProductId: '', sku: '', title: 'Teapot', images: '', aspects: '' }
    const refused = {
      ok: false,
      error: {
        kind: 'forbidden',
        message: 'This belongs to “Practice shop”, which isn’t open now. Open that connection first.',
      },
    }
    expect(await save('practice')).toEqual(refused)
    expect(await app.call('mapping.startDraft', {}, 'practice')).toEqual(refused)
    expect(await save('gone')).toMatchObject({ ok: false, error: { kind: 'notFound' } })
    expect(await save(id)).toMatchObject({ ok: true })
    expect(await app.call('mapping.startDraft', {})).toMatchObject({
      ok: true,
      value: { draft: { requestKey: 'key' } },
    })
  })

  it('keep the current one open if another cannot be opened, and say why', async () => {
    const host = testHost()
    const { url } = await platform()
    await host.start()
    const id = await create(host, sandbox(url))
    mkdirSync(join(host.dataDir, `${id}.sqlite`))
    expect(await host.refusal('connection.open', { id })).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/isn’t a database file/),
    })
    expect(await openName(host)).toBe('Practice shop')
    // The former connection's features still answer from its database.
    await host.ask('messaging.counts')
  })

  it('open the practice shop if the last one cannot be opened, and say why', async () => {
    const host = testHost()
    const { url } = await platform()
    await host.start()
    const id = await create(host, sandbox(url))
    host.settings.set('openConnection', id)
    mkdirSync(join(host.dataDir, `${id}.sqlite`))
    await host.start()
    expect(await openName(host)).toBe('Practice shop')
    const { notices } = await host.ask<{ notices: { text: string }[] }>('app.status')
    expect(notices.map(({ text }) => text).join()).toMatch(/“My sandbox” couldn’t be opened/)
  })

  it('keep and list an unreadable one while others change', async () => {
    const host = testHost()
    const { url } = await platform()
    const strange = { id: 'old', name: 'From the future', kind: 'auction', flavour: 'unknown' }
    host.settings.set('connections', [strange, 'not even an object'])
    await host.start()
    const id = await create(host, sandbox(url))
    await host.ask('connection.update', { id, profile: sandbox(url, 'Renamed') })
    await host.ask('connection.delete', { id, name: 'Renamed' })
    expect(host.settings.get('connections')).toEqual([strange, 'not even an object'])
    const { unreadable } = await list(host)
    expect(unreadable).toEqual([
      { name: 'From the future', problem: expect.stringMatching(/kind/) },
      { name: 'Connection 2', problem: expect.any(String) },
    ])
  })

  it('get unique ids, even after one is deleted and its database set aside', async () => {
    const host = testHost()
    const { url } = await platform()
    await host.start()
    const first = await create(host, sandbox(url))
    const second = await create(host, sandbox(url))
    expect([first, second]).toEqual(['my-sandbox', 'my-sandbox-2'])
    await host.ask('connection.open', { id: first })
    await host.ask('connection.keepSecrets', { clientSecret: 'canary-gone' })
    await host.ask('connection.open', { id: second })
    const gone = await host.ask<{ setAsideAs: string }>('connection.delete', { id: first, name: 'My sandbox' })
    expect(existsSync(gone.setAsideAs)).toBe(true)
    expect(readdirSync(host.dataDir)).not.toContain(`${first}.sqlite`)
    expect([...host.vault.keys()].filter((key) => key.includes(`/${first}/`))).toEqual([])
    expect(await create(host, sandbox(url))).toBe('my-sandbox-3')
  })

  it('are deleted only by their exact name, and not while open', async () => {
    const host = testHost()
    const { url } = await platform()
    await host.start()
    const id = await create(host, sandbox(url))
    expect(await host.refusal('connection.delete', { id, name: 'My' })).toMatchObject({ kind: 'validation' })
    await host.ask('connection.open', { id })
    expect(await host.refusal('connection.delete', { id, name: 'My sandbox' })).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/is open/),
    })
  })

  it('are duplicated without secrets', async () => {
    const host = testHost()
    const { url } = await platform()
    await host.start()
    const id = await create(host, sandbox(url))
    await host.ask('connection.open', { id })
    await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    const copy = await host.ask<{ id: string }>('connection.duplicate', { id })
    expect(await host.ask('connection.get', { id: copy.id })).toMatchObject({
      profile: sandbox(url, 'My sandbox copy'),
    })
    expect([...host.vault.keys()].filter((key) => key.startsWith(`connection/${copy.id}/`))).toEqual([])
    await host.ask('connection.open', { id: copy.id })
    expect(await host.ask('connection.status')).toMatchObject({ session: { state: 'signInNeeded' } })
  })

  it('AUT-04 lose their secrets if the host changes, and keep them if the name changes', async () => {
    const host = testHost()
    const [one, other] = [await platform(), await platform()]
    await host.start()
    const id = await create(host, sandbox(one.url))
    await host.ask('connection.open', { id })
    await host.ask('connection.keepSecrets', {
      clientSecret: 'practice-secret',
      refreshToken: 'practice-refresh-token',
    })
    expect(await host.ask('connection.update', { id, profile: sandbox(one.url, 'Renamed') })).toEqual({
      signedOut: false,
    })
    expect(await host.ask('connection.status')).toMatchObject({
      connection: { name: 'Renamed' },
      session: { state: 'signedIn' },
    })
    expect(await host.ask('connection.update', { id, profile: sandbox(other.url) })).toEqual({ signedOut: true })
    expect([...host.vault.values()].join()).not.toMatch(/practice-(secret|refresh)/)
    expect(await host.ask('connection.status')).toMatchObject({
      connection: { baseUrl: other.url },
      session: { state: 'signInNeeded' },
    })
  })

  it('RCV-11 cannot change their kind', async () => {
    const host = testHost()
    const { url } = await platform()
    await host.start()
    const id = await create(host, sandbox(url))
    expect(
      await host.refusal('connection.update', { id, profile: { ...sandbox(url), kind: 'production' } }),
    ).toMatchObject({ kind: 'conflict', message: expect.stringMatching(/stays a sandbox connection/) })
  })

  it('list one from a file for this run, and save it only as a duplicate', async () => {
    const host = testHost()
    const { url } = await platform()
    const given = { file: '/shops/mine.json', profile: { ...sandbox(url, 'From a file'), kind: 'sandbox' as const } }
    await host.start(given)
    expect((await list(host)).connections).toMatchObject([
      { id: 'practice', isOpen: false },
      { id: 'from-a-file', isOpen: true, source: 'file', fileName: '/shops/mine.json' },
    ])
    expect(await host.refusal('connection.update', { id: 'from-a-file', profile: sandbox(url) })).toMatchObject({
      kind: 'conflict',
    })
    await host.ask('connection.duplicate', { id: 'from-a-file' })
    await host.start()
    expect((await list(host)).connections.map(({ name }) => name)).toEqual(['Practice shop', 'From a file copy'])
  })

  it('RCV-11 refuse a file that would open another host’s database and secrets', async () => {
    const host = testHost()
    const [one, other] = [await platform(), await platform()]
    await host.start()
    const id = await create(host, sandbox(one.url))
    const given = { file: '/shops/x.json', profile: { ...sandbox(other.url), id, kind: 'sandbox' as const } }
    await expect(host.start(given)).rejects.toThrow(/Give the profile another ID/)
  })
})

describe('a token', () => {
  it('never goes to a host outside its connection, even after switching away and back', async () => {
    const host = testHost()
    const [one, other] = [await platform(), await platform()]
    const heard: string[] = []
    let connections = 0
    const eavesdropper = createServer((request, response) => {
      heard.push(JSON.stringify(request.headers))
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[]}')
    })
    eavesdropper.on('connection', () => {
      connections += 1
    })
    await new Promise<void>((resolve) => eavesdropper.listen(0, '127.0.0.1', resolve))
    closing.push(async () => eavesdropper.close())
    const third = `http://127.0.0.1:${(eavesdropper.address() as AddressInfo).port}`

    await host.start()
    const ids = { one: await create(host, sandbox(one.url, 'One')), third: await create(host, sandbox(third, 'Third')) }
    await host.ask('connection.open', { id: ids.one })
    await host.ask('connection.keepSecrets', {
      clientSecret: 'practice-secret',
      refreshToken: 'practice-refresh-token',
    })
    expect(await host.ask('connection.check')).toMatchObject({
      services: expect.arrayContaining([expect.objectContaining({ ok: true })]),
    })
    await host.ask('connection.open', { id: ids.third })
    await host.ask('connection.tryNow')
    await host.ask('connection.check')
    await host.ask('connection.update', { id: ids.third, profile: sandbox(other.url, 'Third') })
    await host.ask('connection.open', { id: ids.one })
    // Signed out, the connection only checks that the host accepts a connection, without a request.
    expect(connections).toBeGreaterThan(0)
    expect(heard).toEqual([])
  })
})

describe('the sign-in of a seller', () => {
  const signedOut = async (redirectUri?: string) => {
    const host = testHost()
    const { url } = await platform()
    await host.start()
    const oauth = { clientId: 'practice-client', ...(redirectUri === undefined ? {} : { redirectUri }) }
    const id = await create(host, { ...sandbox(url), oauth })
    await host.ask('connection.open', { id })
    return { host, url, id }
  }
  const readStatus = (host: TestHost) =>
    host.ask<{ session: { state: string }; signIn: { phase: string; way: string | null; problem: string | null } }>(
      'connection.status',
    )

  it('AUT-05 needs the client, then goes through the browser and back to this machine', async () => {
    const { host } = await signedOut()
    expect(await host.refusal('connection.beginSignIn')).toMatchObject({ kind: 'signInNeeded' })
    await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    expect(await host.ask('connection.beginSignIn')).toMatchObject({ phase: 'waiting', way: 'loopback' })
    const back = await comeBack(host.browsed[0])
    expect(back.hostname).toBe('127.0.0.1')

    const page = await fetch(back)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Signed in')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await readStatus(host)).toMatchObject({
      session: { state: 'signedIn', signInEndsAtMs: expect.any(Number) },
      signIn: { phase: 'done' },
    })
    const { services } = await host.ask<{ services: { name: string; ok: boolean }[] }>('connection.check')
    // The legacy calls have separate credentials, which a sign-in doesn't provide, so they aren't checked.
    expect(services.map(({ name, ok }) => [name, ok])).toEqual(
      ['Messages', 'Items', 'Mapping', 'Notifications'].map((name) => [name, true]),
    )
    // The port closes after one answer.
    await expect(fetch(back)).rejects.toThrow()
  })

  it('ignores an answer with another state, host name or path, and keeps waiting', async () => {
    const { host } = await signedOut()
    await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    await host.ask('connection.beginSignIn')
    const back = await comeBack(host.browsed[0])
    const forged = new URL(back)
    forged.searchParams.set('state', 'guessed')
    const denied = new URL(forged)
    denied.searchParams.set('error', 'access_denied')
    const elsewhere = new URL(back)
    elsewhere.pathname = '/other'
    const renamed = new URL(back)
    renamed.hostname = 'localhost'
    expect((await fetch(forged)).status).toBe(400)
    expect((await fetch(denied)).status).toBe(400)
    expect((await fetch(elsewhere)).status).toBe(404)
    expect((await fetch(renamed)).status).toBe(421)
    expect((await fetch(back, { method: 'POST' })).status).toBe(404)
    expect(await readStatus(host)).toMatchObject({ signIn: { phase: 'waiting' } })
    expect((await fetch(back)).status).toBe(200)
    expect(await readStatus(host)).toMatchObject({ session: { state: 'signedIn' } })
  })

  it('accepts a pasted code if the platform cannot redirect here', async () => {
    const { host } = await signedOut('https://seller.example/back')
    await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    expect(await host.ask('connection.beginSignIn')).toMatchObject({ phase: 'waiting', way: 'paste' })
    const back = await comeBack(host.browsed[0])
    const stranger = new URL(back)
    stranger.searchParams.set('state', 'another')
    expect(await host.refusal('connection.finishSignIn', { pasted: stranger.href })).toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(/another sign-in/),
    })
    expect(await host.refusal('connection.finishSignIn', { pasted: 'https://seller.example/' })).toMatchObject({
      kind: 'validation',
    })
    await host.ask('connection.finishSignIn', { pasted: `  ${back.searchParams.get('code')}\n` })
    expect(await readStatus(host)).toMatchObject({ session: { state: 'signedIn' }, signIn: { phase: 'done' } })
  })

  it('reports a refused code, and a sign-in that the seller declined', async () => {
    const { host } = await signedOut('https://seller.example/back')
    await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    await host.ask('connection.beginSignIn')
    expect(await host.refusal('connection.finishSignIn', { pasted: 'canary-wrong-code' })).toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(/doesn’t accept this code/),
    })
    await host.ask('connection.beginSignIn')
    const state = new URL(host.browsed[1] ?? '').searchParams.get('state')
    const declined = `https://seller.example/back?error=access_denied&state=${state}`
    expect(await host.refusal('connection.finishSignIn', { pasted: declined })).toMatchObject({
      message: expect.stringMatching(/declined/),
    })
    expect(await readStatus(host)).toMatchObject({
      signIn: { phase: 'failed', problem: expect.stringMatching(/declined/) },
    })
    expect(host.reported.join()).not.toContain('canary-wrong-code')
  })

  it('AUT-05 distinguishes a refused application, which needs another secret, from a refused sign-in', async () => {
    const { host } = await signedOut('https://seller.example/back')
    await host.ask('connection.keepSecrets', { clientSecret: 'canary-wrong-secret' })
    await host.ask('connection.beginSignIn')
    const code = (await comeBack(host.browsed[0])).searchParams.get('code')
    expect(await host.refusal('connection.finishSignIn', { pasted: code })).toMatchObject({ kind: 'signInNeeded' })
    expect(await readStatus(host)).toMatchObject({
      signIn: { phase: 'failed', problem: expect.stringMatching(/client ID or client secret/), isClientRefused: true },
    })
    await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    expect(await readStatus(host)).toMatchObject({ signIn: { phase: 'none', problem: null } })
    await host.ask('connection.beginSignIn')
    expect(await readStatus(host)).toMatchObject({ signIn: { phase: 'waiting', isClientRefused: false } })
    expect(host.reported.join()).not.toContain('canary-wrong-secret')
  })

  it('PLT-01 opens the page with the keys of a platform that has one, and the one that asks for an account', async () => {
    const { url } = await platform()
    const { host } = await signedOut(`${url}/back`)
    await host.ask('connection.openDeveloperPages', { platform: 'ebay' })
    await host.ask('connection.openDeveloperPages', { platform: 'ebay', page: 'account' })
    expect(host.browsed).toEqual([
      'https://developer.ebay.com/my/keys',
      'https://developer.ebay.com/signin?tab=register',
    ])
    expect(await host.refusal('connection.openDeveloperPages', { platform: 'neutral' })).toMatchObject({
      kind: 'notFound',
    })
  })

  it('reports a redirect port that is in use', async () => {
    const { url } = await platform()
    const { host } = await signedOut(`${url}/back`)
    await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    expect(await host.refusal('connection.beginSignIn')).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('Another program uses the address'),
    })
  })

  it('can be cancelled, which closes its port', async () => {
    const { host } = await signedOut()
    await host.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    await host.ask('connection.beginSignIn')
    const back = await comeBack(host.browsed[0])
    await host.ask('connection.cancelSignIn')
    await expect(fetch(back)).rejects.toThrow()
    expect(await host.refusal('connection.finishSignIn', { pasted: back.href })).toMatchObject({ kind: 'conflict' })
  })

  it('AUT-05 works with a pasted access token until the platform refuses it', async () => {
    const { host, url } = await signedOut()
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'practice-refresh-token' })
    const basic = Buffer.from('practice-client:practice-secret').toString('base64')
    const answer = await fetch(`${url}/identity/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: form,
    })
    const { access_token: accessToken } = (await answer.json()) as { access_token: string }
    await host.ask('connection.keepSecrets', { accessToken })
    const readService = async () => {
      const { services } = await host.ask<{ services: { name: string; ok: boolean; message: string }[] }>(
        'connection.check',
      )
      return services.find(({ name }) => name === 'Messages')
    }
    expect(await readService()).toMatchObject({ ok: true })
    await host.ask('connection.keepSecrets', { accessToken: 'canary-no-token' })
    expect(await readService()).toMatchObject({ ok: false, message: expect.stringMatching(/pasted access token/) })
    expect(await readStatus(host)).toMatchObject({ session: { state: 'signInNeeded' } })
  })

  it('reads the inbox at once, after signing in or typing secrets, without waiting for the next check', async () => {
    type State = { error: { kind: string } | null }
    const readState = (host: TestHost) => host.ask<State>('messaging.sync')
    const kept = async (host: TestHost) =>
      (await host.ask<{ views: { all: number } }>('messaging.counts')).views.all > 0
    // The next regular check would come half a minute after a failed one.

    const { host: typed } = await signedOut()
    await expect.poll(() => readState(typed)).toMatchObject({ error: { kind: 'signInNeeded' } })
    await typed.ask('connection.keepSecrets', {
      clientSecret: 'practice-secret',
      refreshToken: 'practice-refresh-token',
    })
    await expect.poll(() => kept(typed)).toBe(true)

    const { host: signing } = await signedOut()
    await signing.ask('connection.keepSecrets', { clientSecret: 'practice-secret' })
    await expect.poll(() => readState(signing)).toMatchObject({ error: { kind: 'signInNeeded' } })
    await signing.ask('connection.beginSignIn')
    await fetch(await comeBack(signing.browsed[0]))
    await expect.poll(() => kept(signing)).toBe(true)
  }, 40_000)

  it("AUT-04 deletes the seller's secrets", async () => {
    const { host } = await signedOut()
    await host.ask('connection.keepSecrets', {
      clientSecret: 'practice-secret',
      refreshToken: 'practice-refresh-token',
      userToken: 'canary-user',
    })
    await host.ask('connection.signOut')
    const names = [...host.vault.keys()]
      .filter((key) => key.includes('/my-sandbox/'))
      .map((key) => key.split('/').at(-1))
    expect(names.toSorted()).toEqual(['clientSecret', 'verificationToken'])
    expect(await readStatus(host)).toMatchObject({ session: { state: 'signInNeeded' } })
  })

  it('AUT-04 leaves no secret in any answer, the log or the settings, and says which are saved', async () => {
    const { host } = await signedOut()
    const typed = {
      clientSecret: 'practice-secret',
      refreshToken: 'canary-refresh',
      accessToken: 'canary-access',
      appName: 'canary-app',
      devName: 'canary-dev',
      certName: 'canary-cert',
      userToken: 'canary-user',
    }
    await host.ask('connection.keepSecrets', typed)
    await host.ask('connection.check')
    await host.ask('connection.keepSecrets', { refreshToken: null, accessToken: null })
    await host.ask('connection.beginSignIn')
    const back = await comeBack(host.browsed[0])
    await (await fetch(back)).text()
    await host.ask('connection.check')
    const status = await host.ask<{ keptSecrets: { name: string; isKept: boolean; sinceMs: number | null }[] }>(
      'connection.status',
    )
    expect(status.keptSecrets.find(({ name }) => name === 'refreshToken')).toEqual({
      name: 'refreshToken',
      isKept: true,
      sinceMs: expect.any(Number),
    })
    expect(status.keptSecrets.find(({ name }) => name === 'accessToken')?.isKept).toBe(false)
    await host.ask('connection.list')
    await host.ask('connection.get', { id: 'my-sandbox' })
    await host.ask('connection.duplicate', { id: 'my-sandbox' })
    await host.refusal('connection.keepSecrets', { clientSecret: 'canary with spaces' })

    const reported = [
      host.reported.join('\n'),
      JSON.stringify(host.log.lines),
      JSON.stringify([...host.settings]),
    ].join('\n')
    const kept = [...host.vault.values()].filter((value) => !/^\d+$/.test(value))
    expect(kept.length).toBeGreaterThan(4)
    for (const secret of [...kept, back.searchParams.get('code') ?? '?']) expect(reported).not.toContain(secret)
    expect(reported).not.toMatch(/canary|practice-(secret|access-|refresh)/)
  })
})
