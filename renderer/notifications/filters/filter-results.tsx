/** Which captured events pass the typed filter, and why one doesn't, marked in its text. */
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { FilterResult, MessagePart } from '../../../shared/notifications/filter-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { locationHref } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeField } from '../../ui/code/code-field.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { VirtualList } from '../../ui/lists/virtual-list.tsx'
import styles from './filter-editor.module.css'

type FilterResults = Awaited<ReturnType<StallhandClient['notifications']['testFilter']>>

const ROW_PX = 44

const missingPartTexts: Readonly<Record<MessagePart, string>> = {
  data: 'no notification.data',
  notification: 'no notification',
  message: 'no JSON',
}

const ResultRow = ({ result }: { readonly result: FilterResult }) => {
  const { passes, failure, failures, name, receivedAtMs } = result
  const Icon = passes ? CircleCheck : CircleX
  return (
    <div className={styles.row} data-tone={passes ? 'good' : 'danger'}>
      <Icon aria-label={passes ? 'Passes' : 'Doesn’t pass'} className={styles.verdict} role="img" size={16} />
      <Text truncate>{name}</Text>
      <Text size="meta" tone="faint">
        <RelativeTime at={receivedAtMs} />
      </Text>
      <Text className={styles.reason} size="meta" tone="soft" truncate>
        {failure ?? 'Every keyword matches.'}
        {failures > 1 && ` And ${formatCount(failures - 1, 'more reason')}.`}
      </Text>
    </div>
  )
}

type ResultDetailProps = {
  readonly result: FilterResult
  readonly filterSchema: string
  readonly part: MessagePart
  readonly onStartFrom: (text: string) => void
}

const ResultDetail = ({ result, filterSchema, part, onStartFrom }: ResultDetailProps) => {
  const input = { eventId: result.eventId, filterSchema, part }
  const detail = useApiQuery('notifications', 'testFilterOnEvent', input, { keepPrevious: true })
  return (
    <QueryView label="This notification" query={detail} skeleton={{ shape: 'lines' }}>
      {({ marks, passes, text }) => (
        <Stack>
          <CodeField
            description={passes ? 'It would be delivered.' : 'It wouldn’t be delivered. The reasons are marked.'}
            isReadOnly
            label={`Notification ${result.notificationId ?? result.eventId}`}
            language="json"
            marks={marks}
            maxRows={16}
            minRows={3}
            value={text}
          />
          <Row>
            <a href={locationHref({ screen: 'notifications', path: [String(result.eventId)] })}>Show in log</a>
            <Button onPress={() => onStartFrom(text)} size="s" variant="quiet">
              Start a filter from its fields
            </Button>
          </Row>
        </Stack>
      )}
    </QueryView>
  )
}

/** `filterSchema`: the text the results are for. */
export const FilterResultsPanel = ({
  topicId,
  results: { events, isUsable, isComplete, skipped },
  filterSchema,
  part,
  onStartFrom,
}: {
  readonly topicId: string | null
  readonly results: FilterResults
  readonly filterSchema: string
  readonly part: MessagePart
  readonly onStartFrom: (text: string) => void
}) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const passing = events.filter(({ passes }) => passes).length
  const shown =
    events.find(({ eventId }) => String(eventId) === chosen) ?? events.find(({ passes }) => !passes) ?? events[0]
  const summary = !isUsable
    ? 'Correct the filter to test it'
    : events.length === 0
      ? 'No notifications to test it on'
      : `${formatNumber(passing)} of ${formatCount(events.length, isComplete ? 'captured event' : 'newest event')} would pass`

  return (
    <Panel
      description={
        <span role="status">
          {summary}
          {skipped > 0 && `; skipped ${formatCount(skipped, 'message')} with ${missingPartTexts[part]}`}
        </span>
      }
      title="Captured events"
    >
      {isUsable && events.length === 0 && (
        <EmptyState
          heading={topicId === null ? 'No notifications captured yet' : `No ${topicId} captured yet`}
          text="Test the subscription or wait for a notification. The filter is then tested on it here, and its fields are known."
        />
      )}
      {shown !== undefined && (
        <Stack gap={3}>
          <div className={styles.events}>
            <VirtualList
              getKey={({ eventId }) => String(eventId)}
              items={events}
              label="Captured events"
              onSelect={setChosen}
              renderRow={(result) => <ResultRow result={result} />}
              rowHeight={ROW_PX}
              selectedKey={String(shown.eventId)}
            />
          </div>
          <ResultDetail filterSchema={filterSchema} onStartFrom={onStartFrom} part={part} result={shown} />
        </Stack>
      )}
    </Panel>
  )
}
