import { describe, expect, it } from 'vitest'
import { openShop, refusal, type Shop } from './practice-shop.ts'

const path = '/sell/listing_preview/graphql'
const start = `mutation ($input: StartListingPreviewsCreationInput!) {
  startListingPreviewsCreation(input: $input) { taskId listingPreviewsCreationTask { id } }
}`
const query = `query ($input: ListingPreviewsCreationTaskByIdInput!) {
  listingPreviewsCreationTaskById(input: $input) {
    requestedId
    listingPreviewsCreationTask {
      id
      result {
        completionStatus
        listingPreviews {
          sku title description mappingReferenceId category { id } images { value }
          aspects { localizedAspectName value { localizedValue } name values }
        }
        invalidProducts { externalProductId errors { message errorId } }
        unmappedProducts { externalProductId title }
        unprocessedProducts { externalProductId title }
      }
    }
  }
}`

type Result = {
  completionStatus: string
  listingPreviews: { sku: string; mappingReferenceId: string }[]
  invalidProducts: unknown[]
  unmappedProducts: unknown[]
  unprocessedProducts: unknown[]
}

const ask = (shop: Shop, document: string, input: unknown, headers = {}) =>
  shop.asSeller('POST', path, { query: document, variables: { input } }, headers)

const begin = async (shop: Shop, externalProducts: unknown[]): Promise<string> => {
  const { json } = await ask(shop, start, { externalProducts })
  const { data } = json as { data: { startListingPreviewsCreation: { taskId: string } } }
  return data.startListingPreviewsCreation.taskId
}
const read = async (shop: Shop, id: string): Promise<Result | null> => {
  const { json } = await ask(shop, query, { id })
  const { data } = json as {
    data: { listingPreviewsCreationTaskById: { listingPreviewsCreationTask: { result: Result | null } } }
  }
  return data.listingPreviewsCreationTaskById.listingPreviewsCreationTask.result
}

const lamp = { externalProductId: 'p1', sku: 'L-1', title: 'Brass desk lamp', images: ['https://x.example/1.png'] }
const unmapped = { externalProductId: 'p2', title: 'Unmapped thing' }
const unprocessed = { externalProductId: 'p3', title: 'Cup', images: ['https://x.example/failed/1.png'] }
const invalid = { externalProductId: '222', title: 'Anything' }

describe('the mapping service', () => {
  it('MAP-03 returns a null result until the task finishes by the practice clock', async () => {
    const shop = await openShop()
    const id = await begin(shop, [lamp])
    expect(await read(shop, id)).toBeNull()
    await shop.control('POST', 'clock', { advanceMs: 7999 })
    expect(await read(shop, id)).toBeNull()
    await shop.control('POST', 'clock', { advanceMs: 1 })
    expect(await read(shop, id)).toMatchObject({ completionStatus: 'COMPLETED' })
  })

  it('lets the duration be set, for tasks started afterwards', async () => {
    const shop = await openShop()
    await shop.control('POST', 'settings', { mappingDurationMs: 0 })
    expect(await read(shop, await begin(shop, [lamp]))).not.toBeNull()
  })

  it('MAP-11 shows aspects in both forms, and MAP-12 neither condition nor a lost reference', async () => {
    const shop = await openShop()
    await shop.control('POST', 'settings', { mappingDurationMs: 0 })
    const id = await begin(shop, [{ ...lamp, aspects: [{ name: 'Colour', values: ['Brass', 'Green'] }] }])
    const result = await read(shop, id)
    expect(result?.listingPreviews).toEqual([
      {
        sku: 'L-1',
        title: 'Brass desk lamp',
        description: '<p>Brass desk lamp</p>',
        mappingReferenceId: expect.stringMatching(/^[a-z0-9]{25}$/),
        category: { id: '112581' },
        images: [{ value: 'https://x.example/1.png' }],
        aspects: [
          {
            localizedAspectName: 'Colour',
            value: [{ localizedValue: 'Brass' }, { localizedValue: 'Green' }],
            name: 'Colour',
            values: ['Brass', 'Green'],
          },
          { localizedAspectName: 'Type', value: [{ localizedValue: 'Lamps' }], name: 'Type', values: ['Lamps'] },
        ],
      },
    ])
    expect(await read(shop, id)).toEqual(result)
  })

  it.each([
    ['COMPLETED', [lamp]],
    ['COMPLETED_WITH_ERROR', [lamp, unmapped]],
    ['FAILED', [unmapped, invalid]],
  ])('MAP-04 ends as %s by what was sent', async (completionStatus, products) => {
    const shop = await openShop()
    await shop.control('POST', 'settings', { mappingDurationMs: 0 })
    expect(await read(shop, await begin(shop, products))).toMatchObject({ completionStatus })
  })

  it('MAP-05, MAP-06, MAP-07 returns the three kinds of problems separately', async () => {
    const shop = await openShop()
    await shop.control('POST', 'settings', { mappingDurationMs: 0 })
    expect(await read(shop, await begin(shop, [lamp, unmapped, unprocessed, invalid]))).toMatchObject({
      listingPreviews: [{ sku: 'L-1' }],
      invalidProducts: [
        { externalProductId: '222', errors: [{ message: expect.any(String), errorId: expect.any(Number) }] },
      ],
      unmappedProducts: [{ externalProductId: 'p2', title: 'Unmapped thing' }],
      unprocessedProducts: [{ externalProductId: 'p3', title: 'Cup' }],
    })
  })

  it('MAP-07 processes unprocessed products when resent, MAP-05 never invalid ones', async () => {
    const shop = await openShop()
    await shop.control('POST', 'settings', { mappingDurationMs: 0 })
    await begin(shop, [unprocessed, invalid])
    const again = await read(shop, await begin(shop, [unprocessed, invalid]))
    expect(again).toMatchObject({ unprocessedProducts: [], invalidProducts: [{ externalProductId: '222' }] })
    expect(again?.listingPreviews).toHaveLength(1)
  })

  it('MAP-10 accepts 500 products and refuses 501', async () => {
    const shop = await openShop()
    const products = Array.from({ length: 501 }, (_, index) => ({ ...lamp, sku: `L-${index}` }))
    expect((await ask(shop, start, { externalProducts: products })).json).toMatchObject({
      errors: [{ message: expect.stringContaining('500') }],
    })
    expect(await begin(shop, products.slice(1))).toMatch(/^[a-z0-9]{25}$/)
  })

  it('MAP-13 answers Task not found and Access denied with HTTP 200', async () => {
    const shop = await openShop()
    const missing = await ask(shop, query, { id: 'nothing' })
    expect(missing.status).toBe(200)
    expect(missing.json).toMatchObject({ errors: [{ message: 'Task not found' }] })
    const authorization = `Bearer ${await shop.userToken(['/message'])}`
    const denied = await ask(shop, query, { id: 'nothing' }, { authorization })
    expect(denied.status).toBe(200)
    expect(denied.json).toMatchObject({ errors: [{ message: 'Access denied' }] })
  })

  it('refuses a field that is not in the schema, and a body that is not a request', async () => {
    const shop = await openShop()
    const answer = await ask(shop, start, { externalProducts: [{ ...lamp, condition: 'NEW' }] })
    expect(answer.json).toMatchObject({ errors: [{ message: expect.stringContaining('condition') }] })
    expect(refusal(await shop.asSeller('POST', path, { variables: {} }))).toEqual([400, 2004])
  })
})
