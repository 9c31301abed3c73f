/**
 * Attacks on a receiver in a separate process. It refuses them within limits of time and memory, never answers 500, and keeps
 * running.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isLong } from '../long.ts'
import { buildSale, createDeliver } from './deliveries.ts'
import { newKeys, type Server, startServer } from './programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from './receiver-program.ts'

/** Concurrent attackers. */
const AT_ONCE = isLong ? 60 : 6
/** With many large bodies at once, some are answered 503. */
const PUT_OFF = isLong ? [503] : []
const MB = 1024 * 1024
/** How much the receiver's memory may grow under any attack. */
const MAX_MORE_BYTES = 200 * MB

const keys = newKeys()
const deliver = createDeliver(keys)
const folders: string[] = []
const servers: Server[] = []

const start = async (limits: ReceiverOptions['limits']): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-hostile-'))
  folders.push(folder)
  const server = await startServer(join(inject('programFolder'), 'receiver.js'), {
    folder,
    publicPem: keys.publicPem,
    ...(limits === undefined ? {} : { limits }),
  } satisfies ReceiverOptions)
  servers.push(server)
  return server
}

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Writes to the port and returns the answer's status; 0 without an answer. */
const say = (port: number, head: string, chunk: Buffer, times: number): Promise<number> =>
  new Promise((resolve) => {
    let said = ''
    let left = times
    const socket = connect(port, '127.0.0.1')
    const pour = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= 1
        if (!socket.write(chunk)) return
      }
    }
    socket.on('connect', () => {
      socket.write(head.replace('PORT', String(port)))
      pour()
    })
    socket.on('drain', pour)
    socket.on('data', (data) => {
      said += data.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0)))
  })

const post = 'POST /notifications HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: text/xml\r\nConnection: close\r\n'
const nothing = Buffer.alloc(0)
const whole = (body: string): readonly [string, Buffer, number] => {
  const bytes = Buffer.from(body)
  return [`${post}Content-Length: ${bytes.length}\r\n\r\n`, bytes, 1]
}
/** Repeats the piece up to one and a half million bytes, the most that the receiver reads. */
const much = (piece: string): string => piece.repeat(Math.floor(1_500_000 / piece.length))
const chunkOf64k = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x78), Buffer.from('\r\n')])

/** Each attack with the allowed statuses; 0 if the connection may be cut before the answer is read. */
const attacks: readonly (readonly [string, readonly number[], readonly [string, Buffer, number]])[] = [
  [
    'a body that says it has 100 MB',
    [413, 0],
    [`${post}Content-Length: ${100 * MB}\r\n\r\n`, Buffer.alloc(MB, 0x78), 100],
  ],
  ['100 MB in pieces', [413, 0], [`${post}Transfer-Encoding: chunked\r\n\r\n`, chunkOf64k, 1_600]],
  ['a body that never comes', [408], [`${post}Content-Length: 100\r\n\r\n`, Buffer.from('<a'), 1]],
  ['headers that never end', [408], [post, nothing, 0]],
  ['a flood of headers', [431], [`${post}${'X-A: 1234567890\r\n'.repeat(3_000)}\r\n`, nothing, 0]],
  ['an entity bomb', [400], whole(`<!DOCTYPE l [<!ENTITY a "${'ha'.repeat(1_000)}">]><l>${'&a;'.repeat(100_000)}</l>`)],
  ['an external entity', [400], whole('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>')],
  ['nesting of 10,000 levels', [400], whole(`${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`)],
  ['a million bytes of open tags', [400], whole(much('<a>'))],
  ['a million bytes of attributes', [400], whole(`<a ${much('b="1" ')}/>`)],
  ['a million bytes of references', [400], whole(`<a>${much('&#x41;')}`)],
  ['a million bytes of angle brackets', [400], whole(much('<'))],
  ['a comment without end', [400], whole(`<a><!--${much('-')}`)],
  ['JSON of 200,000 brackets', [400], whole(`{"a":${'['.repeat(200_000)}`)],
  ['garbage after the envelope', [400], whole(`${buildSale('x')}${much('x')}`)],
  [
    'another host',
    [421],
    [`${post.replace('127.0.0.1:PORT', 'rebound.example.com')}Content-Length: 4\r\n\r\n`, Buffer.from('<a/>'), 1],
  ],
  ['a web page', [403], [`${post}Origin: https://evil.example\r\nContent-Length: 4\r\n\r\n`, Buffer.from('<a/>'), 1]],
  ['what is no HTTP', [400], ['\x16\x03\x01\x02\x00\r\n\r\n', nothing, 0]],
]

const rssOf = async (server: Server): Promise<number> => (await server.ask<ReceiverProgramState>({})).rssBytes

/** Runs `work` and resolves with the receiver's largest memory growth, during and after it. */
const memoryDuring = async (server: Server, work: () => Promise<void>): Promise<number> => {
  const before = await rssOf(server)
  let most = 0
  let isOver = false
  const watch = (async () => {
    while (!isOver) {
      most = Math.max(most, (await rssOf(server)) - before)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await watch
  }
  return Math.max(most, (await rssOf(server)) - before)
}

describe('a receiver under attack', () => {
  let ordinary: Server
  let impatient: Server
  beforeAll(async () => {
    ordinary = await start(undefined)
    impatient = await start({ headersMs: 800, requestMs: 1_500 })
    for (const server of [ordinary, impatient]) expect(await deliver(server.port, buildSale('before'))).toBe(200)
  })

  it.each(attacks)('RCV-12 RCV-06 refuses %s, and keeps running', async (_, statuses, [head, chunk, times]) => {
    const server = statuses.includes(408) ? impatient : ordinary
    const seen: number[] = []
    const more = await memoryDuring(server, async () => {
      const hostile = Array.from({ length: AT_ONCE }, async () => seen.push(await say(server.port, head, chunk, times)))
      // During the attack, real deliveries are still stored.
      expect(await deliver(server.port, buildSale(`during ${_}`))).toBe(200)
      await Promise.all(hostile)
    })
    for (const status of seen) expect([...statuses, ...PUT_OFF]).toContain(status)
    expect(statuses, 'the answer to the first of them').toContain(seen[0])
    expect(more).toBeLessThan(MAX_MORE_BYTES)
    expect(await deliver(server.port, buildSale(`after ${_}`))).toBe(200)
  })

  it('null control: a receiver without limits accepts the attacks', async () => {
    const boundless = await start({ bodyBytes: 1_000 * MB, totalBytes: 10_000 * MB })
    const more = await memoryDuring(boundless, async () => {
      const body = Buffer.alloc(MB, 0x78)
      const head = `${post}Content-Length: ${100 * MB}\r\n\r\n`
      await Promise.all([1, 2, 3, 4].map(() => say(boundless.port, head, body, 100)))
    })
    expect(more).toBeGreaterThan(MAX_MORE_BYTES)
  })
})
