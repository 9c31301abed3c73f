/** What a listing with variations of some items would be: what they share, how they differ, and what is in the way (LST-15). Pure. */
import {
  groupPaths,
  listGroupProblems,
  MAX_GROUP_KEY,
  MAX_GROUP_PICTURES,
  MAX_GROUP_TITLE,
  type Member,
  type Variation,
} from '../../../shared/inventory/group.ts'
import { type Aspect, readItemView } from '../../../shared/inventory/item.ts'
import { type JsonObject, type JsonPath, samePath } from '../../../shared/inventory/json.ts'
import { isSameSpecific, specificKey, uniqueSpecifics } from '../../../shared/inventory/same-specific.ts'
import { skuProblem } from '../../../shared/inventory/sku.ts'
import type { ListingCategory } from '../../../shared/listing/contract/choices-contract.ts'
import type { NewGroup, NewGroupField } from '../../../shared/listing/contract/new-group-contract.ts'

/** An item that was chosen to become a variation. */
export type Candidate = Member & {
  /** Why it can't be a variation, whatever the others are. */
  readonly problem: string | undefined
}

type Category = Pick<ListingCategory, 'name' | 'aspects'>
type FieldProblem = { readonly field: NewGroupField; readonly message: string }

/** Shorter words in common are more likely a coincidence than a title. */
const MIN_COMMON_CHARACTERS = 8

const readValues = (aspects: readonly Aspect[], name: string): readonly string[] =>
  aspects.find((own) => isSameSpecific(own.name, name))?.values ?? []

const toKeys = (values: readonly string[] = []): string => JSON.stringify(values.map(specificKey))

/** The specifics of the items, in order of appearance, with each value once. `isShared`: all items have the same values. */
export const listAspects = (items: readonly (JsonObject | undefined)[]) => {
  const all = items.map((item) => readItemView(item).aspects)
  const names = uniqueSpecifics(all.flatMap((aspects) => aspects.map(({ name }) => name)))
  return names.map((name) => {
    const own = all.map((aspects) => readValues(aspects, name))
    return {
      name,
      values: uniqueSpecifics(own.flatMap(([first]) => first ?? [])),
      isShared: own.every((values) => toKeys(values) === toKeys(own[0])),
      isComplete: own.every((values) => values.length > 0),
      shared: own[0] ?? [],
    }
  })
}

/** Whether the category allows variations that differ in the specific. It may not know the specific, which is then the seller's own. */
const canVary = (category: Category | undefined, name: string): boolean =>
  category?.aspects.find((aspect) => isSameSpecific(aspect.name, name))?.canVary !== false

