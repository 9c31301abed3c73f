/** Explains why nothing is sent to production yet, and why buttons that send are disabled. */
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useReportedMutation } from '../api/hooks.ts'
import { commandInfo } from '../commands/commands.ts'
import { useCommand } from '../commands/registry.ts'
import { Banner } from '../ui/feedback/banner.tsx'

/** Why buttons that send are disabled; undefined if they aren't. */
export const lockReason = (status: ConnectionStatus | undefined): string | undefined =>
  status?.writes.state === 'readOnly'
    ? `“${status.connection.name}” is in read-only mode. Turn it off under Settings, Open connection.`
    : undefined

type WriteGateProps = { readonly status: ConnectionStatus | undefined }

export const WriteGateNotice = ({ status }: WriteGateProps) => {
  const ask = useReportedMutation('connection', 'allowWrites')
  const question = status?.writes.question
  const isClosed = question === 'declined' || question === 'waiting'
  const onPress = (): void => ask.mutate({})
  useCommand('app.allowSending', onPress, { isEnabled: isClosed })
  if (question === 'asking') {
    return (
      <Banner tone="caution">Answer the question outside this window: may Stallhand send to your real shop?</Banner>
    )
  }
  if (!isClosed) return null
  const allow = { label: commandInfo('app.allowSending').label, isPending: ask.isPending, onPress }
  return (
    <Banner action={allow} tone="caution">
      Nothing is sent to your real shop yet. Messages in the outbox are sent when you allow it.
    </Banner>
  )
}
