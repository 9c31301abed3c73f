/** Rejected requests: why, how often, and the head of the first of each kind. */
import type { RefusalView } from '../../../shared/notifications/log-contract.ts'
import { useNow } from '../../api/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatHeaders } from '../log/log-format.ts'

const Rejected = ({ request, nowMs }: { readonly request: RefusalView; readonly nowMs: number }) => {
  const { reason, status, count, firstAtMs, lastAtMs, method, path, headers, beginning } = request
  return (
    <Stack as="li">
      <Row align="baseline">
        <Badge tone="caution">{String(status)}</Badge>
        <strong>{reason}</strong>
      </Row>
      <Text as="p" tone="soft">
        {formatCount(count, 'time')}, {count > 1 && 'first '}
        <RelativeTime at={firstAtMs} now={nowMs} />
        {count > 1 && (
          <>
            , last <RelativeTime at={lastAtMs} now={nowMs} />
          </>
        )}
      </Text>
      {method === null ? (
        <Text as="p" tone="soft">
          It wasn't HTTP, so there is nothing to show.
        </Text>
      ) : (
        <CodeBlock
          label={count > 1 ? 'Head of the first request' : 'Head of the request'}
          maxHeight={180}
          text={[`${method} ${path ?? ''}`, formatHeaders(headers)].join('\n')}
        />
      )}
      {beginning !== null && <CodeBlock label="Start of its body" maxHeight={120} text={beginning} />}
    </Stack>
  )
}

export const RejectedDialog = ({
  requests,
  onClose,
}: {
  readonly requests: readonly RefusalView[]
  readonly onClose: () => void
}) => {
  const nowMs = useNow()
  return (
    <Dialog
      footer={<Button onPress={onClose}>Close</Button>}
      isOpen
      onClose={onClose}
      size="l"
      title="Rejected requests"
    >
      <Text as="p" tone="soft">
        None of these was a valid notification. They were answered and not processed.
      </Text>
      <Stack aria-label="Rejected requests" as="ul" gap={6}>
        {requests.map((request) => (
          <Rejected key={request.refusalId} nowMs={nowMs} request={request} />
        ))}
      </Stack>
    </Dialog>
  )
}
