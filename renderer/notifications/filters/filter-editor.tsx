/**
 * The filter editor of one subscription: choose conditions, test them on captured events, apply, and watch until the platform
 * decides. The JSON Schema is behind the conditions, and is all there is for a filter that conditions can't say.
 */
import { useState } from 'react'
import { type MessagePart, messagePartSchema } from '../../../shared/notifications/filter-contract.ts'
import type { Subscriptions, SubscriptionView } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { useAutosave } from '../../api/use-autosave.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CodeField } from '../../ui/code/code-field.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { fieldError } from '../field-error.ts'
import { backToSubscriptions, SubPage } from '../subscriptions/sub-page.tsx'
import { FieldConditions } from './field-conditions.tsx'
import { lacksValue, listFields, readConditions, toFilterSchema } from './field-filter.ts'
import styles from './filter-editor.module.css'
import { FilterResultsPanel } from './filter-results.tsx'
import { FilterStatus } from './filter-status.tsx'
import { schemaFromEvent } from './schema-from-event.ts'

const TEST_DELAY_MS = 250
const emptyFilter = '{\n  "type": "object",\n  "properties": {}\n}'

export const filterPath = (subscriptionId: string): readonly string[] => ['subscriptions', 'filter', subscriptionId]

const isSameJson = (one: string | null | undefined, other: string): boolean => {
  if (one == null) return false
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
  } catch {
    return one === other
  }
}

const partOptions: readonly { readonly id: MessagePart; readonly label: string }[] = [
  { id: 'data', label: 'The notification’s data' },
  { id: 'notification', label: 'The whole notification' },
  { id: 'message', label: 'The whole message' },
]

type EditorProps = {
  readonly subscription: SubscriptionView
  readonly data: Subscriptions
  readonly draft: string | null
}

