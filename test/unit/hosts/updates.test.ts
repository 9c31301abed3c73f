/** Newer versions, with an updater that emits electron-updater's events. */
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatStatement, hashFile } from '../../../main/hosts/electron/update-signature.ts'
import { createUpdates, parseRelease, type Updater } from '../../../main/hosts/electron/updates.ts'
import releaseJson from '../../../packaging/updates.json' with { type: 'json' }
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const HOUR_MS = 60 * 60_000
const feed = 'https://updates.example.com/stallhand/'
const NAME = 'Stallhand-1.2.0.AppImage'

const folder = mkdtempSync(join(tmpdir(), 'stallhand-updates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const maintainer = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')
const publicKey = maintainer.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const downloadedFile = join(folder, NAME)
writeFileSync(downloadedFile, 'the program')
const sha512 = await hashFile(downloadedFile)
const signWith = (key: typeof maintainer, file: { version: string; name: string; sha512: string }): string =>
  sign(null, formatStatement(file), key.privateKey).toString('base64')
const genuine = signWith(maintainer, { version: '1.2.0', name: NAME, sha512 })

const make = () => {
  const clock = createFakeClock()
  const done: string[] = []
  const fetched: string[] = []
  const feedFiles = { signature: genuine as string | undefined }
  const listeners = new Map<string, (value: never) => void>()
  let loads = 0
  let answer: () => Promise<null> = async () => null
  const updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: true,
    logger: null,
    netSession: {
      webRequest: { onBeforeRequest: () => done.push('network allowed') },
      fetch: async (url: string) => {
        fetched.push(url)
        return { ok: feedFiles.signature !== undefined, text: async () => feedFiles.signature ?? '' }
      },
    },
    setFeedURL: (options: { url: string }) => void done.push(`feed ${options.url}`),
    checkForUpdates: () => {
      done.push('check')
      return answer()
    },
    downloadUpdate: async () => void done.push('download'),
    quitAndInstall: () => void done.push('install'),
    on: (event: string, listener: (value: never) => void) => void listeners.set(event, listener),
  }
  const updates = createUpdates({
    release: { feed, publicKey },
    load: async () => {
      loads += 1
      return updater as unknown as Updater
    },
    clock,
    log: createRecordingLog(),
    quitThen: (last) => {
      done.push('quit')
      last()
    },
    restart: () => void done.push('the old one starts'),
    onChange: () => undefined,
  })
  const tell = (event: string, value?: unknown) => listeners.get(event)?.(value as never)
  return {
    updates,
    updater,
    clock,
    done,
    fetched,
    feedFiles,
    loads: () => loads,
    tell,
    fail: (error: Error) => {
      answer = () => Promise.reject(error)
    },
    /** Proceeds until the whole file is downloaded. */
    download: async (info: object = {}) => {
      updates.check()
      await settle()
      tell('update-available', { version: '1.2.0' })
      updates.download()
      await settle()
      tell('update-downloaded', { version: '1.2.0', files: [{ url: NAME, sha512 }], downloadedFile, ...info })
      await expect.poll(() => updates.state().phase).not.toBe('downloading')
    },
  }
}

