/** Products of a new mapping out of the item list. */
import { useState } from 'react'
import type { ItemRow } from '../../shared/inventory/contract.ts'
import type { StartDraft } from '../../shared/mapping/contract.ts'
import type { Product } from '../../shared/mapping/product.ts'
import { useApiQuery, useClient } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { SearchField } from '../ui/search-field.tsx'
import { toast } from '../ui/toast.tsx'
import { itemToProduct } from './product-form.ts'
import styles from './start-page.module.css'

export const FromItems = ({
  draft,
  onAdd,
}: {
  readonly draft: StartDraft
  readonly onAdd: (product: Product) => void
}) => {
  const client = useClient()
  const [search, setSearch] = useState('')
  const { data, error } = useApiQuery('inventory', 'items', { search, limit: 8 }, { keepPrevious: true })
  const taken = new Set(draft.products.map(({ externalProductId }) => externalProductId))

  const add = async (row: ItemRow): Promise<void> => {
    // The row has one picture and no specifics; the item itself has all. Where it cannot be read, the row is enough.
    const view = await client.inventory.item({ sku: row.sku }).then(
      (item) => item.view,
      () => ({ title: row.title, imageUrls: row.pictureUrl === null ? [] : [row.pictureUrl], aspects: [] }),
    )
    const product = itemToProduct({ ...view, sku: row.sku })
    if (product !== undefined) onAdd(product)
    else
      toast({ tone: 'caution', text: `${row.sku} has neither title nor picture, so that there is nothing to match.` })
  }

  return (
    <section aria-label="From your items" className={styles.block}>
      <h3 className={styles.heading}>From your items</h3>
      <SearchField label="Search your items" placeholder="SKU or title" value={search} onChange={setSearch} />
      {error !== null && data === undefined && <p className={styles.soft}>{error.message}</p>}
      {data !== undefined && data.rows.length === 0 && (
        <p className={styles.soft}>
          {search === '' ? 'There are no items in the list yet.' : `No item matches “${search}”.`}
        </p>
      )}
      <ul className={styles.items}>
        {data?.rows.map((row) => (
          <li className={styles.item} key={row.sku}>
            <span className={styles.itemTitle}>{row.title ?? 'Not read yet'}</span>
            <code className={styles.code}>{row.sku}</code>
            <span className={styles.adding}>
              <Button
                aria-label={`${taken.has(row.sku) ? 'Added' : 'Add'} ${row.sku}`}
                disabledReason="It is among the products of this mapping"
                isDisabled={taken.has(row.sku)}
                onPress={() => void add(row)}
                size="s"
                variant="quiet"
              >
                {taken.has(row.sku) ? 'Added' : 'Add'}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > data.rows.length && (
        <p
          className={styles.soft}
        >{`${formatCount(data.total - data.rows.length, 'more item')}: search to narrow them.`}</p>
      )}
    </section>
  )
}
