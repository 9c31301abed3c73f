/** Offers as the real platform was seen to answer, which its descriptions don't show. Practice plays it by default. */
import { afterEach, describe, expect, it } from 'vitest'
import { responseFailure } from '../../../main/http/failures.ts'
import type { HttpResponse } from '../../../main/http/request.ts'
import { readOutcome } from '../../../main/outbound/outcome.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { noErrors } from '../../support/error-catalog.ts'
import { completeItem, failureOf, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const offerPath = '/sell/inventory/v1/offer'
const pricePath = '/sell/inventory/v1/bulk_update_price_quantity'

/** Calls the practice platform as the seller; the answer with its status. */
const call = async (method: string, path: string, body?: JsonObject) => {
  const { authorization = '' } = rig.sellerHeaders()
  const response = await fetch(`${rig.platform.url}${path}`, {
    method,
    headers: {
      authorization,
      'accept-language': 'en-US',
      'content-language': 'en-US',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, json: isJson && text !== '' ? (JSON.parse(text) as JsonObject) : null }
}

const setting = (settings: JsonObject) =>
  fetch(`${rig.platform.url}/practice/settings`, { method: 'POST', body: JSON.stringify(settings) })

const offerIdOf = async (sku: string): Promise<string> => String((await rig.offersOf(sku))[0]?.offerId)

const runPrices = async (skus: readonly string[], value: string) => {
  const { planToken } = await rig.listing.planRun({ skus: [...skus], what: { action: 'price', by: 'set', value } })
  await rig.outbound.startRun({ planToken })
  await rig.settle()
  const { runId = 0 } = (await rig.newestRun()) ?? {}
  return (await rig.outbound.runRows({ runId, states: [] })).rows
}

describe('an offer that the platform does not know', () => {
  it('FACT-63 is refused by practice with 25709 where its id is no number, with 25713 otherwise', async () => {
    rig = await openListing()
    const ask = async (id: string) => {
      const { status, json } = await call('GET', `${offerPath}/${id}`)
      return [status, ((json?.errors ?? []) as readonly JsonObject[]).map(({ errorId }) => errorId)]
    }
    expect(await ask('no-number')).toEqual([400, [25709]])
    expect(await ask('99')).toEqual([404, [25713]])
  })
})

describe('a location', () => {
  it('FACT-69 with a name that is taken says so, in practice too', async () => {
    rig = await openListing()
    const path = '/sell/inventory/v1/location/shed'
    const place = { name: 'Shed', location: { address: { country: 'US', postalCode: '97201' } } }
    expect((await call('POST', path, place)).status).toBe(204)
    expect(await call('POST', path, place)).toMatchObject({ status: 409, json: { errors: [{ errorId: 25803 }] } })
  })
})

describe('a bulk call', () => {
  it('FACT-23 FACT-156 practice answers 400 with the elements if all fail, 207 if some do, 200 if none does', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const offerId = await offerIdOf('LAMP-1')
    const change = (sku: string, id: string): JsonObject => ({
      sku,
      offers: [{ offerId: id, price: { value: '20.00', currency: 'USD' } }],
    })
    const good = change('LAMP-1', offerId)
    const bad = change('NONE', '99')
    const statusOf = async (...requests: JsonObject[]) => {
      const { status, json } = await call('POST', pricePath, { requests })
      return [status, ((json?.responses ?? []) as readonly JsonObject[]).map(({ statusCode }) => statusCode)]
    }
    expect(await statusOf(bad)).toEqual([400, [404]])
    expect(await statusOf(good, bad)).toEqual([207, [200, 404]])
    expect(await statusOf(good)).toEqual([200, [200]])
  })

  it('FACT-23 PLT-26 whose elements all fail shows each element’s own sentence, and sends none again', async () => {
    rig = await openListing()
    for (const sku of ['LAMP-1', 'LAMP-2']) {
      await rig.addOffer(sku)
      await rig.publish(sku)
    }
    // Another tool deletes both offers between the check and the call.
    rig.beforeSending('bulkUpdatePriceQuantity', async () => {
      for (const sku of ['LAMP-1', 'LAMP-2']) await call('DELETE', `${offerPath}/${await offerIdOf(sku)}`)
    })
    const rows = await runPrices(['LAMP-1', 'LAMP-2'], '130')
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'refused'])
    for (const { message } of rows) expect(message).toContain('This Offer is not available : unknown offerId')
    await rig.settle()
    expect(rig.sent('bulkUpdatePriceQuantity')).toHaveLength(1)
  })

  it('FACT-28 practice refuses more than 25 elements by 25712', async () => {
    rig = await openListing()
    const requests = Array.from({ length: 26 }, (_, index) => ({ sku: `X-${index}` }))
    const { status, json } = await call('POST', pricePath, { requests })
    expect([status, json?.errors]).toMatchObject([400, [{ errorId: 25712 }]])
  })
})

