/** A notification of the REST service, with data of one's own, to whoever has subscribed to its topic. */
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { ComboBox } from '../ui/combo-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { type HowTold, problemOf, tellingOf, toldPlainly } from './how-told.ts'
import { HowToldFields } from './how-told.tsx'
import { outcomeWords } from './outcome-words.ts'
import styles from './practice.module.css'
import { Said } from './said.tsx'
import { useRemembered } from './use-remembered.ts'

export function TopicPanel({ onDone }: { readonly onDone: () => void }) {
  const topics = useApiQuery('practice', 'topics', {})
  const publish = useApiMutation('practice', 'publishTopic')
  const [topicId, setTopicId] = useRemembered<string>('topic.id', 'NEW_MESSAGE')
  // Null is the topic's own sample, until something is typed.
  const [typed, setTyped] = useRemembered<string | null>('topic.data', null)
  const [how, setHow] = useRemembered<HowTold>('topic.how', toldPlainly)
  const [said, setSaid] = useState('')

  const known = topics.data?.topics ?? []
  const topic = known.find((each) => each.topicId === topicId)
  const data = typed ?? topic?.sample ?? ''
  const issue =
    publish.error?.detail.kind === 'validation'
      ? publish.error.detail.issues.find(({ path }) => path === 'input.data')?.message
      : undefined
  const problem = problemOf(how) ?? (topic === undefined ? 'Choose a topic' : undefined)

  const send = (): void => {
    if (problem !== undefined) return
    setSaid('')
    publish.mutate(
      { topicId, data, ...tellingOf(how) },
      {
        onSuccess: ({ notifications }) => {
          setSaid(
            outcomeWords(
              notifications,
              `Nobody hears it: there is no enabled subscription to ${topicId}, or its filter lets it not pass.`,
            ),
          )
          onDone()
        },
      },
    )
  }

  return (
    <Panel
      description="To the enabled subscriptions of a topic, as far as their filters let it pass."
      isRaised
      title="Publish to a topic"
    >
      <div className={styles.form}>
        <ComboBox
          description={topic?.description}
          error={topics.isError ? topics.error.message : undefined}
          label="Topic"
          onChange={(id) => {
            setTopicId(id ?? '')
            setTyped(null)
            publish.reset()
          }}
          options={known.map((each) => ({
            id: each.topicId,
            label: each.topicId,
            description: each.filterable ? 'Can be filtered' : 'Cannot be filtered',
          }))}
          value={topicId}
        />
        <CodeField
          description={typed === null ? 'A sample; write over it what you like.' : undefined}
          error={issue}
          label="Data"
          language="json"
          maxRows={12}
          minRows={5}
          onChange={(text) => {
            setTyped(text)
            if (publish.error !== null) publish.reset()
          }}
          onSubmit={send}
          value={data}
        />
        <HowToldFields how={how} onChange={setHow} />
        <div className={styles.acts}>
          <Button
            disabledReason={problem}
            isDisabled={problem !== undefined}
            isPending={publish.isPending}
            onPress={send}
            variant="primary"
          >
            Publish
          </Button>
          {typed !== null && (
            <Button onPress={() => setTyped(null)} variant="quiet">
              Back to the sample
            </Button>
          )}
          <Said error={issue === undefined ? publish.error : null}>{said}</Said>
        </div>
      </div>
    </Panel>
  )
}
