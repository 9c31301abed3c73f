/** Starting an item: a SKU in the shop's own series, and a copy of another item. Pure. */
import { isJsonObject, type JsonObject, type JsonPath, withoutValueAt } from './json.ts'
import { MAX_SKU_CHARACTERS } from './limits.ts'
import { skuProblem } from './sku.ts'

const MAX_PROPOSED_CHARACTERS = 32

/** `Kestrel 35mm camera, boxed` as `KESTREL-35MM-CAMERA-BOXED`; `ITEM` for a title without Latin letters or digits. */
const toSkuWords = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
  let sku = ''
  for (const word of words) {
    const longer = sku === '' ? word.slice(0, MAX_PROPOSED_CHARACTERS) : `${sku}-${word}`
    if (longer.length > MAX_PROPOSED_CHARACTERS) break
    sku = longer
  }
  return sku === '' ? 'ITEM' : sku
}

/** A valid key for a listing with variations that is not taken yet (INV-01). */
export const proposeGroupKey = (title: string, isTaken: (key: string) => boolean): string => {
  const base = toSkuWords(title)
  if (!isTaken(base)) return base
  let number = 2
  while (isTaken(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}

const MAX_INITIALS = 3
const NUMBER_DIGITS = 4
/** Leaves room for more digits (INV-01). */
const MAX_SERIES_CHARACTERS = MAX_SKU_CHARACTERS - 10
/** Shorter words, such as `the` and `with`, say nothing about the kind of item. */
const MIN_WORD_CHARACTERS = 4

/** `BKS-0160` as `BKS-` and `0160`. Longer numbers are product codes or years with more behind them, not a series. */
const readSeries = (sku: string) => {
  const [, prefix, digits] = /^(.*?[A-Za-z]+[-_]?)(\d{1,6})$/.exec(sku) ?? []
  return prefix === undefined ||
    digits === undefined ||
    sku.length > MAX_SERIES_CHARACTERS ||
    skuProblem(sku) !== undefined
    ? undefined
    : { prefix, digits: digits.length, number: Number(digits) }
}

type Series = { readonly count: number; readonly likeness: number; readonly digits: number; readonly last: number }

/** `BKS-` abbreviates `BOOKS`: at least two of its letters in order, the first one among them. */
const isAbbreviation = (prefix: string, word: string): boolean => {
  const letters = prefix.toUpperCase().replace(/[^A-Z]/g, '')
  if (letters.length < 2 || letters[0] !== word[0]) return false
  let rest = word
  for (const letter of letters) {
    const place = rest.indexOf(letter)
    if (place < 0) return false
    rest = rest.slice(place + 1)
  }
  return true
}

/** The SKUs that only differ in their number, at least two of each, by the part before it. */
const findSeries = ({ title, code }: NewItem, items: ShopItems): ReadonlyMap<string, Series> => {
  const wanted = new Set(code === undefined ? titleWords(title) : [])
  const found = new Map<string, Series>()
  for (const { sku, title: other, hasSuchCode } of items) {
    const series = readSeries(sku)
    if (series === undefined) continue
    const isOfBooks = code === 'isbn' && isAbbreviation(series.prefix, 'BOOKS')
    const before = found.get(series.prefix) ?? { count: 0, likeness: isOfBooks ? 1 : 0, digits: 0, last: 0 }
    const sharedWords = titleWords(other ?? '').filter((word) => wanted.has(word)).length
    found.set(series.prefix, {
      count: before.count + 1,
      likeness: before.likeness + sharedWords + (hasSuchCode === true ? 1 : 0),
      digits: Math.max(before.digits, series.digits),
      last: Math.max(before.last, series.number),
    })
  }
  return new Map([...found].filter(([, { count }]) => count > 1))
}

const plainWords = (title: string): readonly string[] => {
  const words = toSkuWords(title)
  return words === 'ITEM' ? [] : words.split('-')
}

const titleWords = (title: string): readonly string[] =>
  plainWords(title).filter((word) => word.length >= MIN_WORD_CHARACTERS)

/** `KC` for “Kestrel 35mm camera”. Numbers aren't initials. */
const toInitials = (title: string): string =>
  plainWords(title)
    .flatMap((word) => (/^[A-Z]/.test(word) ? [word.slice(0, 1)] : []))
    .slice(0, MAX_INITIALS)
    .join('') || 'ITEM'

type ShopItem = {
  readonly sku: string
  readonly title: string | null
  /** Whether it has a code of the new item's kind: an ISBN, or a barcode. */
  readonly hasSuchCode?: boolean
}
type ShopItems = readonly ShopItem[]

/** What is known of a new item. `code`: it starts with a code, which says less about its series than a title. */
type NewItem = { readonly title: string; readonly code?: 'isbn' | 'barcode' | undefined }

const SAMPLES_A_SERIES = 3

/** The latest SKUs of each series: their records show what the series is for. */
export const listSeriesSamples = (items: ShopItems): readonly string[] => {
  const found = new Map<string, { readonly sku: string; readonly number: number }[]>()
  for (const { sku } of items) {
    const series = readSeries(sku)
    if (series === undefined) continue
    const latest = [...(found.get(series.prefix) ?? []), { sku, number: series.number }]
    found.set(series.prefix, latest.sort((a, b) => b.number - a.number).slice(0, SAMPLES_A_SERIES))
  }
  return [...found.values()].flatMap((latest) => latest.map(({ sku }) => sku))
}

/**
 * A short, valid SKU that is not taken yet (INV-01): the next in the series of the items most like the new one, by title
 * or by kind of code, or in the shop's only series; otherwise the title's initials with a number.
 */
export const proposeSku = (wanted: NewItem, items: ShopItems): string => {
  const taken = new Set(items.map(({ sku }) => sku))
  const all = [...findSeries(wanted, items)].sort(([, a], [, b]) => b.likeness - a.likeness || b.count - a.count)
  const [first] = all
  const initials = wanted.code === undefined ? toInitials(wanted.title) : wanted.code === 'isbn' ? 'BOOK' : 'ITEM'
  const [prefix, { digits, last }] =
    first !== undefined && (all.length === 1 || first[1].likeness > 0)
      ? first
      : ([`${initials}-`, { digits: NUMBER_DIGITS, last: 0 }] as const)
  const make = (number: number): string => `${prefix}${String(number).padStart(digits, '0')}`
  let number = last + 1
  while (taken.has(make(number))) number += 1
  return make(number)
}

/** What belongs to one piece or one product, so that a copy must not have it. */
const ownPaths: readonly JsonPath[] = [
  ['sku'],
  ['locale'],
  ['groupIds'],
  ['inventoryItemGroupKeys'],
  ['availability'],
  ['conditionDescription'],
  ['conditionDescriptors'],
  ['product', 'imageUrls'],
  ['product', 'videoIds'],
  ['product', 'upc'],
  ['product', 'ean'],
  ['product', 'isbn'],
  ['product', 'epid'],
]

/**
 * A copy of an item to sell a similar one: title, description, specifics, condition and package stay. Quantity, pictures,
 * videos, product codes and the description of the piece's condition are empty.
 */
export const toSimilarItem = (record: JsonObject): JsonObject => ownPaths.reduce(withoutValueAt, record)

/** What belongs to one item beside its copies' own fields, so that a template must not have it. */
const titledPaths: readonly JsonPath[] = [
  ['product', 'title'],
  ['product', 'subtitle'],
  ['product', 'mpn'],
]

/** What a shop fills the same way in every new item: a copy without what names the product. */
export const toTemplate = (record: JsonObject): JsonObject => {
  const { product, ...rest } = titledPaths.reduce(withoutValueAt, toSimilarItem(record))
  return isJsonObject(product) && Object.keys(product).length > 0 ? { ...rest, product } : rest
}
