/** The parts of the items screen about listings. The shell provides them: a feature never imports another. */
import type { ComponentType, ReactNode } from 'react'
import type { CommandAction } from '../commands/command-button.tsx'

export type BulkListings = {
  /** How many rows are chosen. */
  readonly count: number
  /** The SKUs of those rows, at most `limit`. */
  readonly readSkus: (limit: number) => Promise<readonly string[]>
  /** The listings made with other tools among those rows: plans leave them out and say why. */
  readonly readListingIds?: (limit: number) => Promise<readonly string[]>
  /** In place of the price, chooses another field to change. */
  readonly fieldSelect?: ReactNode
  /** Opens the run. */
  readonly onStarted: (runId: number) => void
}

export type ListingParts = {
  /** A part of the item page: the state of the listing and its next step. */
  readonly Section: ComponentType<{
    readonly sku: string
    readonly title: string | null
    /** The item's own fields, at their places among those of the listing. */
    readonly parts: Readonly<Record<'condition' | 'description' | 'more' | 'quantity' | 'specifics', ReactNode>>
    /** Whether something of the item under More has a problem. */
    readonly isMoreNeeded: boolean
    /** Where the state and the next step are shown; null until it is there. */
    readonly foot: HTMLElement | null
    readonly pictureUrl: string | null
    readonly onFill: (fill: { readonly path: readonly string[]; readonly value: string }) => void
    readonly isItemEdited: boolean
    /** Stores the latest changes to the item, so that its save includes them. */
    readonly keepItem: () => Promise<void>
    readonly onItemField: (path: readonly string[]) => void
  }>
  /** What can be done with the listings of many items. Nothing if the connection can't list. */
  readonly useBulkActions: (chosen: BulkListings) => {
    readonly actions: readonly CommandAction[]
    readonly dialog: ReactNode
    /** Changes the prices of the chosen listings, once a plan is confirmed; undefined while that isn't possible. */
    readonly changePrices: (() => void) | undefined
    /** Closes the dialog. */
    readonly close: () => void
  }
  /** Publishes or ends a listing with variations, after its plan is confirmed (LST-15). Shows nothing if the connection can't list. */
  readonly GroupActions: ComponentType<{
    readonly skus: readonly string[]
    readonly isLive: boolean
    readonly onStarted: (runId: number) => void
  }>
  /** Lists or ends these items, after the plan is confirmed (LST-07). */
  readonly RunDialog: ComponentType<{
    readonly action: 'list' | 'withdraw'
    readonly skus: readonly string[]
    readonly onClose: () => void
    readonly onStarted: (runId: number) => void
  }>
  /** Publishes what an earlier run saved, after the plan with its fees is confirmed (LST-21). */
  readonly NextDialog: ComponentType<{
    readonly runId: number
    readonly onClose: () => void
    readonly onStarted: (runId: number) => void
  }>
  /** Deletes items on the platform, after the seller confirms what ends with them. */
  readonly DeleteDialog: ComponentType<{
    readonly skus: readonly string[]
    readonly onClose: () => void
    readonly onStarted: (runId: number) => void
  }>
  /** Takes over the chosen listings made with other tools. */
  readonly useTakeOver: (chosen: {
    readonly readListingIds: (limit: number) => Promise<readonly string[]>
    readonly onStarted: (runId: number) => void
  }) => { readonly open: () => void; readonly dialog: ReactNode }
  /** A button that takes over the chosen listings made with other tools. */
  readonly TakeOver: ComponentType<{
    readonly readListingIds: (limit: number) => Promise<readonly string[]>
    readonly onStarted: (runId: number) => void
  }>
}
