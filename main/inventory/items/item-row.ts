/**
 * An item's row in the list, made from everything that it depends on. Pure.
 *
 * What is sorted, searched or narrowed is a column, a filter is a bit of `flags`, and what is only shown is in `shown`.
 */
import type { ItemState, RowProblem } from '../../../shared/inventory/contract.ts'
import { type GroupView, readVariation, withShared } from '../../../shared/inventory/group.ts'
import { readItemView } from '../../../shared/inventory/item.ts'
import { applyEdit } from '../../../shared/inventory/item-edit.ts'
import { checkEdit, type ItemRules, isIncomplete } from '../../../shared/inventory/item-rules.ts'
import type { JsonObject, JsonPath } from '../../../shared/inventory/json.ts'
import type { ListingState } from '../../../shared/inventory/listing-state.ts'
import { jsonAt } from '../../database/stored-json.ts'
import type { ListingSummary } from '../../offer-cells-port.ts'
import { findColumn, PRICE_COLUMN } from './columns.ts'
import type { StoredItem } from './stored-item.ts'

/** Raise it with every change of what a row holds: the rows of another version are made again. */
export const ROW_VERSION = 1

export type RowSources = {
  readonly item: StoredItem
  /** `shared`: what its items have in common; undefined if that isn't known. */
  readonly group:
    | {
        readonly key: string
        readonly shared: (Pick<GroupView, 'variesBy'> & { readonly record: JsonObject }) | undefined
      }
    | undefined
  readonly listing: ListingSummary
  readonly rules: ItemRules
}

/** The row of an item whose offers were never read. */
export const noListing: ListingSummary = {
  state: 'unread',
  price: null,
  currency: null,
  category: null,
  typedPrice: null,
  priceProblem: null,
  typedOffer: [],
}

/** States in which buyers certainly can't buy. What was never read may be for sale. */
const notForSale: readonly ListingState[] = ['notListed', 'offer', 'ended']

/** `typed`: its offer has a new text. The places of the bits are stored. */
const flagNames = ['incomplete', 'changed', 'conflict', 'refused', 'forSale', 'typed'] as const
type Flag = (typeof flagNames)[number]
const bitOf = (flag: Flag): number => 1 << flagNames.indexOf(flag)

/** SQL for whether a row has a flag. */
export const flagSql = (flag: Flag): string => `(flags & ${bitOf(flag)}) <> 0`
export const hasFlag = ({ flags }: { readonly flags: number }, flag: Flag): boolean => (flags & bitOf(flag)) !== 0

/** What the list only shows. Null: unknown. */
export type ShownItem = {
  readonly state: ItemState
  readonly title: string | null
  readonly pictureUrl: string | null
  readonly currency: string | null
  readonly readAtMs: number | null
  readonly changedColumns: readonly string[]
  readonly problems: readonly RowProblem[]
  /** Texts of cells as typed, by column: of those that could not be read, and of the price. */
  readonly texts: Readonly<Record<string, string>>
}

/** Of a row that the disk damaged. */
export const nothingShown: ShownItem = {
  state: 'unread',
  title: null,
  pictureUrl: null,
  currency: null,
  readAtMs: null,
  changedColumns: [],
  problems: [],
  texts: {},
}

/** SQL for a value that the list shows. */
export const shownSql = (name: keyof ShownItem): string => jsonAt('item_rows.shown', `$.${name}`)

/** Normalizes text for search and sorting: ignores case and Unicode form. */
export const toTextKey = (text: string): string => text.normalize('NFKC').toLowerCase()

const ofCell = (column: string, message: string): RowProblem => ({
  path: [],
  column,
  errorId: null,
  message,
  from: 'unreadable',
})

const ofField = (
  { path, ...problem }: { readonly path: JsonPath } & Pick<RowProblem, 'message' | 'errorId' | 'topic'>,
  from: RowProblem['from'],
): RowProblem => ({ ...problem, path, column: findColumn(path) ?? null, from })

/** The columns of a row as they are stored. */
export const toItemRow = ({ item, group, listing, rules }: RowSources) => {
  const { sku, edit, refusals, unreadable } = item
  const draft = applyEdit(item.record, edit)
  // What its listing has in common counts as the item's own here.
  const whole = withShared(draft, group?.shared?.record) ?? draft
  const view = readItemView(whole)
  const variation = group?.shared === undefined ? [] : readVariation(draft, group.shared.variesBy)
  const typed = [
    ...(listing.typedPrice === null ? [] : [{ column: PRICE_COLUMN, problem: listing.priceProblem }]),
    ...listing.typedOffer,
  ]
  const broken =
    edit === undefined
      ? []
      : checkEdit(draft, edit, rules).map(({ path, message, errorId, rule }) =>
          ofField({ path, message, errorId, topic: rule }, 'rule'),
        )
  const unsendable = typed.flatMap(({ column, problem }) => (problem === null ? [] : [ofCell(column, problem)]))
  const unreadColumns = Object.keys(unreadable)
  const brokenColumns = broken.flatMap(({ column }) => column ?? [])
  const isForSale = !notForSale.includes(listing.state)
  const flags: Readonly<Record<Flag, boolean>> = {
    incomplete: (item.record !== undefined || edit !== undefined) && isIncomplete(whole),
    changed:
      edit !== undefined || unreadColumns.length > 0 || (typed.length > 0 && isForSale && listing.state !== 'unread'),
    conflict: item.state === 'conflict',
    refused: refusals.length > 0,
    forSale: isForSale,
    typed: typed.length > 0,
  }
  const shown: ShownItem = {
    state: item.state,
    title: view.title ?? null,
    pictureUrl: view.imageUrls[0] ?? null,
    currency: listing.currency,
    readAtMs: item.readAtMs,
    changedColumns: [
      ...(edit?.changes.flatMap(({ path }) => findColumn(path) ?? []) ?? []),
      ...typed.map(({ column }) => column),
    ],
    problems: [
      ...Object.entries(unreadable).map(([column, { message }]) => ofCell(column, message)),
      ...broken,
      ...refusals.map((refusal) => ofField(refusal, 'platform')),
      ...unsendable,
    ],
    texts: {
      ...Object.fromEntries(Object.entries(unreadable).map(([column, { text }]) => [column, text])),
      ...(listing.typedPrice === null ? {} : { [PRICE_COLUMN]: listing.typedPrice }),
    },
  }
  return {
    sku,
    version: ROW_VERSION,
    flags: flagNames.reduce((bits, flag) => bits | (flags[flag] ? bitOf(flag) : 0), 0),
    /** How many cells can't be sent as they were typed. */
    unsent: new Set([...unreadColumns, ...brokenColumns]).size + unsendable.length,
    title_key: toTextKey(view.title ?? ''),
    quantity: view.quantity ?? null,
    condition: view.condition ?? null,
    edited_at_ms: item.editSavedAtMs,
    listing_state: listing.state,
    price: listing.price,
    category: listing.category,
    group_key: group?.key ?? null,
    search_text: toTextKey([sku, view.title ?? '', ...variation.map(({ value }) => value)].join(' ')),
    shown: JSON.stringify(shown),
  }
}
