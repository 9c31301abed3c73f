/** The inventory service's offers and locations. The same on both platforms, in eBay's public form. */
import { admitToInventory } from '../api/inventory-service.ts'
import { describePage, readPageNumber } from '../api/pages.ts'
import { createRefusals, Refusal } from '../api/refusal.ts'
import { bulkStatus, type Call, createService, type Route } from '../api/service.ts'
import type { Faults, PracticeApp } from '../control/faults.ts'
import { asObject, isObject, type JsonObject } from '../json-body.ts'
import type { StoredLocation } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { migrateListings } from './migration.ts'
import { createOffers, toOfferJson } from './offers.ts'

const BASE = '/sell/inventory/v1'
const MAX_BULK_SIZE = 25
const MAX_KEY_LENGTH = 36

const { refuse, readBody } = createRefusals('API_INVENTORY')

/** The body of a call that must name its language. */
const readLocalized = async (c: Call): Promise<JsonObject> => {
  if (!/^[a-z]{2}-[A-Z]{2}$/.test(c.req.header('content-language') ?? '')) {
    refuse(400, 25709, 'Invalid value for header Content-Language.', { header: 'Content-Language' })
  }
  return readBody(c)
}

const readRequests = ({ requests }: JsonObject): readonly JsonObject[] => {
  if (!Array.isArray(requests) || requests.length === 0 || !requests.every(isObject)) {
    return refuse(400, 25709, 'Invalid value for requests.')
  }
  if (requests.length > MAX_BULK_SIZE) refuse(400, 25712, `The number of requests cannot exceed ${MAX_BULK_SIZE}.`)
  return requests
}

/**
 * Answers each element of a bulk call separately, with the fields that identify it. Seen by others and against the
 * description: a call whose elements all fail is a 400 with `responses[]`.
 */
const answerEach = (
  c: Call,
  requests: readonly JsonObject[],
  names: readonly string[],
  carryOut: (request: JsonObject) => JsonObject | undefined,
): Response => {
  const responses = requests.map((request) => {
    const named = Object.fromEntries(Object.entries(request).filter(([name]) => names.includes(name)))
    try {
      return { ...named, ...carryOut(request), statusCode: 200 }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ...named, statusCode: error.status, errors: error.errors }
    }
  })
  return c.json({ responses }, bulkStatus(responses))
}

/** An amount that can't be read refuses the whole call, not its element. */
const requireAmounts = (changes: readonly JsonObject[]): void => {
  for (const { price } of changes) {
    if (price === undefined) continue
    const { value } = asObject(price)
    if (!/^\d+(\.\d+)?$/.test(String(value))) {
      refuse(400, 25709, 'Invalid value for price.', { fieldName: 'price', value: String(value) })
    }
  }
}

/** One change for each offer of a request, or one for the item alone. */
const listPriceChanges = (request: JsonObject): readonly JsonObject[] => {
  const { quantity: shipTo } = asObject(request.shipToLocationAvailability)
  const offers = Array.isArray(request.offers) && request.offers.length > 0 ? request.offers : [undefined]
  return offers.map((offer: unknown) => ({
    sku: request.sku,
    ...(typeof shipTo === 'number' ? { shipTo } : {}),
    ...(isObject(offer)
      ? { offerId: String(offer.offerId), price: offer.price, quantity: offer.availableQuantity }
      : {}),
  }))
}

