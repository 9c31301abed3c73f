/**
 * Deliveries of strangers that are accepted, in a receiver of its own process: whatever their size, depth and repetitions, and
 * whatever signature they bear, each costs at most a stated budget of time, memory and disk (SEC-09).
 */
import { createPrivateKey, hash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { buildSale, createDeliver, signBody } from './deliveries.ts'
import { newKeys, type Server, startServer } from './programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from './receiver-program.ts'

/** Of the main thread's processor, with the answer and everything after it. */
const MAX_MAIN_CPU_MS = 50
const MAX_MORE_BYTES = 100 * 1024 * 1024
/** The quota of strangers has 32 MB, and the database's log of writes may have as much again. */
const MAX_DISK_BYTES = 80 * 1024 * 1024

const keys = newKeys()
const strangerKeys = newKeys()
const deliver = createDeliver(keys)
const folder = mkdtempSync(join(tmpdir(), 'stallhand-hostile-'))
const file = join(folder, 'shop.sqlite')
let server: Server

beforeAll(async () => {
  server = await startServer(join(inject('programFolder'), 'receiver.js'), {
    folder,
    publicPem: keys.publicPem,
  } satisfies ReceiverOptions)
  // Compiles what every delivery runs, so that the budget is that of a running app.
  for (let index = 0; index < 20; index += 1) {
    expect(await deliver(server.port, buildSale(`before ${index}`))).toBe(200)
    expect(await post(buildSale(`unsigned ${index}`), null)).toBe(200)
  }
})
afterAll(async () => {
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

const post = (body: string, signature: string | null): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port: server.port,
        path: '/notifications',
        method: 'POST',
        headers: {
          'Content-Type': body.startsWith('{') ? 'application/json' : 'text/xml',
          ...(signature === null ? {} : { 'X-SVC-SIGNATURE': signature }),
        },
        agent: false,
      },
      (response) => {
        resolve(response.statusCode ?? 0)
        response.resume()
      },
    )
    asking.on('error', reject)
    asking.end(body)
  })

const state = (): Promise<ReceiverProgramState> => server.ask<ReceiverProgramState>({})
const settled = (): Promise<ReceiverProgramState> =>
  waitFor(async () => {
    const now = await state()
    if (now.pending > 0) throw new Error(`${now.pending} deliveries are pending`)
    return now
  })
const sizeOf = (name: string): number => statSync(name, { throwIfNoEntry: false })?.size ?? 0
const diskBytes = (): number => sizeOf(file) + sizeOf(`${file}-wal`)

/** What the log has of the newest event, apart from the bytes as received. */
const derived = (): string => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return JSON.stringify(database.prepare('SELECT * FROM notification_events ORDER BY id DESC LIMIT 1').get())
  } finally {
    database.close()
  }
}

