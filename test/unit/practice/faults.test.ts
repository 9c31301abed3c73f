import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { openShop, refusal, type Shop } from './practice-shop.ts'

const thread = '/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS'
const read = (shop: Shop) => shop.asSeller('GET', thread)
const fault = async (shop: Shop, request: object): Promise<void> => {
  expect((await shop.control('POST', 'faults', request)).status).toBe(200)
}
const send = (shop: Shop) =>
  shop.asSeller('POST', '/commerce/message/v1/send_message', { otherPartyUsername: 'faulty', messageText: 'Hello' })
const sent = async (shop: Shop): Promise<number> => {
  const { json } = await shop.asSeller('GET', `${thread}&other_party_username=faulty`)
  return (json as { total: number }).total
}

describe('faults', () => {
  it('offline destroys every connection except to the control surface', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'all', fault: 'offline' })
    await expect(read(shop)).rejects.toThrow()
    await expect(shop.token({})).rejects.toThrow()
    const { requests } = (await shop.control('GET', 'status')).json as { requests: unknown[] }
    expect(requests.slice(0, 2)).toMatchObject([
      { service: 'oauth', operation: 'token', status: null },
      { service: 'messaging', operation: 'getConversations', status: null },
    ])
    await shop.control('DELETE', 'faults')
    expect((await read(shop)).status).toBe(200)
  })

  it('offline cuts a running call', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'messaging', fault: 'latencyMs', latencyMs: 60_000 })
    const running = expect(read(shop)).rejects.toThrow()
    // The slow call is in progress once a later connection has been served.
    await shop.asSeller('GET', '/sell/inventory/v1/inventory_item/CAM-0101')
    await fault(shop, { operation: 'all', fault: 'offline' })
    await running
  })

  it('applies to one operation a number of times', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'getConversations', fault: 'status', status: 503, count: 2 })
    expect((await shop.asSeller('GET', '/sell/inventory/v1/inventory_item/CAM-0101')).status).toBe(200)
    expect([(await read(shop)).status, (await read(shop)).status, (await read(shop)).status]).toEqual([503, 503, 200])
  })

  it('MSG-20 answers 429 with Retry-After', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'messaging', fault: 'status', status: 429, retryAfterS: 7, count: 1 })
    const answer = await read(shop)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
  })

  it('answers with any status and error id', async () => {
    const shop = await openShop()
    await fault(shop, {
      operation: 'getInventoryItem',
      fault: 'status',
      status: 400,
      errorId: 25013,
      message: 'No item.',
    })
    expect(refusal(await shop.asSeller('GET', '/sell/inventory/v1/inventory_item/CAM-0101'))).toEqual([400, 25013])
  })

  it('MSG-13 drops a call before or after it is carried out', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'sendMessage', fault: 'dropBeforeActing', count: 1 })
    await expect(send(shop)).rejects.toThrow()
    expect(await sent(shop)).toBe(0)
    await fault(shop, { operation: 'sendMessage', fault: 'dropAfterActing', count: 1 })
    await expect(send(shop)).rejects.toThrow()
    expect(await sent(shop)).toBe(1)
  })

  it('cuts an answer in the middle', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'getConversations', fault: 'cutBody', count: 1 })
    await expect(read(shop)).rejects.toThrow()
    expect((await read(shop)).status).toBe(200)
  })

  it('delays an answer', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'getConversations', fault: 'latencyMs', latencyMs: 60 })
    const before = performance.now()
    expect((await read(shop)).status).toBe(200)
    // A timer may be a millisecond early.
    expect(performance.now() - before).toBeGreaterThanOrEqual(55)
  })

  it('answers a delayed call once its fault is cleared', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'getConversations', fault: 'latencyMs', latencyMs: 3_600_000, count: 1 })
    const delayed = read(shop)
    // The slow call is in progress once a later connection has been served.
    await shop.asSeller('GET', '/sell/inventory/v1/inventory_item/CAM-0101')
    await shop.control('DELETE', 'faults')
    expect((await delayed).status).toBe(200)
  })

  it('replaces a fault of the same operation and kind, and ends one alone', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'messaging', fault: 'status', status: 500 })
    await fault(shop, { operation: 'messaging', fault: 'status', status: 503 })
    await fault(shop, { operation: 'inventory', fault: 'offline' })
    expect((await read(shop)).status).toBe(503)
    await shop.control('DELETE', 'faults?operation=messaging&fault=status')
    expect((await read(shop)).status).toBe(200)
    expect((await shop.control('GET', 'status')).json).toMatchObject({
      faults: [{ operation: 'inventory', fault: 'offline' }],
    })
  })

  it.each([
    [{ fault: 'offline' }, 'operation'],
    [{ operation: 'all', fault: 'nonsense' }, 'fault'],
    [{ operation: 'all', fault: 'latencyMs' }, 'latencyMs'],
    [{ operation: 'all', fault: 'status', status: 200 }, 'status'],
    [{ operation: 'all', fault: 'offline', count: 0 }, 'count'],
  ])('names what is wrong with %j', async (wish, named) => {
    const shop = await openShop()
    const answer = await shop.control('POST', 'faults', wish)
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({ error: expect.stringContaining(named) })
  })
})

