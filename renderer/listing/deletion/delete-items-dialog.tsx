/** Deletes items on the platform: names what ends with each, and has it confirmed (LST-08). */
import { useState } from 'react'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'

export type DeleteItemsDialogProps = {
  readonly skus: readonly string[]
  /** Chosen listings made with other tools, which the plan leaves out. */
  readonly listingIds?: readonly string[]
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

export const DeleteItemsDialog = ({ skus, listingIds = [], onClose, onStarted }: DeleteItemsDialogProps) => {
  const { label } = usePlatform()
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const plan = useApiQuery(
    'listing',
    'planDeletion',
    { skus: [...skus], listingIds: [...listingIds], excluded: [...excluded] },
    { keepPrevious: true },
  )
  return (
    <PlanDialog
      chosen={skus.length + listingIds.length}
      excluded={excluded}
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={(runId) => {
        onClose()
        onStarted(runId)
      }}
      plan={plan}
      submitLabel={(going) => `Delete ${formatCount(going, 'item')}`}
      title={
        skus.length === 1 ? `Delete this item on ${label}?` : `Delete ${formatCount(skus.length, 'item')} on ${label}?`
      }
      variant="danger"
    >
      {() => (
        <Text as="p" tone="soft">
          The item is deleted with its title, description and pictures. Buyers no longer find its listing, and its
          watchers are gone. Orders and conversations stay.
        </Text>
      )}
    </PlanDialog>
  )
}
