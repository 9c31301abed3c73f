/**
 * Chooses products for a new mapping from the seller's items, by picture and title. A checked row is in the mapping.
 */
import { useRef, useState } from 'react'
import type { ItemRow } from '../../../shared/inventory/contract.ts'
import type { StartDraft } from '../../../shared/mapping/contract.ts'
import { MAX_PRODUCTS_PER_START, type Product } from '../../../shared/mapping/product.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { Picture } from '../../parts/picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { NoneFound } from '../../ui/feedback/none-found.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { CheckMark } from '../../ui/fields/checkbox.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { VirtualList } from '../../ui/lists/virtual-list.tsx'
import styles from '../mapping.module.css'
import { itemToProduct } from '../product-form.ts'

const ROW_HEIGHT = 52
/** Items read concurrently. */
const READ_AT_ONCE = 20

const skuOf = ({ sku }: ItemRow): string => sku

type ItemPickerProps = {
  readonly draft: StartDraft
  readonly onAdd: (products: readonly Product[]) => void
  readonly onRemove: (externalProductId: string) => void
}

export const ItemPicker = ({ draft, onAdd, onRemove }: ItemPickerProps) => {
  const client = useClient()
  const [search, setSearch] = useState('')
  const { rows, head } = useApiRows('inventory', 'items', { search })
  /** The row where a range starts. */
  const anchor = useRef<string | undefined>(undefined)
  const taken = new Set(draft.products.map(({ externalProductId }) => externalProductId))
  const total = head.data?.total ?? 0

  const toProduct = async ({ sku, title, pictureUrl, category }: ItemRow): Promise<Product | undefined> => {
    // The row has one picture and no specifics, which is enough if the item can't be read.
    const view = await client.inventory.item({ sku }).then(
      (item) => item.view,
      () => ({ title, imageUrls: pictureUrl === null ? [] : [pictureUrl], aspects: [] }),
    )
    return itemToProduct({ ...view, sku, category })
  }
  /** `more`: how many were left out before, since a mapping can't have them. */
  const addItems = async (chosen: readonly ItemRow[], more = 0): Promise<void> => {
    const fresh = chosen.filter(({ sku }) => !taken.has(sku))
    const products: Product[] = []
    for (let from = 0; from < fresh.length; from += READ_AT_ONCE) {
      const read = await Promise.all(fresh.slice(from, from + READ_AT_ONCE).map(toProduct))
      products.push(...read.filter((product) => product !== undefined))
    }
    onAdd(products)
    const empty = fresh.length - products.length
    const problems = [
      ...(empty > 0 ? [`${formatCount(empty, 'item has', 'items have')} neither a title nor a picture to match.`] : []),
      ...(more > 0 || taken.size + products.length > MAX_PRODUCTS_PER_START
        ? [`One mapping can have at most ${formatCount(MAX_PRODUCTS_PER_START, 'product')}. The others were left out.`]
        : []),
    ]
    if (problems.length > 0) toast({ tone: 'caution', text: problems.join(' ') })
  }
  // Rows can be added while others are still being read.
  const add = (chosen: readonly ItemRow[]): void => void addItems(chosen).catch(toastFailure)
  const addAll = useAction(async () => {
    const { rows: all, total: found } = await client.inventory.items({ search, limit: MAX_PRODUCTS_PER_START })
    if (all.every(({ sku }) => taken.has(sku))) toast({ text: 'They are all in this mapping.' })
    else await addItems(all, found - all.length)
  })
  const toggle = (row: ItemRow): void => {
    anchor.current = row.sku
    if (taken.has(row.sku)) onRemove(row.sku)
    else add([row])
  }

  const checks = {
    isChecked: ({ sku }: ItemRow) => taken.has(sku),
    onToggle: (index: number) => {
      const row = rows.at(index)
      if (row !== undefined) toggle(row)
    },
    onExtend: (from: number, to: number) => {
      const known = Array.from({ length: rows.count }, (_, index) => rows.at(index)?.sku).indexOf(anchor.current)
      const start = anchor.current === undefined || known < 0 ? from : known
      anchor.current = rows.at(start)?.sku
      const indexes = Array.from({ length: Math.abs(to - start) + 1 }, (_, step) => Math.min(start, to) + step)
      add(indexes.map((index) => rows.at(index)).filter((row) => row !== undefined))
    },
  }
  return (
    <Stack aria-label="From your items" as="section" gap={3}>
      <Row justify="between">
        <Text as="h3" strong>
          From your items
        </Text>
        {total > 0 && (
          <Button
            isPending={addAll.isPending}
            onPress={() => addAll.mutate(undefined, { onError: toastFailure })}
            size="s"
            variant="quiet"
          >
            {search === '' ? `Add all ${formatNumber(total)}` : `Add all ${formatNumber(total)} found`}
          </Button>
        )}
      </Row>
      <SearchField label="Search your items" placeholder="SKU or title" value={search} onChange={setSearch} />
      <QueryView label="Your items" query={head} skeleton={{ shape: 'rows', rowHeight: ROW_HEIGHT }}>
        {() =>
          total === 0 ? (
            <NoneFound isFormer={rows.isFormer}>
              <Text tone="faint">{search === '' ? 'No items yet.' : `No results for “${search}”`}</Text>
            </NoneFound>
          ) : (
            <div className={styles.picker}>
              <VirtualList
                checks={checks}
                getKey={skuOf}
                items={rows}
                label="Your items"
                onSelect={(_, row) => toggle(row)}
                renderRow={(row) => (
                  <div className={styles.pick}>
                    <CheckMark isChecked={taken.has(row.sku)} />
                    <Picture url={row.pictureUrl} />
                    <span className={styles.pickText}>
                      <Text truncate>{row.title ?? 'No title yet'}</Text>
                      <Text mono size="meta" tone="faint" truncate>
                        {row.sku}
                      </Text>
                    </span>
                  </div>
                )}
                rowHeight={ROW_HEIGHT}
                selectionFollowsFocus={false}
              />
            </div>
          )
        }
      </QueryView>
    </Stack>
  )
}
