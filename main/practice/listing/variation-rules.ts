/** What the items of a group must share, and how they must differ, before they become one listing. */
import { createRefusals, type ErrorDetail } from '../api/refusal.ts'
import { asObject, isObject, type JsonObject } from '../json-body.ts'
import type { StoredGroup, StoredOffer } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { findCategory } from './categories.ts'

const MAX_PICTURES_EACH = 12

const { detail } = createRefusals('API_INVENTORY')

export const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

/** The group that a SKU is a member of, and its key. */
export const findGroup = ({ state }: Practice, sku: string): readonly [string, StoredGroup] | undefined =>
  [...state.groups].find(([, { fields }]) => isTextList(fields.variantSKUs) && fields.variantSKUs.includes(sku))

export const withoutVariant = (group: StoredGroup, sku: string): StoredGroup => {
  const { variantSKUs } = group.fields
  const left = isTextList(variantSKUs) ? variantSKUs.filter((one) => one !== sku) : []
  return { ...group, fields: { ...group.fields, variantSKUs: left } }
}

type Specification = { readonly name: string; readonly values: readonly string[] }

export const listSpecifications = ({ fields }: StoredGroup): readonly Specification[] => {
  const { specifications } = asObject(fields.variesBy)
  return (Array.isArray(specifications) ? specifications : []).filter(isObject).map(({ name, values }) => ({
    name: String(name ?? ''),
    values: isTextList(values) ? values : [],
  }))
}

/** The item as a variation of the group: what the group shares comes first, and the item's own texts replace it. */
export const toVariation = (item: JsonObject, { fields }: StoredGroup): JsonObject => {
  const product = asObject(item.product)
  const pictures = [product.imageUrls, fields.imageUrls].flatMap((urls) => (isTextList(urls) ? urls : []))
  return {
    ...item,
    product: {
      ...(fields.title === undefined ? {} : { title: fields.title }),
      ...(fields.description === undefined ? {} : { description: fields.description }),
      ...product,
      aspects: { ...asObject(fields.aspects), ...asObject(product.aspects) },
      ...(pictures.length === 0 ? {} : { imageUrls: pictures }),
    },
  }
}

const invalid = (problem: string, parameters: Record<string, string> = {}): ErrorDetail =>
  detail(25013, `Invalid data in the Inventory Item Group. ${problem}`, parameters)

const readAspect = (item: JsonObject, name: string): string | undefined => {
  const values = asObject(asObject(item.product).aspects)[name]
  return isTextList(values) ? values[0] : undefined
}

const checkRecord = (group: StoredGroup): ErrorDetail[] => {
  const { title, description, aspects, variesBy } = group.fields
  const specifications = listSpecifications(group)
  const { aspectsImageVariesBy } = asObject(variesBy)
  const byPicture = isTextList(aspectsImageVariesBy) ? aspectsImageVariesBy : []
  const isEmpty = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''
  const strange = byPicture.find((name) => !specifications.some((one) => one.name === name))
  return [
    ...(isEmpty(title) ? [invalid('The title is missing.', { field: 'title' })] : []),
    ...(isEmpty(description) ? [invalid('The description is missing.', { field: 'description' })] : []),
    ...(Object.keys(asObject(aspects)).length === 0 ? [invalid('The aspects are missing.', { field: 'aspects' })] : []),
    ...(specifications.length === 0 ? [invalid('variesBy.specifications is missing.', { field: 'variesBy' })] : []),
    ...specifications
      .filter(({ values }) => values.length === 0)
      .map(({ name }) => invalid(`The aspect ${name} has no values.`, { aspect: name })),
    ...(byPicture.length === 0 ? [invalid('variesBy.aspectsImageVariesBy is missing.', { field: 'variesBy' })] : []),
    ...(strange === undefined ? [] : [invalid(`Pictures vary by ${strange}, which isn't in the specifications.`)]),
  ]
}

/** Each member has a value of every varying aspect that the group names, and no two members have the same ones. */
const checkAspects = (group: StoredGroup, skus: readonly string[], records: readonly JsonObject[]): ErrorDetail[] => {
  const specifications = listSpecifications(group)
  const seen = new Map<string, string>()
  return skus.flatMap((sku, index) => {
    const own = specifications.map(({ name }) => readAspect(records[index] ?? {}, name))
    const wrong = specifications.flatMap(({ name, values }, at): ErrorDetail[] => {
      const value = own[at]
      if (value === undefined) return [invalid(`${sku} has no ${name}.`, { sku, aspect: name })]
      return values.includes(value)
        ? []
        : [invalid(`${name} ${value} of ${sku} isn't in variesBy.`, { sku, aspect: name })]
    })
    const key = JSON.stringify(own)
    const twin = seen.get(key)
    seen.set(key, sku)
    return twin === undefined ? wrong : [...wrong, invalid(`${twin} and ${sku} are the same variation.`, { sku })]
  })
}

/** A variation aspect must be one of the category's that allow it. */
const checkCategory = (group: StoredGroup, categoryId: unknown): ErrorDetail[] => {
  const fixed = findCategory(categoryId)?.aspects.filter(({ canVary }) => canVary !== true) ?? []
  return listSpecifications(group)
    .filter(({ name }) => fixed.some((aspect) => aspect.name === name))
    .map(({ name }) => invalid(`The category doesn't allow variations by ${name}.`, { aspect: name }))
}

/** What the offers and items of one listing must agree on. */
const checkSame = (members: readonly StoredOffer[], records: readonly JsonObject[]): ErrorDetail[] => {
  const shared = [
    ['category', ({ fields }: StoredOffer) => fields.categoryId],
    ['policies', ({ fields }: StoredOffer) => fields.listingPolicies],
    ['location', ({ fields }: StoredOffer) => fields.merchantLocationKey],
    ['condition', (_: StoredOffer, item: JsonObject) => item.condition],
  ] as const
  return shared
    .filter(
      ([, read]) => new Set(members.map((offer, index) => JSON.stringify(read(offer, records[index] ?? {})))).size > 1,
    )
    .map(([name]) => invalid(`The variations have different values of ${name}.`, { field: name }))
}

/** Every disagreement between a group and the items that are published with it. */
export const listSharingProblems = (
  group: StoredGroup,
  members: readonly StoredOffer[],
  records: readonly JsonObject[],
): readonly ErrorDetail[] => [
  ...checkRecord(group),
  ...checkAspects(
    group,
    members.map(({ sku }) => sku),
    records,
  ),
  ...checkCategory(group, members[0]?.fields.categoryId),
  ...checkSame(members, records),
  ...members.flatMap(({ sku }, index) => {
    const { imageUrls } = asObject(records[index]?.product)
    const isMany = isTextList(imageUrls) && imageUrls.length > MAX_PICTURES_EACH
    return isMany ? [detail(25014, `Invalid pictures. ${sku} has more than ${MAX_PICTURES_EACH}.`, { sku })] : []
  }),
]
