/** The panel beside the item list, as given by the address. */
import { navigate } from '../location.ts'
import { RUN_PATH } from './runs/run-labels.ts'

/** The path of a run of listing changes. No SKU contains a tilde. */
const LISTING_RUN_PATH = '~listings'
const HISTORY_PATH = 'history'

export type ItemsPanel =
  | { readonly kind: 'none' | 'run' | 'listingRun' }
  | { readonly kind: 'item' | 'history'; readonly sku: string }

/** `#/items/{sku}` opens an item, `#/items/{sku}/history` its saves, `#/items/~send` the run, `#/items/~listings` that of listings. */
export const parsePanel = ([first, second]: readonly string[]): ItemsPanel => {
  if (first === undefined) return { kind: 'none' }
  if (first === RUN_PATH) return { kind: 'run' }
  if (first === LISTING_RUN_PATH) return { kind: 'listingRun' }
  return { kind: second === HISTORY_PATH ? 'history' : 'item', sku: first }
}

const openPath = (...path: readonly string[]): void => navigate({ screen: 'items', path })

export const openItem = (sku: string): void => openPath(sku)
export const openHistory = (sku: string): void => openPath(sku, HISTORY_PATH)
export const openRun = (): void => openPath(RUN_PATH)
export const openListingRun = (): void => openPath(LISTING_RUN_PATH)
export const closePanel = (): void => openPath()
