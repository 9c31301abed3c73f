/** Says why nothing is sent to production yet, and why buttons that send are disabled. */
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useReportedMutation } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'

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
    <Banner action={allow} tone="caution">
      Nothing is sent to your real shop yet. Messages in the outbox go out when you allow it.
    </Banner>
  )
}
