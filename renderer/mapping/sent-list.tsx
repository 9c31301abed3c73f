/** The products of a task as they were sent. */
import { FileJson } from 'lucide-react'
import { useState } from 'react'
import type { TaskPage } from '../../shared/mapping/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { ExportMenu } from './export-menu.tsx'
import styles from './lists.module.css'
import { ListFace } from './problem-lists.tsx'
import { SentText } from './sent-text.tsx'

export const SentList = ({ task }: { readonly task: TaskPage }) => {
  const { data, error, refetch } = useApiQuery('mapping', 'productsSent', { taskRef: task.taskRef })
  const [isTextOpen, setIsTextOpen] = useState(false)
  if (data === undefined) return <ListFace error={error} retry={() => void refetch()} />
  return (
    <>
      <div className={styles.head}>
        <p>{`${formatCount(data.products.length, 'product')}, in the order they were sent.`}</p>
        <div className={styles.acts}>
          <ExportMenu taskRef={task.taskRef} list="productsSent" />
          {task.origin === 'started' && (
            <Button icon={FileJson} size="s" variant="quiet" onPress={() => setIsTextOpen(true)}>
              As it was sent
            </Button>
          )}
        </div>
      </div>
      <ul className={styles.list}>
        {data.products.map((product) => (
          <li className={styles.entry} key={product.externalProductId}>
            <div className={styles.name}>
              <strong className={styles.title}>{product.title ?? 'By its pictures alone'}</strong>
              <code className={styles.code}>{product.externalProductId}</code>
              {product.sku !== undefined && product.sku !== product.externalProductId && (
                <code className={styles.code}>SKU {product.sku}</code>
              )}
            </div>
            <div className={styles.aspects}>
              {[
                product.images.length === 0 ? 'No pictures' : formatCount(product.images.length, 'picture'),
                ...product.aspects.map(({ name, values }) => `${name}: ${values.join(', ')}`),
              ].join(' · ')}
            </div>
          </li>
        ))}
      </ul>
      {isTextOpen && <SentText taskRef={task.taskRef} onClose={() => setIsTextOpen(false)} />}
    </>
  )
}
