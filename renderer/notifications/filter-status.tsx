/** The filters that a subscription has or had, each with what the platform says of it and what Stallhand does about it. */
import type { FilterView, SubscriptionView } from '../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './filter.module.css'
import { Refused } from './refused.tsx'
import { statusTone } from './words.ts'

/** Why a filter cannot be deleted now; undefined where it can. */
const whyKept = ({ filterStatus }: FilterView): string | undefined => {
  if (filterStatus === 'PENDING') {
    return 'The platform still checks this filter (PENDING). It can be deleted once that is done'
  }
  return filterStatus === 'DISABLED' ? 'It is disabled already' : undefined
}

const inWords = (ms: number): string => (ms < 5_000 ? 'in a moment' : `in ${Math.round(ms / 1_000)} seconds`)

const WatchLine = ({ filter }: { readonly filter: FilterView }) => {
  const nowMs = useNow()
  const { watch, filterStatus } = filter
  if (watch === null) {
    return filterStatus === 'DISABLED' ? <>It lets nothing through and stops nothing.</> : null
  }
  const since = <RelativeTime at={watch.sinceMs} now={nowMs} />
  switch (watch.state) {
    case 'watching':
      return (
        <>
          The platform checks it; sent {since},{' '}
          {watch.readings === 0 ? 'not read since' : `read ${formatCount(watch.readings, 'time')} since`}.{' '}
          {watch.problem !== null && `The last reading failed: ${watch.problem} `}
          {watch.nextReadAtMs !== null && `It is read again ${inWords(watch.nextReadAtMs - nowMs)}.`}
        </>
      )
    case 'confirmed':
      return filterStatus === 'ENABLED' ? <>The platform took it. Notifications are filtered by it.</> : null
    case 'refused':
      return (
        <>
          The platform did not take it. It is known to refuse a filter on a field that the topic does not have, and any
          filter on a topic that cannot be filtered.
        </>
      )
    case 'deleted':
      return <>The platform does not have it any more.</>
    default:
      return <>Still PENDING after 20 minutes. It is not watched any more: read it again when you like.</>
  }
}

const Filter = ({
  subscriptionId,
  filter,
  onEdit,
}: {
  readonly subscriptionId: string
  readonly filter: FilterView
  readonly onEdit: (text: string) => void
}) => {
  const connection = useConnection()
  const read = useApiMutation('notifications', 'getSubscriptionFilter')
  const remove = useApiMutation('notifications', 'deleteSubscriptionFilter')
  const reason = whyKept(filter)
  const { filterId, filterStatus, filterSchema } = filter
  const which = { subscriptionId, filterId }
  return (
    <li aria-label={`Filter ${filterId}`} className={styles.filter}>
      <div className={styles.head}>
        <Badge tone={statusTone(filterStatus)}>{filterStatus ?? 'Status not known'}</Badge>
        <span className={styles.id}>{filterId}</span>
        <span className={styles.acts}>
          <Button
            size="s"
            variant="quiet"
            isPending={read.isPending}
            onPress={() => {
              remove.reset()
              read.mutate(which)
            }}
          >
            Read again
          </Button>
          {filterSchema !== null && (
            <Button size="s" variant="quiet" onPress={() => onEdit(filterSchema)}>
              Edit a copy
            </Button>
          )}
          <Button
            size="s"
            variant="danger"
            kind={connection?.kind}
            isPending={remove.isPending}
            isDisabled={reason !== undefined}
            disabledReason={reason}
            onPress={() => {
              read.reset()
              remove.mutate(which)
            }}
          >
            Delete filter
          </Button>
        </span>
      </div>
      <p className={styles.soft} role="status">
        <WatchLine filter={filter} />
      </p>
      <Refused error={remove.error ?? read.error} />
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
    </li>
  )
}

/** `onEdit` is given the schema that is to be edited. */
export const FilterStatus = ({
  subscription,
  onEdit,
}: {
  readonly subscription: SubscriptionView
  readonly onEdit: (text: string) => void
}) => {
  const { filters, subscriptionId } = subscription
  // What has an effect comes first, then what may have one soon.
  const weight = ({ filterStatus }: FilterView): number =>
    filterStatus === 'ENABLED' ? 0 : filterStatus === 'PENDING' ? 1 : filterStatus === 'DISABLED' ? 3 : 2
  if (filters.length === 0) {
    return <p className={styles.soft}>No filter: every notification of the topic is delivered.</p>
  }
  return (
    <ul aria-label="Filters of this subscription" className={styles.filters}>
      {[...filters]
        .sort((one, other) => weight(one) - weight(other))
        .map((filter) => (
          <Filter filter={filter} key={filter.filterId} onEdit={onEdit} subscriptionId={subscriptionId} />
        ))}
    </ul>
  )
}