describe('prices and quantities', () => {
  it('FACT-25 PLT-27 a quantity of 0 that is refused by 25004 is settled by reading, for it was applied', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    const { planToken } = await rig.listing.planRun({ skus: ['LAMP-1'], what: { action: 'quantity', value: '0' } })
    await rig.outbound.startRun({ planToken })
    await rig.settle()
    expect((await rig.newestRun())?.counts).toMatchObject({ sent: 1 })
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).state).toBe('outOfStock')
    expect(rig.sent('bulkUpdatePriceQuantity')).toHaveLength(1)
  })

  it('FACT-27 practice refuses 0.00 by 25016, a price that is no number as a whole call, and rounds the third decimal', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const offerId = await offerIdOf('LAMP-1')
    const setPrice = (value: string) =>
      call('POST', pricePath, {
        requests: [{ sku: 'LAMP-1', offers: [{ offerId, price: { value, currency: 'USD' } }] }],
      })
    const zero = await setPrice('0.00')
    expect(zero.json?.responses).toMatchObject([{ errors: [{ errorId: 25016, parameters: [{ name: 'MinValue' }] }] }])
    for (const value of ['-1', 'cheap']) {
      expect(await setPrice(value)).toMatchObject({ status: 400, json: { errors: [{ errorId: 25709 }] } })
    }
    await setPrice('11.999')
    expect((await rig.offersOf('LAMP-1'))[0]?.pricingSummary).toMatchObject({ price: { value: '12.0' } })
  })

  it('FACT-27 shows the price that the platform stored, and takes 12.0 for the 12.00 that was sent', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const offerId = await offerIdOf('LAMP-1')
    await call('POST', pricePath, {
      requests: [{ sku: 'LAMP-1', offers: [{ offerId, price: { value: '11.999', currency: 'USD' } }] }],
    })
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '12.00' } })
    const { fields, hasDraft } = await rig.listing.listing({ sku: 'LAMP-1' })
    expect(fields.find(({ field }) => field === 'price')).toMatchObject({ platformText: '12.0', isChanged: false })
    expect(hasDraft).toBe(true)
  })
})

describe('publishing', () => {
  it('FACT-31 PLT-32 publish and withdraw carry the body {}, which practice demands', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const offerId = await offerIdOf('LAMP-1')
    expect(await call('POST', `${offerPath}/${offerId}/publish`)).toEqual({ status: 411, json: null })
    await rig.publish('LAMP-1')
    const { listingId } = await rig.listing.listing({ sku: 'LAMP-1' })
    await rig.listing.withdraw({ sku: 'LAMP-1', listingId: listingId ?? '' })
    for (const operation of ['publishOffer', 'withdrawOffer']) {
      expect(rig.sent(operation)).toMatchObject([{ body: '{}', headers: { 'content-type': 'application/json' } }])
    }
  })

  it('PLT-32 the neutral platform gets no body, as its description says', async () => {
    rig = await openListing('neutral')
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    expect(rig.sent('publishOffer').map(({ body }) => body)).toEqual([undefined])
  })

  it('FACT-32 publishing a live offer is a success with a warning, and keeps its listing', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const offerId = await offerIdOf('LAMP-1')
    const first = await call('POST', `${offerPath}/${offerId}/publish`, {})
    const second = await call('POST', `${offerPath}/${offerId}/publish`, {})
    expect(second).toMatchObject({
      status: 200,
      json: { listingId: first.json?.listingId, warnings: [{ errorId: 25402 }] },
    })
  })

  it('FACT-33 listing again gives a new number', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    const before = await rig.listing.listing({ sku: 'LAMP-1' })
    await rig.listing.withdraw({ sku: 'LAMP-1', listingId: before.listingId ?? '' })
    await rig.publish('LAMP-1')
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).listingId).not.toBe(before.listingId)
  })

  it('FACT-33 LST-20 says before ending that listing again gives a new number', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    const { confirmation } = await rig.listing.planRun({ skus: ['LAMP-1'], what: { action: 'withdraw' } })
    expect(confirmation).toContain('a new listing number')
  })

  it('FACT-34 FACT-35 names a policy of another marketplace and the account as causes of 25713', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await setting({ isRegistrationIncomplete: true })
    const { message } = await failureOf(rig.publish('LAMP-1'))
    expect(message).toContain('This Offer is not available')
    expect(message).toContain('policy belongs to another marketplace')
    expect(message).toContain('registration is complete')
  })

  it('FACT-54 a new offer keeps the catalogue from replacing the seller’s texts', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    expect((await rig.offersOf('LAMP-1'))[0]).toMatchObject({ includeCatalogProductDetails: false })
  })
})

