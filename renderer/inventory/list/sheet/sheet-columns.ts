/** Which columns the item sheet has: their ids, names, groups and order. Pure; `item-columns.tsx` says what each shows. */
import { type Field, fieldGroups, findFieldAt, toColumnId } from '../../../../shared/inventory/fields/field.ts'
import { listItemFields } from '../../../../shared/inventory/fields/item-fields.ts'
import { findOfferColumn, listOfferRows } from '../../../../shared/inventory/fields/offer-fields.ts'
import { findPrivateField, privateFieldIds } from '../../../../shared/inventory/fields/private-fields.ts'
import { fieldPaths, findField, isAspectPath } from '../../../../shared/inventory/item.ts'
import type { Option } from '../../../ui/fields/option.tsx'
import { listSheetFields } from '../../item-labels.ts'

export const ASPECT_COLUMN = 'aspect:'
export const PRICE_COLUMN = 'price'

const STATE_GROUP = 'Listing and state'
const stateColumns: readonly Option[] = [
  { id: 'listing', label: 'Listing', group: STATE_GROUP },
  { id: 'category', label: 'Category', group: STATE_GROUP },
  { id: 'watchers', label: 'Watchers', group: STATE_GROUP },
  { id: 'sold', label: 'Sold', group: STATE_GROUP },
  { id: 'margin', label: 'Margin', group: STATE_GROUP },
  { id: 'editedAt', label: 'State', group: STATE_GROUP },
  { id: 'edited', label: 'Unsaved since', group: STATE_GROUP },
  { id: 'read', label: 'Read', group: STATE_GROUP },
]

/**
 * Optional columns beside the SKU, by group. Those of fields are rows of the table and named as in the contract. `canList`: whether
 * the connection can list, so that its items have offers; the price is shown anyway.
 */
export const listChoosableColumns = (hasMoreFields: boolean, canList = true): readonly Option[] => [
  { id: 'picture', label: 'Picture', group: fieldGroups.product },
  ...listSheetFields(hasMoreFields).filter(
    ({ id }) => canList || id === PRICE_COLUMN || findOfferColumn(id) === undefined,
  ),
  ...stateColumns,
]
/** Every column that a shop can have. */
export const everyColumn = listChoosableColumns(true)
export const defaultColumns = ['picture', 'title', 'quantity', 'condition', 'editedAt']
/** The default columns if the connection can list. */
export const defaultListingColumns = ['picture', 'title', 'quantity', 'condition', 'price', 'listing', 'editedAt']

/** The columns of fields, by id. */
export const fieldColumns = new Map<string, Field>(
  [...listItemFields(true), ...listOfferRows(true)]
    .filter(({ notInSheet }) => notInSheet === undefined)
    .map((field) => [toColumnId(field), field]),
)
export const isAspect = (id: string): boolean => id.startsWith(ASPECT_COLUMN)

/** The columns of fields among the shown ones: their texts are read with every row. */
export const textColumns = (shown: readonly string[]): string[] =>
  shown.filter((id) => isAspect(id) || fieldColumns.has(id) || findPrivateField(id) !== undefined)

/** Whether the sheet edits the column; the item's own page edits the others. */
export const canEditColumn = (id: string): boolean => isAspect(id) || fieldColumns.get(id)?.notInCell === undefined

/** The column that edits the value at a path of a plan; undefined if only the item's own page can. */
export const findSheetColumn = (path: readonly string[]): string | undefined => {
  if (path[0] === 'pricingSummary') return PRICE_COLUMN
  const field = findField(path) ?? findFieldAt(listOfferRows(true), path)
  const ofField = field === undefined ? undefined : toColumnId(field)
  const id = isAspectPath(path) ? `${ASPECT_COLUMN}${path[fieldPaths.aspects.length] ?? ''}` : ofField
  return id !== undefined && textColumns([id]).length > 0 && canEditColumn(id) ? id : undefined
}

const ORDER = [
  'picture',
  'sku',
  'title',
  'quantity',
  'condition',
  ...listItemFields(true).map(toColumnId),
  ASPECT_COLUMN,
  PRICE_COLUMN,
  ...privateFieldIds,
  'listing',
  ...listOfferRows(true).map(toColumnId),
  'category',
  'watchers',
  'sold',
  'margin',
  'editedAt',
  'edited',
  'read',
]

/** Where a column is in the sheet. */
export const rank = (id: string): number => ORDER.indexOf(isAspect(id) ? ASPECT_COLUMN : id)
