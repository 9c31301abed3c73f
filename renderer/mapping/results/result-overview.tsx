/** All four lists of a result, problems first, each with its first rows. Empty lists come last. */
import type { ReactNode } from 'react'
import type { InvalidRow, PreviewRow, TaskPage, UnmatchedRow } from '../../../shared/mapping/contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { locationHref } from '../../location.ts'
import { Picture } from '../../parts/picture.tsx'
import { QueryView, type ViewedQuery } from '../../ui/feedback/query-view.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from '../mapping.module.css'
import { listSkeleton, ProductErrors, ProductName } from './list-parts.tsx'

const MAX_ROWS = 5

type SectionProps<Item> = {
  readonly taskRef: number
  readonly tab: string
  readonly heading: string
  readonly emptyText: string
  readonly query: ViewedQuery<{ readonly rows: readonly Item[]; readonly total: number }>
  readonly renderRow: (row: Item) => ReactNode
}

const Section = <Item extends { readonly index: number }>(props: SectionProps<Item>) => {
  const { taskRef, tab, heading, emptyText, query, renderRow } = props
  const total = query.data?.total ?? 0
  const linkText = total > MAX_ROWS ? `Show all ${formatNumber(total)}` : 'Open list'
  return (
    <section aria-label={heading}>
      <Row align="baseline" className={styles.sectionHead} gap={4} justify="between">
        <Text as="h3" strong>
          {heading}{' '}
          {query.data !== undefined && (
            <Text tabular tone="faint">
              {formatNumber(total)}
            </Text>
          )}
        </Text>
        {query.data !== undefined && total === 0 && (
          <Row grow>
            <Text tone="faint">{emptyText}</Text>
          </Row>
        )}
        {total > 0 && (
          <a
            aria-label={`${linkText}: ${heading.toLowerCase()}`}
            href={locationHref({ screen: 'mapping', path: [String(taskRef), tab] })}
          >
            {linkText}
          </a>
        )}
      </Row>
      <QueryView query={query} label={`${heading} products`} skeleton={listSkeleton}>
        {({ rows }) =>
          total > 0 && (
            <ul className={styles.list}>
              {rows.map((row) => (
                <li className={styles.entry} key={row.index}>
                  {renderRow(row)}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}

export const ResultOverview = ({ task }: { readonly task: TaskPage }) => {
  const { The } = usePlatformName()
  const { taskRef } = task
  const input = { taskRef, limit: MAX_ROWS }
  const invalid = useApiQuery('mapping', 'invalidProducts', input)
  const unmapped = useApiQuery('mapping', 'unmappedProducts', input)
  const unprocessed = useApiQuery('mapping', 'unprocessedProducts', input)
  const previews = useApiQuery('mapping', 'previews', input)
  const renderInvalid = ({ externalProductId, sent, errors }: InvalidRow) => (
    <>
      <ProductName id={externalProductId} title={sent?.title} />
      <ProductErrors errors={errors} />
    </>
  )
  const renderUnmatched = ({ externalProductId, title }: UnmatchedRow) => (
    <ProductName id={externalProductId} title={title} />
  )
  const renderPreview = ({ index, title, sku, pictureUrl }: PreviewRow) => (
    <Row gap={3}>
      <Picture url={pictureUrl} />
      <a href={locationHref({ screen: 'mapping', path: [String(taskRef), 'previews', String(index + 1)] })}>
        {title || 'Untitled'}
      </a>
      <Text mono tone="faint">
        {sku}
      </Text>
    </Row>
  )
  const section = <Item extends { readonly index: number }>(props: Omit<SectionProps<Item>, 'taskRef'>) => ({
    isEmpty: props.query.data?.total === 0,
    element: <Section key={props.tab} taskRef={taskRef} {...props} />,
  })
  const sections = [
    section({
      tab: 'invalid',
      heading: 'Invalid',
      emptyText: 'All products had valid data.',
      query: invalid,
      renderRow: renderInvalid,
    }),
    section({
      tab: 'unmapped',
      heading: 'Unmapped',
      emptyText: 'Every valid product has a match.',
      query: unmapped,
      renderRow: renderUnmatched,
    }),
    section({
      tab: 'unprocessed',
      heading: 'Unprocessed',
      emptyText: `${The} processed every product.`,
      query: unprocessed,
      renderRow: renderUnmatched,
    }),
    section({
      tab: 'previews',
      heading: 'Suggestions',
      emptyText: 'None of the products were mapped.',
      query: previews,
      renderRow: renderPreview,
    }),
  ]
  return (
    <Stack gap={2}>
      {sections.toSorted((a, b) => Number(a.isEmpty) - Number(b.isEmpty)).map(({ element }) => element)}
    </Stack>
  )
}
