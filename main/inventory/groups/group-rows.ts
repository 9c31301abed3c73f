/** Listings with variations as rows of the item list: one row for each, and its items below it where it is unfolded (LST-15). */
import type { ItemRow, ItemState } from '../../../shared/inventory/contract.ts'
import { readGroupView, readVariation } from '../../../shared/inventory/group.ts'
import { applyEdit, type ItemEdit, itemEditSchema } from '../../../shared/inventory/item-edit.ts'
import { type JsonObject, jsonObjectSchema } from '../../../shared/inventory/json.ts'
import type { ListingState } from '../../../shared/inventory/listing-state.ts'
import type { Database } from '../../database/database.ts'
import { parseStored, readStoredJson } from '../../database/stored-json.ts'
import { hasFlag, nothingShown } from '../items/item-row.ts'
import type { ItemContent } from '../items/item-store.ts'

type MemberRow = {
  sku: string
  group_key: string
  flags: number
  quantity: number | null
  condition: string | null
  edited_at_ms: number | null
  listing_state: ListingState
  price: number | null
  category: string | null
  shown: string
  /** Whether it is in the list as searched and filtered. */
  is_shown: number
}
type GroupRow = { group_key: string; record: string | null; edit: string | null; edited_at_ms: number | null }

/** What to show of variations in different states: what needs the seller first, then what buyers see. */
const listingRanks: readonly ListingState[] = [
  'unknown',
  'refused',
  'publishing',
  'ending',
  'onHold',
  'published',
  'outOfStock',
  'ended',
  'offer',
  'notListed',
  'unread',
]
const stateRanks: readonly ItemState[] = ['unknown', 'conflict', 'new', 'changed', 'unread', 'absent', 'saved']

const first = <T>(ranks: readonly T[], found: readonly T[], otherwise: T): T =>
  ranks.find((one) => found.includes(one)) ?? otherwise

/** The value that all have; null if they differ. */
const common = <T>(values: readonly T[]): T | null =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : null

const newest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** What the group's items share. Of a group that the platform doesn't have yet, what makes it. */
const readShared = ({ record, edit }: Pick<GroupRow, 'record' | 'edit'>): JsonObject | undefined => {
  if (record !== null) return readStoredJson(jsonObjectSchema, record)
  const typed = readStoredJson(itemEditSchema, edit) as ItemEdit | undefined
  return typed?.onto === 'new' ? applyEdit(undefined, typed) : undefined
}

const toRow = (
  { group_key: groupKey, edited_at_ms: editedAtMs, ...group }: GroupRow,
  members: readonly MemberRow[],
  columns: readonly string[],
  lowStockAtMost: number,
): ItemRow => {
  const view = readGroupView(readShared(group))
  const isNew = group.record === null && group.edit !== null
  const rank = (sku: string): number => (view.skus.includes(sku) ? view.skus.indexOf(sku) : view.skus.length)
  const ordered = members
    .toSorted((a, b) => rank(a.sku) - rank(b.sku))
    .map((member) => ({ ...member, shown: parseStored(member.shown, nothingShown) }))
  const quantities = ordered.map(({ quantity }) => quantity).filter((quantity) => quantity !== null)
  const prices = ordered.map(({ price }) => price).filter((price) => price !== null)
  const quantity = quantities.length === 0 ? null : quantities.reduce((sum, one) => sum + one, 0)
  const price = prices.length === 0 ? null : Math.min(...prices)
  const title = view.title || (ordered[0]?.shown.title ?? null)
  const texts: Readonly<Record<string, string>> = {
    title: title ?? '',
    quantity: quantity === null ? '' : String(quantity),
    price: price === null ? '' : price.toFixed(2),
  }
  const state = first(
    stateRanks,
    ordered.map(({ shown }) => shown.state),
    'saved',
  )
  return {
    sku: groupKey,
    title,
    quantity,
    condition: common(ordered.map(({ condition }) => condition)),
    pictureUrl: view.imageUrls[0] ?? ordered[0]?.shown.pictureUrl ?? null,
    state: editedAtMs !== null && ['unread', 'absent', 'saved'].includes(state) ? (isNew ? 'new' : 'changed') : state,
    isIncomplete: ordered.some((member) => hasFlag(member, 'incomplete')),
    isLowStock: quantities.some((one) => one <= lowStockAtMost),
    editedAtMs: newest([editedAtMs, ...ordered.map((member) => member.edited_at_ms)]),
    readAtMs: newest(ordered.map(({ shown }) => shown.readAtMs)),
    changedColumns: [],
    problems: [],
    listingState: first(
      listingRanks,
      ordered.map((member) => member.listing_state),
      'unread',
    ),
    price: price === null ? null : { amount: price, currency: common(ordered.map(({ shown }) => shown.currency)) },
    category: common(ordered.map(({ category }) => category)),
    cells: Object.fromEntries(columns.map((column) => [column, texts[column] ?? ''])),
    elsewhere: null,
    group: {
      groupKey,
      skus: ordered.filter((member) => member.is_shown === 1).map(({ sku }) => sku),
      variations: ordered.length,
      variesBy: view.variesBy.map(({ name }) => name),
      maxPrice: prices.length === 0 ? null : Math.max(...prices),
    },
    variation: null,
  }
}

