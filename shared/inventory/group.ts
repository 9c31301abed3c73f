/**
 * Groups: the items that are the variations of one listing (LST-15). A group's record has what its listing shares (title,
 * description, specifics, pictures) and names the specifics in which its items differ. It stays raw JSON, so that fields this app
 * doesn't know survive.
 * https://developer.ebay.com/api-docs/sell/inventory/resources/inventory_item_group/methods/createOrReplaceInventoryItemGroup
 */
import { type Aspect, readItemView } from './item.ts'
import type { ItemEdit } from './item-edit.ts'
import { isJsonObject, type JsonObject, type JsonPath, type JsonValue, valueAt } from './json.ts'
import { imageUrlProblem } from './picture-address.ts'
import { isSameSpecific, specificKey } from './same-specific.ts'

/** The paths of a group's known fields. */
export const groupPaths = {
  title: ['title'],
  subtitle: ['subtitle'],
  description: ['description'],
  aspects: ['aspects'],
  imageUrls: ['imageUrls'],
  skus: ['variantSKUs'],
  variesBy: ['variesBy', 'specifications'],
  picturesBy: ['variesBy', 'aspectsImageVariesBy'],
} as const satisfies Record<string, JsonPath>

export const groupAspectPath = (name: string): JsonPath => [...groupPaths.aspects, name]

/** Whether a field of an existing group can be changed here. */
export const isEditableGroupPath = (path: JsonPath): boolean => {
  const [first = ''] = path
  if (first === 'aspects') return path.length === 2
  return path.length === 1 && ['title', 'subtitle', 'description', 'imageUrls'].includes(first)
}

/** A specific in which the variations differ, with its values in the listing's order. */
export type Variation = { readonly name: string; readonly values: readonly string[] }

export type GroupView = {
  readonly title: string
  readonly subtitle: string
  readonly description: string
  readonly aspects: readonly Aspect[]
  readonly imageUrls: readonly string[]
  readonly skus: readonly string[]
  readonly variesBy: readonly Variation[]
  /** The specific that the pictures show. */
  readonly picturesBy: string | undefined
}

const readText = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

const readTexts = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]).filter((one) => typeof one === 'string') : []

/** The known fields. Absent and unreadable are empty. */
export const readGroupView = (record: JsonObject | undefined): GroupView => {
  const specifications = valueAt(record, ['variesBy', 'specifications'])
  // A group writes its specifics at the top, where an item has `product`.
  const { aspects } = readItemView({ product: { aspects: record?.aspects ?? {} } })
  return {
    title: readText(record?.title),
    subtitle: readText(record?.subtitle),
    description: readText(record?.description),
    aspects,
    imageUrls: readTexts(record?.imageUrls),
    skus: readTexts(record?.variantSKUs),
    variesBy: (Array.isArray(specifications) ? (specifications as readonly JsonValue[]) : [])
      .filter(isJsonObject)
      .map(({ name, values }) => ({ name: readText(name), values: readTexts(values) })),
    picturesBy: readTexts(valueAt(record, ['variesBy', 'aspectsImageVariesBy']))[0],
  }
}

/** The key of the group that an item belongs to, by its record; undefined if it is in none. */
export const readGroupKey = (item: JsonObject | undefined): string | undefined =>
  readTexts(item?.groupIds)[0] ?? readTexts(item?.inventoryItemGroupKeys)[0]

/** How a variation differs from the others: `[{ name: 'Size', value: 'M' }]`. */
export const readVariation = (
  item: JsonObject | undefined,
  variesBy: readonly Variation[],
): readonly { readonly name: string; readonly value: string }[] => {
  const { aspects } = readItemView(item)
  return variesBy.map(({ name }) => ({
    name,
    value: aspects.find((own) => isSameSpecific(own.name, name))?.values[0] ?? '',
  }))
}

/** `Black, M`. Empty if nothing is known. */
export const variationLabel = (values: readonly { readonly value: string }[]): string =>
  values.map(({ value }) => (value === '' ? '–' : value)).join(', ')

/** The item with what its group shares, as buyers see it. Its own texts come first. */
export const withShared = (item: JsonObject | undefined, group: JsonObject | undefined): JsonObject | undefined => {
  if (item === undefined || group === undefined) return item
  const { title, description, aspects, imageUrls } = readGroupView(group)
  const product = isJsonObject(item.product) ? item.product : {}
  const own = isJsonObject(product.aspects) ? product.aspects : {}
  const pictures = [...new Set([...readTexts(product.imageUrls), ...imageUrls])]
  return {
    ...item,
    product: {
      ...(title === '' ? {} : { title }),
      ...(description === '' ? {} : { description }),
      ...product,
      aspects: { ...Object.fromEntries(aspects.map(({ name, values }) => [name, [...values]])), ...own },
      ...(pictures.length === 0 ? {} : { imageUrls: pictures }),
    },
  }
}

export const MAX_GROUP_KEY = 50
export const MAX_GROUP_TITLE = 80
export const MAX_SUBTITLE = 55
export const MAX_VARIATIONS = 250
export const MAX_GROUP_PICTURES = 24

/** A problem of the group itself, or of one of its variations. */
export type GroupProblem = { readonly sku: string | null; readonly message: string; readonly path?: JsonPath }

/** A variation as far as it matters for the listing that it shares. */
export type Member = {
  readonly sku: string
  readonly item: JsonObject | undefined
  /** What its offer must have in common with the others, by the name of the field; undefined if it has no offer. */
  readonly offer: Readonly<Record<string, string>> | undefined
}

