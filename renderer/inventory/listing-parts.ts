/** What the items screen shows of listings. The shell provides it: a feature never imports another. */
import type { ComponentType } from 'react'

export type ListingParts = {
  /** A part of the item page: where the listing is and its next step. */
  readonly Section: ComponentType<{
    readonly sku: string
    readonly title: string | null
    readonly hasAspect: (name: string) => boolean
    readonly onAspect: (name: string, values: readonly string[]) => void
    readonly isItemEdited: boolean
    /** Whether the item has the field, with the unsaved edit. */
    readonly hasItemField: (path: readonly string[]) => boolean
    readonly onItemField: (path: readonly string[]) => void
  }>
  /** A menu for many items. Shows nothing if the connection can't list. */
  readonly BulkMenu: ComponentType<{
    readonly count: number
    readonly isSelection: boolean
    readonly readSkus: (limit: number) => Promise<readonly string[]>
    readonly onStarted: (runId: number) => void
  }>
}
