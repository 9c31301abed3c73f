/** Products without a match in the catalog (MAP-06), and products the platform did not process (MAP-07). */
import { useState } from 'react'
import type { TaskPage } from '../../../shared/mapping/contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { locationHref } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { NoneFound } from '../../ui/feedback/none-found.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from '../mapping.module.css'
import { ResendDialog } from '../start/resend-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { ListHeader, ListMessage, listSkeleton, ProductName, WHOLE_LIST } from './list-parts.tsx'

type ListProps = { readonly task: TaskPage }

const ItemSearch = ({ search, onSearch }: { readonly search: string; readonly onSearch: (text: string) => void }) => {
  const isSearching = search.trim() !== ''
  const { data, error, isPlaceholderData } = useApiQuery(
    'inventory',
    'items',
    { search: search.slice(0, 200), limit: 6 },
    { enabled: isSearching, keepPrevious: true },
  )
  const moreCount = data === undefined ? 0 : data.total - data.rows.length
  return (
    <Stack aria-label="Your items" as="section" pad={3}>
      <SearchField
        label="Search your items"
        placeholder="Search your items by SKU or title"
        value={search}
        onChange={onSearch}
      />
      {error !== null && <Text tone="faint">{error.message}</Text>}
      {isSearching && data !== undefined && (
        <Stack as="ul" gap={1}>
          {data.rows.length === 0 && (
            <li>
              <NoneFound isFormer={isPlaceholderData}>
                <Text tone="faint">{`No results for “${search}”`}</Text>
              </NoneFound>
            </li>
          )}
          {data.rows.map(({ sku, title }) => (
            <li key={sku}>
              <a href={locationHref({ screen: 'items', path: [sku] })}>{title ?? 'Not loaded yet'}</a>{' '}
              <Text mono tone="faint">
                {sku}
              </Text>
            </li>
          ))}
          {moreCount > 0 && (
            <Text as="li" tone="faint">{`${formatCount(moreCount, 'more item')}. Refine your search.`}</Text>
          )}
        </Stack>
      )}
    </Stack>
  )
}

export const UnmappedList = ({ task: { taskRef } }: ListProps) => {
  const query = useApiQuery('mapping', 'unmappedProducts', { taskRef, limit: WHOLE_LIST })
  const [search, setSearch] = useState('')
  return (
    <QueryView query={query} label="Unmapped products" skeleton={listSkeleton}>
      {({ rows }) =>
        rows.length === 0 ? (
          <ListMessage text="Every valid product has a match." />
        ) : (
          <>
            <ListHeader text="The catalog has no match for these products. List them by hand.">
              <ExportButton taskRef={taskRef} list="unmappedProducts" />
            </ListHeader>
            <ItemSearch search={search} onSearch={setSearch} />
            <ul className={styles.list}>
              {rows.map(({ index, externalProductId, title, sent }) => {
                const term = sent?.sku ?? title ?? externalProductId ?? ''
                return (
                  <li className={styles.entry} key={index}>
                    <Row gap={3}>
                      <ProductName id={externalProductId} title={title} />
                      <Button
                        aria-label={`Find in items: ${term}`}
                        size="s"
                        variant="quiet"
                        onPress={() => setSearch(term)}
                      >
                        Find in items
                      </Button>
                    </Row>
                  </li>
                )
              })}
            </ul>
          </>
        )
      }
    </QueryView>
  )
}

export const UnprocessedList = ({ task: { taskRef } }: ListProps) => {
  const { The } = usePlatformName()
  const query = useApiQuery('mapping', 'unprocessedProducts', { taskRef, limit: WHOLE_LIST })
  const [isOpen, setIsOpen] = useState(false)
  return (
    <QueryView query={query} label="Unprocessed products" skeleton={listSkeleton}>
      {({ rows }) => {
        if (rows.length === 0) return <ListMessage text={`${The} processed every product.`} />
        const products = rows.flatMap(({ sent }) => (sent === null ? [] : [sent]))
        const missing = rows.length - products.length
        return (
          <>
            <ListHeader text={`${The} didn’t process these products. Sending them again may succeed.`}>
              <ExportButton taskRef={taskRef} list="unprocessedProducts" />
              <CommandButton
                command="mapping.sendAgain"
                size="s"
                disabledReason={
                  products.length === 0
                    ? 'Stallhand didn’t send these products, so it doesn’t have their data'
                    : undefined
                }
                label={`Send ${formatCount(products.length || rows.length, 'product')} again`}
                onPress={() => setIsOpen(true)}
              />
            </ListHeader>
            {missing > 0 && products.length > 0 && (
              <ListMessage text={`${formatCount(missing, 'product')} can’t be identified by ID and won’t be sent.`} />
            )}
            <ul className={styles.list}>
              {rows.map(({ index, externalProductId, title }) => (
                <li className={styles.entry} key={index}>
                  <ProductName id={externalProductId} title={title} />
                </li>
              ))}
            </ul>
            <ResendDialog isOpen={isOpen} onClose={() => setIsOpen(false)} parentRef={taskRef} products={products} />
          </>
        )
      }}
    </QueryView>
  )
}
