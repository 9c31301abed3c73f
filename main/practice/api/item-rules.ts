/** What each platform accepts in an inventory item. Every function collects all problems. */
import { asObject, isObject, type JsonObject } from '../json-body.ts'
import { isCondition } from '../listing/categories.ts'
import { createRefusals, type ErrorDetail } from './refusal.ts'

const MAX_TITLE = 80
const MAX_PICTURES = 24
const MAX_ASPECT_NAME = 40
const MAX_ASPECT_VALUE = 50
const MAX_EBAY_ASPECT_VALUE = 65
const MAX_EBAY_ASPECT_VALUES = 30
const MAX_EBAY_ASPECTS = 45
const MAX_EBAY_DESCRIPTION = 4_000

const documentConditions: readonly unknown[] = [
  'NEW',
  'USED_EXCELLENT',
  'USED_VERY_GOOD',
  'USED_GOOD',
  'USED_ACCEPTABLE',
  'FOR_PARTS_OR_NOT_WORKING',
]

const { detail } = createRefusals('API_INVENTORY')

/** Returns the details whose condition holds. */
const collect = (...problems: readonly (readonly [isWrong: boolean, detail: ErrorDetail])[]): ErrorDetail[] =>
  problems.filter(([isWrong]) => isWrong).map(([, problem]) => problem)

const isLong = (text: unknown, max: number): boolean => typeof text === 'string' && [...text].length > max
const isSecure = (url: unknown): boolean => URL.canParse(String(url)) && new URL(String(url)).protocol === 'https:'
const isSku = (sku: unknown): boolean => typeof sku === 'string' && /^[A-Za-z0-9_-]{1,50}$/.test(sku)
const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string'
const isOptionalCount = (value: unknown): boolean =>
  value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const readQuantityField = (item: JsonObject): unknown =>
  asObject(asObject(item.availability).shipToLocationAvailability).quantity

export const checkSku = (sku: unknown): ErrorDetail[] =>
  collect([
    !isSku(sku),
    detail(25002, 'The SKU must have 1 to 50 characters: letters, digits, hyphen and underscore only.', {
      sku: String(sku ?? ''),
    }),
  ])

export const checkEbaySku = (sku: string): ErrorDetail[] =>
  collect([!isSku(sku), detail(25707, 'This is an invalid value for a SKU.', { sku })])

const wrong = (field: string, rule: string): ErrorDetail => detail(2004, `${field} ${rule}.`, { field })

const checkAspect = ([name, values]: readonly [string, unknown]): ErrorDetail[] => {
  const field = `product.aspects.${name}`
  const errors = collect(
    [name === '', wrong('product.aspects', 'has an aspect without a name')],
    [
      isLong(name, MAX_ASPECT_NAME),
      detail(25044, `An aspect name is longer than ${MAX_ASPECT_NAME} characters.`, { aspect: name }),
    ],
  )
  if (!Array.isArray(values) || values.length === 0) {
    return [...errors, wrong(field, 'must be an array with at least one value')]
  }
  const checkValue = (value: unknown): ErrorDetail[] =>
    collect(
      [
        typeof value !== 'string' || value.trim() === '',
        wrong(field, 'has an empty value, or one that is not a string'),
      ],
      [
        isLong(value, MAX_ASPECT_VALUE),
        detail(25045, `An aspect value is longer than ${MAX_ASPECT_VALUE} characters.`, {
          aspect: name,
          value: String(value),
        }),
      ],
    )
  return [...errors, ...values.flatMap(checkValue)]
}

/** The neutral platform's rules. Unknown fields are kept, not errors. A wrong field without a documented id is 2004. */
export const checkDocumentItem = (item: JsonObject): ErrorDetail[] => {
  const { condition, availability = {}, product = {} } = item
  const { shipToLocationAvailability: ship = {} } = asObject(availability)
  const { title, description, aspects = {}, imageUrls = [], upc, ean } = asObject(product)
  return [
    ...collect(
      [
        condition !== undefined && !documentConditions.includes(condition),
        detail(25003, 'condition is not in ConditionEnum.', { condition: String(condition) }),
      ],
      [!isObject(availability), wrong('availability', 'must be an object')],
      [!isObject(ship), wrong('availability.shipToLocationAvailability', 'must be an object')],
      [
        !isOptionalCount(readQuantityField(item)),
        wrong('availability.shipToLocationAvailability.quantity', 'must be a whole number of 0 or more'),
      ],
      [!isObject(product), wrong('product', 'must be an object')],
      [!isOptionalText(title), wrong('product.title', 'must be a string')],
      [
        isLong(title, MAX_TITLE),
        detail(25004, `product.title is longer than ${MAX_TITLE} characters.`, { title: String(title) }),
      ],
      [!isOptionalText(description), wrong('product.description', 'must be a string')],
      [!isObject(aspects), wrong('product.aspects', 'must be an object of arrays')],
    ),
    ...Object.entries(asObject(aspects)).flatMap(checkAspect),
    ...collect(
      [!Array.isArray(imageUrls), wrong('product.imageUrls', 'must be an array')],
      [Array.isArray(imageUrls) && !imageUrls.every(isSecure), wrong('product.imageUrls', 'must hold HTTPS URLs')],
      [!isOptionalText(upc), wrong('product.upc', 'must be a string')],
      [!isOptionalText(ean), wrong('product.ean', 'must be a string')],
    ),
  ]
}