describe('an offer that exists already', () => {
  it.each(['createOffer', 'bulkCreateOffer'] as const)(
    'FACT-37 is read and shown if %s is refused because of it, wherever its id is',
    async (operation) => {
      rig = await openListing()
      const skus = operation === 'createOffer' ? ['LAMP-1'] : ['LAMP-1', 'LAMP-2']
      for (const sku of skus) await rig.addItem(sku)
      for (const sku of skus) {
        await rig.listing.refreshListing({ sku })
        await rig.typeOffer(sku)
      }
      // Another tool creates the offers between the check and the call.
      rig.beforeSending(operation, async () => {
        for (const sku of skus) {
          await call('POST', offerPath, { sku, marketplaceId: 'EBAY_US', format: 'FIXED_PRICE', categoryId: '15230' })
        }
      })
      if (operation === 'createOffer') {
        expect((await failureOf(rig.saveOffer('LAMP-1'))).message).toContain('already has a listing draft')
      } else {
        const { planToken } = await rig.listing.planRun({ skus, what: { action: 'saveOffer' } })
        await rig.outbound.startRun({ planToken })
      }
      await rig.settle()
      for (const sku of skus) expect((await rig.listing.listing({ sku })).offerId).toBe(await offerIdOf(sku))
    },
  )
})

describe('refusals', () => {
  const toResponse = (status: number, errors: readonly JsonObject[]): HttpResponse => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ errors })),
    bodyCut: false,
  })
  const fail = (response: HttpResponse) => responseFailure('inventory', response, noErrors)

  it('FACT-39 PLT-43 an internal error quotes its second error, which names the cause', async () => {
    rig = await openListing()
    const errors = [
      { errorId: 25001, message: 'A system error has occurred.' },
      { errorId: 25002, message: 'Input data for tag <BrandMPN> is invalid or missing.' },
    ]
    const outcome = readOutcome(toResponse(500, errors), noErrors.platformName, fail)
    expect(outcome).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('<BrandMPN>') })
    expect(fail(toResponse(500, errors)).detail).toMatchObject({ cause: expect.stringContaining('<BrandMPN>') })
  })

  it('FACT-40 a system error inside 25002 is temporary: it is settled by reading, not blamed on the seller', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1', completeItem)
    await rig.typeOffer('LAMP-1')
    await fetch(`${rig.platform.url}/practice/faults`, {
      method: 'POST',
      body: JSON.stringify({ operation: 'createOffer', fault: 'systemError', count: 1 }),
    })
    await rig.saveOffer('LAMP-1')
    await rig.settle()
    const { refusals, work } = await rig.listing.listing({ sku: 'LAMP-1' })
    expect(refusals).toEqual([])
    expect(work).toMatchObject([{ state: 'notFound' }])
  })

  it('FACT-38 shows the platform’s sentence about a listing that looks the same', async () => {
    rig = await openListing()
    const said = 'A user error has occurred. It looks like this listing is for an item you already have on eBay.'
    const outcome = readOutcome(toResponse(400, [{ errorId: 25002, message: said }]), noErrors.platformName, fail)
    expect(outcome).toMatchObject({ outcome: 'refused', error: { message: expect.stringContaining(said) } })
  })
})
