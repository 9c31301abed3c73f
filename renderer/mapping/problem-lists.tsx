/** The three problem lists, each wanting something else of the seller (document 1, section 2). */
import { useState } from 'react'
import type { SentProduct, TaskPage } from '../../shared/mapping/contract.ts'
import type { InvalidProduct, PlainProblem } from '../../shared/mapping/result.ts'
import { goTo } from '../api/place.ts'
import { Button } from '../ui/button.tsx'
import styles from './lists.module.css'
import { SendAgain } from './send-again.tsx'
import { countOf } from './words.ts'

const Head = ({ text, children }: { readonly text: string; readonly children?: React.ReactNode }) => (
  <div className={styles.head}>
    <p>{text}</p>
    {children}
  </div>
)

const None = ({ text }: { readonly text: string }) => <p className={styles.none}>{text}</p>

const Name = ({ id, title }: { readonly id: string | null; readonly title: string | null }) => (
  <div className={styles.name}>
    <strong className={styles.title}>{title ?? id ?? 'A product without a name'}</strong>
    {id !== null && <code className={styles.code}>{id}</code>}
  </div>
)

const sentOf = (task: TaskPage, id: string | null): SentProduct | undefined =>
  id === null ? undefined : task.productsSent.find(({ externalProductId }) => externalProductId === id)

export const InvalidList = ({ task, list }: { readonly task: TaskPage; readonly list: readonly InvalidProduct[] }) => {
  if (list.length === 0) return <None text="The data of every product was good." />
  return (
    <>
      <Head text="The data of these products is at fault. Sent again unchanged, they fail again: mend the data first, then start a new mapping.">
        <Button size="s" onPress={() => goTo({ room: 'mapping', path: ['new'] })}>
          New mapping
        </Button>
      </Head>
      <ul className={styles.list}>
        {list.map(({ externalProductId, errors }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order, and ids may be missing
          <li className={styles.entry} key={index}>
            <Name id={externalProductId} title={sentOf(task, externalProductId)?.title ?? null} />
            <ul className={styles.errors}>
              {errors.length === 0 && <li>The platform gave no reason.</li>}
              {errors.map(({ errorId, message }, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <li key={position}>
                  {message === '' ? 'The platform gave no words for this error.' : message}
                  {errorId !== null && <span className={styles.errorId}> (error {errorId})</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

export const UnmappedList = ({ list }: { readonly list: readonly PlainProblem[] }) => {
  if (list.length === 0) return <None text="A match was found for every valid product." />
  return (
    <>
      <Head text="These products are valid, but the catalog has no match. They need to be listed by hand." />
      <ul className={styles.list}>
        {list.map(({ externalProductId, title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order, and ids may be missing
          <li className={styles.entry} key={index}>
            <Name id={externalProductId} title={title} />
          </li>
        ))}
      </ul>
    </>
  )
}

export const UnprocessedList = ({
  task,
  list,
}: {
  readonly task: TaskPage
  readonly list: readonly PlainProblem[]
}) => {
  const [isOpen, setIsOpen] = useState(false)
  if (list.length === 0) return <None text="The platform got to every product." />
  const products = list.flatMap(({ externalProductId }) => sentOf(task, externalProductId) ?? [])
  const missing = list.length - products.length
  return (
    <>
      <Head text="The platform stopped before these, for a reason of its own. Sending them again may succeed.">
        <Button
          size="s"
          isDisabled={products.length === 0}
          disabledReason="Stallhand did not send these products, so it does not have their data"
          onPress={() => setIsOpen(true)}
        >
          {`Send ${countOf(products.length === 0 ? list.length : products.length, 'product')} again`}
        </Button>
      </Head>
      {missing > 0 && products.length > 0 && (
        <p className={styles.note}>
          {countOf(missing, 'product')} of the list cannot be told apart by id and would not be among them.
        </p>
      )}
      <ul className={styles.list}>
        {list.map(({ externalProductId, title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order, and ids may be missing
          <li className={styles.entry} key={index}>
            <Name id={externalProductId} title={title} />
          </li>
        ))}
      </ul>
      <SendAgain isOpen={isOpen} onClose={() => setIsOpen(false)} parentRef={task.taskRef} products={products} />
    </>
  )
}