describe('newer versions', () => {
  it('are checked half a minute after a start, then every six hours, with one updater', async () => {
    const { updates, clock, done, loads, updater, tell } = make()
    updates.begin()
    await clock.advance(29_000)
    expect(loads()).toBe(0)
    await clock.advance(1_000)
    expect(done).toEqual(['network allowed', `feed ${feed}`, 'check'])
    expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false })
    tell('update-not-available')
    expect(updates.state()).toMatchObject({ phase: 'upToDate', checkedAtMs: clock.nowMs() })
    await clock.advance(6 * HOUR_MS)
    expect(done.filter((one) => one === 'check')).toHaveLength(2)
    expect(loads()).toBe(1)
    updates.end()
    expect(clock.pending()).toBe(0)
  })

  it('SEC-03 are neither downloaded nor installed automatically', async () => {
    const { updates, clock, done, tell } = make()
    updates.check()
    await settle()
    expect(() => updates.download()).toThrow(/No update is available/)
    await expect(updates.install()).rejects.toThrow(/No update is ready/)
    tell('update-available', { version: '1.2.0' })
    await clock.advance(12 * HOUR_MS)
    expect(done.filter((one) => one === 'download' || one === 'install')).toEqual([])
  })

  it('are installed once the app has ended cleanly', async () => {
    const { updates, done, download, clock, fetched } = make()
    await download()
    expect(updates.state()).toMatchObject({ phase: 'ready', version: '1.2.0' })
    expect(fetched).toEqual([`${feed}${NAME}.sig`])
    // A downloaded file is not fetched again.
    await clock.advance(12 * HOUR_MS)
    expect(done.filter((one) => one === 'check')).toHaveLength(1)
    await updates.install()
    expect(done.slice(-2)).toEqual(['quit', 'install'])
  })

  it('show the progress of their download', async () => {
    const { updates, tell } = make()
    updates.check()
    await settle()
    tell('update-available', { version: '1.2.0' })
    updates.download()
    tell('download-progress', { percent: 41.7 })
    expect(updates.state()).toMatchObject({ phase: 'downloading', version: '1.2.0', percent: 41 })
  })

  it.each([
    ['no signature', undefined, {}],
    ['a signature of somebody else', signWith(stranger, { version: '1.2.0', name: NAME, sha512 }), {}],
    ['the signature of an older version', signWith(maintainer, { version: '1.1.0', name: NAME, sha512 }), {}],
    ['the signature of another file', signWith(maintainer, { version: '1.2.0', name: 'other', sha512 }), {}],
    ['text instead of a signature', '<html>', {}],
    ['bytes that the list does not name', genuine, { files: [{ url: NAME, sha512: 'other' }] }],
    ['a signature on another host', genuine, { files: [{ url: `https://evil.example/${NAME}`, sha512 }] }],
  ])('SEC-03 are refused with %s', async (_, signature, info) => {
    const { updates, done, download, feedFiles } = make()
    feedFiles.signature = signature
    await download(info)
    expect(updates.state()).toMatchObject({ phase: 'failed', problem: expect.stringMatching(/isn’t signed/) })
    await expect(updates.install()).rejects.toThrow(/No update is ready/)
    expect(done).not.toContain('install')
  })

  it('SEC-03 are refused if the file changed after its download', async () => {
    const { updates, done, download } = make()
    const changing = join(folder, 'changing')
    writeFileSync(changing, 'the program')
    await download({ downloadedFile: changing })
    expect(updates.state().phase).toBe('ready')
    writeFileSync(changing, 'another program')
    await expect(updates.install()).rejects.toThrow(/isn’t signed/)
    expect(done).not.toContain('quit')
  })

  it('say why they failed, and can be retried', async () => {
    const { updates, clock, done, fail, tell } = make()
    fail(
      Object.assign(new Error('404 https://updates.example.com/?key=secret'), {
        code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND',
      }),
    )
    updates.check()
    await settle()
    expect(updates.state()).toMatchObject({
      phase: 'failed',
      problem: expect.stringMatching(/^The update address has no list of versions/),
    })
    await clock.advance(6 * HOUR_MS)
    expect(done.filter((one) => one === 'check')).toHaveLength(2)
    tell('error', Object.assign(new Error('sha512'), { code: 'ERR_CHECKSUM_MISMATCH' }))
    expect(updates.state().problem).toMatch(/was deleted/)
    tell('error', new Error('net::ERR_CONNECTION_REFUSED'))
    expect(updates.state().problem).toMatch(/tries again later/)
  })

  it('keep the old version if the new one cannot replace it', async () => {
    const { updates, done, download, tell } = make()
    await download()
    await updates.install()
    tell('error', new Error('EACCES'))
    expect(done.slice(-3)).toEqual(['quit', 'install', 'the old one starts'])
  })
})

describe('the release that a build names', () => {
  it('SEC-03 has an HTTPS feed and a key, or the app has no updates', () => {
    expect(parseRelease({ feed: 'https://u.example/a', publicKey })).toEqual({
      feed: 'https://u.example/a/',
      publicKey,
    })
    for (const wrong of ['http://u.example/', 'http://127.0.0.1:8000/', 'https://', 'file:///tmp', null, 7]) {
      expect(parseRelease({ feed: wrong, publicKey }), String(wrong)).toBeUndefined()
    }
    expect(parseRelease({ feed, publicKey: null })).toBeUndefined()
    expect(parseRelease(releaseJson) === undefined).toBe(releaseJson.feed === null)
  })

  it('SEC-03 is signed by the script of the maintainer', async () => {
    const keyFile = join(folder, 'key.pem')
    writeFileSync(keyFile, maintainer.privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const run = (...args: string[]) =>
      execFileSync(process.execPath, ['packaging/sign-update.ts', keyFile, ...args], { encoding: 'utf8' })
    expect(run().trim()).toBe(publicKey)
    run('1.2.0', downloadedFile)
    const { updates, download, feedFiles } = make()
    feedFiles.signature = readFileSync(`${downloadedFile}.sig`, 'utf8')
    await download()
    expect(updates.state().phase).toBe('ready')
  })
})
