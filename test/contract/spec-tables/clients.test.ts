/** Compares the clients' requests with the documented ones, byte for byte where bytes matter, and reads the documented answers. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUndiciSend, type UndiciSend } from '../../../main/http/undici-send.ts'
import { createReferenceWatch } from '../../../main/practice/references.ts'
import { sendThrough } from '../../support/send-through.ts'
import { clientsOver, profileAt } from './clients-over.ts'
import { inventoryRecords } from './inventory.ts'
import { mappingRecords } from './mapping.ts'
import { messageRecords } from './messages.ts'
import { notificationRecords } from './notification.ts'
import { type Clients, findRecord, nameRecord, type SpecRecord } from './record.ts'
import { tradingRecords } from './trading.ts'

type Received = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let server: Server
let wire: UndiciSend
let clients: Clients
let received: Received[] = []
let give: (response: ServerResponse) => void = (response) => response.end()

const tokens = { user: 'USER-TOKEN', application: 'APPLICATION-TOKEN' } as const
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    give(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  wire = createUndiciSend({ origins: [baseUrl] })
  const send = sendThrough(wire.send, {
    tokens: { current: async (credential) => tokens[credential], renew: async (_, rejected) => rejected },
  })
  clients = clientsOver(profileAt(baseUrl), send)
})

afterAll(async () => {
  await wire.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** The elements and texts of an XML document, without prefixes, declarations and indentation. */
const readXml = (text: string): unknown =>
  new XMLParser({
    removeNSPrefix: true,
    ignoreAttributes: true,
    ignoreDeclaration: true,
    parseTagValue: false,
    htmlEntities: true,
    isArray: (name) => name === 'NotificationEnable',
  }).parse(text)

const parseMeaning = (body: string): unknown => (body.startsWith('<') ? readXml(body) : JSON.parse(body))

const parseQuery = (url: URL): readonly (readonly string[])[] => [...url.searchParams].toSorted()

const exchange = async ({
  answer,
  call,
}: SpecRecord): Promise<{ readonly result: unknown; readonly sent: Received }> => {
  received = []
  give = (response) => response.writeHead(answer.status, answer.headers).end(answer.body)
  const result = await call(clients)
  const [sent] = received
  if (sent === undefined) throw new Error('nothing was sent')
  expect(received).toHaveLength(1)
  // MAP-12 INV-14: no operation of any service sends a mappingReferenceId; only a GraphQL document may name the field.
  const references = createReferenceWatch()
  references.check(sent.method, sent.url, sent.body)
  expect(references.breaches()).toEqual([])
  return { result, sent }
}

const hold = (records: readonly SpecRecord[]): void => {
  for (const record of records) {
    it(`${nameRecord(record)} is sent and read as recorded`, async () => {
      const { result, sent } = await exchange(record)
      const { request } = record
      const [asked, wanted] = [new URL(sent.url, 'http://x'), new URL(request.path, 'http://x')]
      expect([sent.method, asked.pathname]).toEqual([request.method, wanted.pathname])
      expect(parseQuery(asked)).toEqual(parseQuery(wanted))
      for (const [name, value] of Object.entries(request.headers)) {
        expect(sent.headers[name.toLowerCase()], name).toBe(value)
      }
      if (request.body === undefined) expect(sent.body).toBe('')
      else expect(parseMeaning(sent.body)).toEqual(parseMeaning(request.body))
      expect(sent.headers.authorization).toBe(
        record.credential === 'none' ? undefined : `Bearer ${tokens[record.credential]}`,
      )
      expect(result).toEqual(record.reads)
    })
  }
}

describe('inventory', () => {
  hold(inventoryRecords)
})
describe('mapping', () => {
  hold(mappingRecords)
})
describe('messages', () => {
  hold(messageRecords)
})
describe('notification service', () => {
  hold(notificationRecords)

  it('NOT-01 there are 21 operations, and each has a record', () => {
    expect(new Set(notificationRecords.map(({ operation }) => operation)).size).toBe(21)
  })

  it('NOT-13 only a call with a body has a JSON content type', async () => {
    for (const record of notificationRecords) {
      const { sent } = await exchange(record)
      const expected = record.request.body === undefined ? undefined : 'application/json'
      expect(sent.headers['content-type'], record.operation).toBe(expected)
    }
  })
})
describe('legacy calls', () => {
  hold(tradingRecords)

  it('SOAP-05 a typed value stays text in the message', async () => {
    const [record] = tradingRecords
    if (record === undefined) throw new Error('no record')
    const { sent } = await exchange(record)
    expect(sent.body).toContain('xmlns:')
    expect(sent.body).not.toContain('<2>')
    expect(sent.body).toContain('http://schemas.xmlsoap.org/soap/envelope/')
    expect(sent.body).toContain('<svcAuthToken>practice-user-token</svcAuthToken>')
  })
})
describe('literal fields', () => {
  it('MSG-05 and MSG-09 a time and a text are sent unchanged', async () => {
    const list = await exchange(findRecord(messageRecords, 'getConversations'))
    expect(list.sent.url).toMatch(/start_time=2026-11-01T00(:|%3A)00(:|%3A)00\.000Z(&|$)/)
    const { sent } = await exchange(findRecord(messageRecords, 'sendMessage'))
    expect(sent.body).toContain('"messageText":"Ja – 3 Stück & <b>mehr</b> 🦊\\nBis bald"')
    expect(sent.headers['content-length']).toBe(String(Buffer.byteLength(sent.body)))
  })

  it('INV-14 an item contains only documented fields', async () => {
    const { sent } = await exchange(findRecord(inventoryRecords, 'createOrReplaceInventoryItem'))
    expect(Object.keys(JSON.parse(sent.body) as object).toSorted()).toEqual(['availability', 'condition', 'product'])
    expect(sent.body).not.toContain('mappingReferenceId')
  })
})
