/** A list of any length that renders only the visible rows. */
import type { ReactNode, RefObject } from 'react'
import { type RowChecks, type RowState, VirtualRows, type VirtualRowsOptions } from './virtual-rows.tsx'

export type { RowChecks, RowState } from './virtual-rows.tsx'

export type VirtualListProps<Item> = VirtualRowsOptions<Item> & {
  readonly label: string
  /** The content of a row, without buttons: a row is one option. */
  readonly renderRow: (item: Item, state: RowState) => ReactNode
  readonly checks?: RowChecks<Item> | undefined
  /** Receives the index of the row with keyboard focus; -1 for none. */
  readonly activeIndexRef?: RefObject<number> | undefined
}

/**
 * A list box with rows of fixed height and single selection.
 *
 * Keys: arrows or j and k, Home, End, PageUp, PageDown move; Space selects; Enter opens. Moving selects unless
 * `selectionFollowsFocus` is false.
 */
export const VirtualList = <Item,>({ renderRow, selectionFollowsFocus = true, ...options }: VirtualListProps<Item>) => (
  <VirtualRows
    {...options}
    kind="list"
    renderRow={(item, state) => item !== undefined && renderRow(item, state)}
    selectionFollowsFocus={selectionFollowsFocus}
  />
)
