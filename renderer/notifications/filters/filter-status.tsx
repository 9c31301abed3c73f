/** The filters of a subscription, with the platform's decision on each. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { FilterView, SubscriptionView } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeField } from '../../ui/code/code-field.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { formatDate } from '../notification-labels.ts'
import { StatusBadge } from '../status-badge.tsx'

const cannotDelete = ({ filterStatus }: FilterView, { The }: PlatformName): string | undefined => {
  if (filterStatus === 'PENDING') return `${The} is still checking this filter`
  return filterStatus === 'DISABLED' ? 'It is already disabled' : undefined
}

const describeStatus = ({ filterStatus, isPolled }: FilterView, { the, The }: PlatformName): string => {
  if (filterStatus === 'ENABLED') return `${The} accepted it. It filters notifications now.`
  if (filterStatus === 'DISABLED') {
    return `It has no effect: it was deleted, or ${the} refused it. It refuses fields the topic lacks, and any filter on a topic that can’t be filtered.`
  }
  if (filterStatus !== 'PENDING') return ''
  return isPolled
    ? `${The} is checking it. The result appears here.`
    : 'Still being checked after 20 minutes. Refresh to check again.'
}

type EntryProps = {
  readonly subscriptionId: string
  readonly filter: FilterView
  /** Receives the schema to edit. */
  readonly onEdit: (text: string) => void
}

const FilterEntry = ({ subscriptionId, filter, onEdit }: EntryProps) => {
  const read = useApiMutation('notifications', 'getSubscriptionFilter')
  const remove = useApiMutation('notifications', 'deleteSubscriptionFilter')
  const platformName = usePlatformName()
  const reason = cannotDelete(filter, platformName)
  const { filterId, filterStatus, filterSchema } = filter
  const key = { subscriptionId, filterId }
  const createdAt = formatDate(filter.creationDate)
  return (
    <li aria-label={`Filter ${filterId}`}>
      <Stack>
        <Row wrap>
          <StatusBadge status={filterStatus} />
          <Row grow>
            <Text mono size="meta" tone="faint" truncate>
              {filterId}
            </Text>
          </Row>
          <Button isPending={read.isPending} onPress={() => read.mutate(key)} size="s" variant="quiet">
            Refresh
          </Button>
          <Button
            disabledReason={filterSchema === null ? 'Its schema hasn’t been read yet' : undefined}
            onPress={() => onEdit(filterSchema ?? '')}
            size="s"
            variant="quiet"
          >
            Edit a copy
          </Button>
          <Button
            disabledReason={reason}
            isPending={remove.isPending}
            sends
            onPress={() => remove.mutate(key)}
            size="s"
            variant="danger"
          >
            Delete filter
          </Button>
        </Row>
        <Text as="p" role="status" tone="soft">
          {describeStatus(filter, platformName)}
          {createdAt !== null && ` Created ${createdAt}.`}
        </Text>
        <MutationError of={[remove, read]} />
        {filterSchema !== null && (
          <CodeField
            isLabelHidden
            isReadOnly
            label={`Schema of ${filterId}`}
            language="json"
            maxRows={8}
            minRows={1}
            value={filterSchema}
          />
        )}
      </Stack>
    </li>
  )
}

const statusOrder = ['ENABLED', 'PENDING', 'other', 'DISABLED']
const rank = ({ filterStatus }: FilterView): number => {
  const at = statusOrder.indexOf(filterStatus ?? 'other')
  return at === -1 ? statusOrder.indexOf('other') : at
}

export const FilterStatus = ({
  subscription: { filters, subscriptionId },
  onEdit,
}: Pick<EntryProps, 'onEdit'> & { readonly subscription: SubscriptionView }) =>
  filters.length === 0 ? (
    <Text as="p" tone="soft">
      No filter: every notification of the topic is delivered.
    </Text>
  ) : (
    <Stack aria-label="Filters of this subscription" as="ul" gap={4}>
      {filters
        .toSorted((one, other) => rank(one) - rank(other))
        .map((filter) => (
          <FilterEntry filter={filter} key={filter.filterId} onEdit={onEdit} subscriptionId={subscriptionId} />
        ))}
    </Stack>
  )
