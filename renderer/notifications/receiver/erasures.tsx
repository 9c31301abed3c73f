/** Closed user accounts: what was erased, and which older copies still hold something (PLT-18). */
import type { ErasedCounts, Erasure, OlderCopy } from '../../../shared/notifications/erasure.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { formatAbsoluteTime } from '../../ui/format/format-time.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const describeCounts = ({ conversations, messages, notifications }: ErasedCounts): string => {
  const parts = [
    ...(conversations === 0 ? [] : [formatCount(conversations, 'conversation')]),
    ...(messages === 0 ? [] : [formatCount(messages, 'message')]),
    ...(notifications === 0 ? [] : [formatCount(notifications, 'notification')]),
  ]
  return parts.join(', ')
}

const Copy = ({ erasureId, copy }: { readonly erasureId: number; readonly copy: OlderCopy }) => {
  const rewrite = useApiMutation('notifications', 'rewriteCopy')
  const remove = useApiMutation('notifications', 'deleteCopy')
  const { name, atMs, holds } = copy
  const input = { erasureId, name }
  return (
    <Stack as="li" gap={1}>
      <Row align="baseline" wrap>
        <strong>{atMs === null ? name : `Backup of ${formatAbsoluteTime(atMs)}`}</strong>
        <Text tone="soft">
          {holds === null
            ? 'can’t be read'
            : `holds ${describeCounts(holds) || 'only mentions of the name, which a restore brings back'}`}
        </Text>
      </Row>
      <Row>
        {holds !== null && (
          <Button
            isDisabled={remove.isPending}
            isPending={rewrite.isPending}
            onPress={() => rewrite.mutate(input)}
            size="s"
          >
            Erase there too
          </Button>
        )}
        <Button
          isDisabled={rewrite.isPending}
          isPending={remove.isPending}
          onPress={() => remove.mutate(input)}
          size="s"
          variant="quiet"
        >
          Delete copy
        </Button>
      </Row>
      <MutationError of={[rewrite, remove]} />
    </Stack>
  )
}

export const ErasureDetail = ({ erasure }: { readonly erasure: Erasure }) => (
  <Stack gap={2}>
    <Text as="p">{`Erased: ${describeCounts(erasure.erased) || 'nothing else'}. No name was kept.`}</Text>
    {erasure.copies.length > 0 && (
      <>
        <Row align="baseline">
          <Badge tone="caution">{formatCount(erasure.copies.length, 'older copy', 'older copies')}</Badge>
          <Text tone="soft">
            with data of this user. If you restore one, the user is erased from it again. What you do here also changes
            its copy in your backup folder.
          </Text>
        </Row>
        <Stack aria-label="Older copies" as="ul" gap={3}>
          {erasure.copies.map((copy) => (
            <Copy copy={copy} erasureId={erasure.erasureId} key={copy.name} />
          ))}
        </Stack>
      </>
    )}
  </Stack>
)

type ErasuresDialogProps = {
  readonly erasures: readonly Erasure[]
  readonly withoutData: number
  readonly onClose: () => void
}

export const ErasuresDialog = ({ erasures, withoutData, onClose }: ErasuresDialogProps) => {
  return (
    <Dialog closeLabel="Close" onClose={onClose} size="l" title="Closed user accounts">
      <Text as="p" tone="soft">
        The platform reports every user who closes their account, so that you erase their data.
        {withoutData > 0 && ` ${formatCount(withoutData, 'reported user')} had no data here.`}
      </Text>
      <Stack aria-label="Erased users" as="ul" gap={6}>
        {erasures.map((erasure) => (
          <Stack as="li" gap={2} key={erasure.erasureId}>
            <strong>
              Reported <RelativeTime at={erasure.requestedAtMs} />
            </strong>
            <ErasureDetail erasure={erasure} />
          </Stack>
        ))}
      </Stack>
    </Dialog>
  )
}