const MB = 1024 * 1024
const envelope = (inside: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><FixedPriceTransaction><TransactionID>7</TransactionID>${inside}</FixedPriceTransaction></s:Body></s:Envelope>`
const times = (count: number, piece: string): string => piece.repeat(count)
const numbered = (piece: (index: number) => string): string =>
  Array.from({ length: 60 }, (_, index) => piece(index)).join(' ')
const toJson = (data: string): string =>
  `{"metadata":{"topic":"ORDER_CONFIRMATION"},"notification":{"notificationId":"n${hash('sha256', data, 'hex')}","data":{"transactionId":"7","more":${data}}}}`

const bodies: readonly (readonly [string, string])[] = [
  [
    'one long field and 25,000 transactions',
    envelope(`<Item><ItemID>${times(16_000, 'x')}</ItemID></Item>${times(25_000, '<Transaction/>')}`),
  ],
  ['1.5 MB of text', envelope(`<Description>${times(1_500_000, 'x')}</Description>`)],
  ['1.5 MB of text after many references', envelope(`<D>${times(90_000, '&amp;')}${times(1_050_000, 'x')}</D>`)],
  ['100,000 elements', envelope(times(100_000, '<b/>'))],
  ['100,000 nested tags', envelope(`${times(55, '<a>')}${times(100_000, '<b/>')}${times(55, '</a>')}`)],
  ['60 attributes on each of 2,000 elements', envelope(times(2000, `<b ${numbered((index) => `x${index}="1"`)}/>`))],
  [
    '60 namespaces on each of 1,000 elements',
    envelope(times(1000, `<b ${numbered((index) => `xmlns:x${index}="u"`)}/>`)),
  ],
  ['JSON of 250 kB in one field', toJson(`{"username":"${times(250_000, 'x')}"}`)],
  ['JSON of 120,000 numbers', toJson(`[${times(120_000, '1,')}1]`)],
  [
    'JSON of 4,000 line items',
    toJson(`{"orderLineItems":[${times(4000, '{"listingId":"1","orderLineItemId":"2"},')}{"sku":"3"}]}`),
  ],
  ['JSON of 60 levels', toJson(`${times(60, '[')}${times(60, ']')}`)],
  ['JSON with the names of a prototype', toJson('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}')],
]

const key = createPrivateKey(keys.privatePem)
const strangerKey = createPrivateKey(strangerKeys.privatePem)
/** Each signature by what the log says of it. */
const signatures: readonly (readonly [string, string, (body: string) => string | null])[] = [
  ['without a signature', 'none', () => null],
  ['with a header that is no signature', 'none', () => times(8000, 'x')],
  [
    'with half a signature',
    'wrong',
    (body) => {
      const whole = JSON.parse(Buffer.from(signBody(keys.kid, key, body), 'base64').toString()) as Record<
        string,
        string
      >
      return Buffer.from(JSON.stringify({ ...whole, signature: whole.signature?.slice(0, 40) })).toString('base64')
    },
  ],
  ['signed with another key', 'wrong', (body) => signBody(keys.kid, strangerKey, body)],
]

describe('a delivery of a stranger', () => {
  describe.each(signatures)('%s', (_, signature, sign) => {
    it.each(bodies)('SEC-09 of %s stays within its budget of time and memory', async (_name, body) => {
      const costs: number[] = []
      for (let time = 0; time < 3; time += 1) {
        const before = await settled()
        expect(await post(body, sign(body))).toBe(200)
        const after = await settled()
        costs.push(after.mainCpuMs - before.mainCpuMs)
        expect(after.rssBytes - before.rssBytes).toBeLessThan(MAX_MORE_BYTES)
      }
      // A busy machine only adds to what a delivery costs.
      expect(Math.min(...costs)).toBeLessThan(MAX_MAIN_CPU_MS)
      expect(derived().length).toBeLessThan(2000)
      expect(JSON.parse(derived())).toMatchObject({ signature, processing: 'quarantined', occurrences: '[]' })
    })
  })

  it('SEC-07 leaves free disk space, however many follow', async () => {
    const body = envelope(times(1_400_000, 'x'))
    for (let index = 0; index < 60; index += 1) expect(await post(`${body}${' '.repeat(index % 40)}`, null)).toBe(200)
    await settled()
    expect(diskBytes()).toBeLessThan(MAX_DISK_BYTES)
  })

  it('SEC-09 in JSON larger than any message is refused', async () => {
    expect(await post(toJson(`"${times(MB, 'x')}"`), null)).toBe(413)
  })
})

describe('a signed delivery', () => {
  it.each(bodies)('SEC-09 of %s is read within bounds', async (_, body) => {
    await settled()
    expect(await deliver(server.port, body)).toBe(200)
    await settled()
    const event = JSON.parse(derived()) as { signature: string; processing: string; occurrences: string }
    expect(event.signature).toBe('verified')
    expect((JSON.parse(event.occurrences) as unknown[]).length).toBeLessThanOrEqual(100)
    expect(derived().length).toBeLessThan(100_000)
  })

  it('RCV-05 is stored and filed while strangers send', async () => {
    const hostile = bodies.map(([, body]) => post(body, null))
    expect(await deliver(server.port, buildSale('beside them'))).toBe(200)
    await Promise.all(hostile)
    await settled()
    expect((await server.ask<ReceiverProgramState>({ withLists: true })).logged).toContain('beside them')
  })
})
