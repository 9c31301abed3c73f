/** The panel beside the item list, as given by the address. */
import { navigate } from '../location.ts'
import { RUN_PATH } from '../runs/run-labels.ts'

const HISTORY_PATH = 'history'

export type ItemsPanel =
  | { readonly kind: 'none' }
  /** `runId`: undefined for the last run. */
  | { readonly kind: 'run'; readonly runId: number | undefined }
  | { readonly kind: 'item' | 'history'; readonly sku: string }

/** `#/items/{sku}` opens an item, `#/items/{sku}/history` its saves, `#/items/~run/12` a run. */
export const parsePanel = ([first, second]: readonly string[]): ItemsPanel => {
  if (first === undefined) return { kind: 'none' }
  if (first === RUN_PATH) return { kind: 'run', runId: second === undefined ? undefined : Number(second) }
  return { kind: second === HISTORY_PATH ? 'history' : 'item', sku: first }
}

const openPath = (...path: readonly string[]): void => navigate({ screen: 'items', path })

export const openItem = (sku: string): void => openPath(sku)
export const openHistory = (sku: string): void => openPath(sku, HISTORY_PATH)
export const openRun = (runId: number): void => openPath(RUN_PATH, String(runId))
export const closePanel = (): void => openPath()
