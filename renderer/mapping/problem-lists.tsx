/** The three problem lists, each wanting something else of the seller (document 1, section 2). */
import { useState } from 'react'
import type { InvalidRow, TaskPage } from '../../shared/mapping/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { locationHref } from '../api/location.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { SearchField } from '../ui/search-field.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { ExportMenu } from './export-menu.tsx'
import styles from './lists.module.css'
import { errorMeaning, errorText } from './mapping-labels.ts'
import { MendDialog } from './mend-dialog.tsx'
import { parseCorrection } from './product-form.ts'
import { SendAgain } from './send-again.tsx'

type ListProps = { readonly task: TaskPage }

/** A problem list is worked with as a whole; a task takes at most some hundred products (MAP-10). */
const WHOLE_LIST = 5_000

const Head = ({ text, children }: { readonly text: string; readonly children?: React.ReactNode }) => (
  <div className={styles.head}>
    <p>{text}</p>
    <div className={styles.acts}>{children}</div>
  </div>
)

export const None = ({ text }: { readonly text: string }) => <p className={styles.none}>{text}</p>

export const ProductName = ({ id, title }: { readonly id: string | null; readonly title: string | null }) => (
  <div className={styles.name}>
    <strong className={styles.title}>{title ?? id ?? 'A product without a name'}</strong>
    {id !== null && title !== null && <code className={styles.code}>{id}</code>}
  </div>
)

export const ProductErrors = ({ errors }: Pick<InvalidRow, 'errors'>) => (
  <ul className={styles.errors}>
    {errors.length === 0 && <li>The platform gave no reason.</li>}
    {errors.map((error, position) => {
      const meaning = errorMeaning(error.errorId)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order
        <li key={position}>
          {errorText(error)}
          {error.errorId !== null && <span className={styles.errorId}> (error {error.errorId})</span>}
          {meaning !== undefined && <span className={styles.meaning}>{meaning}</span>}
        </li>
      )
    })}
  </ul>
)

/** The first look at a list, and what stands in for it while it is read or cannot be. */
export const ListFace = ({ error, retry }: { readonly error: Error | null; readonly retry: () => void }) =>
  error === null ? (
    <LoadingState label="Loading the list" shape="rows" rowHeight={44} />
  ) : (
    <ErrorState
      what="The list could not be read"
      why={error.message}
      whatToDo="Try again. The result itself is safe on this machine."
      onRetry={retry}
    />
  )

export const InvalidList = ({ task }: ListProps) => {
  const { data, error, refetch } = useApiQuery('mapping', 'invalidProducts', {
    taskRef: task.taskRef,
    limit: WHOLE_LIST,
  })
  const [mendedIndex, setMendedIndex] = useState<number | undefined>(undefined)
  const [isSending, setIsSending] = useState(false)
  if (data === undefined) return <ListFace error={error} retry={() => void refetch()} />
  const { rows } = data
  if (rows.length === 0) return <None text="The data of every product was good." />
  const mendings = rows.map(({ sent, correction }) =>
    correction === null ? undefined : parseCorrection(sent, correction),
  )
  const products = mendings.flatMap((mending) => (mending?.kind === 'changed' ? [mending.product] : []))
  const open = rows.find(({ index }) => index === mendedIndex)
  return (
    <>
      <Head text="The data of these products is at fault. Sent again unchanged, they fail again: change the data first.">
        <ExportMenu taskRef={task.taskRef} list="invalidProducts" />
        <Button
          size="s"
          isDisabled={products.length === 0}
          disabledReason="Change at least one first: the same data fails again"
          onPress={() => setIsSending(true)}
        >
          {products.length === 0 ? 'Send again' : `Send ${formatCount(products.length, 'changed product')} again`}
        </Button>
      </Head>
      <ul className={styles.list}>
        {rows.map((row) => {
          const mending = mendings[row.index]
          return (
            <li className={styles.entry} key={row.index}>
              <div className={styles.entryHead}>
                <ProductName id={row.externalProductId} title={row.sent?.title ?? null} />
                {mending?.kind === 'changed' && <Badge tone="good">Changed</Badge>}
                {mending?.kind === 'incomplete' && <Badge tone="caution">Not complete yet</Badge>}
                {row.sent !== null && (
                  <Button
                    aria-label={`Change ${row.externalProductId ?? 'this product'}`}
                    size="s"
                    variant="quiet"
                    onPress={() => setMendedIndex(row.index)}
                  >
                    Change
                  </Button>
                )}
              </div>
              <ProductErrors errors={row.errors} />
            </li>
          )
        })}
      </ul>
      {open !== undefined && (
        <MendDialog taskRef={task.taskRef} row={open} onClose={() => setMendedIndex(undefined)} key={open.index} />
      )}
      <SendAgain isOpen={isSending} onClose={() => setIsSending(false)} parentRef={task.taskRef} products={products} />
    </>
  )
}

