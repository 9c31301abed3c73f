/** The inventory service's offers and locations. The same on both platforms, in eBay's public form. */
import { type Context, Hono } from 'hono'
import { authenticate, demandScope } from '../api/oauth-service.ts'
import { createRefusals, Refusal } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { isJsonType, isObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'
import { createOffers, toOfferJson } from './offers.ts'

const BASE = '/sell/inventory/v1'
const DOMAIN = 'API_INVENTORY'
const MAX_BULK_SIZE = 25
const MAX_KEY_LENGTH = 36

const { detail, refuse } = createRefusals(DOMAIN)

/** One page by page number. `offset` counts pages, not records. */
export const readPageNumber = (c: Context, defaultLimit: number): { readonly limit: number; readonly page: number } => {
  const limit = Number(c.req.query('limit') ?? defaultLimit)
  const page = Number(c.req.query('offset') ?? 0)
  const isValid = Number.isInteger(limit) && limit >= 1 && limit <= 200 && Number.isInteger(page) && page >= 0
  if (!isValid) refuse(400, 25706, 'You have provided invalid pagination values.')
  return { limit, page }
}

/** The fields beside a list that say where its page is. */
export const describePage = (path: string, total: number, { limit, page }: { limit: number; page: number }) => ({
  href: `${path}?limit=${limit}&offset=${page}`,
  limit,
  total,
  size: Math.max(0, Math.min(limit, total - page * limit)),
  ...((page + 1) * limit < total ? { next: `${path}?limit=${limit}&offset=${page + 1}` } : {}),
  ...(page > 0 ? { prev: `${path}?limit=${limit}&offset=${page - 1}` } : {}),
})

const readBody = async (c: Context): Promise<JsonObject> => {
  if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
  return parseJsonObject(await c.req.text()) ?? refuse(400, 2004, 'The request body must be a JSON object.')
}

const demandLanguage = (c: Context): void => {
  if (!/^[a-z]{2}-[A-Z]{2}$/.test(c.req.header('content-language') ?? '')) {
    refuse(400, 25709, 'Invalid value for header Content-Language.', { header: 'Content-Language' })
  }
}

const readRequests = async (c: Context): Promise<readonly JsonObject[]> => {
  const { requests } = await readBody(c)
  if (!Array.isArray(requests) || requests.length === 0 || !requests.every(isObject)) {
    return refuse(400, 25709, 'Invalid value for requests.')
  }
  if (requests.length > MAX_BULK_SIZE) refuse(400, 25709, `Invalid value for requests: more than ${MAX_BULK_SIZE}.`)
  return requests
}

export const createOfferService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('inventory', operation)
  const store = () => createOffers(practice)

  const admitRead = (c: Context): void =>
    demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory, scopes.inventoryReadonly], DOMAIN)
  const admitWrite = (c: Context): void => demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory], DOMAIN)

  /** Answers each element of a bulk call for itself. */
  const answerEach = (
    c: Context,
    requests: readonly JsonObject[],
    carryOut: (request: JsonObject) => JsonObject & { readonly statusCode: number },
    describe: (request: JsonObject) => JsonObject,
  ) => {
    const responses = requests.map((request) => {
      try {
        return carryOut(request)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { ...describe(request), statusCode: error.status, errors: error.errors }
      }
    })
    return c.json({ responses }, responses.every(({ statusCode }) => statusCode < 300) ? 200 : 207)
  }

  app.get(`${BASE}/offer`, guard('getOffers'), (c) => {
    admitRead(c)
    const sku = c.req.query('sku')
    if (sku === undefined) return refuse(400, 25709, 'Invalid value for sku.', { field: 'sku' })
    if (!practice.state.items.has(sku)) refuse(404, 25702, `${sku} could not be found or is not available.`)
    const marketplaceId = c.req.query('marketplace_id')
    const found = [...practice.state.offers.values()].filter(
      (offer) => offer.sku === sku && (marketplaceId === undefined || offer.marketplaceId === marketplaceId),
    )
    if (found.length === 0) refuse(404, 25713, 'This Offer is not available : the SKU has none.', { sku })
    const page = readPageNumber(c, 100)
    return c.json({
      ...describePage(`${BASE}/offer`, found.length, page),
      offers: found
        .slice(page.page * page.limit, (page.page + 1) * page.limit)
        .map((offer) => toOfferJson(practice, offer)),
    })
  })

  app.post(`${BASE}/offer`, guard('createOffer'), async (c) => {
    admitWrite(c)
    demandLanguage(c)
    const { offerId } = store().create(await readBody(c))
    return c.json({ offerId }, 201)
  })

  app.post(`${BASE}/offer/get_listing_fees`, guard('getListingFees'), async (c) => {
    admitRead(c)
    const { offers } = await readBody(c)
    if (!Array.isArray(offers) || offers.length === 0) return refuse(400, 25709, 'Invalid value for offers.')
    return c.json(store().listFees(offers.map((offer: unknown) => String(isObject(offer) ? offer.offerId : ''))))
  })

  app.get(`${BASE}/offer/:offerId`, guard('getOffer'), (c) => {
    admitRead(c)
    return c.json(toOfferJson(practice, store().demand(c.req.param('offerId'))))
  })

  app.put(`${BASE}/offer/:offerId`, guard('updateOffer'), async (c) => {
    admitWrite(c)
    demandLanguage(c)
    const offerId = c.req.param('offerId')
    store().update(offerId, await readBody(c))
    return c.json({ offerId })
  })

  app.delete(`${BASE}/offer/:offerId`, guard('deleteOffer'), (c) => {
    admitWrite(c)
    store().remove(c.req.param('offerId'))
    return c.body(null, 204)
  })

  app.post(`${BASE}/offer/:offerId/publish`, guard('publishOffer'), (c) => {
    admitWrite(c)
    return c.json({ listingId: store().publish(c.req.param('offerId')) })
  })

  app.post(`${BASE}/offer/:offerId/withdraw`, guard('withdrawOffer'), (c) => {
    admitWrite(c)
    return c.json({ listingId: store().withdraw(c.req.param('offerId')) })
  })

  app.post(`${BASE}/bulk_create_offer`, guard('bulkCreateOffer'), async (c) => {
    admitWrite(c)
    demandLanguage(c)
    const describe = ({ sku, marketplaceId, format }: JsonObject) => ({ sku, marketplaceId, format })
    return answerEach(
      c,
      await readRequests(c),
      (request) => ({ ...describe(request), offerId: store().create(request).offerId, statusCode: 200 }),
      describe,
    )
  })

  app.post(`${BASE}/bulk_publish_offer`, guard('bulkPublishOffer'), async (c) => {
    admitWrite(c)
    const describe = ({ offerId }: JsonObject) => ({ offerId })
    return answerEach(
      c,
      await readRequests(c),
      (request) => ({
        ...describe(request),
        listingId: store().publish(String(request.offerId)),
        statusCode: 200,
      }),
      describe,
    )
  })

  app.post(`${BASE}/bulk_update_price_quantity`, guard('bulkUpdatePriceQuantity'), async (c) => {
    admitWrite(c)
    const changes = (await readRequests(c)).flatMap((request) => {
      const ship = isObject(request.shipToLocationAvailability)
        ? request.shipToLocationAvailability.quantity
        : undefined
      const shipTo = typeof ship === 'number' ? { shipTo: ship } : {}
      const offers = Array.isArray(request.offers) && request.offers.length > 0 ? request.offers : [undefined]
      return offers.map((offer: unknown) => ({
        sku: request.sku,
        ...shipTo,
        ...(isObject(offer)
          ? { offerId: String(offer.offerId), price: offer.price, quantity: offer.availableQuantity }
          : {}),
      }))
    })
    const describe = ({ sku, offerId }: JsonObject) => ({ sku, ...(offerId === undefined ? {} : { offerId }) })
    return answerEach(
      c,
      changes,
      ({ sku, ...change }) => {
        store().reprice(String(sku), change)
        return { ...describe({ sku, ...change }), statusCode: 200 }
      },
      describe,
    )
  })

  const toLocationJson = ([merchantLocationKey, { fields, isEnabled }]: [
    string,
    { fields: JsonObject; isEnabled: boolean },
  ]) => ({ ...fields, merchantLocationKey, merchantLocationStatus: isEnabled ? 'ENABLED' : 'DISABLED' })

  app.get(`${BASE}/location`, guard('getInventoryLocations'), (c) => {
    admitRead(c)
    const limit = Number(c.req.query('limit') ?? 100)
    const offset = Number(c.req.query('offset') ?? 0)
    if (!(limit >= 1 && limit <= 100) || !(offset >= 0)) refuse(400, 25802, 'Input error. Invalid pagination values.')
    const all = [...practice.state.locations].map(toLocationJson)
    return c.json({
      href: `${BASE}/location?limit=${limit}&offset=${offset}`,
      limit,
      offset,
      total: all.length,
      locations: all.slice(offset, offset + limit),
    })
  })

  app.get(`${BASE}/location/:key`, guard('getInventoryLocation'), (c) => {
    admitRead(c)
    const key = c.req.param('key')
    const location = practice.state.locations.get(key)
    if (location === undefined) return refuse(404, 25804, 'Input error. The location is unknown.', { key })
    return c.json(toLocationJson([key, location]))
  })

  app.post(`${BASE}/location/:key`, guard('createInventoryLocation'), async (c) => {
    admitWrite(c)
    const key = c.req.param('key')
    const body = await readBody(c)
    if (key.length > MAX_KEY_LENGTH) refuse(400, 25800, 'Invalid merchantLocationKey.', { merchantLocationKey: key })
    if (practice.state.locations.has(key)) refuse(409, 25803, 'merchantLocationKey already exists.')
    const address = isObject(body.location) && isObject(body.location.address) ? body.location.address : undefined
    if (address === undefined) return refuse(400, 25801, 'Missing field location.address.')
    const has = (name: string): boolean => typeof address[name] === 'string' && address[name] !== ''
    const isPlace = has('country') && (has('postalCode') || (has('city') && has('stateOrProvince')))
    if (!isPlace) {
      const message = 'Missing field: country, with a postalCode or with city and stateOrProvince.'
      throw new Refusal(400, [detail(25801, message)])
    }
    const { merchantLocationStatus, ...fields } = body
    practice.state.locations.set(key, { fields, isEnabled: merchantLocationStatus !== 'DISABLED' })
    return c.body(null, 204)
  })

  return app
}
