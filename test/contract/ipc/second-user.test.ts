/**
 * Another user of this machine tries every way into the running local host. Needs to change user ids, so it runs as root on
 * Linux.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../main/hosts/common/clock.ts'
import { holdDataDir, RUNNING_FILE } from '../../../main/hosts/common/data-dir.ts'
import { bindLoopback, type LocalHost, startLocalHost } from '../../../main/hosts/local/local-host.ts'
import { createLoginPages } from '../../../main/hosts/local/login-page.ts'
import { writeRunningFile } from '../../../main/hosts/local/second-start.ts'
import { createEventBus } from '../../../main/ipc/event-bus.ts'
import { ok } from '../../../shared/result.ts'
import { logIn } from '../../support/local-session.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const canChangeUser = process.platform === 'linux' && process.getuid?.() === 0
const STRANGER = 65_534

const curl = (uid: number, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('curl', ['-s', '-m', '10', '-o', '/dev/null', '-w', '%{http_code}', ...args], { uid, gid: uid })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
    })
    child.once('error', reject)
    child.once('close', () => resolve(out))
  })

describe.skipIf(!canChangeUser)('SEC-02 another user of this machine (needs root to play one)', () => {
  let folder: string
  let host: LocalHost
  let calls: string[]
  const pagesOpened: string[] = []
  const release: (() => void)[] = []

  beforeAll(async () => {
    calls = []
    folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-second-user-'))
    // Other users may list the folder of the pages, as on many systems they may list a home folder.
    const home = path.join(folder, 'home')
    const held = holdDataDir(path.join(folder, 'data'))
    release.push(held.release)
    spawnSync('mkdir', ['-m', '755', home])
    chmodSync(folder, 0o755)
    const pages = createLoginPages(systemClock, held.dataDir, [home])
    host = startLocalHost(await bindLoopback(0), {
      app: {
        call: async (method) => {
          calls.push(method)
          return ok('done')
        },
        events: createEventBus(
          () => 'run-1',
          () => {},
        ),
      },
      readFile: async () => undefined,
      toOpen: (address) => {
        const page = pages.add(address)
        if (page !== undefined) pagesOpened.push(page)
        return page
      },
      clock: systemClock,
      log: createRecordingLog(),
    })
    release.push(pages.clear, writeRunningFile(held.dataDir, { port: host.port, key: host.startKey }))
  })
  afterAll(async () => {
    await host.close()
    for (const end of release.toReversed()) end()
    rmSync(folder, { recursive: true })
  })

  const token = (): string => new URL(host.newAddress()).hash.slice(1)
  const post = (target: string, bearer: string): readonly string[] => [
    '-X',
    'POST',
    '-H',
    `Authorization: Bearer ${bearer}`,
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"method":"app.view","input":{}}',
    `${host.origin}${target}`,
  ]

  it('gets no session with a stolen token', async () => {
    const learned = token()
    expect(await curl(STRANGER, post('/api/login', learned))).toBe('403')
    // Control: the same request by this user is answered.
    expect(await curl(0, post('/api/login', learned))).toBe('200')
  })

  it('cannot call with a stolen session key', async () => {
    const { authorization } = await logIn(host.newAddress())
    const key = authorization.slice('Bearer '.length)
    expect(await curl(STRANGER, post('/api/call', key))).toBe('403')
    expect(calls).toEqual([])
    expect(await curl(0, post('/api/call', key))).toBe('200')
  })

  it('gets no new address with a stolen start key', async () => {
    expect(await curl(STRANGER, post('/api/address', host.startKey))).toBe('403')
  })

  it.each(['/', '/open', '/api/events'])('is not served %s', async (target) => {
    expect(await curl(STRANGER, [`${host.origin}${target}`])).toBe('403')
  })

  it('is refused on a port that a closed connection of this user left in TIME_WAIT', async () => {
    // Connects as this user and closes first, which leaves the port in TIME_WAIT for user 0, then reconnects as another user.
    const program = `
      const { connect } = require('node:net')
      const [own, uid] = process.argv.slice(1).map(Number)
      const ask = (from) => new Promise((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: own, ...from })
        socket.once('error', reject)
        socket.write('POST /api/login HTTP/1.1\\r\\nHost: 127.0.0.1:' + own + '\\r\\nContent-Length: 0\\r\\n\\r\\n')
        socket.once('data', (data) => {
          const localPort = socket.localPort
          socket.once('close', () => resolve({ localPort, status: String(data).split(' ')[1] }))
          socket.end()
        })
      })
      const run = async () => {
        const first = await ask({})
        process.setuid(uid)
        const second = await ask({ localAddress: '127.0.0.2', localPort: first.localPort })
        console.log(first.status, second.status)
      }
      run()`
    const child = spawn(process.execPath, ['-e', program, String(host.port), String(STRANGER)])
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
    })
    await new Promise((resolve) => child.once('close', resolve))
    // 401 for this user, who sends no token; 403 for the other.
    expect(out.trim()).toBe('401 403')
  })

  it('cannot read the login page, the start key or the data folder', () => {
    expect(host.newAddressToOpen()).toMatch(/^file:/)
    const page = fileURLToPath(pagesOpened[0] ?? '')
    expect(existsSync(page)).toBe(true)
    for (const file of [page, path.join(folder, 'data', RUNNING_FILE), path.join(folder, 'data')]) {
      const read = spawnSync(existsSync('/bin/cat') ? '/bin/cat' : 'cat', [file], { uid: STRANGER, gid: STRANGER })
      expect(read.status, file).not.toBe(0)
    }
  })

  it('finds no token in the process list while the browser opens', async () => {
    const toOpen = host.newAddressToOpen() ?? ''
    const secret = /#([\w-]+)"/.exec(readFileSync(fileURLToPath(toOpen), 'utf8'))?.[1] ?? ''
    expect(secret).not.toBe('')
    // A long-lived process with the opener's arguments, so that it can be listed.
    const opener: ChildProcess = spawn('sleep', ['30'], { argv0: `xdg-open ${toOpen}` })
    try {
      const listed = spawnSync('ps', ['-eo', 'args'], { uid: STRANGER, gid: STRANGER }).stdout.toString()
      expect(listed).toContain('xdg-open file://')
      expect(listed).not.toContain(secret)
    } finally {
      opener.kill()
    }
  })

  it('cannot plant a data folder or a file in it for this user', () => {
    const planted = path.join(folder, 'planted')
    spawnSync('mkdir', [planted])
    chownSync(planted, STRANGER, STRANGER)
    expect(() => holdDataDir(planted)).toThrow('belongs to another user')
    chownSync(planted, 0, 0)
    writeFileSync(path.join(planted, 'shop.sqlite'), '')
    chownSync(path.join(planted, 'shop.sqlite'), STRANGER, STRANGER)
    expect(() => holdDataDir(planted)).toThrow(/shop\.sqlite belongs to another user/)
  })
})
