/** Asks before the first change at production after a start. Loaded separately: dialogs are a large part of react-aria. */
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
          Stallhand is about to send something to <strong>{status.connection.name}</strong> for the first time since it
          started. This is your real shop: buyers read what is sent, and items change. If you allow it, waiting messages
          go out by themselves; retry anything that said it was not sent. You are asked again after the next start.
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
