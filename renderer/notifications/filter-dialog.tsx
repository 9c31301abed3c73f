/** The filters of a subscription: what there is, and a new one as JSON Schema (NOT-06, NOT-07). */
import { useState } from 'react'
import type { FilterView, SubscriptionView } from '../../shared/notifications/contract.ts'
import { useCommandOf } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/text-area.tsx'
import styles from './notifications.module.css'
import { issueOf, Refused } from './refused.tsx'
import { statusTone } from './words.ts'

const example = `{
  "type": "object"
}`

/** Why a filter cannot be deleted now; undefined where it can. */
const whyKept = ({ filterStatus }: FilterView): string | undefined => {
  if (filterStatus === 'PENDING') {
    return 'The platform still checks this filter (PENDING). It can be deleted once that is done: read it again in a moment.'
  }
  if (filterStatus === 'DISABLED') return 'It is disabled already.'
  return undefined
}

const Filter = ({ subscriptionId, filter }: { readonly subscriptionId: string; readonly filter: FilterView }) => {
  const connection = useConnection()
  const read = useCommandOf('notifications', 'getSubscriptionFilter')
  const remove = useCommandOf('notifications', 'deleteSubscriptionFilter')
  const reason = whyKept(filter)
  const which = { subscriptionId, filterId: filter.filterId }
  return (
    <section aria-label={`Filter ${filter.filterId}`} className={styles.filter}>
      <div className={styles.entryHead}>
        <Badge tone={statusTone(filter.filterStatus)}>{filter.filterStatus ?? 'Status not known'}</Badge>
        <span className={styles.type}>{filter.filterId}</span>
        <span className={styles.acts}>
          <Button size="s" isPending={read.isPending} onPress={() => read.mutate(which)}>
            Read again
          </Button>
          <Button
            size="s"
            variant="danger"
            kind={connection?.kind}
            isPending={remove.isPending}
            isDisabled={reason !== undefined}
            disabledReason={reason}
            onPress={() => remove.mutate(which)}
          >
            Delete filter
          </Button>
        </span>
      </div>
      {reason !== undefined && <p className={styles.soft}>{reason}</p>}
      <Refused error={remove.error ?? read.error} />
      {filter.filterSchema !== null && <CodeBlock label="Schema" text={filter.filterSchema} maxHeight={200} />}
    </section>
  )
}

export const FilterDialog = ({
  subscription,
  onClose,
}: {
  readonly subscription: SubscriptionView
  readonly onClose: () => void
}) => {
  const connection = useConnection()
  const create = useCommandOf('notifications', 'createSubscriptionFilter')
  const [text, setText] = useState(example)
  const { subscriptionId, filters } = subscription
  const error = issueOf(create.error, 'input.filterSchema')
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onClose}
      title={`Filter of ${subscription.topicId ?? subscriptionId}`}
      size="l"
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            variant="primary"
            kind={connection?.kind}
            isPending={create.isPending}
            onPress={() => create.mutate({ subscriptionId, filterSchema: text })}
          >
            Create filter
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {filters.length === 0 && (
          <p className={styles.soft}>No filter: every notification of the topic is delivered.</p>
        )}
        {filters.map((filter) => (
          <Filter key={filter.filterId} subscriptionId={subscriptionId} filter={filter} />
        ))}
        {error === undefined && <Refused error={create.error} />}
        <TextArea
          label="New filter"
          isMono
          minRows={6}
          value={text}
          onChange={setText}
          error={error}
          description="JSON Schema of version 2020-12, checked before it is sent. The platform checks it as well, and it is PENDING until then; an enabled one works on meanwhile."
        />
      </div>
    </Dialog>
  )
}
