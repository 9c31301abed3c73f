/** Exactly what a start would send, before it is sent (MAP-15). */
import type { Product } from '../../shared/mapping/product.ts'
import { useApiQuery } from '../api/hooks.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import styles from './start-page.module.css'

export const WillSend = ({ products }: { readonly products: readonly Product[] }) => {
  const { data, error, refetch, isFetching } = useApiQuery(
    'mapping',
    'startPlan',
    { products: [...products] },
    { enabled: products.length > 0, keepPrevious: true },
  )
  if (products.length === 0) return <p className={styles.soft}>Nothing yet: choose a product first.</p>
  if (data === undefined) {
    return error === null ? (
      <LoadingState label="Working out what will be sent" shape="lines" count={4} />
    ) : (
      <ErrorState
        what="What would be sent cannot be shown"
        why={error.detail.message}
        whatToDo="Mend what it names; nothing was sent."
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className={styles.texts}>
      <p className={styles.soft}>
        {data.parts.length === 1
          ? 'One request, to '
          : `${formatCount(data.parts.length, 'request')}, since a task takes at most ${formatCount(data.productsPerTask, 'product')}; each to `}
        <code className={styles.url}>{data.url}</code>
      </p>
      {data.parts.map((part, index) => (
        <CodeBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          key={index}
          label={
            data.parts.length === 1
              ? 'Variables'
              : `Variables of task ${index + 1}, ${formatCount(part.productCount, 'product')}`
          }
          text={part.variables}
          maxHeight={280}
        />
      ))}
      <CodeBlock label="Document" text={data.document} maxHeight={160} />
    </div>
  )
}
