/**
 * A hundred thousand hostile inputs: over the contract, the receiver, CSV files and profiles. Files to import
 * have bad-imports.test.ts.
 *
 * Each is answered, by a typed error or by a result; nothing is `internal`, nothing answers 5xx, nothing touches the
 * prototype of an object, and the memory of main does not grow with what was refused. The short form takes some thousands.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type App, createApp } from '../../../main/app.ts'
import { readProfileFile } from '../../../main/hosts/common/profile-file.ts'
import { createRouter } from '../../../main/ipc/router.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { contract } from '../../../shared/ipc/contract.ts'
import { query } from '../../../shared/ipc/define.ts'
import { Failure, type Result } from '../../../shared/result.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { isLong } from '../long.ts'
import { givenAt, portsOn } from '../whole-app.ts'
import { expectUntouched, withinMemory } from './within-memory.ts'

/** Of each of the four kinds. */
const RUNS = isLong ? 25_000 : 500

let folder = ''
let app: App
let platform: PracticePlatform
const log = createRecordingLog()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-input-'))
  platform = await startPracticePlatform({ conversations: 2, items: 2 })
  app = await createApp(portsOn(join(folder, 'data'), log), { given: givenAt(platform.url) })
  await app.start()
})
afterAll(async () => {
  await app.stop()
  await platform.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The recording of the log is the test's and not the app's. */
const boundedly = (run: (runs: number) => Promise<void>): Promise<void> =>
  withinMemory(RUNS, run, () => {
    log.lines.length = 0
  })

/** Values of every kind, with the names that lead to prototypes, and now and then a very large text. */
const anything = fc.oneof(
  { weight: 6, arbitrary: fc.anything({ maxDepth: 3, withNullPrototype: false, withBigInt: false }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString'), fc.jsonValue())
      .map(([key, value]) => JSON.parse(`{${JSON.stringify(key)}:{"polluted":true,"x":${JSON.stringify(value)}}}`)),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200_000 }).map((length) => 'x'.repeat(length)) },
)

type Shape = { readonly shape?: Readonly<Record<string, unknown>> }

/** Actions on something outside the app, or on all of it: these are fuzzed with input that is certainly wrong. */
const methods = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members)
    .filter(([, member]) => member.type !== 'event')
    .map(([name, member]) => ({
      method: `${feature}.${name}`,
      fields: Object.keys(((member as { input: Shape }).input.shape ?? {}) as object),
    })),
)

/** An input whose fields have the right names and anything in them: it comes past the first door and no further. */
const nearMiss = (fields: readonly string[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field, anything])), { requiredKeys: [] })