export const createGroupRows = (
  database: Database,
  deps: { readonly content: (sku: string) => ItemContent | undefined; readonly lowStockAtMost: () => number },
) => {
  const readRecords = (keys: readonly string[]): readonly GroupRow[] =>
    database.all<GroupRow>(
      'SELECT group_key, record, edit, edited_at_ms FROM item_groups WHERE group_key IN (SELECT value FROM json_each(?))',
      [JSON.stringify(keys)],
    )

  return {
    /** Whether any item belongs to a group. */
    exist: (): boolean => database.get('SELECT 1 AS one FROM items WHERE group_key IS NOT NULL LIMIT 1') !== undefined,
    /** The rows of these groups, by key. `shown`: the condition of the list's search and filter. */
    rows: (
      keys: readonly string[],
      columns: readonly string[],
      shown: { readonly sql: string; readonly values: readonly (string | number | null)[] },
    ): ReadonlyMap<string, ItemRow> => {
      if (keys.length === 0) return new Map()
      const members = Map.groupBy(
        database.all<MemberRow>(
          `SELECT sku, group_key, flags, quantity, condition, edited_at_ms, listing_state, price, category, shown,
             ${shown.sql} AS is_shown
           FROM item_rows WHERE group_key IN (SELECT value FROM json_each(?)) ORDER BY sku`,
          [...shown.values, JSON.stringify(keys)],
        ),
        (row) => row.group_key,
      )
      const records = new Map(readRecords(keys).map((row) => [row.group_key, row]))
      return new Map(
        keys.map((key) => [
          key,
          toRow(
            records.get(key) ?? { group_key: key, record: null, edit: null, edited_at_ms: null },
            members.get(key) ?? [],
            columns,
            deps.lowStockAtMost(),
          ),
        ]),
      )
    },
    /** How each of these items differs from the other variations of its listing, by SKU. */
    variations: (skus: readonly string[]): ReadonlyMap<string, NonNullable<ItemRow['variation']>> => {
      if (skus.length === 0) return new Map()
      const keys = new Map(
        database
          .all<{ sku: string; group_key: string }>(
            `SELECT sku, group_key FROM items
             WHERE group_key IS NOT NULL AND sku IN (SELECT value FROM json_each(?))`,
            [JSON.stringify(skus)],
          )
          .map((row) => [row.sku, row.group_key]),
      )
      const varies = new Map(
        readRecords([...new Set(keys.values())]).map((group) => [
          group.group_key,
          readGroupView(readShared(group)).variesBy,
        ]),
      )
      return new Map(
        [...keys].map(([sku, groupKey]) => {
          const item = deps.content(sku)
          const values = readVariation(applyEdit(item?.record, item?.edit), varies.get(groupKey) ?? [])
          return [sku, { groupKey, values: [...values] }]
        }),
      )
    },
  }
}
