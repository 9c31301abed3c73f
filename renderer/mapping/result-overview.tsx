/** All four lists of a result at once, problems first: the beginning of each, and the way to the rest. */
import type { ReactNode } from 'react'
import type { TaskPage } from '../../shared/mapping/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { locationHref } from '../api/location.ts'
import { formatNumber } from '../ui/locale-format.ts'
import styles from './lists.module.css'
import { PreviewPicture } from './preview-picture.tsx'
import { ListFace, ProductErrors, ProductName } from './problem-lists.tsx'
import { TaskTimeline } from './task-timeline.tsx'

const SHOWN = 5

type SectionProps = {
  readonly task: TaskPage
  readonly tab: 'invalid' | 'unmapped' | 'unprocessed' | 'previews'
  readonly heading: string
  readonly none: string
  readonly answer: {
    readonly data: { readonly total: number } | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly children: ReactNode
}

const Section = ({ task, tab, heading, none, answer, children }: SectionProps) => {
  const count = answer.data?.total
  const actText = count !== undefined && count > SHOWN ? `Show all ${formatNumber(count)}` : 'Work with these'
  return (
    <section aria-label={heading} className={styles.section}>
      <div className={styles.sectionHead}>
        <h3>
          {heading} <span className={styles.count}>{count !== undefined && formatNumber(count)}</span>
        </h3>
        {count !== undefined && count > 0 && (
          <a
            aria-label={`${actText}: ${heading.toLowerCase()}`}
            className={styles.more}
            href={locationHref({ screen: 'mapping', path: [String(task.taskRef), tab] })}
          >
            {actText}
          </a>
        )}
      </div>
      {count === undefined ? (
        <ListFace error={answer.error} retry={() => void answer.refetch()} />
      ) : count === 0 ? (
        <p className={styles.nothing}>{none}</p>
      ) : (
        <ul className={styles.list}>{children}</ul>
      )}
    </section>
  )
}

export const ResultOverview = ({ task }: { readonly task: TaskPage }) => {
  const input = { taskRef: task.taskRef, limit: SHOWN }
  const invalid = useApiQuery('mapping', 'invalidProducts', input)
  const unmapped = useApiQuery('mapping', 'unmappedProducts', input)
  const unprocessed = useApiQuery('mapping', 'unprocessedProducts', input)
  const previews = useApiQuery('mapping', 'previews', input)
  return (
    <div className={styles.overview}>
      <TaskTimeline task={task} />
      <Section task={task} tab="invalid" heading="Invalid" none="The data of every product was good." answer={invalid}>
        {invalid.data?.rows.map(({ index, externalProductId, sent, errors }) => (
          <li className={styles.entry} key={index}>
            <ProductName id={externalProductId} title={sent?.title ?? null} />
            <ProductErrors errors={errors} />
          </li>
        ))}
      </Section>
      <Section
        task={task}
        tab="unmapped"
        heading="Unmapped"
        none="A match was found for every valid product."
        answer={unmapped}
      >
        {unmapped.data?.rows.map(({ index, externalProductId, title }) => (
          <li className={styles.entry} key={index}>
            <ProductName id={externalProductId} title={title} />
          </li>
        ))}
      </Section>
      <Section
        task={task}
        tab="unprocessed"
        heading="Unprocessed"
        none="The platform got to every product."
        answer={unprocessed}
      >
        {unprocessed.data?.rows.map(({ index, externalProductId, title }) => (
          <li className={styles.entry} key={index}>
            <ProductName id={externalProductId} title={title} />
          </li>
        ))}
      </Section>
      <Section
        task={task}
        tab="previews"
        heading="Previews"
        none="The platform mapped none of the products."
        answer={previews}
      >
        {previews.data?.rows.map(({ index, title, sku, pictureUrl }) => (
          <li className={styles.previewEntry} key={index}>
            <PreviewPicture url={pictureUrl ?? undefined} size="row" />
            <a href={locationHref({ screen: 'mapping', path: [String(task.taskRef), 'previews', String(index + 1)] })}>
              {title || 'Without a title'}
            </a>
            {sku !== null && <code className={styles.code}>{sku}</code>}
          </li>
        ))}
      </Section>
    </div>
  )
}
