/** The products of a new mapping, each of which can be changed or removed. */
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StartDraft } from '../../../shared/mapping/contract.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import { Picture } from '../../parts/picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from '../mapping.module.css'
import { isEmptyForm, toForm } from '../product-form.ts'
import type { ChangeDraft } from './use-start-draft.ts'

const PAGE_SIZE = 100

type ChosenProductsProps = {
  readonly draft: StartDraft
  readonly change: ChangeDraft
  /** Called when a product was moved back to the form. */
  readonly onEdit: () => void
}

export const ChosenProducts = ({ draft: { products, form }, change, onEdit }: ChosenProductsProps) => {
  const [limit, setLimit] = useState(PAGE_SIZE)
  // Undo ends with the page, because the list of products is gone.
  const dismissUndo = useRef<() => void>(() => undefined)
  useEffect(() => () => dismissUndo.current(), [])

  const without = (list: readonly Product[], { externalProductId }: Product): Product[] =>
    list.filter((each) => each.externalProductId !== externalProductId)
  const remove = (product: Product, index: number): void => {
    change((now) => ({ ...now, products: without(now.products, product) }))
    const undo = (): void =>
      change((now) => ({ ...now, products: without(now.products, product).toSpliced(index, 0, product) }))
    dismissUndo.current = toast({
      id: 'mapping product removed',
      text: `Removed ${product.title ?? product.externalProductId}`,
      action: { label: 'Undo', onPress: undo },
    })
  }
  const edit = (product: Product): void => {
    change((now) => ({ ...now, products: without(now.products, product), form: toForm(product) }))
    onEdit()
  }
  return (
    <section aria-label="Products of this mapping">
      <Stack gap={3}>
        <Text as="h3" className={styles.chosenHead} strong>
          Products of this mapping{' '}
          <Text tabular tone="faint">
            {formatNumber(products.length)}
          </Text>
        </Text>
        {products.length === 0 && <Text tone="faint">None yet. Add them from your items or a file, or type them.</Text>}
        <ul>
          {products.slice(0, limit).map((product, index) => (
            <li className={styles.product} key={product.externalProductId}>
              <Picture url={product.images[0]} />
              <Stack className={styles.productTitle} gap={0}>
                <Text truncate>{product.title ?? 'Matched by picture'}</Text>
                <Text size="meta" tone="soft" truncate>
                  <Text mono>{product.externalProductId}</Text>
                  {` · ${formatCount(product.images.length, 'picture')}, ${formatCount(product.aspects.length, 'specific')}`}
                </Text>
              </Stack>
              <IconButton
                icon={Pencil}
                label={`Edit ${product.externalProductId}`}
                disabledReason={isEmptyForm(form) ? undefined : 'Add or clear the typed product first'}
                onPress={() => edit(product)}
                size="s"
              />
              <IconButton
                icon={Trash2}
                label={`Remove ${product.externalProductId}`}
                onPress={() => remove(product, index)}
                size="s"
              />
            </li>
          ))}
        </ul>
        {products.length > limit && (
          <Row>
            <Button size="s" variant="quiet" onPress={() => setLimit((now) => now + PAGE_SIZE)}>
              {`Show more of ${formatNumber(products.length - limit)}`}
            </Button>
          </Row>
        )}
      </Stack>
    </section>
  )
}
