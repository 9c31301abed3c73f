/** What an item and its category need before its offer can be published. Several were seen by others, not described. */
import { createRefusals, type ErrorDetail } from '../api/refusal.ts'
import { asObject, isObject, type JsonObject } from '../json-body.ts'
import type { StoredOffer } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { type Category, type CategoryAspect, conditions, findCategory } from './categories.ts'

const { detail } = createRefusals('API_INVENTORY')

const MIN_PICTURE_PIXELS = 500

const userError = (message: string, parameters: Record<string, string> = {}): ErrorDetail =>
  detail(25002, `A user error has occurred. ${message}`, parameters)

const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []

/** A value of an aspect that the category doesn't allow. */
const checkAspectValues = (
  { name, values, mode, cardinality, dataType, maxLength = 65, dependsOn }: CategoryAspect,
  own: readonly string[],
  aspects: JsonObject,
): ErrorDetail[] => {
  const wrong = (problem: string): ErrorDetail =>
    detail(25022, `Invalid attribute. ${name} ${problem}`, { aspect: name })
  if (cardinality !== 'MULTI' && own.length > 1) return [wrong('takes one value only.')]
  return own.flatMap((value) => {
    if (mode === 'SELECTION_ONLY' && !values.includes(value)) return [wrong(`has no value ${value}.`)]
    if (dataType === 'NUMBER' && !/^-?\d+(\.\d+)?$/.test(value)) return [wrong('must be a number.')]
    if (dataType === 'DATE' && !/^\d{4,8}$/.test(value)) return [wrong('must be a date.')]
    if ([...value].length > maxLength) return [wrong(`is longer than ${maxLength} characters.`)]
    const allowed = dependsOn?.allowed[value]
    const control = readTexts(aspects[dependsOn?.aspect ?? ''])
    return allowed === undefined || control.some((one) => allowed.includes(one))
      ? []
      : [wrong(`has no value ${value} for this ${dependsOn?.aspect}.`)]
  })
}

const checkAspects = (category: Category | undefined, aspects: JsonObject): ErrorDetail[] =>
  (category?.aspects ?? []).flatMap((aspect) => {
    const { name, required } = aspect
    if (Object.hasOwn(aspects, name)) return checkAspectValues(aspect, readTexts(aspects[name]), aspects)
    if (!required) return []
    return [userError(`The item specific ${name} is missing. Add ${name} to this listing.`, { 0: name, aspect: name })]
  })

/** A required code is refused here and nowhere before; `Does not apply` is accepted. */
const checkCodes = ({ codes = [] }: Category, product: JsonObject): ErrorDetail[] =>
  codes
    .filter((code) => readTexts(product[code]).every((text) => text.trim() === ''))
    .map((code) => userError(`The ${code.toUpperCase()} field is missing. Please add ${code.toUpperCase()} and retry.`))

const checkBrand = ({ brand, mpn }: JsonObject): ErrorDetail[] => {
  if (typeof mpn === 'string' && /^\d{12,13}$/.test(mpn)) return [userError(`MPN has an invalid value of ${mpn}.`)]
  return brand === undefined || mpn !== undefined
    ? []
    : [userError('Input data for tag <BrandMPN> is invalid or missing. Please check API documentation.')]
}

const checkCondition = (category: Category | undefined, item: JsonObject): ErrorDetail[] => {
  const conditionId = Object.entries(conditions).find(([, { name }]) => name === item.condition)?.[0]
  if (conditionId === undefined || (category !== undefined && !category.conditionIds.includes(conditionId))) {
    const problem = item.condition === undefined ? 'The condition is missing.' : 'The category does not allow it.'
    const message = `The unpublished offer has invalid item condition information. ${problem}`
    return [detail(25021, message, { field: 'condition' })]
  }
  const given = Array.isArray(item.conditionDescriptors) ? item.conditionDescriptors.filter(isObject) : []
  return (category?.descriptors?.[conditionId] ?? [])
    .filter(({ id }) => !given.some(({ name, values }) => name === id && readTexts(values).length > 0))
    .map(({ name }) => userError(`The condition descriptor ${name} is missing.`, { conditionDescriptor: name }))
}

const checkPictures = (practice: Practice, urls: unknown): ErrorDetail[] => {
  if (!Array.isArray(urls) || urls.length === 0) {
    return [detail(25014, 'The unpublished offer has invalid pictures. At least one picture is needed.')]
  }
  return urls.flatMap((url: unknown) => {
    const id = /\/uploads\/([^/?]+)$/.exec(String(url))?.[1] ?? /\/z\/([^/?]+)\/\$_1\.JPG/.exec(String(url))?.[1]
    if (id === undefined) return []
    const upload = practice.state.uploads.get(id)
    if (upload === undefined || (upload.expiresAtMs ?? Number.POSITIVE_INFINITY) <= practice.now()) {
      return [detail(25501, 'Invalid picture. It no longer exists.', { imageUrl: String(url) })]
    }
    const { width = MIN_PICTURE_PIXELS, height = MIN_PICTURE_PIXELS } = upload
    return Math.max(width, height) >= MIN_PICTURE_PIXELS
      ? []
      : [detail(25014, `Invalid pictures. One side of each picture needs ${MIN_PICTURE_PIXELS} pixels or more.`)]
  })
}

export const checkItem = (practice: Practice, item: JsonObject, offer: StoredOffer): ErrorDetail[] => {
  const product = asObject(item.product)
  const category = findCategory(offer.fields.categoryId)
  const isEbay = practice.names.id === 'ebay'
  const missing = (field: string): ErrorDetail => userError(`The ${field} of the item is missing.`, { field })
  const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''
  return [
    ...(isEmpty(product.title) ? [missing('product.title')] : []),
    ...(isEmpty(offer.fields.listingDescription ?? product.description) ? [missing('product.description')] : []),
    ...checkPictures(practice, product.imageUrls),
    ...checkCondition(category, item),
    ...checkAspects(category, asObject(product.aspects)),
    ...(isEbay && category !== undefined ? checkCodes(category, product) : []),
    ...(isEbay ? checkBrand(product) : []),
  ]
}