describe('hostile input', () => {
  it('the contract answers each with a typed error, never an internal one', { timeout: 3_600_000 }, async () => {
    const one = fc
      .constantFrom(...methods)
      .chain(({ method, fields }) => fc.oneof(nearMiss(fields), anything).map((input) => ({ method, input })))
    await boundedly((numRuns) =>
      fc.assert(
        fc.asyncProperty(one, async ({ method, input }) => {
          const result: Result<unknown> = await app.call(method, input)
          if (!result.ok) expect(result.error.kind, `${method}: ${result.error.message}`).not.toBe('internal')
          expectUntouched()
        }),
        { numRuns, seed: 9 },
      ),
    )
  })

  it('null control: a handler that stumbles over its input is found out', async () => {
    const broken = {
      shop: { names: query({ input: z.object({ of: z.unknown() }), output: z.array(z.string()) }) },
    } as const
    const call = createRouter(broken, () => ({ shop: { names: ({ of }) => (of as { names: string[] }).names } }), {
      log: createRecordingLog(),
      newReference: () => 'here',
    })
    expect(await call('shop.names', { of: null })).toMatchObject({ ok: false, error: { kind: 'internal' } })
  })

  it('null control: a server that stumbles, a file that is refused without a sentence, and what stays are found out', async () => {
    const stumbling = createServer((_, response) => response.writeHead(500).end())
    await new Promise<void>((resolve) => stumbling.listen(0, '127.0.0.1', resolve))
    const { port } = stumbling.address() as AddressInfo
    const asked = Buffer.from('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
    const status = await readStatus(port, asked)
    stumbling.close()
    expect(() => expectNoFault(status)).toThrow()
    expect(() => expectRefused(() => JSON.parse('{'))).toThrow()
    const pile: unknown[] = []
    const leaking = withinMemory(1, () => pile.push(new Array(9_000_000).fill(0.5)))
    await expect(leaking).rejects.toThrow(/bytes that stayed/)
  })

  it('methods that are none are not found, whatever they are called', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ maxLength: 200 }),
          fc.constantFrom('__proto__.call', 'messaging.__proto__', 'app.constructor'),
        ),
        async (method) => {
          const result = await app.call(method, {})
          if (!methods.some((known) => known.method === method)) {
            expect(result).toMatchObject({ ok: false, error: { kind: 'notFound' } })
          }
        },
      ),
    )
  })

  it('RCV-06 the receiver answers each within its rules, and never with 5xx', { timeout: 3_600_000 }, async () => {
    const view = (await app.call('notifications.receiver', {})) as { value: { listeningUrl: string } }
    const port = Number(new URL(view.value.listeningUrl).port)
    const xml = fc.stringMatching(/^[<>/a-z"'= &;!?[\]-]{0,300}$/)
    const body = fc.oneof(
      xml,
      xml.map((inner) => `<?xml version="1.0"?><soapenv:Envelope><soapenv:Body>${inner}</soapenv:Body>`),
      fc.json(),
      fc.string({ maxLength: 500 }),
    )
    const head = fc.record({
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'BREW'),
      path: fc.constantFrom('/notifications', '/notifications?challenge_code=abc', '/', '/%00', '/..%2f'),
      type: fc.constantFrom('text/xml', 'application/json', 'application/x-www-form-urlencoded', ''),
      signature: fc.oneof(fc.constant(''), fc.base64String({ maxLength: 200 })),
    })
    await boundedly((numRuns) =>
      fc.assert(
        fc.asyncProperty(head, body, async ({ method, path, type, signature }, text) => {
          const bytes = Buffer.from(text)
          const status = await readStatus(
            port,
            Buffer.concat([
              Buffer.from(
                `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${type}\r\nX-SVC-SIGNATURE: ${signature}\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`,
              ),
              bytes,
            ]),
          )
          expectNoFault(status)
        }),
        { numRuns, seed: 9 },
      ),
    )
  })

  it('CSV files are read, or refused with a sentence', { timeout: 3_600_000 }, async () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('=1+1', '"', '""', "'", ';', '\uFEFF', '\r', '\n', '\0'),
    )
    const names = fc.constantFrom('sku', 'product.title', 'title', 'externalProductId', 'quantity', '__proto__', '')
    const file = fc
      .record({
        head: fc.array(names, { maxLength: 6 }),
        rows: fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 8 }),
        comma: fc.constantFrom(',', ';', '\t'),
        line: fc.constantFrom('\n', '\r\n', '\r'),
      })
      .map(({ head, rows, comma, line }) => [head, ...rows].map((row) => row.join(comma)).join(line))
    await boundedly((numRuns) =>
      fc.assert(
        fc.asyncProperty(file, async (text) => {
          for (const [method, input] of [
            ['inventory.stageCsv', { name: 'items.csv', text }],
            ['mapping.productsFromCsv', { text }],
          ] as const) {
            const result = await app.call(method, input)
            if (!result.ok) expect(result.error.kind, `${method}: ${result.error.message}`).toBe('validation')
          }
          expectUntouched()
        }),
        { numRuns: Math.ceil(numRuns / 2), seed: 9 },
      ),
    )
  })

  it('profile files are read, or refused with a sentence', { timeout: 3_600_000 }, async () => {
    const path = join(folder, 'profile.json')
    const field = fc.constantFrom('id', 'kind', 'name', 'baseUrl', 'oauth', 'platform', 'limits', '__proto__', 'secret')
    const text = fc.oneof(
      fc.json(),
      fc.string({ maxLength: 200 }),
      fc
        .dictionary(field, fc.oneof(fc.jsonValue(), fc.webUrl(), fc.constantFrom('practice', 'sandbox')))
        .map((value) => JSON.stringify(value)),
    )
    await boundedly(async (numRuns) =>
      fc.assert(
        fc.property(text, (content) => {
          writeFileSync(path, content)
          expectRefused(() => readProfileFile(path))
          expectUntouched()
        }),
        { numRuns, seed: 9 },
      ),
    )
  })
})

/** It may be read; where it is not, then with a sentence. */
const expectRefused = (read: () => unknown): void => {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
  }
}

const expectNoFault = (status: number): void => {
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
}

/** Sends exactly these bytes and returns the status of the answer. */
const readStatus = (port: number, bytes: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
      if (status === undefined) reject(new Error(`no answer: ${answer.slice(0, 100)}`))
      else resolve(Number(status))
    })
  })
