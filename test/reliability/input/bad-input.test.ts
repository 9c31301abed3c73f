/**
 * A hundred thousand hostile inputs through the contract, the receiver, CSV files and profiles. For import files see
 * bad-imports.test.ts.
 *
 * Each is answered with a typed error or a result. No error is `internal`, no answer is 5xx, no prototype is polluted, and
 * main's memory does not grow. The short form tests some thousands.
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

/** Inputs of each of the four kinds. */
const RUNS = isLong ? 25_000 : 200

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

/** Empties the recording log, which belongs to the test and not to the app's memory. */
const boundedly = (run: (runs: number) => Promise<void>): Promise<void> =>
  withinMemory(RUNS, run, () => {
    log.lines.length = 0
  })

/** Any values, including keys that reach prototypes and occasional very large texts. */
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

/** An input with the right field names and any values, which fails only at the fields' schemas. */
const nearMiss = (fields: readonly string[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field, anything])), { requiredKeys: [] })

describe('hostile input', () => {
  it('the contract answers each with a result or a typed error, never an internal one', {
    timeout: 3_600_000,
  }, async () => {
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

  it('null control: a handler that crashes on its input is detected', async () => {
    const broken = {
      shop: { names: query({ input: z.object({ of: z.unknown() }), output: z.array(z.string()) }) },
    } as const
    const call = createRouter(broken, () => ({ shop: { names: ({ of }) => (of as { names: string[] }).names } }), {
      log: createRecordingLog(),
      newReference: () => 'here',
    })
    expect(await call('shop.names', { of: null })).toMatchObject({ ok: false, error: { kind: 'internal' } })
  })

  it('null control: a failing server, an unclear refusal of a file and a memory leak are detected', async () => {
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

  it('unknown methods are not found, whatever their names', async () => {
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

  it('RCV-06 the receiver answers each by its rules, never with 5xx', { timeout: 3_600_000 }, async () => {
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

  it('CSV files are read, or refused with a clear message', { timeout: 3_600_000 }, async () => {
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

  it('profile files are read, or refused with a clear message', { timeout: 3_600_000 }, async () => {
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

/** Reading may succeed, or fail with a `Failure`. */
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

/** Sends exactly these bytes and resolves with the answer's status. */
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
