/** The products that a new mapping holds so far, each to be changed or taken out. */
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StartDraft } from '../../shared/mapping/contract.ts'
import type { Product } from '../../shared/mapping/product.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { toast } from '../ui/toast.tsx'
import { isEmptyForm, toForm } from './product-form.ts'
import styles from './start-page.module.css'

const SHOWN_AT_ONCE = 100

export const ChosenProducts = ({
  draft,
  change,
  onEdit,
}: {
  readonly draft: StartDraft
  readonly change: (next: (draft: StartDraft) => StartDraft) => void
  /** A product went back into the form. */
  readonly onEdit: () => void
}) => {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const section = useRef<HTMLElement>(null)
  /** Takes back what can be taken back; with the page goes what it could be put back into. */
  const endUndo = useRef<() => void>(() => undefined)
  useEffect(() => () => endUndo.current(), [])

  /** The focus goes to the neighbour before the row is gone, and the keyboard with it. */
  const focusBeside = (index: number): void => {
    const rows = [...(section.current?.querySelectorAll('li') ?? [])]
    const beside = rows[index + 1] ?? rows[index - 1]
    ;(beside?.querySelector<HTMLElement>('button:last-of-type') ?? section.current)?.focus()
  }
  const remove = (product: Product, index: number): void => {
    const { externalProductId: id } = product
    focusBeside(index)
    change((now) => ({ ...now, products: now.products.filter((each) => each.externalProductId !== id) }))
    const putBack = (): void =>
      change((now) =>
        now.products.some((each) => each.externalProductId === id)
          ? now
          : { ...now, products: now.products.toSpliced(index, 0, product) },
      )
    endUndo.current = toast({
      id: 'mapping product removed',
      text: `${product.title ?? id} was removed from this mapping`,
      act: { label: 'Undo', onPress: putBack },
    })
  }
  const edit = (product: Product): void => {
    change((now) => ({
      ...now,
      products: now.products.filter(({ externalProductId }) => externalProductId !== product.externalProductId),
      form: toForm(product),
    }))
    onEdit()
  }
  return (
    <section aria-label="Products of this mapping" className={styles.block} ref={section} tabIndex={-1}>
      <h3 className={styles.heading}>{`Products of this mapping, ${formatNumber(draft.products.length)}`}</h3>
      {draft.products.length === 0 ? (
        <p className={styles.soft}>None yet. Add them from your items or a file, or type them.</p>
      ) : (
        <ul className={styles.items}>
          {draft.products.slice(0, shown).map((product, index) => (
            <li className={styles.item} key={product.externalProductId}>
              <span className={styles.itemTitle}>
                {product.title ?? 'By its pictures alone'}
                <span className={styles.meta}>
                  {` ${formatCount(product.images.length, 'picture')}, ${formatCount(product.aspects.length, 'specific')}`}
                </span>
              </span>
              <code className={styles.code}>{product.externalProductId}</code>
              <IconButton
                icon={Pencil}
                label={`Change ${product.externalProductId}`}
                isDisabled={!isEmptyForm(draft.form)}
                disabledReason="Add or empty what is in the form first"
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
      )}
      {draft.products.length > shown && (
        <div>
          <Button size="s" variant="quiet" onPress={() => setShown((now) => now + SHOWN_AT_ONCE)}>
            {`Show more of the other ${formatNumber(draft.products.length - shown)}`}
          </Button>
        </div>
      )}
    </section>
  )
}
