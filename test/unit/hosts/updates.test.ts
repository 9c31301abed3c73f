/** Newer versions, over an updater that does what electron-updater's events say. */
import { describe, expect, it } from 'vitest'
import { createUpdates, type Updater } from '../../../main/hosts/electron/updates.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const HOUR_MS = 60 * 60_000

const make = (kept: Record<string, unknown> = {}) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const done: string[] = []
  const listeners = new Map<string, (value: never) => void>()
  let loads = 0
  let answer: () => Promise<null> = async () => null
  const updater = {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: true,
    logger: null,
    netSession: { webRequest: { onBeforeRequest: () => done.push('network allowed') } },
    setFeedURL: (options: { url: string }) => void done.push(`feed ${options.url}`),
    checkForUpdates: () => {
      done.push('check')
      return answer()
    },
    quitAndInstall: () => void done.push('install'),
    on: (event: string, listener: (value: never) => void) => void listeners.set(event, listener),
  }
  const settings = {
    get: (key: string) => kept[key],
    set: (key: string, value: unknown) => void Object.assign(kept, { [key]: value }),
  }
  const updates = createUpdates({
    load: async () => {
      loads += 1
      return updater as unknown as Updater
    },
    settings,
    clock,
    log,
    quitThen: (last) => {
      done.push('quit')
      last()
    },
    restart: () => void done.push('the old one starts'),
    onChange: () => undefined,
  })
  return {
    updates,
    updater,
    clock,
    log,
    done,
    kept,
    loads: () => loads,
    tell: (event: string, value?: unknown) => listeners.get(event)?.(value as never),
    fail: (error: Error) => {
      answer = () => Promise.reject(error)
    },
  }
}

const feed = 'https://updates.example.com/'

describe('newer versions', () => {
  it('are not checked for, and nothing is loaded for them, until a feed is set', async () => {
    const { updates, clock, loads, done } = make()
    updates.begin()
    updates.check()
    await clock.advance(24 * HOUR_MS)
    expect({ loads: loads(), done, phase: updates.state().phase, timers: clock.pending() }).toEqual({
      loads: 0,
      done: [],
      phase: 'off',
      timers: 0,
    })
  })

  it('are checked for at once when a feed is set, then every six hours, with one updater', async () => {
    const { updates, clock, done, loads, updater, tell } = make()
    updates.setFeed(feed)
    await settle()
    expect(done).toEqual(['network allowed', `feed ${feed}`, 'check'])
    expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: false })
    tell('update-not-available')
    expect(updates.state()).toMatchObject({ phase: 'upToDate', checkedAtMs: clock.nowMs() })
    await clock.advance(6 * HOUR_MS)
    expect(done.filter((one) => one === 'check')).toHaveLength(2)
    expect(loads()).toBe(1)
  })

  it('are checked for half a minute after a start', async () => {
    const { updates, clock, done } = make({ 'updates.feed': feed })
    updates.begin()
    await clock.advance(29_000)
    expect(done).toEqual([])
    await clock.advance(1_000)
    expect(done).toContain('check')
  })

  it('are downloaded, then wait for the user, who starts them once the app has ended in order', async () => {
    const { updates, clock, done, tell } = make()
    updates.setFeed(feed)
    await settle()
    expect(() => updates.install()).toThrow(/No update is ready/)
    tell('update-available', { version: '1.2.0' })
    expect(updates.state()).toMatchObject({ phase: 'downloading', version: '1.2.0', percent: null })
    tell('download-progress', { percent: 41.7 })
    expect(updates.state()).toMatchObject({ phase: 'downloading', version: '1.2.0', percent: 41 })
    tell('update-downloaded', { version: '1.2.0' })
    expect(updates.state()).toMatchObject({ phase: 'ready', version: '1.2.0' })
    // What is here is not fetched again.
    await clock.advance(12 * HOUR_MS)
    expect(done.filter((one) => one === 'check')).toHaveLength(1)
    updates.install()
    expect(done.slice(-2)).toEqual(['quit', 'install'])
  })

  it('say why they failed, and are tried again', async () => {
    const { updates, clock, done, fail, tell } = make()
    fail(
      Object.assign(new Error('404 https://updates.example.com/?key=secret'), {
        code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND',
      }),
    )
    updates.setFeed(feed)
    await settle()
    expect(updates.state()).toMatchObject({
      phase: 'failed',
      problem: expect.stringMatching(/^There is no list of versions/),
    })
    await clock.advance(6 * HOUR_MS)
    expect(done.filter((one) => one === 'check')).toHaveLength(2)
    tell('error', Object.assign(new Error('sha512'), { code: 'ERR_CHECKSUM_MISMATCH' }))
    expect(updates.state().problem).toMatch(/was deleted/)
    tell('error', new Error('net::ERR_CONNECTION_REFUSED'))
    expect(updates.state().problem).toMatch(/tries again later/)
  })

  it('leave the seller with the old one where the newer one cannot take its place', async () => {
    const { updates, done, tell } = make()
    updates.setFeed(feed)
    await settle()
    tell('update-downloaded', { version: '1.2.0' })
    updates.install()
    tell('error', new Error('EACCES'))
    expect(done.slice(-3)).toEqual(['quit', 'install', 'the old one starts'])
  })

  it('are left alone once the feed is taken away, whatever is still on its way', async () => {
    const { updates, updater, clock, kept, tell, done } = make()
    updates.setFeed(feed)
    await settle()
    updates.setFeed(null)
    expect(kept['updates.feed']).toBeUndefined()
    tell('update-downloaded', { version: '1.2.0' })
    expect(updates.state().phase).toBe('off')
    expect(() => updates.install()).toThrow()
    expect(updater.autoInstallOnAppQuit).toBe(false)
    await clock.advance(24 * HOUR_MS)
    expect(done.filter((one) => one === 'check')).toHaveLength(1)
  })
})