const Editor = ({ subscription, data, draft }: EditorProps) => {
  const { the, The } = usePlatformName()
  const { subscriptionId, topicId, filters } = subscription
  const enabled = filters.find(({ filterStatus }) => filterStatus === 'ENABLED')
  const pending = filters.find(({ filterStatus }) => filterStatus === 'PENDING')
  const saveDraft = useApiMutation('notifications', 'saveFilterDraft')
  const autosave = useAutosave<string | null>(
    `filter ${subscriptionId}`,
    (typed) => saveDraft.mutateAsync({ subscriptionId, text: typed }),
    { what: 'The filter' },
  )
  const [text, setText] = useState(
    autosave.pending()?.value ?? draft ?? pending?.filterSchema ?? enabled?.filterSchema ?? emptyFilter,
  )
  const [storedPart, setPart] = useViewState('notifications.messagePart', 'data')
  const tested = useDebounced(text, TEST_DELAY_MS)
  const create = useApiMutation('notifications', 'createSubscriptionFilter')

  const part = messagePartSchema.catch('data').parse(storedPart)
  const results = useApiQuery(
    'notifications',
    'testFilter',
    { filterSchema: tested, part, name: topicId },
    { keepPrevious: true },
  )
  // Marks from an earlier text would be at the wrong places.
  const current = tested === text && !results.isPlaceholderData ? results.data : undefined

  const topic = data.topics.entries.find((each) => each.topicId === topicId)
  const conditions = readConditions(text)
  const isIncomplete = conditions?.some(lacksValue) === true
  const findObstacle = (): string | undefined => {
    if (topic?.filterable === false) return 'This topic can’t be filtered'
    if (isIncomplete) return 'Enter the missing number first'
    if (current?.isUsable === false) return 'Correct what is marked first'
    if (isSameJson(pending?.filterSchema, text)) return `${The} is checking this filter`
    return pending === undefined && isSameJson(enabled?.filterSchema, text)
      ? 'This filter is already applied'
      : undefined
  }
  const obstacle = findObstacle()
  const newest = results.data?.events[0]?.eventId
  const captured = useApiQuery(
    'notifications',
    'testFilterOnEvent',
    { eventId: newest ?? 0, filterSchema: emptyFilter, part },
    { enabled: newest !== undefined },
  )
  const [isSchemaShown, setSchemaShown] = useState(false)
  const blocksAll =
    !isIncomplete &&
    current?.isUsable === true &&
    current.events.length > 0 &&
    !current.events.some(({ passes }) => passes)
  const error = fieldError(create.error, 'input.filterSchema')

  const write = (next: string): void => {
    setText(next)
    autosave.change(next)
    create.reset()
  }
  const send = (): void => {
    if (obstacle !== undefined) return
    create.mutate({ subscriptionId, filterSchema: text }, { onSuccess: () => autosave.change(null) })
  }

  return (
    <div className={styles.editor}>
      <Stack gap={3}>
        <Panel
          actions={
            <CommandButton
              command="notifications.applyFilter"
              disabledReason={obstacle}
              isPending={create.isPending}
              sends
              onPress={send}
              size="s"
              variant="primary"
            />
          }
          title="Filter"
        >
          <Stack gap={3}>
            {conditions !== undefined && part === 'data' && (
              <FieldConditions
                conditions={conditions}
                fields={listFields(captured.data?.text ?? '')}
                onChange={(next) => write(toFilterSchema(next))}
              />
            )}
            <details
              className={styles.schema}
              onToggle={(event) => setSchemaShown(event.currentTarget.open)}
              open={conditions === undefined || isSchemaShown || error !== undefined}
            >
              <summary>JSON Schema</summary>
              <CodeField
                description="Version 2020-12"
                error={error}
                label="Filter"
                language="json"
                marks={current?.marks ?? []}
                maxRows={26}
                minRows={12}
                onChange={write}
                onSubmit={send}
                value={text}
              />
            </details>
            {error === undefined && <MutationError of={create} />}
            {blocksAll && (
              <Banner title="This filter blocks everything." tone="caution">
                No captured event passes it.
              </Banner>
            )}
            {pending !== undefined && (
              <Text as="p" tone="soft">
                A filter is still being checked and would be replaced.{' '}
                {enabled === undefined ? 'Nothing is filtered until then.' : 'The enabled one works until then.'}
              </Text>
            )}
          </Stack>
        </Panel>
        <Panel title={`On ${the}`}>
          <FilterStatus onEdit={write} subscription={subscription} />
        </Panel>
      </Stack>
      <Stack gap={3}>
        <Select
          description={`${The} filters on the data, as far as is publicly known.`}
          label="Test against"
          onChange={setPart}
          options={partOptions}
          value={part}
        />
        <QueryView label="Test results" query={results} skeleton={{ shape: 'rows' }}>
          {(shown) => (
            <FilterResultsPanel
              filterSchema={tested}
              onStartFrom={(event) => write(schemaFromEvent(event))}
              part={part}
              results={shown}
              topicId={topicId}
            />
          )}
        </QueryView>
      </Stack>
    </div>
  )
}

/** The page of the editor. */
export const FilterEditor = ({ subscriptionId }: { readonly subscriptionId: string }) => {
  const { The } = usePlatformName()
  const subscriptions = useApiQuery('notifications', 'subscriptions', {})
  const draft = useApiQuery('notifications', 'filterDraft', { subscriptionId })
  const subscription = subscriptions.data?.subscriptions.entries.find((each) => each.subscriptionId === subscriptionId)
  return (
    <SubPage isWide title={`Filter for ${subscription?.topicId ?? subscriptionId}`}>
      <QueryView label="The filter" query={subscriptions} skeleton={{ shape: 'lines' }}>
        {(data) =>
          subscription === undefined ? (
            <ErrorState
              onRetry={backToSubscriptions}
              retryLabel="Back to subscriptions"
              what="Subscription not found"
              whatToDo="Refresh the subscriptions."
              why={data.subscriptions.problem ?? `${The} no longer lists it.`}
            />
          ) : (
            <QueryView label="The draft" query={draft} skeleton={{ shape: 'lines' }}>
              {({ text }) => <Editor data={data} draft={text} subscription={subscription} />}
            </QueryView>
          )
        }
      </QueryView>
    </SubPage>
  )
}
