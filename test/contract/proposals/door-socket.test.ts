/** The door’s socket, against whoever reaches it or wants to stand in for it (SEC-19). */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askDoor, NOT_RUNNING } from '../../../main/hosts/proposals/ask-door.ts'
import { doorPath, isOwnFolder } from '../../../main/hosts/proposals/door-path.ts'
import { type DoorServer, openDoor } from '../../../main/hosts/proposals/door-server.ts'
import type { ProposalDoor } from '../../../main/proposals/door.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

let dataDir = ''
let server: DoorServer | undefined
const sockets: Socket[] = []
const asked: unknown[] = []
let gate: Promise<void> = Promise.resolve()
const door: ProposalDoor = {
  read: async (...question) => {
    asked.push(question)
    await gate
    return 'read'
  },
  propose: async () => ({ waits: 'yes' }),
}
const question = { key: 'stallhand-secret', ask: 'read', name: 'dueToday', input: {} } as const

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'door-'))
  asked.length = 0
  gate = Promise.resolve()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close()
  server = undefined
  rmSync(dataDir, { recursive: true, force: true })
})
const open = async (log = createRecordingLog()) => {
  server = await openDoor(dataDir, () => door, log)
  return doorPath(dataDir)
}
/** Everything the door says until it closes the connection. */
const talk = (at: string, write: (socket: Socket) => void): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(at, () => write(socket))
    sockets.push(socket)
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })

describe.skipIf(process.platform === 'win32')('the socket', () => {
  it('SEC-19 is for this user alone from the moment it is there, in a folder that others may enter too', async () => {
    chmodSync(dataDir, 0o755)
    const before = process.umask(0)
    try {
      const opening = open()
      expect(statSync(doorPath(dataDir)).mode & 0o777).toBe(0o600)
      await opening
      expect(process.umask(0)).toBe(0)
    } finally {
      process.umask(before)
    }
  })

  it('SEC-19 takes the place of a link that was put there, and leaves what the link names', async () => {
    const victim = path.join(dataDir, 'victim')
    writeFileSync(victim, 'mine')
    symlinkSync(victim, doorPath(dataDir))
    const at = await open()
    expect(statSync(at).isSocket()).toBe(true)
    expect(existsSync(victim)).toBe(true)
  })

  it('SEC-19 is not opened in a folder where others may write, and no key is sent there', async () => {
    const long = path.join(dataDir, 'x'.repeat(90))
    mkdirSync(long)
    const at = doorPath(long)
    expect(path.dirname(path.dirname(at))).toBe(tmpdir())
    mkdirSync(path.dirname(at), { recursive: true })
    chmodSync(path.dirname(at), 0o777)
    const heard: string[] = []
    const planted = createServer((socket) => socket.on('data', (chunk) => heard.push(String(chunk))))
    try {
      await expect(openDoor(long, () => door, createRecordingLog())).rejects.toThrow('another user')
      await new Promise<void>((resolve) => void planted.listen(at, resolve))
      expect(await askDoor(at, question)).toEqual({ ok: false, message: NOT_RUNNING })
      expect(heard).toEqual([])
    } finally {
      planted.close()
      rmSync(path.dirname(at), { recursive: true, force: true })
    }
  })

  it('SEC-19 counts a folder or a link of another user as theirs', () => {
    expect(isOwnFolder(dataDir)).toBe(true)
    expect(isOwnFolder(dataDir, (process.getuid?.() ?? 0) + 1)).toBe(false)
    expect(isOwnFolder(path.join(dataDir, 'none'))).toBe(false)
  })
})

describe('a question', () => {
  it('SEC-19 is answered once a connection: what follows it is not read', async () => {
    const at = await open()
    const line = `${JSON.stringify(question)}\n`
    expect(await talk(at, (socket) => void socket.write(line + line + line))).toBe('{"ok":true,"value":"read"}\n')
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['no JSON', 'hello'],
    ['JSON of another shape', '{"key":1}'],
    ['a field more', JSON.stringify({ ...question, admin: true })],
    ['another way to ask', JSON.stringify({ ...question, ask: 'constructor' })],
    ['a hundred thousand brackets', '['.repeat(100_000)],
  ])('SEC-19 is refused in a sentence if it is %s', async (_, line) => {
    const at = await open()
    expect(JSON.parse(await talk(at, (socket) => void socket.write(`${line}\n`)))).toEqual({
      ok: false,
      message: 'This isn’t a question that Stallhand knows.',
    })
    expect(asked).toEqual([])
  })

  it('SEC-19 is refused while it arrives if it is too long', async () => {
    const at = await open()
    const said = await talk(at, (socket) => {
      for (let index = 0; index < 300; index += 1) socket.write('x'.repeat(1_024))
    })
    expect(said).toContain('too long')
  })

  it('SEC-19 waits in no line of idle connections: the next is told to ask again', async () => {
    const at = await open()
    let release = (): void => undefined
    gate = new Promise((resolve) => {
      release = resolve
    })
    const held = Array.from({ length: 16 }, () => askDoor(at, question))
    await expect.poll(() => asked.length).toBe(16)
    expect(await askDoor(at, question)).toEqual({ ok: false, message: 'Too many questions at once. Ask again.' })
    release()
    expect((await Promise.all(held)).every(({ ok }) => ok)).toBe(true)
    await expect.poll(async () => (await askDoor(at, question)).ok).toBe(true)
  })

  it('SEC-19 that never ends is cut off, however many there are, and the door is free again', async () => {
    const at = await open()
    const slow = Array.from({ length: 16 }, () => talk(at, (socket) => void socket.write('{"key":')))
    await Promise.all(slow)
    await expect.poll(async () => (await askDoor(at, question)).ok).toBe(true)
  }, 15_000)

  it('SEC-19 leaves no key in the log when it fails', async () => {
    const log = createRecordingLog()
    server = await openDoor(
      dataDir,
      () => ({
        ...door,
        read: async () => {
          throw new Error('broken')
        },
      }),
      log,
    )
    expect(await askDoor(doorPath(dataDir), question)).toMatchObject({ ok: false })
    expect(log.lines).toHaveLength(1)
    expect(JSON.stringify(log.lines)).not.toContain(question.key)
  })

  it('SEC-19 says that the app closed the connection, not that it is not running', async () => {
    const at = doorPath(dataDir)
    const silent = createServer((socket) => socket.on('data', () => socket.end()))
    await new Promise<void>((resolve) => void silent.listen(at, resolve))
    try {
      expect(await askDoor(at, question)).toMatchObject({ ok: false, message: expect.stringContaining('Ask again') })
    } finally {
      silent.close()
    }
  })
})
