/** Publishes a notification with any data to the subscriptions of a topic. */
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { CodeField } from '../ui/code/code-field.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus } from './action-status.tsx'
import { sentMessage } from './sent-message.ts'
import { useRememberedForm } from './use-remembered-form.ts'

/** `typed`: null shows the topic's sample. */
type TopicForm = { readonly topicId: string; readonly typed: string | null }
const initial: TopicForm = { topicId: 'NEW_MESSAGE', typed: null }

export const TopicPanel = () => {
  const topics = useApiQuery('practice', 'topics', {})
  const publish = useApiMutation('practice', 'publishTopic')
  const [{ topicId, typed }, changeForm] = useRememberedForm('topic', initial)

  const known = topics.data?.topics ?? []
  const topic = known.find((candidate) => candidate.topicId === topicId)
  const data = typed ?? topic?.sample ?? ''
  const dataError =
    publish.error?.detail.kind === 'validation'
      ? publish.error.detail.issues.find(({ path }) => path === 'input.data')?.message
      : undefined

  const change = (form: Partial<TopicForm>): void => {
    changeForm(form)
    publish.reset()
  }
  const submit = (): void => {
    if (topic !== undefined) publish.mutate({ topicId, data })
  }

  return (
    <Panel
      description="Sends a notification to the enabled subscriptions of a topic whose filters match."
      isRaised
      title="Publish to a topic"
    >
      <Stack gap={3}>
        <ComboBox
          description={topic?.description}
          error={topics.error?.detail}
          label="Topic"
          onChange={(id) => change({ topicId: id ?? '', typed: null })}
          options={known.map((candidate) => ({
            id: candidate.topicId,
            label: candidate.topicId,
            description: candidate.filterable ? 'Can be filtered' : 'Can’t be filtered',
          }))}
          value={topicId}
        />
        <CodeField
          description={typed === null ? 'A sample. Edit it as you like.' : undefined}
          error={dataError}
          label="Data"
          language="json"
          maxRows={12}
          minRows={5}
          onChange={(text) => change({ typed: text })}
          onSubmit={submit}
          value={data}
        />
        <Row gap={3} wrap>
          <CommandButton
            command="practice.publish"
            disabledReason={topic === undefined ? 'Choose a topic first.' : undefined}
            isPending={publish.isPending}
            onPress={submit}
            variant="primary"
          />
          {typed !== null && (
            <CommandButton command="practice.restoreSample" onPress={() => change({ typed: null })} variant="quiet" />
          )}
          <ActionStatus error={dataError === undefined ? publish.error : null}>
            {publish.isSuccess
              ? sentMessage(
                  publish.data.notifications,
                  `Not sent: ${topicId} has no enabled subscription whose filter matches.`,
                )
              : ''}
          </ActionStatus>
        </Row>
      </Stack>
    </Panel>
  )
}