/** Sizes in the order of the category (S, M, L), others as they appear. */
const inOrder = (values: readonly string[], category: Category | undefined, name: string): readonly string[] => {
  const known = (category?.aspects.find((aspect) => isSameSpecific(aspect.name, name))?.values ?? []).map(specificKey)
  const rank = (value: string): number => (known.indexOf(specificKey(value)) + known.length + 1) % (known.length + 1)
  return values.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * The words with which all titles begin, without the name of what varies: `Cap, size S` and `Cap, size M` are a `Cap`. The first title
 * if that is too little.
 */
export const proposeTitle = (titles: readonly string[], varies: readonly string[] = []): string => {
  const [first = '', ...others] = titles.filter((title) => title !== '')
  const words = first.split(' ')
  const isCommon = (count: number): boolean =>
    others.every((title) => title.split(' ').slice(0, count).join(' ') === words.slice(0, count).join(' '))
  const isName = (word = ''): boolean =>
    varies.some((name) => name.toLowerCase() === word.toLowerCase().replace(/\P{L}+$/u, ''))
  let count = words.length
  while (count > 0 && !isCommon(count)) count -= 1
  while (others.length > 0 && isName(words[count - 1])) count -= 1
  const common = words
    .slice(0, count)
    .join(' ')
    .replace(/[\s,;:–-]+$/u, '')
  return [...(common.length < MIN_COMMON_CHARACTERS ? first : common)].slice(0, MAX_GROUP_TITLE).join('')
}

/** The specific that the pictures follow: items with the same value have the same picture. */
const proposePicturesBy = (items: readonly (JsonObject | undefined)[], variesBy: readonly string[]): string | null => {
  const views = items.map(readItemView)
  const follows = (name: string): boolean => {
    const pictures = Map.groupBy(views, ({ aspects }) => readValues(aspects, name)[0] ?? '')
    return [...pictures.values()].every((own) => new Set(own.map(({ imageUrls }) => imageUrls[0])).size === 1)
  }
  return variesBy.find(follows) ?? variesBy[0] ?? null
}

/** What the seller starts with. `proposeKey`: a SKU for a title that isn't taken yet. */
export const proposeNewGroup = (
  items: readonly (JsonObject | undefined)[],
  category: Category | undefined,
  proposeKey: (title: string) => string,
): NewGroup => {
  const views = items.map(readItemView)
  const variesBy = listAspects(items)
    .filter(({ name, isShared, isComplete }) => !isShared && isComplete && canVary(category, name))
    .map(({ name }) => name)
  const title = proposeTitle(
    views.map((view) => view.title ?? ''),
    variesBy,
  )
  return {
    title,
    groupKey: proposeKey(title),
    description: views.find(({ description = '' }) => description !== '')?.description ?? '',
    imageUrls: [...new Set(views.flatMap(({ imageUrls }) => imageUrls.slice(0, 1)))].slice(0, MAX_GROUP_PICTURES),
    variesBy,
    picturesBy: proposePicturesBy(items, variesBy),
  }
}

const toVariations = (
  items: readonly (JsonObject | undefined)[],
  variesBy: readonly string[],
  category: Category | undefined,
): readonly Variation[] => {
  const aspects = listAspects(items)
  return variesBy.map((name) => ({
    name,
    values: inOrder(aspects.find((one) => one.name === name)?.values ?? [], category, name),
  }))
}

/** The items in the listing's order: by the values of the first specific, then of the second. */
export const sortMembers = <M extends Member>(
  members: readonly M[],
  variesBy: readonly string[],
  category: Category | undefined,
): readonly M[] => {
  const variations = toVariations(
    members.map(({ item }) => item),
    variesBy,
    category,
  )
  const rank = ({ item }: M): readonly number[] => {
    const { aspects } = readItemView(item)
    return variations.map(({ name, values }) => values.indexOf(readValues(aspects, name)[0] ?? ''))
  }
  const ranks = new Map(members.map((member) => [member.sku, rank(member)]))
  return members.toSorted((a, b) => {
    const [own, other] = [ranks.get(a.sku) ?? [], ranks.get(b.sku) ?? []]
    const at = own.findIndex((place, index) => place !== other[index])
    return at === -1 ? 0 : (own[at] ?? 0) - (other[at] ?? 0)
  })
}

/** The record that makes the group. `members` in the listing's order. */
export const toGroupRecord = (
  { title, description, imageUrls, variesBy, picturesBy }: NewGroup,
  members: readonly Member[],
  category: Category | undefined,
): JsonObject => {
  const items = members.map(({ item }) => item)
  const shared = listAspects(items).filter(({ name, isShared }) => isShared && !variesBy.includes(name))
  return {
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    ...(description.trim() === '' ? {} : { description }),
    ...(shared.length === 0 ? {} : { aspects: Object.fromEntries(shared.map((one) => [one.name, [...one.shared]])) }),
    ...(imageUrls.length === 0 ? {} : { imageUrls: [...imageUrls] }),
    variantSKUs: members.map(({ sku }) => sku),
    variesBy: {
      ...(picturesBy === null || !variesBy.includes(picturesBy) ? {} : { aspectsImageVariesBy: [picturesBy] }),
      specifications: toVariations(items, variesBy, category).map(({ name, values }) => ({
        name,
        values: [...values],
      })),
    },
  }
}

const toField = (path: JsonPath | undefined): NewGroupField => {
  const fields = [
    ['title', groupPaths.title],
    ['description', groupPaths.description],
    ['imageUrls', groupPaths.imageUrls],
    ['aspects', groupPaths.aspects],
    ['variesBy', groupPaths.variesBy],
    ['picturesBy', groupPaths.picturesBy],
  ] as const
  return fields.find(([, own]) => path !== undefined && samePath(own, path))?.[0] ?? 'items'
}

const findKeyProblem = (groupKey: string, isTaken: boolean): string | undefined => {
  const problem = skuProblem(groupKey)
  if (problem !== undefined) return problem
  if (groupKey.length > MAX_GROUP_KEY) return `The SKU of the listing has more than ${MAX_GROUP_KEY} characters.`
  return isTaken ? `You have a listing with variations under the SKU ${groupKey} already. Choose another.` : undefined
}

/** Everything that is in the way, of the listing by its field and of each item by its SKU. `members` in the listing's order. */
export const findNewGroupProblems = (
  group: NewGroup,
  members: readonly Candidate[],
  { category, isKeyTaken }: { readonly category: Category | undefined; readonly isKeyTaken: boolean },
): { readonly ofListing: readonly FieldProblem[]; readonly ofItems: ReadonlyMap<string, string> } => {
  const fixed = category?.aspects.filter((aspect) => !aspect.canVary).map(({ name }) => name) ?? []
  const isUnfit = category !== undefined && category.aspects.length > 0 && fixed.length === category.aspects.length
  const found = listGroupProblems(toGroupRecord(group, members, category), members, isUnfit ? [] : fixed)
  const ofListing: FieldProblem[] = found
    .filter(({ sku }) => sku === null)
    .map(({ message, path }) => ({ field: toField(path), message }))
  const key = findKeyProblem(group.groupKey, isKeyTaken)
  if (key !== undefined) ofListing.push({ field: 'groupKey', message: key })
  if (members.length < 2) {
    ofListing.push({
      field: 'items',
      message: 'A listing with variations needs at least two items. Choose another one.',
    })
  }
  if (isUnfit) {
    ofListing.push({
      field: 'variesBy',
      message: `The category${category.name === null ? '' : ` “${category.name}”`} doesn’t allow listings with variations. Choose another category for these items.`,
    })
  }
  const ofItems = new Map<string, string>()
  for (const { sku, problem } of members) if (problem !== undefined) ofItems.set(sku, problem)
  for (const { sku, message } of found) if (sku !== null && !ofItems.has(sku)) ofItems.set(sku, message)
  return { ofListing, ofItems }
}
