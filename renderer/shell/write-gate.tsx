/** Asks before the first change at production after a start, and says why buttons that send are disabled. */
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useReportedMutation } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'

/** Why buttons that send are disabled; undefined if they aren't. */
export const lockReason = (status: ConnectionStatus | undefined): string | undefined =>
  status?.writes.state === 'readOnly'
    ? `“${status.connection.name}” is in read-only mode. Turn it off under Settings, Open connection.`
    : undefined

type WriteGateProps = { readonly status: ConnectionStatus | undefined }

export const WriteGateNotice = ({ status }: WriteGateProps) => {
  const answer = useReportedMutation('connection', 'answerWrites')
  const question = status?.writes.question
  if (question !== 'declined' && question !== 'waiting') return null
  const allow = {
    label: 'Allow sending',
    isPending: answer.isPending,
    onPress: () => answer.mutate({ isAllowed: true }),
  }
  return (
    <Banner act={allow} tone="caution">
      Nothing is sent to your real shop yet. Messages in the outbox go out when you allow it.
    </Banner>
  )
}

export const WriteGateDialog = ({ status }: WriteGateProps) => {
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
