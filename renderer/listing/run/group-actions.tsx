/** Publishes or ends a listing with variations (LST-15). */
import { useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { type Bulk, BulkDialog } from './bulk-dialog.tsx'

type GroupActionsProps = {
  /** The items of the listing. */
  readonly skus: readonly string[]
  readonly isLive: boolean
  readonly onStarted: (runId: number) => void
}

export const GroupActions = ({ skus, isLive, onStarted }: GroupActionsProps) => {
  const choices = useApiQuery('listing', 'choices', {})
  const [action, setAction] = useState<Bulk>()
  if (choices.data?.refusal !== null || skus.length === 0) return null
  return (
    <>
      {isLive ? (
        <CommandButton command="items.endListing" onPress={() => setAction('withdraw')} />
      ) : (
        <CommandButton command="items.list" label="Publish" onPress={() => setAction('list')} variant="primary" />
      )}
      {action !== undefined && (
        <BulkDialog action={action} onClose={() => setAction(undefined)} onStarted={onStarted} skus={skus} />
      )}
    </>
  )
}
