/** The help's list of topics, with the rules of the open connection's platform, filtered during typing, beside the chosen one. */
import { useEffect, useRef, useState } from 'react'
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { usePlatform, usePlatformName } from '../api/use-connection.ts'
import { runCommand } from '../commands/registry.ts'
import { type GuideId, helpByPlatform, type Topic } from '../help/topics.ts'
import { type AppLocation, navigate } from '../location.ts'
import { Button } from '../ui/buttons/button.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import styles from './help.module.css'

type HelpLink = { readonly label: string; readonly location: AppLocation }

const guideLinks: Readonly<Partial<Record<GuideId, HelpLink>>> = {
  start: { label: 'Go to the practice shop', location: { screen: 'practice', path: [] } },
  connect: { label: 'Add a connection', location: { screen: 'settings', path: ['new'] } },
  offline: { label: 'Open the outbox', location: { screen: 'outbox', path: [] } },
  production: {
    label: 'Turn on read-only mode',
    location: { screen: 'settings', path: ['section', 'open-connection'] },
  },
  secrets: {
    label: 'Show where secrets are kept',
    location: { screen: 'settings', path: ['section', 'secrets'] },
  },
  data: { label: 'Open storage', location: { screen: 'settings', path: ['section', 'storage'] } },
}

export type HelpBodyProps = {
  /** The topic to open; empty for the first. */
  readonly first: string
  readonly onClose: () => void
  /** Shows the first steps again; undefined if there are none. */
  readonly onFirstSteps: (() => void) | undefined
}

export const HelpBody = ({ first, onClose, onFirstSteps }: HelpBodyProps) => {
  const { the } = usePlatformName()
  const { findTopic, searchTopics } = helpByPlatform[usePlatform().id]
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string>(findTopic(first)?.id ?? 'start')
  const isSearching = search.trim() !== ''
  // Guides in a seller's words; a rule is found by a search, and behind the Why? of what it is about.
  const found = searchTopics(search).filter(({ isRule }) => isSearching || !isRule)
  const groups = [...Map.groupBy(found, ({ group }) => group)].map(([id, topics]) => ({ id, topics }))
  // The chosen topic stays while it matches the search; otherwise the best match is shown.
  const topic = found.find(({ id }) => id === chosen) ?? (isSearching ? found[0] : findTopic(chosen))
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' }), [])

  return (
    <div className={styles.help}>
      <Stack className={styles.side}>
        <SearchField autoFocus label="Search the help" onChange={setSearch} value={search} />
        <ListBox
          aria-label="Topics"
          className={styles.topics ?? ''}
          disallowEmptySelection
          items={groups}
          onSelectionChange={(keys) => {
            const [key] = keys
            if (key !== undefined) setChosen(String(key))
          }}
          ref={list}
          renderEmptyState={() => (
            <Text as="p" className={styles.empty} tone="soft">
              No results for “{search}”
            </Text>
          )}
          selectedKeys={topic === undefined ? [] : [topic.id]}
          selectionBehavior="replace"
          selectionMode="single"
        >
          {(group) => (
            <ListBoxSection className={styles.group ?? ''} id={group.id}>
              <Header className={styles.groupName ?? ''}>{group.id}</Header>
              <Collection items={group.topics}>
                {({ id, title }) => (
                  <ListBoxItem className={styles.topic ?? ''} id={id} textValue={title}>
                    <span>{title}</span>
                  </ListBoxItem>
                )}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Stack>
      <article aria-live="polite" className={styles.article}>
        {topic === undefined ? (
          <p>{`Try another word, such as the name of a field or an error number of ${the}.`}</p>
        ) : (
          <Article onClose={onClose} onFirstSteps={onFirstSteps} topic={topic} />
        )}
      </article>
    </div>
  )
}

const Article = ({ topic, onClose, onFirstSteps }: Omit<HelpBodyProps, 'first'> & { readonly topic: Topic }) => {
  const { name } = usePlatform()
  const link = topic.isRule ? undefined : guideLinks[topic.id as GuideId]
  const closeAnd = (run: () => void) => (): void => {
    onClose()
    run()
  }
  const errors = topic.errorIds ?? []
  return (
    <Stack align="start" gap={3}>
      <Stack gap={0}>
        <Text as="h3" size="page">
          {topic.title}
        </Text>
        <Text size="meta" tone="soft">
          {topic.group}
        </Text>
      </Stack>
      <p>{topic.text}</p>
      {topic.more !== undefined && <p>{topic.more}</p>}
      {topic.whatToDo !== undefined && (
        <Stack className={styles.todo} gap={1} pad={3}>
          <Text as="h4" size="meta" tone="soft">
            What you can do
          </Text>
          <p>{topic.whatToDo}</p>
        </Stack>
      )}
      {topic.isRule && (
        <details>
          <summary>Why?</summary>
          <Text as="p" size="meta" tone="soft">
            {`Stallhand follows the rule ${topic.id} of ${name.the}.${errors.length === 0 ? '' : ` Error numbers: ${errors.join(', ')}.`}`}
          </Text>
        </details>
      )}
      <Row wrap>
        {topic.id === 'start' && onFirstSteps !== undefined && (
          <Button onPress={closeAnd(onFirstSteps)} variant="primary">
            Show first steps
          </Button>
        )}
        {link !== undefined && <Button onPress={closeAnd(() => navigate(link.location))}>{link.label}</Button>}
        {topic.id === 'keyboard' && (
          <Button onPress={closeAnd(() => runCommand('app.keys'))}>Show keyboard shortcuts</Button>
        )}
      </Row>
    </Stack>
  )
}
