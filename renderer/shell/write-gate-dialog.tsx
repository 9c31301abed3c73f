/** The question before the first change at production after a start, asked when something is about to go out. */
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useReportedMutation } from '../api/hooks.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'

export const WriteGateDialog = ({ status }: { readonly status: ConnectionStatus | undefined }) => {
  const answer = useReportedMutation('connection', 'answerWrites')
  if (status?.writes.question !== 'asking') return null
  return (
    <ConfirmDialog
      cancelLabel="Not now"
      confirmLabel="Allow sending"
      consequence={
        <>
          Something is about to go out to <strong>{status.connection.name}</strong>, for the first time since Stallhand
          started. This is your real shop: buyers read what is sent, and items change. If you allow it, messages that
          wait go out by themselves; whatever said that nothing was sent, try again. You are not asked again until the
          next start.
        </>
      }
      isOpen
      isPending={answer.isPending}
      kind={status.connection.kind}
      onClose={() => answer.mutate({ isAllowed: false })}
      onConfirm={() => answer.mutate({ isAllowed: true })}
      title="Send to your real shop?"
      variant="primary"
    />
  )
}