/** Problems of the fields that a group shares, as they are typed. */
export const checkGroupTexts = (record: JsonObject): readonly GroupProblem[] => {
  const { title, subtitle, imageUrls } = readGroupView(record)
  const long = (text: string, max: number): boolean => [...text].length > max
  const wrong = (message: string, path: JsonPath): GroupProblem => ({ sku: null, message, path })
  return [
    ...(long(title, MAX_GROUP_TITLE)
      ? [
          wrong(
            `The title has ${[...title].length} characters; at most ${MAX_GROUP_TITLE} are allowed.`,
            groupPaths.title,
          ),
        ]
      : []),
    ...(long(subtitle, MAX_SUBTITLE)
      ? [wrong(`The subtitle has more than ${MAX_SUBTITLE} characters.`, groupPaths.subtitle)]
      : []),
    ...(imageUrls.length > MAX_GROUP_PICTURES
      ? [wrong(`There are ${imageUrls.length} pictures; the maximum is ${MAX_GROUP_PICTURES}.`, groupPaths.imageUrls)]
      : []),
    ...imageUrls.flatMap((url) => {
      const problem = imageUrlProblem(url)
      return problem === undefined ? [] : [wrong(problem, groupPaths.imageUrls)]
    }),
  ]
}

/** Each variation has a value of every varying specific, and no two have the same ones. */
const checkCombinations = (variesBy: readonly Variation[], members: readonly Member[]): readonly GroupProblem[] => {
  const seen = new Map<string, string>()
  return members.flatMap(({ sku, item }): readonly GroupProblem[] => {
    const own = readVariation(item, variesBy)
    const missing = own.filter(({ value }) => value === '')
    if (missing.length > 0) {
      return missing.map(({ name }) => ({ sku, message: `${sku} has no ${name}. Add it to its item specifics.` }))
    }
    const strange = own.filter(
      ({ value }, at) => variesBy[at]?.values.some((one) => isSameSpecific(one, value)) === false,
    )
    const key = JSON.stringify(own.map(({ value }) => specificKey(value)))
    const twin = seen.get(key)
    seen.set(key, twin ?? sku)
    return [
      ...strange.map(({ name, value }) => ({
        sku,
        message: `${sku} has the ${name} “${value}”, which isn’t among the values of the listing. Change one of them.`,
      })),
      ...(twin === undefined
        ? []
        : [{ sku, message: `${twin} and ${sku} are the same variation: ${variationLabel(own)}. Change one of them.` }]),
    ]
  })
}

/** What the variations must have in common. Names those that differ from most. What isn't known of one isn't compared. */
const checkCommon = (members: readonly Member[]): readonly GroupProblem[] => {
  const read = (member: Member): Readonly<Record<string, string>> => ({
    condition: readItemView(member.item).condition ?? '',
    ...member.offer,
  })
  const offered = members.filter(({ offer }) => offer !== undefined)
  const compared = offered.length > 0 ? offered : members
  const names = new Set(compared.flatMap((member) => Object.keys(read(member))))
  return [...names].flatMap((name): readonly GroupProblem[] => {
    const known = compared.filter((member) => read(member)[name] !== undefined)
    const counts = new Map<string, number>()
    for (const member of known) {
      const value = read(member)[name] ?? ''
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const [usual] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? []
    return known
      .filter((member) => read(member)[name] !== usual)
      .map(({ sku }) => ({
        sku,
        message: `The ${name} of ${sku} differs from the other variations. All need the same.`,
      }))
  })
}

/**
 * Every reason why the group can't be published with these variations, as far as the platform's rules are known; empty if none is.
 * `fixed`: specifics of the category in which variations must not differ.
 */
export const listGroupProblems = (
  record: JsonObject,
  members: readonly Member[],
  fixed: readonly string[] = [],
): readonly GroupProblem[] => {
  const { title, description, aspects, variesBy, picturesBy } = readGroupView(record)
  const missing = (message: string, path?: JsonPath): GroupProblem => ({
    sku: null,
    message,
    ...(path === undefined ? {} : { path }),
  })
  return [
    ...checkGroupTexts(record),
    ...(title.trim() === '' ? [missing('The listing has no title. Enter one.', groupPaths.title)] : []),
    ...(description.trim() === ''
      ? [missing('The listing has no description. Enter one.', groupPaths.description)]
      : []),
    ...(aspects.length === 0
      ? [
          missing(
            'The listing has no item specific that all variations share. Add one, such as the brand.',
            groupPaths.aspects,
          ),
        ]
      : []),
    ...(variesBy.length === 0 ? [missing('Choose what the variations differ in.', groupPaths.variesBy)] : []),
    ...(variesBy.length > 0 && picturesBy === undefined
      ? [missing('Choose which specific the pictures show.', groupPaths.picturesBy)]
      : []),
    ...variesBy
      .filter(({ name }) => fixed.some((one) => isSameSpecific(one, name)))
      .map(({ name }) =>
        missing(`This category doesn’t allow variations that differ in ${name}.`, groupPaths.variesBy),
      ),
    ...(members.length > MAX_VARIATIONS
      ? [missing(`A listing has at most ${MAX_VARIATIONS} variations.`, groupPaths.skus)]
      : []),
    ...checkCombinations(variesBy, members),
    ...checkCommon(members),
  ]
}

/** A group that the platform doesn't have yet: what its items will share is an edit that makes it. */
export const isNewGroup = ({
  record,
  edit,
}: {
  readonly record: JsonObject | undefined
  readonly edit: ItemEdit | undefined
}): boolean => record === undefined && edit?.onto === 'new'

/** The key of a group among the rows of the item list. No SKU contains the first character. */
export const groupRowKey = (groupKey: string): string => `\u0001${groupKey}`

/** Undefined for the key of another row. */
export const parseGroupRowKey = (key: string): string | undefined =>
  key.startsWith('\u0001') ? key.slice(1) : undefined
