/** The items screen: the list, and beside it an item, its history, or a run. */
import { useEffect, useRef, useState } from 'react'
import { listingKey } from '../../shared/inventory/active-listing.ts'
import { useApiQuery, useClient } from '../api/hooks.ts'
import { useCommand } from '../commands/registry.ts'
import { useAppLocation } from '../location.ts'
import { RunPanel } from '../runs/run-panel.tsx'
import { toastFailure } from '../ui/feedback/toast.tsx'
import { ActiveListingPanel } from './active/active-listing-panel.tsx'
import { GroupPanel } from './group/group-panel.tsx'
import { ItemEditor } from './item/item-editor.tsx'
import { ItemHistory } from './item/item-history.tsx'
import { closePanel, type ItemsPanel, openItem, openRow, openRun, parsePanel } from './items-panel.ts'
import styles from './items-screen.module.css'
import { ListPane } from './list/list-pane.tsx'
import { useListView } from './list/use-list-view.ts'
import type { ListingParts } from './listing-parts.ts'
import type { MappingParts } from './mapping-parts.ts'
import type { OffersParts } from './offers-parts.ts'
import { AfterRun } from './runs/after-run.tsx'

/** Focuses the panel when it opens. Focuses an item's panel only if nothing else, such as the sheet, has the focus. */
const usePanelFocus = (kind: ItemsPanel['kind']) => {
  const panelRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const leavesFocus = kind === 'item' && document.activeElement !== document.body
    if (kind !== 'none' && !leavesFocus) panelRef.current?.focus({ preventScroll: true })
  }, [kind])
  return panelRef
}

/** Opens the item that a listing sells, or the listing itself if none is known. */
const useOpenListing = (): ((listingId: string) => void) => {
  const client = useClient()
  return (listingId) => {
    const open = async (): Promise<void> => {
      const { items } = await client.overview.listedItems({ listingIds: [listingId] })
      openRow(items[0]?.sku ?? listingKey(listingId))
    }
    open().catch(toastFailure)
  }
}

type PanelContentProps = {
  readonly panel: ItemsPanel
  readonly listing: ListingParts
  readonly mapping: MappingParts
  readonly offers: OffersParts
  /** The item opened from the sheet, whose editor takes the focus. */
  readonly enteredSku: string | undefined
  readonly onClose: () => void
  readonly onShowRefused: () => void
}

const PanelContent = ({ panel, listing, mapping, offers, enteredSku, onClose, onShowRefused }: PanelContentProps) => {
  const openListing = useOpenListing()
  switch (panel.kind) {
    case 'none':
      return null
    case 'run':
      return (
        <RunPanel
          next={(run) => <AfterRun listing={listing} onShowRefused={onShowRefused} onStarted={openRun} run={run} />}
          onClose={onClose}
          onOpenItem={(sku, label) => (label === 'watcherOffers' ? openListing(sku) : openItem(sku))}
          onShowRun={openRun}
          results={({ label, runId }) => label === 'watcherOffers' && <offers.WatcherResults runId={runId} />}
          runId={panel.runId}
        />
      )
    case 'history':
      return <ItemHistory key={panel.sku} onBack={() => openItem(panel.sku)} sku={panel.sku} />
    case 'listing':
      return (
        <ActiveListingPanel
          key={panel.listingId}
          listing={listing}
          listingId={panel.listingId}
          offers={offers}
          onClose={onClose}
        />
      )
    case 'group':
      return <GroupPanel groupKey={panel.groupKey} key={panel.groupKey} listing={listing} onClose={onClose} />
    case 'item':
      return (
        <ItemEditor
          isEntered={enteredSku === panel.sku}
          key={panel.sku}
          listing={listing}
          mapping={mapping}
          offers={offers}
          onClose={onClose}
          sku={panel.sku}
        />
      )
  }
}

type ItemsScreenProps = {
  readonly listing: ListingParts
  readonly mapping: MappingParts
  readonly offers: OffersParts
}

export const ItemsScreen = ({ listing, mapping, offers }: ItemsScreenProps) => {
  const panel = parsePanel(useAppLocation().path)
  const canList = useApiQuery('listing', 'choices', {}).data?.refusal === null
  const listState = useListView(canList)
  const [enteredSku, setEnteredSku] = useState<string>()
  const listRef = useRef<HTMLDivElement>(null)
  const panelRef = usePanelFocus(panel.kind)

  const isBeside = panel.kind !== 'none'
  const focusSheet = (): void => listRef.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
  const close = (): void => {
    closePanel()
    focusSheet()
  }
  useCommand('items.back', () => (panel.kind === 'history' ? openItem(panel.sku) : close()), { isEnabled: isBeside })

  return (
    <div className={styles.screen} data-beside={isBeside ? panel.kind : undefined}>
      <div className={styles.list} ref={listRef}>
        <ListPane
          canList={canList}
          listing={listing}
          listState={listState}
          mapping={mapping}
          offers={offers}
          onFocusSheet={focusSheet}
          onOpen={(key) => {
            setEnteredSku(key)
            openRow(key)
          }}
          panel={panel}
        />
      </div>
      {isBeside && (
        <div className={styles.editor} ref={panelRef} tabIndex={-1}>
          <PanelContent
            enteredSku={enteredSku}
            listing={listing}
            mapping={mapping}
            offers={offers}
            onClose={close}
            onShowRefused={() => {
              listState.change({ search: '', filter: 'refused' })
              close()
            }}
            panel={panel}
          />
        </div>
      )}
    </div>
  )
}
