/** The parts of the items screen about buyers' offers. The shell provides them: a feature never imports another. */
import type { ComponentType, ReactNode } from 'react'
import type { CommandAction } from '../commands/command-button.tsx'

export type OffersParts = {
  /** The seller's lowest price of one piece, kept here alone. Nothing where buyers make no offers. */
  readonly FloorField: ComponentType<{ readonly itemKey: string }>
  /** The open offers of buyers for an item. Nothing if there are none. */
  readonly ItemOffers: ComponentType<{ readonly itemKey: string }>
  /** Offers to those who watch listings; no action where the marketplace has none (LST-26). */
  readonly useWatcherOffers: (onStarted: (runId: number) => void) => {
    readonly actions: readonly CommandAction[]
    readonly dialog: ReactNode
  }
  /** What came of the offers to watchers of a run; nothing before one was sent. */
  readonly WatcherResults: ComponentType<{ readonly runId: number }>
}
