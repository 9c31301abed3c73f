/** "Check connection" against the practice platform in both spellings, and against inconclusive answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkServices } from '../../../main/connection/check-services.ts'
import type { HttpRequest, HttpResponse } from '../../../main/http/request.ts'
import type { ServiceCheck } from '../../../shared/connection/contract.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import { type Opened, openPractice } from './open-practice.ts'

let shop: Opened
beforeAll(async () => {
  shop = await openPractice({ platform: 'ebay' })
})
afterAll(() => shop.close())

const find = (services: readonly ServiceCheck[], name: string): ServiceCheck | undefined =>
  services.find((one) => one.name === name)

const answer = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(body)),
  bodyCut: false,
})

const ebay: ProfileFile = { kind: 'sandbox', name: 'eBay', platform: 'ebay' }

/** Runs the checks with the given answer for one operation. */
const checkWith = async (operation: string, given: HttpResponse): Promise<ServiceCheck | undefined> => {
  const { profile, send } = shop
  const services = await checkServices(profile, (request) =>
    request.operation === operation ? Promise.resolve(given) : send(request),
  )
  return services.find((one) => one.operation === operation)
}

describe('the check of an eBay connection', () => {
  it('PLT-22 reads every service and reports the result', async () => {
    const services = await checkServices(shop.profile, shop.send)
    expect(services.map(({ name, ok }) => [name, ok])).toEqual(
      [
        'Messages',
        'Items',
        'Mapping',
        'Notifications',
        'Identity',
        'Account',
        'Policies',
        'Categories',
        'Pictures',
        'Earnings',
      ].map((name) => [name, true]),
    )
    expect(find(services, 'Messages')?.message).toMatch(/^Answers: \d+ conversations\.$/)
    expect(find(services, 'Items')?.message).toMatch(/^Answers: \d+ items\.$/)
    expect(find(services, 'Identity')?.message).toMatch(/^Answers: you are \w+\.$/)
  })

  it('PLT-02 calls every host of the services', async () => {
    const hosts = new Set<string>()
    await checkServices(completeProfile(ebay), (request: HttpRequest) => {
      hosts.add(new URL(request.url).host)
      return Promise.resolve(answer(500, {}))
    })
    expect([...hosts].sort()).toEqual(['api', 'apim', 'apiz', 'graphqlapi'].map((host) => `${host}.sandbox.ebay.com`))
  })

  it('PLT-22 does not count an error of the query as success', async () => {
    const invalid = { errors: [{ message: 'Validation error: Cannot query field "images"' }] }
    expect(await checkWith('listingPreviewsCreationTaskById', answer(200, invalid))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/Cannot query field.*Check the GraphQL address and documents/),
    })
  })

  it.each(['getImage', 'getInventoryItems', 'getUser', 'getPayout'])(
    'PLT-22 takes an unknown address of %s for no success',
    async (operation) => {
      const unknown = { errors: [{ errorId: 2002, message: 'Resource not found' }] }
      expect(await checkWith(operation, answer(404, unknown))).toMatchObject({
        ok: false,
        message: expect.stringContaining('Resource not found'),
      })
    },
  )

  it.each([
    ['getConversations', {}],
    ['getInventoryItems', { errors: [] }],
    ['getUser', { username: '' }],
    ['getTopics', { message: 'hello' }],
  ])('PLT-22 takes a 200 of %s with another content for no success', async (operation, body) => {
    expect(await checkWith(operation, answer(200, body))).toMatchObject({ ok: false })
  })

  it.each([
    ['getConversations', 'commerce.message'],
    ['getInventoryItems', 'sell.inventory'],
    ['getOptedInPrograms', 'sell.account'],
    ['getUser', 'commerce.identity'],
  ])('AUT-03 names the scope that %s lacks', async (operation, scope) => {
    const denied = { errors: [{ errorId: 1100, message: 'Access denied' }] }
    expect(await checkWith(operation, answer(403, denied))).toMatchObject({
      ok: false,
      message: expect.stringContaining(scope),
    })
  })

  it('PLT-01 names a marketplace that a service does not serve, with the remedy', async () => {
    const profile = { ...shop.profile, marketplaceId: 'EBAY_PL' }
    const services = await checkServices(profile, shop.send)
    for (const name of ['Mapping', 'Policies', 'Categories']) {
      expect(find(services, name)).toMatchObject({
        ok: false,
        message: expect.stringMatching(/the marketplace EBAY_PL isn’t served\. Choose another marketplace/),
      })
    }
    expect(find(services, 'Messages')?.ok).toBe(true)
  })

  it('AUT-04 repeats no token that an answer quotes', async () => {
    const echo = { errors: [{ message: 'No marketplace for Authorization: Bearer canary-token' }] }
    for (const operation of ['listingPreviewsCreationTaskById', 'getFulfillmentPolicies']) {
      const check = await checkWith(operation, answer(operation.startsWith('list') ? 200 : 400, echo))
      expect(check?.ok).toBe(false)
      expect(JSON.stringify(check)).not.toContain('canary-token')
    }
  })
})

describe('the check of a neutral connection', () => {
  it('INV-10 counts a missing item as an answer, but not a missing address', async () => {
    const profile = completeProfile({ kind: 'sandbox', name: 'S', baseUrl: 'https://shop.example' })
    const check = async (given: HttpResponse) =>
      find(await checkServices(profile, () => Promise.resolve(given)), 'Items')?.ok
    expect(await check(answer(404, { errors: [{ errorId: 25013 }] }))).toBe(true)
    expect(await check(answer(400, { errors: [{ errorId: 25013 }] }))).toBe(true)
    expect(await check(answer(404, { errors: [{ errorId: 2002 }] }))).toBe(false)
    expect(await check(answer(404, {}))).toBe(false)
    expect(await check(answer(400, { errors: [{ errorId: 25709 }] }))).toBe(false)
  })
})
