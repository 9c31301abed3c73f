/**
 * The inventory service's items, on both platforms. The neutral platform returns an item byte for byte and counts
 * writes per account; no status is documented for a used-up day, so it answers 429. Errors that depend on a category
 * (25013, 25709) can't occur there for an item alone; inject them as a `status` fault. On eBay a read adds read-only
 * fields (sku, locale and groups), product codes are arrays, a bulk element carries its locale, and a revision counts
 * against its own listing.
 */
import type { Faults, Operation, PracticeApp } from '../control/faults.ts'
import { asObject, isJsonType, isObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { findGroup, withoutVariant } from '../listing/variation-rules.ts'
import { newNumber } from '../shop/ids.ts'
import { readQuantity, setQuantity } from '../shop/item-quantity.ts'
import type { Practice } from '../shop/shop-state.ts'
import {
  checkDocumentItem,
  checkEbayItem,
  checkEbaySku,
  checkEbayTypes,
  checkSku,
  pickEbayFields,
} from './item-rules.ts'
import { describePage, readPageNumber } from './pages.ts'
import { createRefusals, type ErrorDetail, Refusal } from './refusal.ts'
import { scopes } from './scopes.ts'
import { admitByScope, bulkStatus, type Call, createService, type Route } from './service.ts'

const BASE = '/sell/inventory/v1'
const DOMAIN = 'API_INVENTORY'
const MAX_BULK_SIZE = 25
const MAX_WRITES_PER_DAY = 250
const DAY_MS = 86_400_000

const { detail, refuse, refuseAll } = createRefusals(DOMAIN)

/** Operations that look for the records of SKUs. */
const lookups: readonly Operation[] = ['getInventoryItem', 'bulkGetInventoryItem', 'getOffers', 'createOffer']

/** Who may call the inventory service. */
export const admitToInventory = (practice: Practice) => {
  const admitByToken = admitByScope(practice, DOMAIN, {
    read: [scopes.inventory, scopes.inventoryReadonly],
    write: [scopes.inventory],
  })
  return (c: Call, operation: Operation): void => {
    admitByToken(c, operation)
    // Undocumented, but widely reported: https://github.com/hendt/ebay-api/issues/137
    if (practice.names.id !== 'ebay') return
    const language = c.req.header('accept-language') ?? ''
    if (!/^[a-z]{2}-[A-Z]{2}$/.test(language)) {
      refuse(400, 25709, 'Invalid value for header Accept-Language.', { header: 'Accept-Language' })
    }
    // A language of another marketplace hides records that exist: https://github.com/hendt/ebay-api/issues/153
    if (language !== practice.names.language && lookups.includes(operation)) {
      const { marketplaceId } = practice.names
      refuse(404, 25604, `The SKU could not be found or is not available for the marketplace ${marketplaceId}.`)
    }
  }
}

/** Lists what the platform dropped: it answers with a success and a warning. */
const listWarnings = (item: JsonObject): readonly ErrorDetail[] => {
  const message = 'Invalid listing option removed. The subtitle is not offered here.'
  return asObject(item.product).subtitle === undefined ? [] : [{ ...detail(25401, message), category: 'APPLICATION' }]
}

const withoutSubtitle = (item: JsonObject): JsonObject => {
  if (!isObject(item.product)) return item
  const { subtitle: _, ...product } = item.product
  return { ...item, product }
}

export const createInventoryService = (practice: Practice, faults: Faults): PracticeApp => {
  const isEbay = practice.names.id === 'ebay'
  const admitByToken = admitToInventory(practice)

  const admit = (c: Call, operation: Operation): void => {
    admitByToken(c, operation)
    const hasBody = ['POST', 'PUT'].includes(c.req.method)
    if (hasBody && !isJsonType(c.req.header('content-type'))) {
      refuse(415, 2004, 'Content-Type must be application/json.')
    }
  }

  /**
   * Counts a write, or returns the error if the limit is reached. The neutral platform counts per account and UTC day,
   * refused calls and each element of a bulk call included; eBay counts the last 24 hours of the listing.
   */
  const countWrite = (sku: string): ErrorDetail | undefined => {
    const { state } = practice
    const nowMs = practice.now()
    const limit = String(MAX_WRITES_PER_DAY)
    if (isEbay) {
      const recent = (state.revisionsAtMs.get(sku) ?? []).filter((atMs) => atMs > nowMs - DAY_MS)
      if (recent.length >= MAX_WRITES_PER_DAY) {
        return detail(25002, `A user error has occurred. A listing can be revised ${limit} times a day.`)
      }
      state.revisionsAtMs.set(sku, [...recent, nowMs])
      return undefined
    }
    const dayStartMs = Math.floor(nowMs / DAY_MS) * DAY_MS
    state.inventoryWritesAtMs = state.inventoryWritesAtMs.filter((atMs) => atMs >= dayStartMs)
    if (state.inventoryWritesAtMs.length >= MAX_WRITES_PER_DAY) {
      return detail(2001, `The limit of ${limit} create or update calls a day is reached.`, { limit })
    }
    state.inventoryWritesAtMs.push(nowMs)
    return undefined
  }

  /** Stores the payload; returns whether the SKU is new. */
  const store = (sku: string, json: string, contentLanguage: string): boolean => {
    const existing = practice.state.items.get(sku)
    practice.state.items.set(sku, { json, contentLanguage, itemId: existing?.itemId ?? newNumber() })
    if (isEbay) practice.state.inventoryWritesAtMs.push(practice.now())
    return existing === undefined
  }

  const checkOnEbay = (sku: string, item: JsonObject): readonly ErrorDetail[] => {
    const wrongTypes = checkEbayTypes(item)
    if (wrongTypes.length > 0) return wrongTypes
    const blocked = countWrite(sku)
    const isKnown = practice.state.items.has(sku) || practice.state.settings.takesAnySku === true
    return [...(isKnown ? [] : checkEbaySku(sku)), ...checkEbayItem(item), ...(blocked === undefined ? [] : [blocked])]
  }

  /** The SKU is everything after the collection's name, slashes included. */
  const readSku = (c: Call): string => {
    const encoded = new URL(c.req.url).pathname.slice(`${BASE}/inventory_item/`.length)
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  }

  const readLanguage = (c: Call): string => {
    const language = (c.req.header('content-language') ?? '').trim()
    if (isEbay && !/^[a-z]{2}-[A-Z]{2}$/.test(language)) {
      refuse(400, 25709, 'Invalid value for header Content-Language.', { header: 'Content-Language' })
    }
    return language
  }

  const putItem = async (c: Call): Promise<Response> => {
    const blocked = isEbay ? undefined : countWrite('')
    if (blocked !== undefined) {
      const seconds = Math.ceil((DAY_MS - (practice.now() % DAY_MS)) / 1000)
      throw new Refusal(429, [blocked], { 'retry-after': String(seconds) })
    }
    const language = readLanguage(c)
    if (language === '') refuse(400, 2004, 'The header Content-Language is required.')
    const sku = readSku(c)
    const json = await c.req.text()
    const item = parseJsonObject(json) ?? refuse(400, 2004, 'Invalid request. The body must be a JSON object.')
    if (!isEbay) {
      refuseAll([...checkSku(sku), ...checkDocumentItem(item)])
      return c.body(null, store(sku, json, language) ? 201 : 204)
    }
    refuseAll(checkOnEbay(sku, item))
    const isNew = store(sku, JSON.stringify(withoutSubtitle(item)), language)
    const warnings = listWarnings(item)
    if (warnings.length > 0) return c.json({ warnings }, isNew ? 201 : 200)
    return isNew ? c.json({}, 201) : c.body(null, 204)
  }

  /** A seeded item may have codes as plain text; eBay returns arrays only. */
  const toEbayJson = (sku: string): JsonObject => {
    const { json, contentLanguage } = practice.state.items.get(sku) ?? refuse(404, 25710, "We didn't find the entity.")
    const item = parseJsonObject(json) ?? {}
    const product = Object.entries(asObject(item.product)).map(([name, value]) => [
      name,
      (name === 'upc' || name === 'ean') && typeof value === 'string' ? [value] : value,
    ])
    const locale = contentLanguage.replace('-', '_')
    const key = findGroup(practice, sku)?.[0]
    const groups = key === undefined ? {} : { groupIds: [key], inventoryItemGroupKeys: [key] }
    return { ...pickEbayFields(item), product: Object.fromEntries(product), sku, locale, ...groups }
  }

  /** Raises the quantity of an item that was read, as if another tool of the seller had written it. */
  const editByOthers = (sku: string): void => {
    const item = practice.state.items.get(sku)
    if (item === undefined || faults.take('editByOthers', 'inventory', 'getInventoryItem') === undefined) return
    setQuantity(item, (readQuantity(parseJsonObject(item.json) ?? {}) ?? 0) + 1)
    practice.changed()
  }

  const getItem = (c: Call): Response => {
    const sku = readSku(c)
    if (!isEbay) refuseAll(checkSku(sku))
    const item =
      practice.state.items.get(sku) ??
      (isEbay
        ? refuse(404, 25710, "We didn't find the resource/entity you are requesting.")
        : refuse(404, 25013, 'No inventory item has this SKU.', { sku }))
    const shown = isEbay ? JSON.stringify(toEbayJson(sku)) : item.json
    const language = isEbay ? {} : { 'content-language': item.contentLanguage }
    editByOthers(sku)
    return c.body(shown, 200, { 'content-type': 'application/json', ...language })
  }

  const getInBulk = async (c: Call): Promise<Response> => {
    const { requests } = parseJsonObject(await c.req.text()) ?? {}
    if (!Array.isArray(requests) || requests.length === 0) return refuse(400, 25709, 'Invalid value for requests.')
    if (requests.length > MAX_BULK_SIZE) {
      refuse(400, 25727, `The number of InventoryItems in the request cannot exceed ${MAX_BULK_SIZE}.`)
    }
    const skus = requests.map((element: unknown) => asObject(element).sku)
    if (new Set(skus).size !== skus.length) refuse(400, 25734, 'SKU should be unique in the request.')
    const responses = skus.map((sku) => {
      if (typeof sku !== 'string') return { sku, statusCode: 400, errors: [detail(25708, 'Invalid SKU.')] }
      if (!practice.state.items.has(sku)) {
        const error = detail(25710, "We didn't find the resource/entity you are requesting.")
        return { sku, statusCode: 404, errors: [error] }
      }
      // The description names no groupIds here.
      const { groupIds: _, ...inventoryItem } = toEbayJson(sku)
      editByOthers(sku)
      return { sku, statusCode: 200, inventoryItem }
    })
    return c.json({ responses }, bulkStatus(responses))
  }

  const listItems = (c: Call): Response => {
    const page = readPageNumber(c, 25)
    const skus = [...practice.state.items.keys()]
    return c.json({
      ...describePage(`${BASE}/inventory_item`, skus.length, page),
      inventoryItems: skus.slice(page.page * page.limit, (page.page + 1) * page.limit).map(toEbayJson),
    })
  }

  const deleteItem = (c: Call): Response => {
    const sku = readSku(c)
    if (!practice.state.items.delete(sku)) refuse(404, 25710, "We didn't find the resource/entity you are requesting.")
    for (const [key, group] of practice.state.groups) practice.state.groups.set(key, withoutVariant(group, sku))
    for (const [offerId, offer] of practice.state.offers) if (offer.sku === sku) practice.state.offers.delete(offerId)
    return c.body(null, 204)
  }

  const putElement = (element: unknown, isRepeated: boolean, language: string) => {
    const { sku, ...item } = asObject(element)
    const blocked = countWrite('')
    if (blocked !== undefined) return { sku, statusCode: 429, errors: [blocked] }
    const errors = [
      ...checkSku(sku),
      ...(isRepeated ? [detail(25728, 'The call contains the SKU twice.')] : []),
      ...checkDocumentItem(item),
    ]
    if (errors.length > 0) return { sku, statusCode: 400, errors }
    store(String(sku), JSON.stringify(item), language === '' ? 'en-US' : language)
    return { sku, statusCode: 204 }
  }

  const putEbayElement = (element: unknown, isRepeated: boolean, language: string) => {
    const { sku, locale, ...item } = asObject(element)
    const refused = (...errors: readonly ErrorDetail[]) => ({ sku, locale, statusCode: 400, errors })
    if (typeof sku !== 'string' || typeof locale !== 'string' || !/^[a-z]{2}_[A-Z]{2}$/.test(locale)) {
      return refused(detail(25733, 'SKU and locale are required in each request.'))
    }
    if (isRepeated) return refused(detail(25728, 'The request contains duplicate SKUs.'))
    const errors = checkOnEbay(sku, item)
    if (errors.length > 0) return refused(...errors)
    // An element in another language than the call's is answered as a success, and dropped.
    if (locale !== language.replace('-', '_') && practice.state.items.has(sku)) return { sku, locale, statusCode: 200 }
    const isNew = store(sku, JSON.stringify(withoutSubtitle(item)), locale.replace('_', '-'))
    const warnings = listWarnings(item)
    return { sku, locale, statusCode: isNew ? 201 : 200, ...(warnings.length > 0 ? { warnings } : {}) }
  }

  const putInBulk = async (c: Call): Promise<Response> => {
    const language = readLanguage(c)
    const { requests } = parseJsonObject(await c.req.text()) ?? {}
    const isList = Array.isArray(requests) && requests.length > 0 && (!isEbay || requests.every(isObject))
    if (!isList) return refuse(400, isEbay ? 25709 : 2004, 'Invalid value for requests.')
    if (requests.length > MAX_BULK_SIZE) refuse(400, 25727, `requests has more than ${MAX_BULK_SIZE} elements.`)
    const skus = requests.map((element: unknown) => asObject(element).sku)
    const put = isEbay ? putEbayElement : putElement
    const responses = requests.map((element, index) => put(element, skus.indexOf(skus[index]) !== index, language))
    // The neutral platform's bulk answer is a 2xx whatever its elements say (INV-12).
    const status = bulkStatus(responses)
    return c.json({ responses }, status === 400 && !isEbay ? 207 : status)
  }

  const ebayRoutes: readonly Route[] = [
    ['GET', '/inventory_item', 'getInventoryItems', listItems],
    ['DELETE', '/inventory_item/*', 'deleteInventoryItem', deleteItem],
    ['POST', '/bulk_get_inventory_item', 'bulkGetInventoryItem', getInBulk],
  ]
  return createService(faults, { service: 'inventory', base: BASE, admit }, [
    ...(isEbay ? ebayRoutes : []),
    ['GET', '/inventory_item/*', 'getInventoryItem', getItem],
    ['PUT', '/inventory_item/*', 'createOrReplaceInventoryItem', putItem],
    ['POST', '/bulk_create_or_replace_inventory_item', 'bulkCreateOrReplaceInventoryItem', putInBulk],
  ])
}
