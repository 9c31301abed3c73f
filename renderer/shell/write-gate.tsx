/** Why buttons that send are disabled, and what waits for the seller's word before the first change at production. */
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useReportedMutation } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'

/** Why buttons that send are disabled; undefined where they are not. */
export const lockReason = (status: ConnectionStatus | undefined): string | undefined =>
  status?.writes.state === 'readOnly'
    ? `“${status.connection.name}” is locked to reading. Unlock it under Settings, The open connection.`
    : undefined

/** Stands above the room while something waits for the word, and nothing that the seller did just now. */
export const WriteGateNotice = ({ status }: { readonly status: ConnectionStatus | undefined }) => {
  const answer = useReportedMutation('connection', 'answerWrites')
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
