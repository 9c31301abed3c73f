/** An item with everything that is stored of it. */
import type { ItemState, LastSave } from '../../../shared/inventory/contract.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { AppError } from '../../../shared/result.ts'
import type { FieldRefusal } from './refusals.ts'

/** Cell texts that could not be read, by column. */
export type UnreadableCells = Readonly<Record<string, { readonly text: string; readonly message: string }>>

export type StoredItem = {
  readonly sku: string
  readonly state: ItemState
  readonly isRead: boolean
  readonly record: JsonObject | undefined
  /** The last record that the platform had, even if it has none now. */
  readonly lastRecord: JsonObject | undefined
  readonly readAtMs: number | null
  readonly readProblem: AppError | null
  readonly edit: ItemEdit | undefined
  readonly editSource: string | null
  readonly editSavedAtMs: number | null
  readonly lastSave: LastSave | null
  /** Refusals of fields that the seller hasn't changed since. */
  readonly refusals: readonly FieldRefusal[]
  readonly unreadable: UnreadableCells
}

/** One of which only the SKU is known. */
export const unreadItem = (sku: string): StoredItem => ({
  sku,
  state: 'unread',
  isRead: false,
  record: undefined,
  lastRecord: undefined,
  readAtMs: null,
  readProblem: null,
  edit: undefined,
  editSource: null,
  editSavedAtMs: null,
  lastSave: null,
  refusals: [],
  unreadable: {},
})
