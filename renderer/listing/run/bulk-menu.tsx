/** Lists, ends, reprices or restocks many items: the selected rows, or the list as filtered (LST-07). */
import { Tags } from 'lucide-react'
import { useState } from 'react'
import { MAX_RUN_ITEMS } from '../../../shared/listing/contract/listing-plan-contract.ts'
import { useAction, useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { CommandMenu } from '../../commands/command-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { DeleteItemsDialog } from '../deletion/delete-items-dialog.tsx'
import { type Bulk, BulkDialog } from './bulk-dialog.tsx'

type BulkMenuProps = {
  /** The SKUs of the selected rows, at most `limit`. */
  readonly count: number
  readonly isSelection: boolean
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

export const BulkMenu = ({ count, isSelection, readSkus, onStarted }: BulkMenuProps) => {
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
  // Hides only the menu. The dialog stays open even if its rows drop out of the filtered list.
  const isHidden = choices.data === undefined || choices.data.refusal !== null || count === 0
  return (
    <>
      {!isHidden && (
        <CommandMenu
          actions={[
            ...actions.map(({ command, action, description }) => ({
              command,
              description,
              onPress: () => start.mutate(action, { onError: toastFailure }),
            })),
            ...(capabilities.itemDeletion
              ? [
                  {
                    command: 'items.deleteMany' as const,
                    description: `On ${label}, with their listings`,
                    tone: 'danger' as const,
                    onPress: () => start.mutate('delete', { onError: toastFailure }),
                  },
                ]
              : []),
          ]}
          label="Listings"
          placement="bottom end"
          trigger={
            <Button icon={Tags} isPending={start.isPending}>
              {isSelection ? `Listings of ${formatCount(count, 'row')}` : 'Listings'}
            </Button>
          }
        />
      )}
      {open?.action === 'delete' && (
        <DeleteItemsDialog onClose={() => setOpen(undefined)} onStarted={onStarted} skus={open.skus} />
      )}
      {open !== undefined && open.action !== 'delete' && (
        <BulkDialog action={open.action} onClose={() => setOpen(undefined)} onStarted={onStarted} skus={open.skus} />
      )}
    </>
  )
}
