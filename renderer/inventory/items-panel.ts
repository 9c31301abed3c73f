/** The panel beside the item list, as given by the address. */
import { parseListingKey } from '../../shared/inventory/active-listing.ts'
import { parseGroupRowKey } from '../../shared/inventory/group.ts'
import { navigate } from '../location.ts'
import { GROUP_PATH, groupLocation, LISTING_PATH, listingLocation } from '../parts/listing-path.ts'
import { RUN_PATH } from '../runs/run-labels.ts'

const HISTORY_PATH = 'history'

export type ItemsPanel =
  | { readonly kind: 'none' }
  /** `runId`: undefined for the last run. */
  | { readonly kind: 'run'; readonly runId: number | undefined }
  | { readonly kind: 'item' | 'history'; readonly sku: string }
  /** A live listing made with another tool. */
  | { readonly kind: 'listing'; readonly listingId: string }
  /** A listing with variations: what they share. */
  | { readonly kind: 'group'; readonly groupKey: string }

/**
 * `#/items/{sku}` opens an item, `#/items/{sku}/history` its saves, `#/items/~run/12` a run,
 * `#/items/~listing/1234` a listing made with another tool, `#/items/~variations/TEE` what the variations of a listing share.
 */
export const parsePanel = ([first, second]: readonly string[]): ItemsPanel => {
  if (first === undefined) return { kind: 'none' }
  if (first === RUN_PATH) return { kind: 'run', runId: second === undefined ? undefined : Number(second) }
  if (first === LISTING_PATH && second !== undefined) return { kind: 'listing', listingId: second }
  if (first === GROUP_PATH && second !== undefined) return { kind: 'group', groupKey: second }
  return { kind: second === HISTORY_PATH ? 'history' : 'item', sku: first }
}

const openPath = (...path: readonly string[]): void => navigate({ screen: 'items', path })

export const openGroup = (groupKey: string): void => navigate(groupLocation(groupKey))

/** Opens the row with this key: an item, a listing with variations, or a listing made with another tool. */
export const openRow = (key: string): void => {
  const groupKey = parseGroupRowKey(key)
  if (groupKey !== undefined) {
    openGroup(groupKey)
    return
  }
  const listingId = parseListingKey(key)
  if (listingId === undefined) openItem(key)
  else navigate(listingLocation(listingId))
}

export const openItem = (sku: string): void => openPath(sku)
export const openHistory = (sku: string): void => openPath(sku, HISTORY_PATH)
export const openRun = (runId: number): void => openPath(RUN_PATH, String(runId))
export const closePanel = (): void => openPath()
