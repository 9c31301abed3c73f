import { describe, expect, it } from 'vitest'
import { openShop, refusal, startMs } from './practice-shop.ts'

const base = '/sell/inventory/v1'
const item = (sku: string) => `${base}/inventory_item/${sku}`
const bulkPath = `${base}/bulk_create_or_replace_inventory_item`

describe('createOrReplaceInventoryItem and getInventoryItem', () => {
  it('INV-09 answers 201 to a new SKU, 204 to a known one, and neither with a body', async () => {
    const shop = await openShop()
    const created = await shop.asSeller('PUT', item('NEW-1'), { product: { title: 'A cup' } })
    expect([created.status, created.text]).toEqual([201, ''])
    const replaced = await shop.asSeller('PUT', item('NEW-1'), { product: { title: 'A cup' } })
    expect([replaced.status, replaced.text]).toEqual([204, ''])
  })

  it('INV-08 replaces the whole record with the payload, byte for byte', async () => {
    const shop = await openShop()
    const payload = '{ "unknown": 1.10, "product": {"title":"x","__proto__":{"a":1}}, "big": 12345678901234567890 }'
    await shop.asSeller('PUT', item('CAM-0101'), payload)
    expect((await shop.asSeller('GET', item('CAM-0101'))).text).toBe(payload)
    await shop.asSeller('PUT', item('CAM-0101'), {})
    expect((await shop.asSeller('GET', item('CAM-0101'))).json).toEqual({})
  })

  it('INV-08 has items with undocumented fields, so losing them shows', async () => {
    const shop = await openShop()
    const skus = (await shop.control('GET', 'skus')).json as { sku: string; title: string }[]
    expect(skus).toHaveLength(20)
    const records = await Promise.all(
      skus.map(async ({ sku }) => (await shop.asSeller('GET', item(sku))).json as object),
    )
    const having = (name: string) => records.filter((record) => JSON.stringify(record).includes(`"${name}"`)).length
    for (const name of ['brand', 'mpn', 'packageWeightAndSize', 'shelf', 'ean', 'upc']) {
      expect(having(name), name).toBeGreaterThan(0)
    }
    for (const name of ['condition', 'imageUrls']) expect(having(name), name).toBeLessThan(20)
  })

  it('INV-01 accepts __proto__ as a SKU', async () => {
    const shop = await openShop()
    expect((await shop.asSeller('GET', item('__proto__'))).status).toBe(404)
    expect((await shop.asSeller('PUT', item('__proto__'), { a: 1 })).status).toBe(201)
    expect((await shop.asSeller('GET', item('__proto__'))).json).toEqual({ a: 1 })
  })

  it('INV-07 requires Content-Type and Content-Language', async () => {
    const shop = await openShop()
    const put = (headers: Record<string, string>) => shop.asSeller('PUT', item('CAM-0101'), {}, headers)
    expect((await put({ 'content-language': '' })).status).toBe(400)
    expect((await put({ 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('INV-10 answers 404 for a SKU without item', async () => {
    const shop = await openShop()
    expect((await shop.asSeller('GET', item('NOT-THERE'))).status).toBe(404)
  })

  const aspects = (value: unknown) => ({ product: { aspects: value } })
  it.each([
    ['INV-01 the SKU is empty', '', {}, 25002],
    ['INV-01 the SKU has 51 characters', 'x'.repeat(51), {}, 25002],
    ['INV-01 the SKU has a space', 'a%20b', {}, 25002],
    ['INV-01 the SKU has a slash', 'a%2Fb', {}, 25002],
    ['INV-02 the title has 81 characters', 'A', { product: { title: 'x'.repeat(81) } }, 25004],
    ['INV-03 an aspect name has 41 characters', 'A', aspects({ ['n'.repeat(41)]: ['v'] }), 25044],
    ['INV-03 an aspect value has 51 characters', 'A', aspects({ Colour: ['v'.repeat(51)] }), 25045],
    ['INV-04 an aspect value is empty', 'A', aspects({ Colour: [''] }), 2004],
    ['INV-04 an aspect is no array', 'A', aspects({ Colour: 'Red' }), 2004],
    ['INV-05 the condition is unknown', 'A', { condition: 'MINT' }, 25003],
    ['INV-06 an image is plain HTTP', 'A', { product: { imageUrls: ['http://x.example/a.png'] } }, 2004],
    ['INV-20 the quantity is negative', 'A', { availability: { shipToLocationAvailability: { quantity: -1 } } }, 2004],
    [
      'INV-20 the quantity is no whole number',
      'A',
      { availability: { shipToLocationAvailability: { quantity: 1.5 } } },
      2004,
    ],
    ['the body is no object', 'A', '[]', 2004],
  ])('refuses when %s', async (_, sku, body, errorId) => {
    const shop = await openShop()
    const answer = await shop.asSeller('PUT', item(sku), body)
    expect(refusal(answer)).toEqual([400, errorId])
    expect(answer.json).toMatchObject({
      errors: [
        { domain: 'API_INVENTORY', category: 'REQUEST', message: expect.any(String), parameters: expect.any(Array) },
      ],
    })
    expect((await shop.control('GET', 'items/A')).status).toBe(404)
  })

  it('accepts everything at its limit', async () => {
    const shop = await openShop()
    const body = {
      condition: 'FOR_PARTS_OR_NOT_WORKING',
      availability: { shipToLocationAvailability: { quantity: 0 } },
      product: { title: '🙂'.repeat(80), aspects: { ['n'.repeat(40)]: ['v'.repeat(50)] }, imageUrls: [] },
    }
    expect((await shop.asSeller('PUT', item('x'.repeat(50)), body)).status).toBe(201)
  })

  it('AUT-03 requires the scope sell.inventory', async () => {
    const shop = await openShop()
    const authorization = `Bearer ${await shop.userToken(['/message'])}`
    expect(refusal(await shop.asSeller('PUT', item('A'), {}, { authorization }))).toEqual([403, 1100])
    expect(refusal(await shop.asSeller('GET', item('A'), undefined, { authorization }))).toEqual([403, 1100])
  })
})

describe('bulkCreateOrReplaceInventoryItem', () => {
  it('INV-12 answers 207 if an element failed, with a statusCode for each', async () => {
    const shop = await openShop()
    const requests = [
      { sku: 'B-1', product: { title: 'x' }, extra: [1] },
      { sku: 'B-2', condition: 'MINT' },
      { sku: 'b 3' },
    ]
    const answer = await shop.asSeller('POST', bulkPath, { requests })
    expect(answer.status).toBe(207)
    expect(answer.json).toMatchObject({
      responses: [
        { sku: 'B-1', statusCode: 204 },
        { sku: 'B-2', statusCode: 400, errors: [{ errorId: 25003 }] },
        { sku: 'b 3', statusCode: 400, errors: [{ errorId: 25002 }] },
      ],
    })
    expect((await shop.control('GET', 'items/B-1')).json).toEqual({ product: { title: 'x' }, extra: [1] })
    expect((await shop.asSeller('POST', bulkPath, { requests: requests.slice(0, 1) })).status).toBe(200)
  })

  it('INV-11 accepts 25 elements and refuses 26', async () => {
    const shop = await openShop()
    const requests = Array.from({ length: 26 }, (_, index) => ({ sku: `B-${index}` }))
    expect((await shop.asSeller('POST', bulkPath, { requests })).status).toBe(400)
    expect((await shop.asSeller('POST', bulkPath, { requests: requests.slice(1) })).status).toBe(200)
  })

  it('INV-13 answers 404 at the other path', async () => {
    const shop = await openShop()
    const path = `${base}/inventory_item/bulk_create_or_replace`
    expect((await shop.asSeller('POST', path, { requests: [{ sku: 'B-1' }] })).status).toBe(404)
  })
})

describe('the limit of 250 changes a day', () => {
  it('INV-15 blocks the 251st change until the next day, gives the wait, and counts bulk elements', async () => {
    const shop = await openShop()
    for (let batch = 0; batch < 10; batch += 1) {
      const requests = Array.from({ length: 25 }, (_, index) => ({ sku: `B-${batch}-${index}` }))
      expect((await shop.asSeller('POST', bulkPath, { requests })).status).toBe(200)
    }
    const blocked = await shop.asSeller('PUT', item('A'), {})
    expect(blocked.status).toBe(429)
    // Noon: twelve hours are left of the day.
    expect(blocked.headers.get('retry-after')).toBe('43200')
    expect((await shop.asSeller('POST', bulkPath, { requests: [{ sku: 'C' }] })).json).toMatchObject({
      responses: [{ sku: 'C', statusCode: 429 }],
    })
    expect(new Date(startMs).getUTCHours()).toBe(12)
    await shop.control('POST', 'clock', { advanceMs: 43_200_000 })
    const authorization = `Bearer ${await shop.userToken(['/sell.inventory'])}`
    expect((await shop.asSeller('PUT', item('A'), {}, { authorization })).status).toBe(201)
  })
})
