/** The item page: its head, its fields, and the bar that saves what was edited. */
import { useRef, useState } from 'react'
import type { JsonPath } from '../../../shared/inventory/json.ts'
import { isLive } from '../../../shared/inventory/listing-state.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { SuggestionsFor } from '../../parts/proposals/suggestions.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import type { ListingParts } from '../listing-parts.ts'
import type { MappingParts } from '../mapping-parts.ts'
import type { OffersParts } from '../offers-parts.ts'
import { SaveDialog } from '../save/save-dialog.tsx'
import { Conflicts } from './conflicts.tsx'
import { focusField } from './focus-field.ts'
import { readDraft } from './item-draft.ts'
import styles from './item-editor.module.css'
import { ItemActions, ItemFacts } from './item-header.tsx'
import { ItemNotices } from './item-notices.tsx'
import { SaveBar } from './item-save-bar.tsx'
import { ItemSections } from './item-sections.tsx'
import { useDiscard } from './use-discard.ts'
import { type ReadItem, useItemEdit } from './use-item-edit.ts'

export type ItemEditorProps = {
  readonly sku: string
  readonly listing: ListingParts
  readonly mapping: MappingParts
  readonly offers: OffersParts
  /** Focuses the first field. */
  readonly isEntered: boolean
  readonly onClose: () => void
}

export const ItemEditor = ({ sku, listing, mapping, offers, isEntered, onClose }: ItemEditorProps) => {
  const item = useApiQuery('inventory', 'item', { sku })
  if (item.data === undefined) {
    return (
      <Pane closeLabel="Close the item" onBack={onClose} title={sku}>
        <QueryView label={sku} query={item} skeleton={{ shape: 'facts' }}>
          {() => null}
        </QueryView>
      </Pane>
    )
  }
  return (
    <OpenItem
      isEntered={isEntered}
      listing={listing}
      mapping={mapping}
      offers={offers}
      onClose={onClose}
      read={{ data: item.data, dataUpdatedAt: item.dataUpdatedAt }}
      readAgain={item.refetch}
    />
  )
}

type OpenItemProps = Omit<ItemEditorProps, 'sku'> & {
  readonly read: ReadItem
  readonly readAgain: Parameters<typeof useItemEdit>[1]
}

const OpenItem = ({ read, listing, mapping, offers, isEntered, readAgain, onClose }: OpenItemProps) => {
  const item = read.data
  const { sku } = item
  const editing = useItemEdit(read, readAgain)
  const draft = readDraft(item, editing.edit, usePlatform())
  const discard = useDiscard(sku, editing, readAgain)
  const refresh = useApiMutation('inventory', 'refreshItem')
  const refreshNow = (): void => refresh.mutate({ sku })
  const [isSaving, setIsSaving] = useState(false)
  const conflictsRef = useRef<HTMLElement>(null)
  const fieldsRef = useRef<HTMLDivElement>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const canList = useApiQuery('listing', 'choices', {}).data?.refusal === null
  const listingState = useApiQuery('listing', 'listing', { sku }, { enabled: canList }).data?.offerState

  const goToConflicts = (): void => {
    setIsSaving(false)
    // Waits until the dialog is gone, because it traps the focus.
    setTimeout(() => conflictsRef.current?.querySelector('button')?.focus(), 0)
  }
  /** The button that had the focus is gone with the bar, so the focus goes to the item. */
  const focusItem = (): void => {
    setTimeout(() => fieldsRef.current?.focus({ preventScroll: true }), 0)
  }
  /** An empty path means the save. */
  const goToField = (path: JsonPath): void => {
    if (!focusField(fieldsRef.current, path) && draft.isEdited) setIsSaving(true)
  }

  return (
    <>
      <Pane
        actions={
          <ItemActions
            isOnPlatform={item.record !== null}
            isRefreshing={refresh.isPending}
            listing={listing}
            onRefresh={refreshNow}
            onRemoved={onClose}
            sku={sku}
            title={draft.view.title ?? ''}
          />
        }
        closeLabel="Close the item"
        footer={
          draft.isEdited || canList ? (
            <>
              {draft.isEdited && (
                <SaveBar
                  isSecondary={listingState !== undefined && !isLive(listingState)}
                  changes={draft.changes}
                  deletions={draft.deletions}
                  isUnsettled={item.state === 'unknown'}
                  keeping={editing.keeping}
                  onDiscard={discard}
                  onSave={() => setIsSaving(true)}
                  problems={draft.problems.length}
                />
              )}
              {canList && <div className={styles.foot} ref={setFoot} />}
            </>
          ) : undefined
        }
        onBack={onClose}
        subtitle={<ItemFacts isEdited={draft.isEdited} item={item} />}
        title={draft.view.title ?? 'Item without a title'}
      >
        <div ref={fieldsRef} tabIndex={-1}>
          <Stack gap={6}>
            <ItemNotices
              isRefreshing={refresh.isPending}
              item={item}
              onRefresh={refreshNow}
              refreshError={refresh.error?.detail}
            />
            <SuggestionsFor subject={{ kind: 'item', id: sku }} />
            <Conflicts item={item} keep={editing.keep} sectionRef={conflictsRef} />
            <ItemSections
              autoFocus={isEntered}
              change={editing.change}
              changeAll={editing.changeAll}
              draft={draft}
              foot={foot}
              item={item}
              keep={editing.keep}
              listing={listing}
              mapping={mapping}
              offers={offers}
              onGoToField={goToField}
            />
          </Stack>
        </div>
      </Pane>
      {isSaving && (
        <SaveDialog
          keep={editing.keep}
          onClose={() => setIsSaving(false)}
          onDecide={goToConflicts}
          onSaved={focusItem}
          sku={sku}
        />
      )}
    </>
  )
}
