/** A filter tried on captured events: which would pass, and of one of them every reason why it does not, in place. */
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import type { FilterResult, MessagePart } from '../../shared/notifications/filter-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { locationHref } from '../api/location.ts'
import { useNow } from '../api/use-now.ts'
import { CodeField } from '../ui/code-field.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState, ErrorState, LoadingState } from '../ui/states.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'
import styles from './filter.module.css'

export type Trial = Awaited<ReturnType<StallhandClient['notifications']['testFilter']>>

const ROW_PX = 44

const Row = ({ event, nowMs }: { readonly event: FilterResult; readonly nowMs: number }) => {
  const { passes, failure, failures, name, receivedAtMs } = event
  return (
    <div className={styles.row} data-tone={passes ? 'good' : 'danger'}>
      {passes ? (
        <CircleCheck aria-label="Would pass" className={styles.verdict} role="img" size={16} />
      ) : (
        <CircleX aria-label="Would not pass" className={styles.verdict} role="img" size={16} />
      )}
      <span className={styles.rowName}>{name}</span>
      <span className={styles.rowTime}>
        <RelativeTime at={receivedAtMs} now={nowMs} />
      </span>
      <span className={styles.rowWhy}>
        {failure === null ? 'Every keyword is satisfied.' : failure}
        {failures > 1 && ` And ${formatCount(failures - 1, 'more reason')}.`}
      </span>
    </div>
  )
}

const One = ({
  event,
  filterSchema,
  heldAgainst,
  onStartFrom,
}: {
  readonly event: FilterResult
  readonly filterSchema: string
  readonly heldAgainst: MessagePart
  readonly onStartFrom: (text: string) => void
}) => {
  const input = { eventId: event.eventId, filterSchema, part: heldAgainst }
  const { data, error } = useApiQuery('notifications', 'testFilterOnEvent', input, { keepPrevious: true })
  if (error !== null) {
    return <ErrorState what="This event could not be tried" why={error.message} whatToDo="Choose another one." />
  }
  if (data === undefined) return <LoadingState label="Trying the filter on this event" shape="lines" />
  return (
    <div className={styles.one}>
      <CodeField
        description={
          data.passes
            ? 'It would be delivered.'
            : 'It would not be delivered. What stands against it is marked in the event.'
        }
        isReadOnly
        label={`Event ${event.notificationId ?? event.eventId}`}
        language="json"
        marks={data.marks}
        maxRows={16}
        minRows={3}
        value={data.text}
      />
      <p className={styles.soft}>
        <a href={locationHref({ screen: 'notifications', path: [String(event.eventId)] })}>See it in the log</a>
        {' · '}
        <button className={styles.link} onClick={() => onStartFrom(data.text)} type="button">
          Begin a filter from its fields
        </button>
      </p>
    </div>
  )
}

const partWords: Readonly<Record<MessagePart, string>> = {
  data: 'no notification.data',
  notification: 'no notification',
  message: 'no JSON',
}

/**
 * `trial` is undefined while the first is under way; `filterSchema` is the text that it was made with.
 */
export const FilterTrial = ({
  topicId,
  trial,
  filterSchema,
  heldAgainst,
  onStartFrom,
}: {
  readonly topicId: string | null
  readonly trial: Trial | undefined
  readonly filterSchema: string
  readonly heldAgainst: MessagePart
  readonly onStartFrom: (text: string) => void
}) => {
  const nowMs = useNow()
  const [chosen, setChosen] = useState<string | null>(null)
  if (trial === undefined) return <LoadingState label="Trying the filter" shape="rows" />
  const { events, isUsable, isComplete: isAll, skipped: without } = trial
  const passing = events.filter(({ passes }) => passes).length
  // The first that does not pass has most to tell.
  const shown =
    events.find(({ eventId }) => String(eventId) === chosen) ?? events.find(({ passes }) => !passes) ?? events[0]
  const summary = !isUsable
    ? 'Not tried while a fault stands in the filter'
    : events.length === 0
      ? 'Nothing to try it on'
      : `${formatNumber(passing)} of ${formatCount(events.length, 'captured event')} would pass${isAll ? '' : ', of the newest'}`

  return (
    <Panel
      description={
        <span role="status">
          {summary}
          {without > 0 && `; ${formatCount(without, 'message')} with ${partWords[heldAgainst]} left out`}
        </span>
      }
      title="On captured events"
    >
      {isUsable && events.length === 0 && (
        <EmptyState
          heading={topicId === null ? 'Nothing of the REST service was captured yet' : `No ${topicId} was captured yet`}
          text="Test the subscription, or let one arrive: the filter is then tried on it here. Until then nothing can be said about the fields that the topic has."
        />
      )}
      {events.length > 0 && (
        <>
          <div className={styles.events}>
            <VirtualList
              getKey={({ eventId }) => String(eventId)}
              items={events}
              label="Captured events"
              onSelect={setChosen}
              renderRow={(event) => <Row event={event} nowMs={nowMs} />}
              rowHeight={ROW_PX}
              selectedKey={shown === undefined ? null : String(shown.eventId)}
            />
          </div>
          {shown !== undefined && (
            <One event={shown} filterSchema={filterSchema} heldAgainst={heldAgainst} onStartFrom={onStartFrom} />
          )}
        </>
      )}
    </Panel>
  )
}
