/** The products of a task as they were sent. */
import type { SentProduct } from '../../shared/mapping/contract.ts'
import styles from './lists.module.css'
import { countOf } from './words.ts'

export const SentList = ({ list }: { readonly list: readonly SentProduct[] }) => (
  <ul className={styles.list}>
    {list.map((product) => (
      <li className={styles.entry} key={product.externalProductId}>
        <div className={styles.name}>
          <strong className={styles.title}>{product.title ?? 'By its pictures alone'}</strong>
          <code className={styles.code}>{product.externalProductId}</code>
          {product.sku !== null && product.sku !== product.externalProductId && (
            <code className={styles.code}>SKU {product.sku}</code>
          )}
        </div>
        <div className={styles.aspects}>
          {[
            product.images.length === 0 ? 'No pictures' : countOf(product.images.length, 'picture'),
            ...product.aspects.map(({ name, values }) => `${name}: ${values.join(', ')}`),
          ].join(' · ')}
        </div>
      </li>
    ))}
  </ul>
)
