import { type Context, Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from './faults.ts'
import { newNumber } from './ids.ts'
import { authenticate, demandScope } from './oauth.ts'
import { type ErrorDetail, isObject, type JsonObject, parseJsonObject, Refusal, saysJson } from './refusal.ts'
import { scopes } from './scopes.ts'
import type { Practice } from './state.ts'

/**
 * The inventory service: document 1, sections 2, 4, 7 and 8.
 *
 * Where the document names no id for a wrong field, 2004 is given. 25013 for a condition its category does not know and
 * 25709 for a missing item specific need a category, which an item alone has not: both can be had as a `status` fault.
 * A GET of a missing item is answered with 404 (the 400 with 25013, too, is a fault away).
 */
const base = '/sell/inventory/v1'
const domain = 'API_INVENTORY'

const conditions = [
  'NEW',
  'USED_EXCELLENT',
  'USED_VERY_GOOD',
  'USED_GOOD',
  'USED_ACCEPTABLE',
  'FOR_PARTS_OR_NOT_WORKING',
]
const skuForm = /^[A-Za-z0-9_-]{1,50}$/
const mostTitle = 80
const mostAspectName = 40
const mostAspectValue = 50
const mostPerBulk = 25
export const mostWritesPerDay = 250
const dayMs = 86_400_000

const detail = (errorId: number, message: string, parameters: Record<string, string> = {}): ErrorDetail => ({
  errorId,
  domain,
  category: 'REQUEST',
  message,
  parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
})

const refuse = (status: 400 | 404 | 415, ...error: Parameters<typeof detail>): never => {
  throw new Refusal(status, [detail(...error)])
}

const checkSku = (sku: unknown): ErrorDetail[] =>
  typeof sku === 'string' && skuForm.test(sku)
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
    if ([...name].length > mostAspectName) {
      errors.push(detail(25044, `An aspect name is longer than ${mostAspectName} characters.`, { aspect: name }))
    }
    if (!Array.isArray(values) || values.length === 0) {
      return [...errors, wrong(`product.aspects.${name}`, 'must be an array with at least one value')]
    }
    for (const value of values as unknown[]) {
      if (typeof value !== 'string' || value.trim() === '') {
        errors.push(wrong(`product.aspects.${name}`, 'has an empty value, or one that is not a string'))
      } else if ([...value].length > mostAspectValue) {
        errors.push(
          detail(25045, `An aspect value is longer than ${mostAspectValue} characters.`, { aspect: name, value }),
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
    ...(typeof title === 'string' && [...title].length > mostTitle
      ? [detail(25004, `product.title is longer than ${mostTitle} characters.`, { title })]
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

/** Every error of an item body at once; unknown fields are nobody's error, they are kept. */
const checkItem = (item: JsonObject): ErrorDetail[] => [
  ...(item.condition === undefined || conditions.some((condition) => condition === item.condition)
    ? []
    : [detail(25003, 'condition is not in ConditionEnum.', { condition: String(item.condition) })]),
  ...checkAvailability(item.availability),
  ...checkProduct(item.product),
]

export const inventoryService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('inventory', operation)

  const admitWrite = (c: Context): void => {
    demandScope(authenticate(practice, c, domain), [scopes.inventory], domain)
    if (!saysJson(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
  }

  /**
   * Counts one create or update call against the day (section 8), or says that the day is full.
   *
   * The day is the UTC day of the practice clock; every call counts, a refused one too, and in a bulk call every
   * element. The document shows no status for "blocked": 429 is given, with a Retry-After up to the day's end, since
   * the request itself is right and its time will come; a client that waits out a 429 sees how long this one is.
   */
  const countWrite = (): ErrorDetail | undefined => {
    const dayStartMs = Math.floor(practice.now() / dayMs) * dayMs
    const { state } = practice
    state.inventoryWritesAtMs = state.inventoryWritesAtMs.filter((atMs) => atMs >= dayStartMs)
    if (state.inventoryWritesAtMs.length >= mostWritesPerDay) {
      return detail(2001, `The limit of ${mostWritesPerDay} create or update calls a day is reached.`, {
        limit: String(mostWritesPerDay),
      })
    }
    state.inventoryWritesAtMs.push(practice.now())
    practice.changed()
    return undefined
  }

  const secondsToMidnight = (): string => String(Math.ceil((dayMs - (practice.now() % dayMs)) / 1000))

  /** Stores exactly the payload; returns whether the SKU is new. */
  const replace = (sku: string, json: string, contentLanguage: string): boolean => {
    const existing = practice.state.items.get(sku)
    practice.state.items.set(sku, { json, contentLanguage, itemId: existing?.itemId ?? newNumber() })
    practice.changed()
    return existing === undefined
  }

  /** The SKU as the caller meant it: everything after the collection's name, a slash too. */
  const skuOf = (c: Context): string => {
    const encoded = new URL(c.req.url).pathname.slice(`${base}/inventory_item/`.length)
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  }

  app.put(`${base}/inventory_item/*`, guard('createOrReplaceInventoryItem'), async (c) => {
    admitWrite(c)
    const blocked = countWrite()
    if (blocked !== undefined) throw new Refusal(429, [blocked], { 'retry-after': secondsToMidnight() })
    const contentLanguage = (c.req.header('content-language') ?? '').trim()
    if (contentLanguage === '') refuse(400, 2004, 'The header Content-Language is required.')
    const sku = skuOf(c)
    const json = await c.req.text()
    const item = parseJsonObject(json)
    if (item === undefined) return refuse(400, 2004, 'The request body must be a JSON object.')
    const errors = [...checkSku(sku), ...checkItem(item)]
    if (errors.length > 0) throw new Refusal(400, errors)
    return c.body(null, replace(sku, json, contentLanguage) ? 201 : 204)
  })

  app.get(`${base}/inventory_item/*`, guard('getInventoryItem'), (c) => {
    demandScope(authenticate(practice, c, domain), [scopes.inventory, scopes.inventoryReadonly], domain)
    const sku = skuOf(c)
    const errors = checkSku(sku)
    if (errors.length > 0) throw new Refusal(400, errors)
    const item = practice.state.items.get(sku)
    if (item === undefined) return refuse(404, 25013, 'No inventory item has this SKU.', { sku })
    return c.body(item.json, 200, { 'content-type': 'application/json', 'content-language': item.contentLanguage })
  })

  const bulk = guard('bulkCreateOrReplaceInventoryItem')
  app.post(`${base}/bulk_create_or_replace_inventory_item`, bulk, async (c) => {
    admitWrite(c)
    const requests = parseJsonObject(await c.req.text())?.requests
    if (!Array.isArray(requests) || requests.length === 0) {
      return refuse(400, 2004, 'requests must be an array with at least one element.')
    }
    if (requests.length > mostPerBulk) refuse(400, 25727, `requests has more than ${mostPerBulk} elements.`)
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
        ...(skus.indexOf(sku) === index ? [] : [detail(25728, 'The SKU stands in this call twice.')]),
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
