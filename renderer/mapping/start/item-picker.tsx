/** Adds products of a new mapping from the item list. */
import { useState } from 'react'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import type { StartDraft } from '../../../shared/mapping/contract.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import { useApiQuery, useClient } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../mapping.module.css'
import { itemToProduct } from '../product-form.ts'

export const ItemPicker = ({
  draft,
  onAdd,
}: {
  readonly draft: StartDraft
  readonly onAdd: (products: readonly Product[]) => void
}) => {
  const client = useClient()
  const [search, setSearch] = useState('')
  const { data, error } = useApiQuery('inventory', 'items', { search, limit: 8 }, { keepPrevious: true })
  const taken = new Set(draft.products.map(({ externalProductId }) => externalProductId))
  const moreCount = data === undefined ? 0 : data.total - data.rows.length

  const add = async ({ sku, title, pictureUrl }: ItemRow): Promise<void> => {
    // The row has one picture and no specifics; it is enough if the item can't be read.
    const view = await client.inventory.item({ sku }).then(
      (item) => item.view,
      () => ({ title, imageUrls: pictureUrl === null ? [] : [pictureUrl], aspects: [] }),
    )
    const product = itemToProduct({ ...view, sku })
    if (product !== undefined) onAdd([product])
    else toast({ tone: 'caution', text: `${sku} has neither a title nor a picture to match.` })
  }

  return (
    <Stack aria-label="From your items" as="section" gap={3}>
      <Text as="h3" strong>
        From your items
      </Text>
      <SearchField label="Search your items" placeholder="SKU or title" value={search} onChange={setSearch} />
      {error !== null && data === undefined && <Text tone="faint">{error.message}</Text>}
      {data?.rows.length === 0 && (
        <Text tone="faint">{search === '' ? 'No items yet.' : `No results for “${search}”`}</Text>
      )}
      <ul>
        {data?.rows.map((row) => {
          const isAdded = taken.has(row.sku)
          return (
            <li className={styles.product} key={row.sku}>
              <Text className={styles.productTitle} truncate>
                {row.title ?? 'Not loaded yet'}
              </Text>
              <Text mono tone="faint">
                {row.sku}
              </Text>
              <span className={styles.add}>
                <Button
                  aria-label={`${isAdded ? 'Added' : 'Add'} ${row.sku}`}
                  disabledReason="Already in this mapping"
                  isDisabled={isAdded}
                  onPress={() => void add(row)}
                  size="s"
                  variant="quiet"
                >
                  {isAdded ? 'Added' : 'Add'}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {moreCount > 0 && <Text tone="faint">{`${formatCount(moreCount, 'more item')}. Refine your search.`}</Text>}
    </Stack>
  )
}
