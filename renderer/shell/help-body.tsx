/** The pages of the help and the list of them, searched as one types. Works without a line. */
import { useEffect, useRef, useState } from 'react'
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { type GuideId, searchTopics, type Topic, topicOf } from '../../shared/help/topics.ts'
import { type AppLocation, navigate } from '../api/location.ts'
import { Button } from '../ui/button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import styles from './help.module.css'

type Way = { readonly label: string; readonly place: AppLocation }

const waysOf: Readonly<Partial<Record<GuideId, Way>>> = {
  start: { label: 'Go to the practice shop', place: { screen: 'practice', path: [] } },
  connect: { label: 'Add a connection', place: { screen: 'settings', path: ['new'] } },
  offline: { label: 'Open the outbox', place: { screen: 'outbox', path: [] } },
  production: { label: 'Lock to reading', place: { screen: 'settings', path: ['section', 'open-connection'] } },
  secrets: { label: 'Where are my secrets', place: { screen: 'settings', path: ['section', 'where-secrets'] } },
  data: { label: 'Open the storage', place: { screen: 'settings', path: ['section', 'storage'] } },
}

export type HelpBodyProps = {
  /** The topic to begin with; empty for the first. */
  readonly first: string
  readonly onClose: () => void
  readonly onKeys: () => void
  /** Puts the first steps back on the screen; undefined where there are none to bring back. */
  readonly onFirstSteps: (() => void) | undefined
}

const groupsOf = (found: readonly Topic[]): readonly { readonly id: string; readonly topics: readonly Topic[] }[] => {
  const groups = new Map<string, Topic[]>()
  for (const topic of found) groups.set(topic.group, [...(groups.get(topic.group) ?? []), topic])
  return [...groups].map(([id, topics]) => ({ id, topics }))
}

export function HelpBody({ first, onClose, onKeys, onFirstSteps }: HelpBodyProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(topicOf(first)?.id ?? 'start')
  const found = searchTopics(search)
  // What was looked up stays in sight while the search still finds it; otherwise its best find is shown.
  const topic = found.find(({ id }) => id === chosen) ?? found[0]
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A rule far down the list is where the eye looks for it.
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <div className={styles.help}>
      <div className={styles.side}>
        <SearchField autoFocus label="Search the help" onChange={setSearch} value={search} />
        <ListBox
          aria-label="Topics"
          className={styles.topics ?? ''}
          disallowEmptySelection
          items={groupsOf(found)}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys]
            const next = key === undefined ? undefined : topicOf(String(key))
            if (next !== undefined) setChosen(next.id)
          }}
          ref={list}
          renderEmptyState={() => <p className={styles.empty}>Nothing in the help has these words.</p>}
          selectedKeys={topic === undefined ? [] : [topic.id]}
          selectionBehavior="replace"
          selectionMode="single"
        >
          {(group) => (
            <ListBoxSection className={styles.group ?? ''} id={group.id}>
              <Header className={styles.groupName ?? ''}>{group.id}</Header>
              <Collection items={group.topics}>
                {({ id, title, isRule }) => (
                  <ListBoxItem className={styles.topic ?? ''} id={id} textValue={title}>
                    <span className={styles.topicTitle}>{title}</span>
                    {isRule && <span className={styles.topicId}>{id}</span>}
                  </ListBoxItem>
                )}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </div>
      <article aria-live="polite" className={styles.article}>
        {topic === undefined ? (
          <p>Try another word: a field, a number that the platform gave, or a rule such as INV-02.</p>
        ) : (
          <Article onClose={onClose} onFirstSteps={onFirstSteps} onKeys={onKeys} topic={topic} />
        )}
      </article>
    </div>
  )
}

function Article({ topic, onClose, onKeys, onFirstSteps }: Omit<HelpBodyProps, 'first'> & { readonly topic: Topic }) {
  const way = topic.isRule ? undefined : waysOf[topic.id as GuideId]
  return (
    <>
      <h3 className={styles.title}>{topic.title}</h3>
      <p className={styles.about}>
        {topic.group}
        {topic.isRule && <span className="mono"> · {topic.id}</span>}
        {topic.errorIds !== undefined && <span className="mono"> · {topic.errorIds.join(', ')}</span>}
      </p>
      {topic.text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {topic.whatToDo !== undefined && (
        <div className={styles.todo}>
          <h4 className={styles.todoTitle}>What you can do</h4>
          <p>{topic.whatToDo}</p>
        </div>
      )}
      <div className={styles.ways}>
        {topic.id === 'start' && onFirstSteps !== undefined && (
          <Button
            onPress={() => {
              onClose()
              onFirstSteps()
            }}
            variant="primary"
          >
            Show the first steps
          </Button>
        )}
        {way !== undefined && (
          <Button
            onPress={() => {
              onClose()
              navigate(way.place)
            }}
          >
            {way.label}
          </Button>
        )}
        {topic.id === 'keyboard' && <Button onPress={onKeys}>Show the keys</Button>}
      </div>
    </>
  )
}
