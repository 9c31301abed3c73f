/** The desktop host's parts without Electron's runtime: each gets a fake of the API that it uses. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy, createRendererFiles } from '../../../main/hosts/common/renderer-files.ts'
import { usableBounds } from '../../../main/hosts/common/window-bounds.ts'
import { APP_ORIGIN, appScheme, createAppProtocol, DOCUMENT_URL } from '../../../main/hosts/electron/app-protocol.ts'
import { attachIpcBridge, type SenderEvent } from '../../../main/hosts/electron/ipc-bridge.ts'
import { createSafeStorageVault, type SafeStorageApi } from '../../../main/hosts/electron/safe-storage-vault.ts'
import { isOurDocument } from '../../../main/hosts/electron/security.ts'
import { createEventBus } from '../../../main/ipc/event-bus.ts'
import { createBridge } from '../../../preload/bridge.ts'
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../../shared/ipc/channels.ts'
import { HELLO, type WireEvent } from '../../../shared/ipc/transport.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

describe('stallhand://app', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-scheme-'))
    writeFileSync(path.join(folder, 'index.html'), '<html lang="en">the window</html>')
    writeFileSync(`${folder}-outside.js`, 'outside')
    symlinkSync(`${folder}-outside.js`, path.join(folder, 'link.js'))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
    rmSync(`${folder}-outside.js`)
  })
  const get = (url: string, method = 'GET'): Promise<Response> =>
    createAppProtocol(createRendererFiles(folder, () => 'light'))({ url, method })

  it('serves the document with the policy and the theme', async () => {
    for (const url of [DOCUMENT_URL, `${APP_ORIGIN}/`, `${DOCUMENT_URL}?x=1#/inbox`]) {
      const answer = await get(url)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
      expect(await answer.text()).toBe('<html data-theme="light" lang="en">the window</html>')
    }
  })

  it.each([
    `${APP_ORIGIN}/../secrets.json`,
    `${APP_ORIGIN}/..%2f..%2fsecrets.json`,
    `${APP_ORIGIN}/link.js`,
    `${APP_ORIGIN}//etc/hosts.txt`,
    'stallhand://other/index.html',
    'stallhand:index.html',
    'not an address',
  ])('does not find %s', async (url) => {
    expect((await get(url)).status).toBe(404)
  })

  it('answers only GET', async () => {
    expect((await get(DOCUMENT_URL, 'POST')).status).toBe(405)
    expect((await get(DOCUMENT_URL, 'HEAD')).status).toBe(405)
  })

  it('has an origin, and cannot bypass a policy', () => {
    expect(appScheme.privileges).toMatchObject({ standard: true, secure: true })
    expect(appScheme.privileges?.bypassCSP ?? false).toBe(false)
  })
})

describe('the window', () => {
  it('navigates only within its document', () => {
    expect([DOCUMENT_URL, `${DOCUMENT_URL}#/items/A-1`].map(isOurDocument)).toEqual([true, true])
    const others = [
      'https://example.com/',
      'stallhand://app/other.html',
      'stallhand://app.evil/index.html',
      `${DOCUMENT_URL}.evil`,
      'file:///etc/passwd',
      'javascript:alert(1)',
      'about:blank',
    ]
    expect(others.filter(isOurDocument)).toEqual([])
  })

  it('opens at its last position if that is still on a screen', () => {
    const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }]
    const bounds = { x: 100, y: 50, width: 1200, height: 800, maximized: false }
    expect(usableBounds(bounds, screens)).toEqual(bounds)
    expect(usableBounds({ ...bounds, x: 3000 }, screens)).toBeUndefined()
    expect(usableBounds({ ...bounds, width: 10 }, screens)).toBeUndefined()
    expect(usableBounds('nonsense', screens)).toBeUndefined()
  })
})

describe('a window whose title bar is on no screen', () => {
  const bounds = { x: 100, y: 50, width: 1200, height: 800, maximized: false }
  const screen = { x: 0, y: 25, width: 1920, height: 1055 }

  it.each([-300, -560, 0])('opens with its title bar at the top of the screen, from y = %d', (y) => {
    expect(usableBounds({ ...bounds, y }, [screen])).toEqual({ ...bounds, y: 25 })
  })

  it('opens where it was if another screen shows its title bar', () => {
    const above = { x: 0, y: -1055, width: 1920, height: 1080 }
    expect(usableBounds({ ...bounds, y: -300 }, [screen, above])).toEqual({ ...bounds, y: -300 })
  })

  it('opens where it was if enough of its title bar is beside the screen’s edge', () => {
    const moved = { ...bounds, x: -700, y: 100 }
    expect(usableBounds(moved, [screen])).toEqual(moved)
  })
})

describe('the IPC bridge', () => {
  const attach = () => {
    let handle: ((event: SenderEvent, message: unknown) => Promise<Result<unknown>>) | undefined
    let subscribe: ((event: SenderEvent) => void) | undefined
    const channels: string[] = []
    const calls: string[] = []
    const log = createRecordingLog()
    const events = createEventBus(
      () => 'run-1',
      () => {},
    )
    const end = attachIpcBridge(
      {
        handle: (channel, listener) => {
          channels.push(channel)
          handle = listener
        },
        on: (channel, listener) => {
          channels.push(channel)
          subscribe = listener
        },
        removeHandler: (channel) => void channels.splice(channels.indexOf(channel), 1),
        removeAllListeners: (channel) => void channels.splice(channels.indexOf(channel), 1),
      },
      {
        app: {
          call: async (method) => {
            calls.push(method)
            return ok('done')
          },
          events,
        },
        isOurWindow: (id) => id === 7,
        log,
      },
    )
    const call = (event: SenderEvent, message: unknown) => handle?.(event, message)
    return { call, subscribe: (event: SenderEvent) => subscribe?.(event), channels, calls, events, log, end }
  }

  const from = (given: { id?: number; frame?: SenderEvent['senderFrame'] } = {}) => {
    const heard: WireEvent[] = []
    const state = { isGone: false, destroyed: [] as (() => void)[] }
    const event: SenderEvent = {
      sender: {
        id: given.id ?? 7,
        isDestroyed: () => state.isGone,
        send: (_channel, wireEvent) => heard.push(wireEvent),
        once: (_event, listener) => state.destroyed.push(listener),
      },
      senderFrame: given.frame === undefined ? { origin: APP_ORIGIN, parent: null } : given.frame,
    }
    return { event, heard, state }
  }

  it('listens to two channels, and to none once closed', () => {
    const { channels, end } = attach()
    expect(channels).toEqual([CALL_CHANNEL, EVENT_CHANNEL])
    end()
    expect(channels).toEqual([])
  })

  it.each([
    { who: 'another window', given: { id: 8 } },
    { who: 'a frame in the page', given: { frame: { origin: APP_ORIGIN, parent: {} } } },
    { who: 'another origin', given: { frame: { origin: 'https://example.com', parent: null } } },
    { who: 'an origin that begins like ours', given: { frame: { origin: 'stallhand://app.evil', parent: null } } },
    { who: 'an opaque origin', given: { frame: { origin: 'null', parent: null } } },
    { who: 'a frame that is gone', given: { frame: null } },
  ])('refuses $who', async ({ given }) => {
    const { call, subscribe, calls, events, log } = attach()
    const { event, heard } = from(given)
    await expect(call(event, { method: 'stall.open', input: {} })).resolves.toMatchObject({
      error: { kind: 'forbidden' },
    })
    await call(event, { method: 'stall.open', input: {} })
    subscribe(event)
    events.emit('stall.opened', {})
    expect({ calls, heard }).toEqual({ calls: [], heard: [] })
    // Reported only once.
    expect(log.lines).toHaveLength(1)
  })

  it.each([undefined, null, 'stall.open', {}, { method: 7 }])('names the missing method of %j', async (message) => {
    const { call, calls } = attach()
    await expect(call(from().event, message)).resolves.toMatchObject({ error: { kind: 'validation' } })
    expect(calls).toEqual([])
  })

  it('gives a reloaded page one stream that starts with hello, and a destroyed window none', () => {
    const { subscribe, events } = attach()
    const { event, heard, state } = from()
    subscribe(event)
    subscribe(event)
    events.emit('stall.opened', {})
    expect(heard.map(({ name }) => name)).toEqual([HELLO, HELLO, 'stall.opened'])
    for (const listener of state.destroyed) listener()
    events.emit('stall.opened', {})
    expect(heard).toHaveLength(3)
  })
})

describe('the preload', () => {
  it('gives the page two functions and no event object', () => {
    let receive: ((event: unknown, message: unknown) => void) | undefined
    const sent: string[] = []
    const bridge = createBridge({
      invoke: async () => ok(null),
      send: (channel) => sent.push(channel),
      on: (channel, listener) => {
        sent.push(`on ${channel}`)
        receive = listener
      },
    })
    expect(Object.keys(bridge)).toEqual(['call', 'onEvent'])
    const heard: unknown[][] = []
    const stop = bridge.onEvent((...args) => heard.push(args))
    const hello = { epoch: 'run-1', seq: 0, name: HELLO, data: null }
    const event = { epoch: 'run-1', seq: 1, name: 'stall.opened', data: {} }
    receive?.({ sender: 'powerful' }, event)
    receive?.({ sender: 'powerful' }, hello)
    receive?.({ sender: 'powerful' }, event)
    stop()
    receive?.({ sender: 'powerful' }, event)
    expect(heard).toEqual([[hello], [event]])
    expect(sent).toEqual([`on ${EVENT_CHANNEL}`, EVENT_CHANNEL])
  })
})

describe('the vault of the system', () => {
  const memoryStore = () => {
    const kept = new Map<string, unknown>()
    return {
      kept,
      store: {
        get: (key: string) => kept.get(key),
        set: (key: string, value: unknown) => void kept.set(key, value),
        delete: (key: string) => void kept.delete(key),
      },
    }
  }
  const safeStorage = (change: Partial<SafeStorageApi> = {}): SafeStorageApi => ({
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: async (text) => Buffer.from(text, 'utf8').reverse(),
    decryptStringAsync: async (bytes) => ({
      result: Buffer.from(bytes).reverse().toString('utf8'),
      shouldReEncrypt: false,
    }),
    ...change,
  })
  const deps = { platform: 'linux', log: createRecordingLog() } as const

  it('keeps secrets encrypted', async () => {
    const { kept, store } = memoryStore()
    const vault = await createSafeStorageVault(safeStorage(), () => store, deps)
    await vault.set('token', 'canary-3')
    expect(vault.keeping).toBe('kept')
    expect(JSON.stringify([...kept])).not.toContain('canary-3')
    await expect(vault.get('token')).resolves.toBe('canary-3')
    await vault.delete('token')
    await expect(vault.get('token')).resolves.toBeUndefined()
  })

  it.each([
    { why: 'basic_text', change: { getSelectedStorageBackend: () => 'basic_text' as const } },
    { why: 'an unknown backend', change: { getSelectedStorageBackend: () => 'unknown' as const } },
    { why: 'no encryption', change: { isAsyncEncryptionAvailable: async () => false } },
    { why: 'a vault that throws', change: { isAsyncEncryptionAvailable: () => Promise.reject(new Error('no bus')) } },
  ])('lasts for the session only with $why, and writes nothing', async ({ change }) => {
    const vault = await createSafeStorageVault(
      safeStorage(change),
      () => {
        throw new Error('a store was opened')
      },
      deps,
    )
    await vault.set('token', 'canary-3')
    expect(vault.keeping).toBe('sessionOnly')
    await expect(vault.get('token')).resolves.toBe('canary-3')
  })

  it('re-encrypts after the key is rotated', async () => {
    const { kept, store } = memoryStore()
    let encrypted = 0
    const vault = await createSafeStorageVault(
      safeStorage({
        encryptStringAsync: async (text) => {
          encrypted += 1
          return Buffer.from(`${encrypted}${text}`)
        },
        decryptStringAsync: async (bytes) => ({
          result: Buffer.from(bytes).toString().slice(1),
          shouldReEncrypt: true,
        }),
      }),
      () => store,
      deps,
    )
    await vault.set('token', 'secret')
    await expect(vault.get('token')).resolves.toBe('secret')
    expect(Buffer.from(String(kept.get('token')), 'base64').toString()).toBe('2secret')
  })

  it('SEC-01 a secret deleted while it is encrypted again stays deleted', async () => {
    const { kept, store } = memoryStore()
    const encrypting = Promise.withResolvers<void>()
    let isRotated = false
    const vault = await createSafeStorageVault(
      safeStorage({
        encryptStringAsync: async (text) => {
          if (isRotated) await encrypting.promise
          return Buffer.from(text)
        },
        decryptStringAsync: async (bytes) => ({ result: Buffer.from(bytes).toString(), shouldReEncrypt: isRotated }),
      }),
      () => store,
      deps,
    )
    await vault.set('token', 'secret')
    isRotated = true
    const reading = vault.get('token')
    await new Promise(setImmediate)
    await vault.delete('token')
    encrypting.resolve()
    await expect(reading).resolves.toBe('secret')
    expect([...kept]).toEqual([])
  })

  it('returns a readable secret even if re-encrypting fails', async () => {
    const { store } = memoryStore()
    let isFull = false
    const vault = await createSafeStorageVault(
      safeStorage({
        encryptStringAsync: async (text) => {
          if (isFull) throw new Error('the disk is full')
          return Buffer.from(text)
        },
        decryptStringAsync: async (bytes) => ({ result: Buffer.from(bytes).toString(), shouldReEncrypt: true }),
      }),
      () => store,
      deps,
    )
    await vault.set('token', 'secret')
    isFull = true
    await expect(vault.get('token')).resolves.toBe('secret')
  })

  it('counts a secret that cannot be decrypted as missing', async () => {
    const { store } = memoryStore()
    const vault = await createSafeStorageVault(
      safeStorage({ decryptStringAsync: () => Promise.reject(new Error('wrong key')) }),
      () => store,
      deps,
    )
    await vault.set('token', 'secret')
    await expect(vault.get('token')).resolves.toBeUndefined()
  })
})
