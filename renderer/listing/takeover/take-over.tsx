/** Takes over listings that other tools made: shows which qualify, what it changes for good, and has it confirmed (LST-14). */
import { type ReactNode, useState } from 'react'
import { MAX_RUN_ITEMS } from '../../../shared/listing/contract/listing-plan-contract.ts'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { useAction, useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'

type TakeOverDialogProps = {
  readonly listingIds: readonly string[]
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

const TakeOverDialog = ({ listingIds, onClose, onStarted }: TakeOverDialogProps) => {
  const { the } = usePlatformName()
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const plan = useApiQuery(
    'listing',
    'planTakeover',
    { listingIds: [...listingIds], excluded: [...excluded] },
    { keepPrevious: true },
  )
  return (
    <PlanDialog
      chosen={listingIds.length}
      excluded={excluded}
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={(runId) => {
        onClose()
        onStarted(runId)
      }}
      plan={plan}
      submitLabel={(going) => `Take over ${formatCount(going, 'listing')}`}
      title="Take over listings"
    >
      {() => (
        <Text as="p" tone="soft">
          {`Afterwards you edit these listings here. This can’t be undone: their SKUs can no longer be changed, ${the}’s own pages and app can no longer edit them, and buyer requirements and extras such as a bold title stay as they are. The listings keep their numbers, watchers and sales, and stay live.`}
        </Text>
      )}
    </PlanDialog>
  )
}

export type TakeOverProps = {
  /** The chosen listings, at most `limit`. */
  readonly readListingIds: (limit: number) => Promise<readonly string[]>
  readonly onStarted: (runId: number) => void
}

/** The dialog, and what opens it. */
export const useTakeOver = ({
  readListingIds,
  onStarted,
}: TakeOverProps): { readonly open: () => void; readonly isPending: boolean; readonly dialog: ReactNode } => {
  const [listingIds, setListingIds] = useState<readonly string[]>()
  const start = useAction(async () => {
    const found = await readListingIds(MAX_RUN_ITEMS + 1)
    if (found.length > MAX_RUN_ITEMS) {
      toast({
        tone: 'caution',
        text: `Take over at most ${formatNumber(MAX_RUN_ITEMS)} listings at once. Filter or select fewer.`,
      })
    } else if (found.length === 0) {
      toast({ tone: 'caution', text: 'None of these listings was made with another tool.' })
    } else setListingIds(found)
  })
  return {
    open: () => start.mutate(undefined, { onError: toastFailure }),
    isPending: start.isPending,
    dialog:
      listingIds === undefined ? null : (
        <TakeOverDialog listingIds={listingIds} onClose={() => setListingIds(undefined)} onStarted={onStarted} />
      ),
  }
}

export const TakeOver = (props: TakeOverProps) => {
  const { open, isPending, dialog } = useTakeOver(props)
  return (
    <>
      <CommandButton command="items.takeOver" isPending={isPending} onPress={open} />
      {dialog}
    </>
  )
}
