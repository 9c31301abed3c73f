/** Rejected requests: why, how often, and the last head of each kind. */
import type { RefusalView } from '../../../shared/notifications/log-contract.ts'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatHeaders } from '../log/log-format.ts'

const Rejected = ({ request }: { readonly request: RefusalView }) => {
  const { reason, status, count, firstAtMs, lastAtMs, method, path, headers } = request
  return (
    <Stack as="li">
      <Row align="baseline">
        <Badge tone="caution">{String(status)}</Badge>
        <strong>{reason}</strong>
      </Row>
      <Text as="p" tone="soft">
        {formatCount(count, 'time')}, {count > 1 && 'first '}
        <RelativeTime at={firstAtMs} />
        {count > 1 && (
          <>
            , last <RelativeTime at={lastAtMs} />
          </>
        )}
      </Text>
      {method === null ? (
        <Text as="p" tone="soft">
          It wasn’t HTTP, so there is nothing to show.
        </Text>
      ) : (
        <CodeBlock
          label={count > 1 ? 'Head of the last request' : 'Head of the request'}
          maxHeight={180}
          text={[`${method} ${path ?? ''}`, formatHeaders(headers)].join('\n')}
        />
      )}
    </Stack>
  )
}

type RejectedDialogProps = {
  readonly requests: readonly RefusalView[]
  readonly onClose: () => void
}

export const RejectedDialog = ({ requests, onClose }: RejectedDialogProps) => {
  return (
    <Dialog closeLabel="Close" onClose={onClose} size="l" title="Rejected requests">
      <Text as="p" tone="soft">
        None of these was a valid notification. They were answered and not processed.
      </Text>
      <Stack aria-label="Rejected requests" as="ul" gap={6}>
        {requests.map((request) => (
          <Rejected key={request.reason} request={request} />
        ))}
      </Stack>
    </Dialog>
  )
}