export const createOfferService = (practice: Practice, faults: Faults): PracticeApp => {
  const isEbay = practice.names.id === 'ebay'
  const store = () => createOffers(practice)
  const readId = (c: Call): string => c.req.param('offerId') ?? ''

  const listOffers = (c: Call): Response => {
    const sku = c.req.query('sku')
    if (sku === undefined) return refuse(400, 25709, 'Invalid value for sku.', { field: 'sku' })
    if (!practice.state.items.has(sku)) refuse(404, 25702, `${sku} could not be found or is not available.`)
    const marketplaceId = c.req.query('marketplace_id')
    const found = [...practice.state.offers.values()].filter(
      (offer) => offer.sku === sku && (marketplaceId === undefined || offer.marketplaceId === marketplaceId),
    )
    if (found.length === 0) refuse(404, 25713, 'This Offer is not available : the SKU has none.', { sku })
    const page = readPageNumber(c, 100)
    const shown = found.slice(page.page * page.limit, (page.page + 1) * page.limit)
    return c.json({
      ...describePage(`${BASE}/offer`, found.length, page),
      offers: shown.map((offer) => toOfferJson(practice, offer)),
    })
  }

  const listFees = async (c: Call): Promise<Response> => {
    const { offers } = await readBody(c)
    if (!Array.isArray(offers) || offers.length === 0) return refuse(400, 25709, 'Invalid value for offers.')
    return c.json(store().listFees(offers.map((offer: unknown) => String(asObject(offer).offerId ?? ''))))
  }

  const updateOffer = async (c: Call): Promise<Response> => {
    store().update(readId(c), await readLocalized(c))
    return c.json({ offerId: readId(c) })
  }

  const deleteOffer = (c: Call): Response => {
    store().remove(readId(c))
    return c.body(null, 204)
  }

  const createInBulk = async (c: Call): Promise<Response> =>
    answerEach(c, readRequests(await readLocalized(c)), ['sku', 'marketplaceId', 'format'], (request) => ({
      offerId: store().create(request, 'inSentence').offerId,
    }))

  const publishInBulk = async (c: Call): Promise<Response> =>
    answerEach(c, readRequests(await readBody(c)), ['offerId'], ({ offerId }) =>
      store().publish(String(offerId), 'bulk'),
    )

  const repriceInBulk = async (c: Call): Promise<Response> => {
    const changes = readRequests(await readBody(c)).flatMap(listPriceChanges)
    requireAmounts(changes)
    return answerEach(c, changes, ['sku', 'offerId'], ({ sku, ...change }) => {
      store().reprice(String(sku), change)
      return undefined
    })
  }

  /**
   * Seen by others: the edge answers 411, without JSON, to a publish or withdraw that has no body. A length of 0 may or may
   * not be enough there; here it is not.
   */
  const withBody =
    (answer: (c: Call) => Response): ((c: Call) => Response) =>
    (c) =>
      isEbay && !(Number(c.req.header('content-length') ?? '0') > 0)
        ? c.html('<html><body><h1>411 Length Required</h1></body></html>', 411)
        : answer(c)

  const migrateInBulk = async (c: Call): Promise<Response> => {
    const responses = migrateListings(practice, await readBody(c))
    return c.json({ responses }, bulkStatus(responses))
  }

  const toLocationJson = ([merchantLocationKey, { fields, isEnabled }]: readonly [string, StoredLocation]) => ({
    ...fields,
    merchantLocationKey,
    merchantLocationStatus: isEnabled ? 'ENABLED' : 'DISABLED',
  })

  const listLocations = (c: Call): Response => {
    const limit = Number(c.req.query('limit') ?? 100)
    const offset = Number(c.req.query('offset') ?? 0)
    if (!(limit >= 1 && limit <= 100) || !(offset >= 0)) refuse(400, 25802, 'Input error. Invalid pagination values.')
    const all = [...practice.state.locations].map(toLocationJson)
    const href = `${BASE}/location?limit=${limit}&offset=${offset}`
    return c.json({ href, limit, offset, total: all.length, locations: all.slice(offset, offset + limit) })
  }

  const createLocation = async (c: Call): Promise<Response> => {
    const key = c.req.param('key') ?? ''
    const { merchantLocationStatus, ...fields } = await readBody(c)
    if (key.length > MAX_KEY_LENGTH) refuse(400, 25800, 'Invalid merchantLocationKey.', { merchantLocationKey: key })
    if (practice.state.locations.has(key)) refuse(409, 25803, 'merchantLocationKey already exists.')
    const address = asObject(asObject(fields.location).address)
    const has = (name: string): boolean => typeof address[name] === 'string' && address[name] !== ''
    // A country's name instead of its two letters is reported as missing.
    if (has('country') && !/^[A-Z]{2}$/.test(String(address.country))) refuse(400, 25801, 'Missing field country.')
    const isPlace = has('country') && (has('postalCode') || (has('city') && has('stateOrProvince')))
    if (!isPlace) {
      refuse(400, 25801, 'Missing field: country, with a postalCode or with city and stateOrProvince.')
    }
    practice.state.locations.set(key, { fields, isEnabled: merchantLocationStatus !== 'DISABLED' })
    return c.body(null, 204)
  }

  const setLocationState =
    (isEnabled: boolean) =>
    (c: Call): Response => {
      const key = c.req.param('key') ?? ''
      const location = practice.state.locations.get(key) ?? refuse(404, 25805, 'merchantLocationKey Not Found.')
      location.isEnabled = isEnabled
      return c.json({})
    }

  const ebayRoutes: readonly Route[] = [['POST', '/bulk_migrate_listing', 'bulkMigrateListing', migrateInBulk]]
  return createService(faults, { service: 'inventory', base: BASE, admit: admitToInventory(practice) }, [
    ...(isEbay ? ebayRoutes : []),
    ['GET', '/offer', 'getOffers', listOffers],
    [
      'POST',
      '/offer',
      'createOffer',
      async (c) => c.json({ offerId: store().create(await readLocalized(c)).offerId }, 201),
    ],
    ['POST', '/offer/get_listing_fees', 'getListingFees', listFees],
    ['GET', '/offer/:offerId', 'getOffer', (c) => c.json(toOfferJson(practice, store().requireOffer(readId(c))))],
    ['PUT', '/offer/:offerId', 'updateOffer', updateOffer],
    ['DELETE', '/offer/:offerId', 'deleteOffer', deleteOffer],
    ['POST', '/offer/:offerId/publish', 'publishOffer', withBody((c) => c.json(store().publish(readId(c))))],
    [
      'POST',
      '/offer/:offerId/withdraw',
      'withdrawOffer',
      withBody((c) => c.json({ listingId: store().withdraw(readId(c)) })),
    ],
    ['POST', '/bulk_create_offer', 'bulkCreateOffer', createInBulk],
    ['POST', '/bulk_publish_offer', 'bulkPublishOffer', publishInBulk],
    ['POST', '/bulk_update_price_quantity', 'bulkUpdatePriceQuantity', repriceInBulk],
    ['GET', '/location', 'getInventoryLocations', listLocations],
    ['POST', '/location/:key', 'createInventoryLocation', createLocation],
    ['POST', '/location/:key/disable', 'disableInventoryLocation', withBody(setLocationState(false))],
    ['POST', '/location/:key/enable', 'enableInventoryLocation', withBody(setLocationState(true))],
  ])
}
