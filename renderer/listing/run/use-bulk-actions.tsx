/** Lists, ends, reprices or restocks many items: the selected rows, or the list as filtered (LST-07). */
import { type ReactNode, useState } from 'react'
import { MAX_RUN_ITEMS } from '../../../shared/listing/contract/listing-plan-contract.ts'
import { useAction, useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import type { CommandAction } from '../../commands/command-button.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { DeleteItemsDialog } from '../deletion/delete-items-dialog.tsx'
import { type Bulk, BulkDialog } from './bulk-dialog.tsx'

export type BulkOptions = {
  /** How many rows are chosen. */
  readonly count: number
  /** The SKUs of those rows, at most `limit`. */
  readonly readSkus: (limit: number) => Promise<readonly string[]>
  /** The listings made with other tools among those rows, at most `limit`. */
  readonly readListingIds?: (limit: number) => Promise<readonly string[]>
  /** In place of the price, chooses another field to change. */
  readonly fieldSelect?: ReactNode
  /** Opens the run. */
  readonly onStarted: (runId: number) => void
}

type Opened = {
  readonly action: Bulk | 'delete'
  readonly skus: readonly string[]
  readonly listingIds: readonly string[]
}

export type BulkActions = {
  readonly actions: readonly CommandAction[]
  readonly dialog: ReactNode
  readonly changePrices: (() => void) | undefined
  readonly close: () => void
}

/** Empty if the connection can't list, or no row is chosen. The dialog stays open even if its rows drop out of the filtered list. */
export const useBulkActions = ({
  count,
  readSkus,
  readListingIds,
  fieldSelect,
  onStarted,
}: BulkOptions): BulkActions => {
  const choices = useApiQuery('listing', 'choices', {})
  const { capabilities, label } = usePlatform()
  const [open, setOpen] = useState<Opened>()
  const start = useAction(async (action: Bulk | 'delete') => {
    const [skus, listingIds] = await Promise.all([
      readSkus(MAX_RUN_ITEMS + 1),
      readListingIds?.(MAX_RUN_ITEMS + 1) ?? [],
    ])
    const all = skus.length + listingIds.length
    if (all > MAX_RUN_ITEMS) {
      toast({
        tone: 'caution',
        text: `Change at most ${formatNumber(MAX_RUN_ITEMS)} listings at once. Filter or select fewer.`,
      })
    } else if (all > 0) setOpen({ action, skus, listingIds })
  })
  const canList = choices.data !== undefined && choices.data.refusal === null && count > 0
  const run = (action: Bulk | 'delete') => () => start.mutate(action, { onError: toastFailure })
  const close = (): void => setOpen(undefined)
  return {
    actions: !canList
      ? []
      : [
          {
            command: 'items.listMany',
            description: 'Saves listing drafts, then publishes what is complete',
            onPress: run('list'),
          },
          {
            command: 'items.endMany',
            description: 'Ends the listings and keeps them as drafts',
            onPress: run('withdraw'),
          },
          { command: 'items.restockMany', description: 'Set the quantity for sale', onPress: run('quantity') },
          ...(capabilities.itemDeletion
            ? [
                {
                  command: 'items.deleteMany' as const,
                  description: `On ${label}, with their listings`,
                  tone: 'danger' as const,
                  onPress: run('delete'),
                },
              ]
            : []),
        ],
    changePrices: canList ? run('price') : undefined,
    close,
    dialog:
      open === undefined ? null : open.action === 'delete' ? (
        <DeleteItemsDialog listingIds={open.listingIds} onClose={close} onStarted={onStarted} skus={open.skus} />
      ) : (
        <BulkDialog
          action={open.action}
          key={open.action}
          listingIds={open.listingIds}
          onClose={close}
          onStarted={onStarted}
          fieldSelect={fieldSelect}
          skus={open.skus}
        />
      ),
  }
}
