/** Answers that are late, too large, broken or from something else: each fails clearly, without a secret. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../../main/http/request.ts'
import { createUndiciSend, type UndiciSend } from '../../../main/http/undici-send.ts'
import { Failure } from '../../../shared/result.ts'
import { sendThrough } from '../../support/send-through.ts'
import { clientsOver, profileAt } from '../spec-tables/clients-over.ts'
import { inventoryRecords } from '../spec-tables/inventory.ts'
import { mappingRecords } from '../spec-tables/mapping.ts'
import { messageRecords } from '../spec-tables/messages.ts'
import { notificationRecords } from '../spec-tables/notification.ts'
import type { Clients, SpecRecord } from '../spec-tables/record.ts'
import { tradingRecords } from '../spec-tables/trading.ts'

const CANARY = 'canary-7f3a-token'
const records: readonly SpecRecord[] = [
  ...inventoryRecords,
  ...mappingRecords,
  ...messageRecords,
  ...notificationRecords,
  ...tradingRecords,
]
const one = (operation: string): SpecRecord => {
  const record = records.find((candidate) => candidate.operation === operation)
  if (record === undefined) throw new Error(`no record of ${operation}`)
  return record
}

let server: Server
let wire: UndiciSend
let clients: Clients
let give: (response: ServerResponse, request: IncomingMessage, body: string) => void = (response) => response.end()

beforeAll(async () => {
  server = createServer(async (request, response) => {
    // A new connection for each exchange, so that none affects another.
    response.shouldKeepAlive = false
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    give(response, request, Buffer.concat(chunks).toString())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  wire = createUndiciSend({ origins: [baseUrl], timeouts: { headersMs: 150, bodyMs: 150 } })
  const send = sendThrough((request) => wire.send({ ...request, timeoutMs: 150 }), {
    tokens: { current: async () => CANARY, renew: async (_, rejected) => rejected },
  })
  clients = clientsOver(profileAt(baseUrl), send)
})

afterAll(async () => {
  await wire.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Resolves with the call's value or the detail of its `Failure`. Any other error is a bug. */
const endOf = async (record: SpecRecord, over = clients): Promise<unknown> => {
  try {
    return { value: await record.call(over) }
  } catch (error) {
    if (error instanceof Failure) return error.detail
    throw error
  }
}
const answering = (status: number, body: string | Uint8Array, headers: Record<string, string> = {}): void => {
  give = (response) => response.writeHead(status, headers).end(body)
}
const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html; charset=utf-8' }
const reads = records.filter(({ request, reads }) => request.method === 'GET' && reads !== undefined)

describe('missing or incomplete answers', () => {
  it('MSG-13 a timeout leaves a write uncertain and fails a read', async () => {
    give = () => undefined
    expect(await endOf(one('sendMessage'))).toMatchObject({
      value: { outcome: 'unknown', reason: expect.stringMatching(/didn’t answer in time/) },
    })
    expect(await endOf(one('createOrReplaceInventoryItem'))).toMatchObject({
      kind: 'unknown',
      message: expect.stringMatching(/didn’t answer in time.*isn’t known whether/),
    })
    expect(await endOf(one('getInventoryItem'))).toMatchObject({
      kind: 'offline',
      message: expect.stringMatching(/Nothing was changed/),
    })
  })

  it('a list above the size limit fails with a clear message', async () => {
    const large = `{"total":1,"conversations":["${'x'.repeat(11 * 1024 * 1024)}"]}`
    give = (response) => response.writeHead(200, json).end(large)
    expect(await endOf(one('getConversations'))).toMatchObject({
      kind: 'service',
      message: expect.stringMatching(/didn’t arrive completely/),
    })
  })

  it('a read with a truncated, non-JSON or unexpected body names what is missing', async () => {
    const bodies: readonly (readonly [string | Uint8Array, Record<string, string>])[] = [
      ['', json],
      ['{"total":1,"conv', json],
      ['null', json],
      ['"yes"', json],
      [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]), { 'content-type': 'image/png' }],
      ['plain text', { 'content-type': 'text/plain' }],
    ]
    for (const [body, headers] of bodies) {
      answering(200, body, headers)
      for (const record of reads) {
        const reported = `${record.operation} answered with ${String(body).slice(0, 20)}`
        expect(await endOf(record), reported).toMatchObject({
          kind: 'service',
          message: expect.stringMatching(/didn’t arrive as JSON|an unexpected format/),
          whatToDo: expect.stringMatching(/base URL/),
        })
      }
    }
  })

  it('JSON with another content type or a byte-order mark is read', async () => {
    const { answer, reads: expected } = one('getTopic')
    answering(200, `\ufeff${answer.body}`, { 'content-type': 'text/plain' })
    expect(await endOf(one('getTopic'))).toEqual({ value: expected })
  })
})

