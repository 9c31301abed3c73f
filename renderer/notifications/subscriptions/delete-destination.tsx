/** Deletes a destination, after disabling the subscriptions that use it (NOT-08). */
import type { DestinationView, SubscriptionView } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'

type DeleteDestinationProps = {
  readonly destination: DestinationView
  /** The subscriptions that use it and are not disabled. */
  readonly usedBy: readonly SubscriptionView[]
  readonly onClose: () => void
}

export const DeleteDestination = ({ destination, usedBy, onClose }: DeleteDestinationProps) => {
  const { The } = usePlatformName()
  const remove = useApiMutation('notifications', 'deleteDestination')
  const count = formatCount(usedBy.length, 'subscription')

  return (
    <ConfirmDialog
      cancelLabel="Cancel"
      confirmLabel={usedBy.length === 0 ? 'Delete destination' : `Disable ${count} and delete`}
      consequence={
        <Stack gap={4}>
          {usedBy.length > 0 && (
            <Banner title={`${count} ${usedBy.length === 1 ? 'uses' : 'use'} it`} tone="caution">
              {`${The} doesn’t delete a destination in use. These are switched off first:`}{' '}
              {usedBy.map(({ topicId, subscriptionId }) => topicId ?? subscriptionId).join(', ')}.
            </Banner>
          )}
          <Text as="p" tone="soft">
            Deliveries to {destination.endpoint ?? 'its address'} stop. This can’t be undone, but you can add the
            destination again.
          </Text>
        </Stack>
      }
      mutation={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          {
            destinationId: destination.destinationId,
            disable: usedBy.map(({ subscriptionId }) => subscriptionId),
          },
          { onSuccess: onClose },
        )
      }
      sends
      title={`Delete destination ${destination.name ?? destination.destinationId}?`}
    />
  )
}
