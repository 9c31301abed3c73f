/** What the sheet's active row offers in its menu: opening it, and publishing or ending its listing (LST-07, LST-15). */
import { type ReactNode, useState } from 'react'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import { isLive, offerStates } from '../../../shared/inventory/listing-state.ts'
import { useClient } from '../../api/hooks.ts'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import type { MenuAction } from '../../ui/overlays/menu.tsx'
import { openRun } from '../items-panel.ts'
import { rowKey } from '../list/use-item-list.ts'
import type { ListingParts } from '../listing-parts.ts'

type Opened = { readonly action: 'list' | 'withdraw'; readonly skus: readonly string[] }

const isLiveRow = ({ listingState }: ItemRow): boolean => {
  const own = offerStates.find((one) => one === listingState)
  return own !== undefined && isLive(own)
}

/** `row`: the active one, if no other row is selected or checked. */
export const useRowActions = (
  row: ItemRow | undefined,
  {
    canList,
    listing,
    onOpen,
  }: { readonly canList: boolean; readonly listing: ListingParts; readonly onOpen: (key: string) => void },
): { readonly dialog: ReactNode; readonly menuActions: readonly MenuAction[] } => {
  const client = useClient()
  const [opened, setOpened] = useState<Opened>()
  // What was opened stays open when its row leaves the list.
  const dialog = opened !== undefined && (
    <listing.RunDialog {...opened} onClose={() => setOpened(undefined)} onStarted={openRun} />
  )
  if (row === undefined) return { dialog, menuActions: [] }
  const groupKey = row.group?.groupKey ?? row.variation?.groupKey
  /** A listing with variations goes as a whole, even if a filter hides some of its items. */
  const readSkus = async (): Promise<readonly string[]> => {
    if (groupKey === undefined) return [row.sku]
    const group = await client.inventory.group({ groupKey })
    return group?.members.map(({ sku }) => sku) ?? []
  }
  const start = (action: Opened['action']): void =>
    void readSkus()
      .then((skus) => {
        if (skus.length > 0) setOpened({ action, skus })
      })
      .catch(toastFailure)
  const isListable = canList && row.elsewhere === null
  return {
    dialog,
    menuActions: [
      { id: 'open', label: 'Open', keys: 'Space', onPress: () => onOpen(rowKey(row)) },
      ...(isListable
        ? [
            isLiveRow(row)
              ? { id: 'end', label: 'End the listing', onPress: () => start('withdraw') }
              : { id: 'publish', label: 'Publish', onPress: () => start('list') },
          ]
        : []),
    ],
  }
}