describe('a web page in place of an answer', () => {
  const page = '<!doctype html><html><body>Sign in to the network</body></html>'

  it('MSG-13 a 200 with a page does not prove a send, a save or any other write', async () => {
    answering(200, page, html)
    expect(await endOf(one('sendMessage'))).toMatchObject({
      value: { outcome: 'unknown', reason: expect.stringMatching(/web page.*isn’t known/) },
    })
    const polls = ['listingPreviewsCreationTaskById', 'GetNotificationPreferences', 'SetNotificationPreferences']
    const writes = records.filter(({ request, operation }) => request.method !== 'GET' && !polls.includes(operation))
    for (const record of writes) {
      if (record.operation === 'sendMessage') continue
      const end = await endOf(record)
      expect(JSON.stringify(end), record.operation).toMatch(/"unknown"|didn’t arrive as JSON/)
    }
  })

  it('INV-10 a 404 with a page does not say that an item is gone', async () => {
    answering(404, page, html)
    expect(await endOf(one('getInventoryItem'))).toMatchObject({
      kind: 'service',
      cause: expect.stringMatching(/web page/),
      whatToDo: expect.stringMatching(/base URL/),
    })
  })

  it('AUT-03 a 403 with a page names no scope, since it is not from the platform', async () => {
    answering(403, page, html)
    expect(await endOf(one('createSubscription'))).toMatchObject({ kind: 'service', status: 403 })
  })

  it('a read reports the page', async () => {
    answering(200, page, html)
    for (const record of reads) {
      expect(await endOf(record), record.operation).toMatchObject({ message: expect.stringMatching(/a web page came/) })
    }
  })
})

