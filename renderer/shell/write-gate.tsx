/** The seller's word before the first change at production after a start, asked when something is about to go out. */
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useCommandOf } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'

/** Why buttons that send are disabled; undefined where they are not. */
export const lockReason = (status: ConnectionStatus | undefined): string | undefined =>
  status?.writes.state === 'readOnly'
    ? `“${status.connection.name}” is locked to reading. Unlock it under Settings, The open connection.`
    : undefined

/** Stands above the room while something waits for the word, and nothing that the seller did just now. */
export const WriteGateNotice = ({ status }: { readonly status: ConnectionStatus | undefined }) => {
  const answer = useCommandOf('connection', 'answerWrites')
  if (status?.writes.question !== 'declined' && status?.writes.question !== 'waiting') return null
  return (
    <Banner
      act={{
        label: 'Allow sending',
        isPending: answer.isPending,
        onPress: () => answer.mutate({ isAllowed: true }),
      }}
      tone="caution"
    >
      Nothing is sent to your real shop yet. What waits in the outbox goes out when you allow it.
    </Banner>
  )
}

export const WriteGateDialog = ({ status }: { readonly status: ConnectionStatus | undefined }) => {
  const answer = useCommandOf('connection', 'answerWrites')
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
