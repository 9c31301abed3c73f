import { type Context, Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { isJsonType, isObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { newNumber } from '../shop/ids.ts'
import type { Practice } from '../shop/shop-state.ts'
import { authenticate, demandScope } from './oauth-service.ts'
import { createRefusals, type ErrorDetail, Refusal } from './refusal.ts'
import { scopes } from './scopes.ts'

const BASE = '/sell/inventory/v1'
const DOMAIN = 'API_INVENTORY'

const conditions: readonly unknown[] = [
  'NEW',
  'USED_EXCELLENT',
  'USED_VERY_GOOD',
  'USED_GOOD',
  'USED_ACCEPTABLE',
  'FOR_PARTS_OR_NOT_WORKING',
]
const skuPattern = /^[A-Za-z0-9_-]{1,50}$/
const MAX_TITLE = 80
const MAX_ASPECT_NAME = 40
const MAX_ASPECT_VALUE = 50
const MAX_BULK_SIZE = 25
const MAX_WRITES_PER_DAY = 250
const DAY_MS = 86_400_000

const { detail, refuse } = createRefusals(DOMAIN)

const checkSku = (sku: unknown): ErrorDetail[] =>
  typeof sku === 'string' && skuPattern.test(sku)
    ? []
    : [
        detail(25002, 'The SKU must have 1 to 50 characters: letters, digits, hyphen and underscore only.', {
          sku: String(sku ?? ''),
        }),
      ]

const wrong = (field: string, rule: string): ErrorDetail => detail(2004, `${field} ${rule}.`, { field })

const checkText = (value: unknown, field: string): ErrorDetail[] =>
  value === undefined || typeof value === 'string' ? [] : [wrong(field, 'must be a string')]

const checkAspects = (aspects: unknown): ErrorDetail[] => {
  if (aspects === undefined) return []
  if (!isObject(aspects)) return [wrong('product.aspects', 'must be an object of arrays')]
  return Object.entries(aspects).flatMap(([name, values]): ErrorDetail[] => {
    const errors: ErrorDetail[] = []
    if (name === '') errors.push(wrong('product.aspects', 'has an aspect without a name'))
    if ([...name].length > MAX_ASPECT_NAME) {
      errors.push(detail(25044, `An aspect name is longer than ${MAX_ASPECT_NAME} characters.`, { aspect: name }))
    }
    if (!Array.isArray(values) || values.length === 0) {
      return [...errors, wrong(`product.aspects.${name}`, 'must be an array with at least one value')]
    }
    for (const value of values as unknown[]) {
      if (typeof value !== 'string' || value.trim() === '') {
        errors.push(wrong(`product.aspects.${name}`, 'has an empty value, or one that is not a string'))
      } else if ([...value].length > MAX_ASPECT_VALUE) {
        errors.push(
          detail(25045, `An aspect value is longer than ${MAX_ASPECT_VALUE} characters.`, { aspect: name, value }),
        )
      }
    }
    return errors
  })
}

const checkImages = (imageUrls: unknown): ErrorDetail[] => {
  if (imageUrls === undefined) return []
  if (!Array.isArray(imageUrls)) return [wrong('product.imageUrls', 'must be an array')]
  const allSecure = imageUrls.every(
    (url: unknown) => typeof url === 'string' && URL.canParse(url) && new URL(url).protocol === 'https:',
  )
  return allSecure ? [] : [wrong('product.imageUrls', 'must hold HTTPS URLs')]
}

const checkProduct = (product: unknown): ErrorDetail[] => {
  if (product === undefined) return []
  if (!isObject(product)) return [wrong('product', 'must be an object')]
  const { title } = product
  return [
    ...checkText(title, 'product.title'),
    ...(typeof title === 'string' && [...title].length > MAX_TITLE
      ? [detail(25004, `product.title is longer than ${MAX_TITLE} characters.`, { title })]
      : []),
    ...checkText(product.description, 'product.description'),
    ...checkAspects(product.aspects),
    ...checkImages(product.imageUrls),
    ...checkText(product.upc, 'product.upc'),
    ...checkText(product.ean, 'product.ean'),
  ]
}

const checkAvailability = (availability: unknown): ErrorDetail[] => {
  if (availability === undefined) return []
  if (!isObject(availability)) return [wrong('availability', 'must be an object')]
  const ship = availability.shipToLocationAvailability
  if (ship === undefined) return []
  if (!isObject(ship)) return [wrong('availability.shipToLocationAvailability', 'must be an object')]
  const { quantity } = ship
  if (quantity === undefined || (Number.isSafeInteger(quantity) && Number(quantity) >= 0)) return []
  return [wrong('availability.shipToLocationAvailability.quantity', 'must be a whole number of 0 or more')]
}

/** Collects every error of an item body. Unknown fields are kept, not errors. */
const checkItem = (item: JsonObject): ErrorDetail[] => [
  ...(item.condition === undefined || conditions.includes(item.condition)
    ? []
    : [detail(25003, 'condition is not in ConditionEnum.', { condition: String(item.condition) })]),
  ...checkAvailability(item.availability),
  ...checkProduct(item.product),
]

/** What the fault does after an item was read: another tool of the seller's raises its quantity. */
export const editByOthers = (practice: Practice, faults: Faults, sku: string): void => {
  const item = practice.state.items.get(sku)
  if (item === undefined || faults.take('editByOthers', 'inventory', 'getInventoryItem') === undefined) return
  const record = parseJsonObject(item.json) ?? {}
  const availability = isObject(record.availability) ? record.availability : {}
  const ship = isObject(availability.shipToLocationAvailability) ? availability.shipToLocationAvailability : {}
  const quantity = (typeof ship.quantity === 'number' ? ship.quantity : 0) + 1
  const shipToLocationAvailability = { ...ship, quantity }
  item.json = JSON.stringify({ ...record, availability: { ...availability, shipToLocationAvailability } })
  practice.changed()
}

/**
 * The inventory service in the documents' spelling; eBay's is `ebay/inventory-service.ts`.
 *
 * A wrong field without a documented id is 2004. Errors that depend on a category (25013, 25709) can't occur for an item
 * alone; inject them as a `status` fault.
 */
export const createInventoryService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('inventory', operation)

  const admitWrite = (c: Context): void => {
    demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory], DOMAIN)
    if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
  }

  /**
   * Counts a write against the UTC day of the practice clock, or returns the error if the day is full. Refused calls and
   * each element of a bulk call count too. No status is documented for a full day: 429, with a Retry-After to its end.
   */
  const countWrite = (): ErrorDetail | undefined => {
    const dayStartMs = Math.floor(practice.now() / DAY_MS) * DAY_MS
    const { state } = practice
    state.inventoryWritesAtMs = state.inventoryWritesAtMs.filter((atMs) => atMs >= dayStartMs)
    if (state.inventoryWritesAtMs.length >= MAX_WRITES_PER_DAY) {
      return detail(2001, `The limit of ${MAX_WRITES_PER_DAY} create or update calls a day is reached.`, {
        limit: String(MAX_WRITES_PER_DAY),
      })
    }
    state.inventoryWritesAtMs.push(practice.now())
    return undefined
  }

  const getSecondsToMidnight = (): string => String(Math.ceil((DAY_MS - (practice.now() % DAY_MS)) / 1000))

  /** Stores the payload unchanged; returns whether the SKU is new. */
  const replace = (sku: string, json: string, contentLanguage: string): boolean => {
    const existing = practice.state.items.get(sku)
    practice.state.items.set(sku, { json, contentLanguage, itemId: existing?.itemId ?? newNumber() })
    return existing === undefined
  }

  /** The SKU is everything after the collection's name, slashes too. */
  const readSku = (c: Context): string => {
    const encoded = new URL(c.req.url).pathname.slice(`${BASE}/inventory_item/`.length)
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  }

  app.put(`${BASE}/inventory_item/*`, guard('createOrReplaceInventoryItem'), async (c) => {
    admitWrite(c)
    const blocked = countWrite()
    if (blocked !== undefined) throw new Refusal(429, [blocked], { 'retry-after': getSecondsToMidnight() })
    const contentLanguage = (c.req.header('content-language') ?? '').trim()
    if (contentLanguage === '') refuse(400, 2004, 'The header Content-Language is required.')
    const sku = readSku(c)
    const json = await c.req.text()
    const item = parseJsonObject(json)
    if (item === undefined) return refuse(400, 2004, 'The request body must be a JSON object.')
    const errors = [...checkSku(sku), ...checkItem(item)]
    if (errors.length > 0) throw new Refusal(400, errors)
    return c.body(null, replace(sku, json, contentLanguage) ? 201 : 204)
  })

  app.get(`${BASE}/inventory_item/*`, guard('getInventoryItem'), (c) => {
    demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory, scopes.inventoryReadonly], DOMAIN)
    const sku = readSku(c)
    const errors = checkSku(sku)
    if (errors.length > 0) throw new Refusal(400, errors)
    const item = practice.state.items.get(sku)
    if (item === undefined) return refuse(404, 25013, 'No inventory item has this SKU.', { sku })
    const { json, contentLanguage } = item
    editByOthers(practice, faults, sku)
    return c.body(json, 200, { 'content-type': 'application/json', 'content-language': contentLanguage })
  })

  const bulk = guard('bulkCreateOrReplaceInventoryItem')
  app.post(`${BASE}/bulk_create_or_replace_inventory_item`, bulk, async (c) => {
    admitWrite(c)
    const requests = parseJsonObject(await c.req.text())?.requests
    if (!Array.isArray(requests) || requests.length === 0) {
      return refuse(400, 2004, 'requests must be an array with at least one element.')
    }
    if (requests.length > MAX_BULK_SIZE) refuse(400, 25727, `requests has more than ${MAX_BULK_SIZE} elements.`)
    const skus = requests.map((element: unknown) => (isObject(element) ? element.sku : undefined))
    const contentLanguage = c.req.header('content-language') ?? 'en-US'
    const responses = requests.map((element: unknown, index) => {
      const sku = skus[index]
      const blocked = countWrite()
      if (blocked !== undefined) return { sku, statusCode: 429, errors: [blocked] }
      if (!isObject(element)) return { statusCode: 400, errors: checkSku(undefined) }
      const { sku: _, ...item } = element
      const errors = [
        ...checkSku(sku),
        ...(skus.indexOf(sku) === index ? [] : [detail(25728, 'The call contains the SKU twice.')]),
        ...checkItem(item),
      ]
      if (errors.length > 0) return { sku, statusCode: 400, errors }
      replace(String(sku), JSON.stringify(item), contentLanguage)
      return { sku, statusCode: 204 }
    })
    const allDone = responses.every(({ statusCode }) => statusCode === 204)
    return c.json({ responses }, allDone ? 200 : 207)
  })

  return app
}