describe('access', () => {
  const ask = (shop: Shop, host: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: shop.port, path, headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80'])(
    'refuses the Host %s',
    async (host) => {
      const shop = await openShop()
      expect(await ask(shop, host, '/practice/status')).toBe(403)
      expect(await ask(shop, host, thread)).toBe(403)
      expect(await ask(shop, `localhost:${shop.port}`, '/practice/status')).toBe(200)
    },
  )

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['a page that hides its origin', { origin: 'null' }],
    ['another site by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses a reset from %s', async (_, headers) => {
    const shop = await openShop()
    const reset = (more: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: shop.port, method: 'POST', path: '/practice/reset', headers: more }
        request(options, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect(await reset(headers)).toBe(403)
    expect(await reset({})).toBe(200)
  })

  it.each([undefined, '', 'another key', 'the keyy'])(
    'SEC-02 refuses to be controlled with the key %j',
    async (key) => {
      const shop = await openShop({ controlKey: 'the key' })
      const headers = key === undefined ? {} : { 'x-practice-key': key }
      const calls = ['/practice/status', '/practice/', '/%70ractice/status', '/practice/orders'].map((path) =>
        shop.call('GET', path, { headers }),
      )
      const answers = await Promise.all([...calls, shop.call('POST', '/practice/reset', { headers })])
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    },
  )

  it('SEC-02 is controlled with its key, and its services need none', async () => {
    const shop = await openShop({ controlKey: 'the key' })
    const answer = await shop.call('GET', '/practice/status', { headers: { 'x-practice-key': 'the key' } })
    expect([answer.status, (await shop.asSeller('GET', thread)).status]).toEqual([200, 200])
  })

  it('refuses a body without its length', async () => {
    const shop = await openShop()
    const status = await new Promise((resolve, reject) => {
      const headers = { 'transfer-encoding': 'chunked' }
      const call = request({ host: '127.0.0.1', port: shop.port, method: 'POST', path: '/practice/clock', headers })
      call.on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      call.on('error', reject)
      call.end('{}')
    })
    expect(status).toBe(411)
  })

  it('refuses a body of more than 8 MB and an unknown path', async () => {
    const shop = await openShop()
    const answer = await shop.asSeller('PUT', '/sell/inventory/v1/inventory_item/A', 'x'.repeat(8 * 1024 * 1024 + 1))
    expect(answer.status).toBe(413)
    expect((await shop.asSeller('GET', '/nothing')).status).toBe(404)
  })
})

describe('platform faults', () => {
  it.each(['getTopicks', '', 'PUT'])('refuses a fault for %o, which no platform has', async (operation) => {
    const shop = await openShop()
    const answer = await shop.control('POST', 'faults', { operation, fault: 'offline' })
    expect(answer.status).toBe(400)
    expect(((await shop.control('GET', 'status')).json as { faults: unknown[] }).faults).toEqual([])
  })

  it.each(['inventory', 'startListingPreviewsCreation', 'SetNotificationPreferences', 'ItemSold', 'NEW_MESSAGE'])(
    'takes a fault for %s',
    async (operation) => {
      const shop = await openShop()
      await fault(shop, { operation, fault: 'offline' })
    },
  )

  it('caps the calls of a service each day', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'messaging', fault: 'dailyCap', dailyCap: 2 })
    const statuses = [(await read(shop)).status, (await read(shop)).status]
    const refused = await read(shop)
    expect([...statuses, refused.status]).toEqual([200, 200, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await shop.asSeller('GET', '/sell/inventory/v1/inventory_item/CAM-0101')).status).toBe(200)
    await shop.control('POST', 'clock', { advanceMs: 86_400_000 })
    expect((await read(shop)).status).not.toBe(429)
  })

  it('does not carry out a late call when its connection is lost', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'sendMessage', fault: 'actLateMs', actLateMs: 60_000, count: 1 })
    await expect(send(shop)).rejects.toThrow()
    expect(await sent(shop)).toBe(0)
  })

  it('carries out a late call in the end', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'sendMessage', fault: 'actLateMs', actLateMs: 1, count: 1 })
    await expect(send(shop)).rejects.toThrow()
    await waitFor(async () => expect(await sent(shop)).toBe(1))
  })

  it('masks addresses and long numbers of sent texts', async () => {
    const shop = await openShop()
    await fault(shop, { operation: 'sendMessage', fault: 'maskText' })
    await shop.asSeller('POST', '/commerce/message/v1/send_message', {
      otherPartyUsername: 'faulty',
      messageText: 'Write to me@shop.example or call 030 123 456, order 12.',
    })
    const { json } = await shop.asSeller('GET', `${thread}&other_party_username=faulty`)
    expect(JSON.stringify(json)).toContain('Write to *** or call ***, order 12.')
  })

  it('lists a thread oldest first', async () => {
    const shop = await openShop()
    const { conversations } = (await read(shop)).json as { conversations: { conversationId: string }[] }
    const path = `/commerce/message/v1/conversation/${conversations[0]?.conversationId}?conversation_type=FROM_MEMBERS`
    const ids = async () =>
      ((await shop.asSeller('GET', path)).json as { messages: { messageId: string }[] }).messages.map(
        ({ messageId }) => messageId,
      )
    await shop.control('POST', 'messages', { conversationId: conversations[0]?.conversationId, text: 'One more' })
    const newestFirst = await ids()
    await fault(shop, { operation: 'getConversation', fault: 'oldestFirst' })
    expect(await ids()).toEqual(newestFirst.toReversed())
  })

  it('INV-08 simulates another tool that edits an item after it was read', async () => {
    const shop = await openShop()
    const quantity = async () => {
      const { json } = await shop.asSeller('GET', '/sell/inventory/v1/inventory_item/CAM-0101')
      return (json as { availability: { shipToLocationAvailability: { quantity: number } } }).availability
        .shipToLocationAvailability.quantity
    }
    const before = await quantity()
    await fault(shop, { operation: 'getInventoryItem', fault: 'editByOthers', count: 1 })
    expect([await quantity(), await quantity(), await quantity()]).toEqual([before, before + 1, before + 1])
  })
})
