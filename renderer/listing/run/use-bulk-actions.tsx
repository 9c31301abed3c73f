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
  /** Opens the run. */
  readonly onStarted: (runId: number) => void
}

const actions = [
  { command: 'items.listMany', action: 'list', description: 'Saves listing drafts, then publishes what is complete' },
  { command: 'items.endMany', action: 'withdraw', description: 'Ends the listings and keeps them as drafts' },
  { command: 'items.repriceMany', action: 'price', description: 'Set, raise or lower the price' },
  { command: 'items.restockMany', action: 'quantity', description: 'Set the quantity for sale' },
] as const satisfies readonly { readonly command: string; readonly action: Bulk; readonly description: string }[]

/** Empty if the connection can't list, or no row is chosen. The dialog stays open even if its rows drop out of the filtered list. */
export const useBulkActions = ({
  count,
  readSkus,
  onStarted,
}: BulkOptions): { readonly actions: readonly CommandAction[]; readonly dialog: ReactNode } => {
  const choices = useApiQuery('listing', 'choices', {})
  const { capabilities, label } = usePlatform()
  const [open, setOpen] = useState<{ readonly action: Bulk | 'delete'; readonly skus: readonly string[] }>()
  const start = useAction(async (action: Bulk | 'delete') => {
    const skus = await readSkus(MAX_RUN_ITEMS + 1)
    if (skus.length > MAX_RUN_ITEMS) {
      toast({
        tone: 'caution',
        text: `Change at most ${formatNumber(MAX_RUN_ITEMS)} listings at once. Filter or select fewer.`,
      })
    } else if (skus.length > 0) setOpen({ action, skus })
  })
  const canList = choices.data !== undefined && choices.data.refusal === null && count > 0
  const run = (action: Bulk | 'delete') => () => start.mutate(action, { onError: toastFailure })
  return {
    actions: !canList
      ? []
      : [
          ...actions.map(({ command, action, description }) => ({ command, description, onPress: run(action) })),
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
    dialog:
      open === undefined ? null : open.action === 'delete' ? (
        <DeleteItemsDialog onClose={() => setOpen(undefined)} onStarted={onStarted} skus={open.skus} />
      ) : (
        <BulkDialog action={open.action} onClose={() => setOpen(undefined)} onStarted={onStarted} skus={open.skus} />
      ),
  }
}
