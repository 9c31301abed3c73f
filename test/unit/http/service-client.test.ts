import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { responseFailure } from '../../../main/http/failures.ts'
import { type HttpRequest, type HttpResponse, TransportFailure } from '../../../main/http/request.ts'
import { createServiceClient } from '../../../main/http/service-client.ts'
import { noErrors } from '../../support/error-catalog.ts'

const respond = (status: number, body: string, type = 'application/json'): HttpResponse => ({
  status,
  headers: { 'content-type': type },
  body: new TextEncoder().encode(body),
  bodyCut: false,
})

const open = (answer: () => HttpResponse) => {
  const sent: HttpRequest[] = []
  const client = createServiceClient({
    send: async (request) => {
      sent.push(request)
      return answer()
    },
    service: 'inventory',
    root: 'https://shop.example/api/v1',
    headers: { 'x-market': 'M1' },
    toFailure: (response) => responseFailure('inventory', response, noErrors),
  })
  return { client, sent }
}

const lose = (): never => {
  throw new TransportFailure('unknown', 'broken')
}

describe('a service client', () => {
  it('fills the path and the query, and logs neither', async () => {
    const { client, sent } = open(() => respond(200, '{}'))
    const query = { q: 'a b&c', limit: 5, offset: undefined }
    await client.request({ operation: 'find', path: '/item/{sku}/offer', ids: ['A/1'], query })
    expect(sent[0]).toMatchObject({
      method: 'GET',
      url: 'https://shop.example/api/v1/item/A%2F1/offer?q=a%20b%26c&limit=5',
      pathTemplate: '/api/v1/item/{sku}/offer',
      lane: 'read',
      repeatable: true,
      credential: 'user',
      headers: { accept: 'application/json', 'x-market': 'M1' },
    })
  })

  it('sends a write once, with a JSON content type', async () => {
    const { client, sent } = open(() => respond(204, ''))
    await client.request({ operation: 'put', method: 'PUT', path: '/item', body: '{}' })
    expect(sent).toMatchObject([{ lane: 'write', repeatable: false }])
    expect(sent[0]?.headers['content-type']).toBe('application/json')
  })

  it('SEC-06 refuses an id that would change the operation', async () => {
    const { client, sent } = open(() => respond(200, '{}'))
    await expect(client.request({ operation: 'get', path: '/item/{sku}', ids: ['..'] })).rejects.toThrow('address')
    expect(sent).toEqual([])
  })

  it('distinguishes a lost read, which changed nothing, from a lost write', async () => {
    const { client } = open(lose)
    const read = client.request({ operation: 'get', path: '/item' })
    await expect(read).rejects.toMatchObject({ detail: { kind: 'offline' } })
    const write = client.request({ operation: 'put', method: 'PUT', path: '/item' })
    await expect(write).rejects.toMatchObject({ detail: { kind: 'unknown' }, outcome: 'unknown' })
  })

  it('does not count a web page as success of a write', async () => {
    const { client } = open(() => respond(200, '<html>', 'text/html'))
    const write = client.request({ operation: 'put', method: 'PUT', path: '/item' })
    await expect(write).rejects.toMatchObject({ detail: { kind: 'unknown' } })
  })

  it('reads an answer by its schema', async () => {
    const { client } = open(() => respond(200, '{"sku":"A"}'))
    const schema = z.object({ sku: z.string() })
    expect(await client.read({ operation: 'get', path: '/item' }, schema, 'The item')).toEqual({ sku: 'A' })
  })
})