describe('legacy calls', () => {
  const xml = { 'content-type': 'text/xml' }
  const soap = (content: string): string =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`
  const set = one('SetNotificationPreferences')
  const get = one('GetNotificationPreferences')

  it('SOAP-04 a SOAP fault’s own text is reported, with HTTP 500 and with 200', async () => {
    const fault = soap(
      '<s:Fault><faultcode>s:Client</faultcode><faultstring>Unsupported level.</faultstring></s:Fault>',
    )
    for (const status of [200, 500]) {
      answering(status, fault, xml)
      for (const record of [set, get]) {
        expect(await endOf(record)).toMatchObject({
          kind: 'service',
          cause: expect.stringContaining('Unsupported level.'),
          whatToDo: expect.stringMatching(/compatibility level/),
        })
      }
    }
  })

  it('SOAP-05 a document type, an entity bomb and an external entity are not read', async () => {
    const ack = '<R><Ack>Success</Ack></R>'
    const hostile = [
      `<!DOCTYPE R>${ack}`,
      `<!DOCTYPE R [<!ENTITY x SYSTEM "file:///etc/hostname">]><R><Ack>Success</Ack><ApplicationURL>&x;</ApplicationURL></R>`,
      `<!DOCTYPE R [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${soap('<R><Ack>&b;</Ack></R>')}`,
      `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`,
    ]
    for (const body of hostile) {
      answering(200, body, xml)
      expect(await endOf(get), body.slice(0, 60)).toMatchObject({
        kind: 'service',
        message: expect.stringMatching(/didn’t answer in SOAP.*trading endpoint/),
      })
    }
  })

  it('SOAP-04 an answer that is cut does not say whether a Set was carried out', async () => {
    give = (response) => {
      response.writeHead(200, { ...xml, 'content-length': '5000' })
      response.write(soap('<R><Ack>Success</Ack></R>').slice(0, 60), () => response.socket?.destroy())
    }
    expect(await endOf(set)).toMatchObject({ kind: 'unknown' })
    expect(await endOf(get)).toMatchObject({ kind: 'service' })
  })
})

describe('any answer', () => {
  const anyHeaders = fc.constantFrom(json, html, { 'content-type': 'text/xml' }, {}, { location: '%%%' })
  /** The recorded answer with one of its values replaced. */
  const disturbed = (body: string): fc.Arbitrary<string> => {
    if (!body.startsWith('{')) return fc.constant(body)
    const paths: (readonly string[])[] = []
    const walk = (value: unknown, at: readonly string[]): void => {
      paths.push(at)
      if (typeof value === 'object' && value !== null) {
        for (const [name, inner] of Object.entries(value)) walk(inner, [...at, name])
      }
    }
    walk(JSON.parse(body), [])
    return fc.tuple(fc.constantFrom(...paths), fc.jsonValue()).map(([path, value]) => {
      const replace = (node: unknown, at: readonly string[]): unknown => {
        const [name, ...rest] = at
        if (name === undefined) return value
        if (Array.isArray(node))
          return node.map((inner, index) => (String(index) === name ? replace(inner, rest) : inner))
        return { ...(node as object), [name]: replace((node as Record<string, unknown>)[name], rest) }
      }
      return JSON.stringify(replace(JSON.parse(body), path))
    })
  }

  it('AUT-04 gives a value or a clear failure, for every operation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...records).chain((record) =>
          fc.record({
            record: fc.constant(record),
            body: fc.oneof(disturbed(record.answer.body), fc.string(), fc.json()),
            status: fc.oneof(fc.constant(record.answer.status), fc.integer({ min: 200, max: 599 })),
          }),
        ),
        anyHeaders,
        fc.boolean(),
        async ({ record, body, status }, headers, bodyCut) => {
          let asked = 0
          const over = clientsOver(profileAt('https://api.example.com'), async (): Promise<HttpResponse> => {
            asked += 1
            return { status, headers: { ...headers }, body: new TextEncoder().encode(body), bodyCut }
          })
          const end = (await endOf(record, over)) as { readonly kind?: string; readonly message?: string }
          if (end.kind !== undefined) expect(end.message).toMatch(/\S{2,}.*[\s\S]{8}/)
          expect(asked).toBeLessThan(5)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('AUT-04 no failure repeats a token, even if the answer does', async () => {
    const echoes: readonly ((
      authorization: string,
      body: string,
    ) => readonly [number, Record<string, string>, string])[] = [
      (authorization) => [
        400,
        json,
        JSON.stringify({ errors: [{ errorId: 7, message: `Bad header ${authorization}` }] }),
      ],
      (authorization) => [409, json, JSON.stringify({ errors: [{ message: `conflict of ${authorization}.` }] })],
      (authorization) => [403, html, `<html>${authorization}</html>`],
      (authorization) => [200, html, `<html>${authorization}</html>`],
      (authorization) => [500, json, JSON.stringify({ errors: [{ errorId: 8, longMessage: authorization }] })],
      (_, body) => [
        200,
        { 'content-type': 'text/xml' },
        `<R><Ack>Failure</Ack><Errors><LongMessage>No: ${/practice-user-token/.exec(body)?.[0] ?? ''}</LongMessage></Errors></R>`,
      ],
      (_, body) => [
        500,
        { 'content-type': 'text/xml' },
        `<Envelope><Body><Fault><faultstring>No: ${/practice-user-token/.exec(body)?.[0] ?? ''}</faultstring></Fault></Body></Envelope>`,
      ],
    ]
    for (const echo of echoes) {
      give = (response, request, body) => {
        const [status, headers, text] = echo(request.headers.authorization ?? '', body)
        response.writeHead(status, headers).end(text)
      }
      for (const record of records) {
        const end = await endOf(record)
        const value = typeof end === 'object' && end !== null && 'value' in end ? end.value : undefined
        // A poll keeps what it read as it is, which is not a failure.
        if (value !== undefined && record.operation.startsWith('listing')) continue
        expect(JSON.stringify(end) ?? '', record.operation).not.toMatch(/canary-7f3a|practice-user-token/)
      }
    }
  })
})
