/** The filter of one subscription: written, tried on what was captured, sent, and watched until the platform settled it. */
import { useEffect, useState } from 'react'
import { type MessagePart, messagePartSchema } from '../../shared/notifications/filter-contract.ts'
import type { Subscriptions, SubscriptionView } from '../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { useAutosave } from '../ui/use-autosave.ts'
import styles from './filter.module.css'
import { FilterStatus } from './filter-status.tsx'
import { FilterTrial } from './filter-trial.tsx'
import { issueOf, Refused } from './refused.tsx'
import { schemaFromEvent } from './schema-from-event.ts'
import { backToSubscriptions, SubPage } from './sub-page.tsx'

const TRY_AFTER_MS = 250
const emptyFilter = '{\n  "type": "object",\n  "properties": {}\n}'

export const filterPath = (subscriptionId: string): readonly string[] => ['subscriptions', 'filter', subscriptionId]

/** The text once typing has paused. */
const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TRY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

const isSameJson = (one: string, other: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
  } catch {
    return one === other
  }
}

const heldAgainstOptions: readonly { readonly id: MessagePart; readonly label: string }[] = [
  { id: 'data', label: "The notification's data" },
  { id: 'notification', label: 'The whole notification' },
  { id: 'message', label: 'The whole message' },
]

const Workbench = ({
  subscription,
  board,
  draft,
}: {
  readonly subscription: SubscriptionView
  readonly board: Subscriptions
  readonly draft: string | null
}) => {
  const connection = useConnection()
  const { subscriptionId, topicId, filters } = subscription
  const enabled = filters.find(({ filterStatus }) => filterStatus === 'ENABLED')
  const pending = filters.find(({ filterStatus }) => filterStatus === 'PENDING')
  const saveDraft = useApiMutation('notifications', 'saveFilterDraft')
  const keeper = useAutosave<string | null>(
    `filter ${subscriptionId}`,
    (typed) => saveDraft.mutateAsync({ subscriptionId, text: typed }),
    { what: 'The filter' },
  )
  const [text, setText] = useState(
    keeper.pending()?.value ?? draft ?? pending?.filterSchema ?? enabled?.filterSchema ?? emptyFilter,
  )
  const [heldAgainstKept, setHeldAgainst] = useViewState('notifications.messagePart', 'data')
  const [isEveryTopic, setEveryTopic] = useState(false)
  const tried = usePaused(text)
  const create = useApiMutation('notifications', 'createSubscriptionFilter')

  const heldAgainst = messagePartSchema.catch('data').parse(heldAgainstKept)
  const name = isEveryTopic ? null : topicId
  const trial = useApiQuery(
    'notifications',
    'testFilter',
    { filterSchema: tried, part: heldAgainst, name },
    { keepPrevious: true },
  )
  // Marks of another text stand at other places.
  const marks = tried === text && !trial.isPlaceholderData ? (trial.data?.marks ?? []) : []
  const isChecked = tried === text && trial.data !== undefined && !trial.isPlaceholderData

  const topic = board.topics.entries.find((each) => each.topicId === topicId)
  const cannotSend =
    topic?.filterable === false
      ? 'This topic cannot be filtered'
      : isChecked && trial.data?.isUsable === false
        ? 'Mend what is marked first'
        : pending?.filterSchema != null && isSameJson(pending.filterSchema, text)
          ? 'The platform checks this very filter'
          : enabled?.filterSchema != null && pending === undefined && isSameJson(enabled.filterSchema, text)
            ? 'This is the filter already'
            : undefined
  const passing = trial.data?.events.filter(({ passes }) => passes).length ?? 0
  const stopsAll = isChecked && trial.data?.isUsable === true && trial.data.events.length > 0 && passing === 0
  const error = issueOf(create.error, 'input.filterSchema')

  const write = (next: string): void => {
    setText(next)
    keeper.change(next)
    if (create.error !== null) create.reset()
  }
  const send = (): void => {
    if (cannotSend !== undefined) return
    create.mutate({ subscriptionId, filterSchema: text }, { onSuccess: () => keeper.change(null) })
  }

  return (
    <div className={styles.bench}>
      <div className={styles.column}>
        <Panel
          acts={
            <Button
              disabledReason={cannotSend}
              isDisabled={cannotSend !== undefined}
              isPending={create.isPending}
              kind={connection?.kind}
              onPress={send}
              size="s"
              variant="primary"
            >
              Make it the filter
            </Button>
          }
          description="JSON Schema of version 2020-12"
          title="Write"
        >
          <div className={styles.form}>
            <CodeField
              error={error}
              label="Filter"
              language="json"
              marks={marks}
              maxRows={26}
              minRows={12}
              onChange={write}
              onSubmit={send}
              value={text}
            />
            {error === undefined && <Refused error={create.error} />}
            {stopsAll && (
              <Banner tone="caution" title="Nothing would come.">
                Not one captured event passes this filter.
              </Banner>
            )}
            {pending !== undefined && (
              <p className={styles.soft}>
                A filter is PENDING. A new one takes its place;{' '}
                {enabled === undefined ? 'until then nothing is filtered' : 'the enabled one works on until then'}.
              </p>
            )}
          </div>
        </Panel>
        <Panel title="At the platform">
          <FilterStatus onEdit={write} subscription={subscription} />
        </Panel>
      </div>
      <div className={styles.column}>
        <div className={styles.pair}>
          <Select
            description="The documents do not say which; publicly it is the data."
            label="Held against"
            onChange={setHeldAgainst}
            options={heldAgainstOptions}
            value={heldAgainst}
          />
          <Select
            label="Events"
            onChange={(id) => setEveryTopic(id === 'all')}
            options={[
              { id: 'topic', label: topicId ?? 'This topic' },
              { id: 'all', label: 'Every topic' },
            ]}
            value={isEveryTopic ? 'all' : 'topic'}
          />
        </div>
        {trial.error !== null ? (
          <ErrorState
            onRetry={() => void trial.refetch()}
            what="The filter could not be tried"
            whatToDo="Try again."
            why={trial.error.message}
          />
        ) : (
          <FilterTrial
            filterSchema={tried}
            heldAgainst={heldAgainst}
            onStartFrom={(event) => write(schemaFromEvent(event))}
            topicId={name}
            trial={trial.data}
          />
        )}
      </div>
    </div>
  )
}

/** The page; what is typed comes back with it. */
export const FilterWorkbench = ({ subscriptionId }: { readonly subscriptionId: string }) => {
  const board = useApiQuery('notifications', 'subscriptions', {})
  const draft = useApiQuery('notifications', 'filterDraft', { subscriptionId })
  const subscription = board.data?.subscriptions.entries.find((each) => each.subscriptionId === subscriptionId)
  const failure = board.error ?? draft.error

  return (
    <SubPage isWide title={`Filter of ${subscription?.topicId ?? subscriptionId}`}>
      {failure !== null ? (
        <ErrorState
          onRetry={() => void Promise.all([board.refetch(), draft.refetch()])}
          what="The filter could not be read"
          whatToDo="Try again."
          why={failure.message}
        />
      ) : board.data === undefined || draft.data === undefined ? (
        <LoadingState label="Reading the filter" shape="lines" />
      ) : subscription === undefined ? (
        <ErrorState
          onRetry={backToSubscriptions}
          retryLabel="Back to the subscriptions"
          what="This subscription is not there"
          whatToDo="Read the subscriptions again."
          why={board.data.subscriptions.problem ?? 'The platform does not list it any more.'}
        />
      ) : (
        <Workbench board={board.data} draft={draft.data.text} key={subscriptionId} subscription={subscription} />
      )}
    </SubPage>
  )
}