const ebayFields: readonly string[] = [
  'availability',
  'condition',
  'conditionDescription',
  'conditionDescriptors',
  'packageWeightAndSize',
  'product',
]
const textFields = ['title', 'subtitle', 'description', 'brand', 'mpn', 'epid'] as const
const listFields = ['upc', 'ean', 'isbn', 'imageUrls', 'videoIds'] as const

/** The fields that a seller writes, without those that a read adds. */
export const pickEbayFields = (item: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([name]) => ebayFields.includes(name)))

/** eBay refuses a field of the wrong JSON type while it reads the body, before any other check. */
export const checkEbayTypes = (item: JsonObject): ErrorDetail[] => {
  const wrongType = (field: string): ErrorDetail =>
    detail(2004, 'Invalid request', { reason: `Could not serialize field [${field}]` })
  const { product = {} } = item
  const { aspects = {}, ...fields } = asObject(product)
  const wrongFields = [
    ...Object.keys(item).filter((name) => !ebayFields.includes(name)),
    ...(isObject(product) ? [] : ['product']),
    ...textFields.filter((name) => !isOptionalText(fields[name])).map((name) => `product.${name}`),
    ...listFields.filter((name) => !isTextList(fields[name] ?? [])).map((name) => `product.${name}`),
    ...(isObject(aspects) && Object.values(aspects).every(isTextList) ? [] : ['product.aspects']),
  ]
  return wrongFields.map(wrongType)
}

/** eBay's rules, for an item whose types are right. */
export const checkEbayItem = (item: JsonObject): ErrorDetail[] => {
  const { condition } = item
  const { title, imageUrls, aspects, description } = asObject(item.product)
  const pictures = isTextList(imageUrls) ? imageUrls : []
  const isTooLong = ([name, values]: [string, unknown]): boolean =>
    name.length > MAX_ASPECT_NAME ||
    (isTextList(values) && values.some((value) => isLong(value, MAX_EBAY_ASPECT_VALUE)))
  const isTooMany = ([, values]: [string, unknown]): boolean =>
    Array.isArray(values) && values.length > MAX_EBAY_ASPECT_VALUES
  const longAspects = Object.entries(asObject(aspects)).filter(isTooLong)
  return [
    ...collect(
      [
        isLong(title, MAX_TITLE),
        detail(25709, `Invalid value for title. It has more than ${MAX_TITLE} characters.`, { field: 'title' }),
      ],
      [pictures.length > MAX_PICTURES, detail(25014, `Invalid pictures. No more than ${MAX_PICTURES} are allowed.`)],
      [!pictures.every(isSecure), detail(25015, 'Invalid picture URL. Pictures must be served by HTTPS.')],
    ),
    ...collect(
      [
        isLong(description, MAX_EBAY_DESCRIPTION),
        detail(25718, `Invalid description. It has more than ${MAX_EBAY_DESCRIPTION} characters.`),
      ],
      [
        Object.keys(asObject(aspects)).length > MAX_EBAY_ASPECTS,
        detail(25502, `Invalid attribute information. An item has at most ${MAX_EBAY_ASPECTS} attributes.`),
      ],
    ),
    ...Object.entries(asObject(aspects))
      .filter(isTooMany)
      .map(([name]) => detail(25502, `Invalid attribute information. ${name} has too many values.`, { aspect: name })),
    ...longAspects.map(([name]) =>
      detail(25502, `Invalid attribute information. ${name} is too long.`, { aspect: name }),
    ),
    ...collect(
      [
        condition !== undefined && !isCondition(condition),
        detail(25709, 'Invalid value for condition.', { field: 'condition', value: String(condition) }),
      ],
      [
        !isOptionalCount(readQuantityField(item)),
        detail(25004, 'Invalid quantity. It must be 0 or more.', { field: 'quantity' }),
      ],
    ),
  ]
}