const ItemSearch = ({ search, onSearch }: { readonly search: string; readonly onSearch: (text: string) => void }) => {
  const { data, error } = useApiQuery(
    'inventory',
    'items',
    { search: search.slice(0, 200), limit: 6 },
    { enabled: search.trim() !== '', keepPrevious: true },
  )
  return (
    <section aria-label="Your items" className={styles.search}>
      <SearchField
        label="Search your items"
        placeholder="Search your items by SKU or title"
        value={search}
        onChange={onSearch}
      />
      {error !== null && <p className={styles.faint}>{error.message}</p>}
      {search.trim() !== '' && data !== undefined && (
        <ul className={styles.found}>
          {data.rows.length === 0 && <li className={styles.faint}>{`No item matches “${search}”.`}</li>}
          {data.rows.map(({ sku, title }) => (
            <li key={sku}>
              <a href={locationHref({ screen: 'items', path: [sku] })}>{title ?? 'Not read yet'}</a>{' '}
              <code className={styles.code}>{sku}</code>
            </li>
          ))}
          {data.total > data.rows.length && (
            <li
              className={styles.faint}
            >{`${formatCount(data.total - data.rows.length, 'more item')}: narrow the search.`}</li>
          )}
        </ul>
      )}
    </section>
  )
}

export const UnmappedList = ({ task }: ListProps) => {
  const { data, error, refetch } = useApiQuery('mapping', 'unmappedProducts', {
    taskRef: task.taskRef,
    limit: WHOLE_LIST,
  })
  const [search, setSearch] = useState('')
  if (data === undefined) return <ListFace error={error} retry={() => void refetch()} />
  if (data.rows.length === 0) return <None text="A match was found for every valid product." />
  return (
    <>
      <Head text="These products are valid, but the catalog has no match. They need to be listed by hand.">
        <ExportMenu taskRef={task.taskRef} list="unmappedProducts" />
      </Head>
      <ItemSearch search={search} onSearch={setSearch} />
      <ul className={styles.list}>
        {data.rows.map(({ index, externalProductId, title, sent }) => {
          const words = sent?.sku ?? title ?? externalProductId ?? ''
          return (
            <li className={styles.entry} key={index}>
              <div className={styles.entryHead}>
                <ProductName id={externalProductId} title={title} />
                <Button
                  aria-label={`Find in items: ${words}`}
                  size="s"
                  variant="quiet"
                  onPress={() => setSearch(words)}
                >
                  Find in items
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

export const UnprocessedList = ({ task }: ListProps) => {
  const { data, error, refetch } = useApiQuery('mapping', 'unprocessedProducts', {
    taskRef: task.taskRef,
    limit: WHOLE_LIST,
  })
  const [isOpen, setIsOpen] = useState(false)
  if (data === undefined) return <ListFace error={error} retry={() => void refetch()} />
  const { rows } = data
  if (rows.length === 0) return <None text="The platform got to every product." />
  const products = rows.flatMap(({ sent }) => (sent === null ? [] : [sent]))
  const missing = rows.length - products.length
  return (
    <>
      <Head text="The platform stopped before these, for a reason of its own. Sending them again may succeed.">
        <ExportMenu taskRef={task.taskRef} list="unprocessedProducts" />
        <Button
          size="s"
          isDisabled={products.length === 0}
          disabledReason="Stallhand did not send these products, so it does not have their data"
          onPress={() => setIsOpen(true)}
        >
          {`Send ${formatCount(products.length === 0 ? rows.length : products.length, 'product')} again`}
        </Button>
      </Head>
      {missing > 0 && products.length > 0 && (
        <p className={styles.note}>
          {formatCount(missing, 'product')} of the list cannot be told apart by id and would not be among them.
        </p>
      )}
      <ul className={styles.list}>
        {rows.map(({ index, externalProductId, title }) => (
          <li className={styles.entry} key={index}>
            <ProductName id={externalProductId} title={title} />
          </li>
        ))}
      </ul>
      <SendAgain isOpen={isOpen} onClose={() => setIsOpen(false)} parentRef={task.taskRef} products={products} />
    </>
  )
}
