import { type Context, Hono } from 'hono'
import { editByOthers } from '../api/inventory-service.ts'
import { authenticate, demandScope } from '../api/oauth-service.ts'
import { createRefusals, type ErrorDetail, Refusal } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { isJsonType, isObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { isCondition } from '../listing/categories.ts'
import { describePage, readPageNumber } from '../listing/offer-service.ts'
import { newNumber } from '../shop/ids.ts'
import type { Practice } from '../shop/shop-state.ts'

const BASE = '/sell/inventory/v1'
const DOMAIN = 'API_INVENTORY'
const MAX_TITLE = 80
const MAX_PICTURES = 24
const MAX_BULK_SIZE = 25
const MAX_ASPECT_NAME = 40
const MAX_ASPECT_VALUE = 50
const MAX_REVISIONS_PER_DAY = 250
const DAY_MS = 86_400_000

const { detail, refuse } = createRefusals(DOMAIN)

const textFields = ['title', 'subtitle', 'description', 'brand', 'mpn', 'epid'] as const
const listFields = ['upc', 'ean', 'isbn', 'imageUrls', 'videoIds'] as const
const itemFields: readonly string[] = [
  'availability',
  'condition',
  'conditionDescription',
  'conditionDescriptors',
  'packageWeightAndSize',
  'product',
]

/** A field of the wrong JSON type is refused while the body is read, before anything is looked at. */
const wrongType = (field: string): ErrorDetail =>
  detail(2004, 'Invalid request', { reason: `Could not serialize field [${field}]` })

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const checkTypes = (item: JsonObject): ErrorDetail[] => {
  const errors = Object.keys(item)
    .filter((name) => !itemFields.includes(name))
    .map(wrongType)
  const product = item.product ?? {}
  if (!isObject(product)) return [...errors, wrongType('product')]
  for (const name of textFields) {
    if (product[name] !== undefined && typeof product[name] !== 'string') errors.push(wrongType(`product.${name}`))
  }
  for (const name of listFields) {
    if (product[name] !== undefined && !isTextList(product[name])) errors.push(wrongType(`product.${name}`))
  }
  const { aspects } = product
  if (aspects !== undefined && (!isObject(aspects) || !Object.values(aspects).every(isTextList))) {
    errors.push(wrongType('product.aspects'))
  }
  return errors
}

const checkRules = (item: JsonObject): ErrorDetail[] => {
  const errors: ErrorDetail[] = []
  const product: JsonObject = isObject(item.product) ? item.product : {}
  const { title, imageUrls, aspects } = product
  if (typeof title === 'string' && [...title].length > MAX_TITLE) {
    errors.push(detail(25709, `Invalid value for title. It has more than ${MAX_TITLE} characters.`, { field: 'title' }))
  }
  if (isTextList(imageUrls)) {
    if (imageUrls.length > MAX_PICTURES) {
      errors.push(detail(25014, `Invalid pictures. No more than ${MAX_PICTURES} are allowed.`))
    }
    if (imageUrls.some((url) => !URL.canParse(url) || new URL(url).protocol !== 'https:')) {
      errors.push(detail(25015, 'Invalid picture URL. Pictures must be served by HTTPS.'))
    }
  }
  for (const [name, values] of Object.entries(isObject(aspects) ? aspects : {})) {
    const isTooLong =
      name.length > MAX_ASPECT_NAME || (isTextList(values) && values.some((one) => one.length > MAX_ASPECT_VALUE))
    if (isTooLong) errors.push(detail(25502, `Invalid attribute information. ${name} is too long.`, { aspect: name }))
  }
  if (item.condition !== undefined && !isCondition(item.condition)) {
    errors.push(detail(25709, 'Invalid value for condition.', { field: 'condition', value: String(item.condition) }))
  }
  const availability = isObject(item.availability) ? item.availability : {}
  const ship = isObject(availability.shipToLocationAvailability) ? availability.shipToLocationAvailability : {}
  if (ship.quantity !== undefined && !(Number.isSafeInteger(ship.quantity) && Number(ship.quantity) >= 0)) {
    errors.push(detail(25004, 'Invalid quantity. It must be 0 or more.', { field: 'quantity' }))
  }
  return errors
}

const checkSku = (sku: string): ErrorDetail[] =>
  /^[A-Za-z0-9_-]{1,50}$/.test(sku) ? [] : [detail(25707, 'This is an invalid value for a SKU.', { sku })]

/** Says what the platform dropped: it answers with a success and a warning. */
const listWarnings = (item: JsonObject): readonly ErrorDetail[] => {
  const subtitle = isObject(item.product) ? item.product.subtitle : undefined
  return subtitle === undefined
    ? []
    : [
        {
          ...detail(25401, 'Invalid listing option removed. The subtitle is not offered here.'),
          category: 'APPLICATION',
        },
      ]
}

const withoutSubtitle = (item: JsonObject): JsonObject => {
  if (!isObject(item.product)) return item
  const { subtitle: _, ...product } = item.product
  return { ...item, product }
}

/**
 * The inventory service's items as the real platform describes them.
 *
 * A read adds what is not written back: sku, locale and groups. Product codes are arrays, a bulk element carries its
 * locale, and a revision counts against its own listing.
 */
export const createEbayInventoryService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('inventory', operation)
  /** Times of revisions of the last day, by SKU. */
  const revisions = new Map<string, number[]>()

  const admitRead = (c: Context): void =>
    demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory, scopes.inventoryReadonly], DOMAIN)

  const admitWrite = (c: Context): string => {
    demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory], DOMAIN)
    if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
    const language = c.req.header('content-language') ?? ''
    if (!/^[a-z]{2}-[A-Z]{2}$/.test(language)) {
      refuse(400, 25709, 'Invalid value for header Content-Language.', { header: 'Content-Language' })
    }
    return language
  }

  const countRevision = (sku: string): ErrorDetail | undefined => {
    const recent = (revisions.get(sku) ?? []).filter((atMs) => atMs > practice.now() - DAY_MS)
    if (recent.length >= MAX_REVISIONS_PER_DAY) {
      return detail(25002, `A user error has occurred. A listing can be revised ${MAX_REVISIONS_PER_DAY} times a day.`)
    }
    revisions.set(sku, [...recent, practice.now()])
    return undefined
  }

  const store = (sku: string, item: JsonObject, contentLanguage: string): boolean => {
    const existing = practice.state.items.get(sku)
    const json = JSON.stringify(withoutSubtitle(item))
    practice.state.items.set(sku, { json, contentLanguage, itemId: existing?.itemId ?? newNumber() })
    practice.state.inventoryWritesAtMs.push(practice.now())
    return existing === undefined
  }

  const check = (sku: string, item: JsonObject): readonly ErrorDetail[] => {
    const wrongTypes = checkTypes(item)
    if (wrongTypes.length > 0) return wrongTypes
    const blocked = countRevision(sku)
    return [...checkSku(sku), ...checkRules(item), ...(blocked === undefined ? [] : [blocked])]
  }

  /** Codes of a seeded item may be plain text; the real platform has arrays only. */
  const toItemJson = (sku: string): JsonObject => {
    const { json, contentLanguage } = practice.state.items.get(sku) ?? refuse(404, 25710, "We didn't find the entity.")
    const item = parseJsonObject(json) ?? {}
    const product = Object.fromEntries(
      Object.entries(isObject(item.product) ? item.product : {}).map(([name, value]) => [
        name,
        (name === 'upc' || name === 'ean') && typeof value === 'string' ? [value] : value,
      ]),
    )
    const known = Object.fromEntries(Object.entries(item).filter(([name]) => itemFields.includes(name)))
    return { ...known, product, sku, locale: contentLanguage.replace('-', '_') }
  }

  const readSku = (c: Context): string => decodeURIComponent(c.req.param('sku') ?? '')

  app.get(`${BASE}/inventory_item`, guard('getInventoryItems'), (c) => {
    admitRead(c)
    const page = readPageNumber(c, 25)
    const skus = [...practice.state.items.keys()]
    return c.json({
      ...describePage(`${BASE}/inventory_item`, skus.length, page),
      inventoryItems: skus.slice(page.page * page.limit, (page.page + 1) * page.limit).map(toItemJson),
    })
  })

  app.get(`${BASE}/inventory_item/:sku`, guard('getInventoryItem'), (c) => {
    admitRead(c)
    const sku = readSku(c)
    if (!practice.state.items.has(sku)) refuse(404, 25710, "We didn't find the resource/entity you are requesting.")
    const item = toItemJson(sku)
    editByOthers(practice, faults, sku)
    return c.json(item)
  })

  app.put(`${BASE}/inventory_item/:sku`, guard('createOrReplaceInventoryItem'), async (c) => {
    const language = admitWrite(c)
    const sku = readSku(c)
    const item = parseJsonObject(await c.req.text())
    if (item === undefined) return refuse(400, 2004, 'Invalid request')
    const errors = check(sku, item)
    if (errors.length > 0) throw new Refusal(400, errors)
    const isNew = store(sku, item, language)
    const warnings = listWarnings(item)
    if (warnings.length > 0) return c.json({ warnings }, isNew ? 201 : 200)
    return isNew ? c.json({}, 201) : c.body(null, 204)
  })

  app.delete(`${BASE}/inventory_item/:sku`, guard('deleteInventoryItem'), (c) => {
    demandScope(authenticate(practice, c, DOMAIN), [scopes.inventory], DOMAIN)
    const sku = readSku(c)
    if (!practice.state.items.delete(sku)) refuse(404, 25710, "We didn't find the resource/entity you are requesting.")
    for (const [offerId, offer] of practice.state.offers) if (offer.sku === sku) practice.state.offers.delete(offerId)
    return c.body(null, 204)
  })

  app.post(`${BASE}/bulk_create_or_replace_inventory_item`, guard('bulkCreateOrReplaceInventoryItem'), async (c) => {
    const language = admitWrite(c)
    const { requests } = parseJsonObject(await c.req.text()) ?? {}
    if (!Array.isArray(requests) || requests.length === 0 || !requests.every(isObject)) {
      return refuse(400, 25709, 'Invalid value for requests.')
    }
    if (requests.length > MAX_BULK_SIZE) refuse(400, 25727, `The number of requests exceeds ${MAX_BULK_SIZE}.`)
    const responses = requests.map(({ sku, locale, ...item }, index) => {
      const named = { sku, locale }
      if (typeof sku !== 'string' || typeof locale !== 'string' || !/^[a-z]{2}_[A-Z]{2}$/.test(locale)) {
        return { ...named, statusCode: 400, errors: [detail(25733, 'SKU and locale are required in each request.')] }
      }
      if (requests.findIndex((other) => other.sku === sku) !== index) {
        return { ...named, statusCode: 400, errors: [detail(25728, 'The request contains duplicate SKUs.')] }
      }
      const errors = check(sku, item)
      if (errors.length > 0) return { ...named, statusCode: 400, errors }
      const isNew = store(sku, item, locale === language.replace('-', '_') ? language : locale.replace('_', '-'))
      const warnings = listWarnings(item)
      return { ...named, statusCode: isNew ? 201 : 200, ...(warnings.length > 0 ? { warnings } : {}) }
    })
    return c.json({ responses }, responses.every(({ statusCode }) => statusCode < 300) ? 200 : 207)
  })

  return app
}
