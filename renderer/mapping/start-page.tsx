/** A new mapping: products from the item list, a CSV, or typed, exactly as they will be sent, and the start. */
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ItemRow } from '../../shared/inventory/contract.ts'
import type { StartDraft } from '../../shared/mapping/contract.ts'
import { PRODUCTS_PER_START, type Product } from '../../shared/mapping/product.ts'
import { useClient, useCommandOf, useQueryOf } from '../api/hooks.ts'
import { goTo } from '../api/place.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Failing, Loading } from '../ui/face.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { numberText } from '../ui/locale-text.ts'
import { Pane } from '../ui/pane.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { toast } from '../ui/toast.tsx'
import { FromCsv } from './from-csv.tsx'
import { ProductFields } from './product-fields.tsx'
import { emptyForm, formOf, isEmptyForm, productOfItem, readForm } from './product-form.ts'
import styles from './start-page.module.css'
import { useStartDraft } from './use-start-draft.ts'
import { WillSend } from './will-send.tsx'
import { countOf } from './words.ts'

type Change = (next: (draft: StartDraft) => StartDraft) => void

const FromItems = ({ draft, onAdd }: { readonly draft: StartDraft; readonly onAdd: (product: Product) => void }) => {
  const client = useClient()
  const [search, setSearch] = useState('')
  const { data, error } = useQueryOf('inventory', 'items', { search, limit: 8 }, { keepPrevious: true })
  const taken = new Set(draft.products.map(({ externalProductId }) => externalProductId))

  const add = async (row: ItemRow): Promise<void> => {
    // The row has one picture and no specifics; the item itself has all. Where it cannot be read, the row is enough.
    const view = await client.inventory.item({ sku: row.sku }).then(
      (item) => item.view,
      () => ({ title: row.title, imageUrls: row.pictureUrl === null ? [] : [row.pictureUrl], aspects: [] }),
    )
    const product = productOfItem({ ...view, sku: row.sku })
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
            <Button
              aria-label={`${taken.has(row.sku) ? 'Added' : 'Add'} ${row.sku}`}
              isDisabled={taken.has(row.sku)}
              onPress={() => void add(row)}
              size="s"
              variant="quiet"
            >
              {taken.has(row.sku) ? 'Added' : 'Add'}
            </Button>
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > data.rows.length && (
        <p
          className={styles.soft}
        >{`${countOf(data.total - data.rows.length, 'more item')}: search to narrow them.`}</p>
      )}
    </section>
  )
}

const Typed = ({
  draft,
  change,
  onAdd,
}: {
  readonly draft: StartDraft
  readonly change: Change
  readonly onAdd: (product: Product) => void
}) => {
  const [wasTried, setWasTried] = useState(false)
  const { form } = draft
  const reading = readForm(form, new Set(draft.products.map(({ externalProductId }) => externalProductId)))
  const errors = wasTried && !reading.ok ? reading.errors : {}
  const add = (): void => {
    if (!reading.ok) {
      setWasTried(true)
      return
    }
    setWasTried(false)
    onAdd(reading.product)
    change((now) => ({ ...now, form: emptyForm }))
  }

  return (
    <section aria-label="Or typed" className={styles.block}>
      <h3 className={styles.heading}>Or typed</h3>
      <ProductFields
        form={form}
        errors={errors}
        onChange={(field, text) => change((now) => ({ ...now, form: { ...now.form, [field]: text } }))}
        onSubmit={add}
      />
      <div>
        <Button icon={Plus} onPress={add} isDisabled={isEmptyForm(form)} disabledReason="The form is empty">
          Add this product
        </Button>
      </div>
    </section>
  )
}

const SHOWN_AT_ONCE = 100

const Chosen = ({ draft, change }: { readonly draft: StartDraft; readonly change: Change }) => {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const remove = (id: string): void =>
    change((now) => ({ ...now, products: now.products.filter((product) => product.externalProductId !== id) }))
  const edit = (product: Product): void =>
    change((now) => ({
      ...now,
      products: now.products.filter(({ externalProductId }) => externalProductId !== product.externalProductId),
      form: formOf(product),
    }))
  return (
    <section aria-label="Products of this mapping" className={styles.block}>
      <h3 className={styles.heading}>{`Products of this mapping, ${numberText(draft.products.length)}`}</h3>
      {draft.products.length === 0 ? (
        <p className={styles.soft}>None yet. Add them from your items or a file, or type them.</p>
      ) : (
        <ul className={styles.items}>
          {draft.products.slice(0, shown).map((product) => (
            <li className={styles.item} key={product.externalProductId}>
              <span className={styles.itemTitle}>
                {product.title ?? 'By its pictures alone'}
                <span className={styles.meta}>
                  {` ${countOf(product.images.length, 'picture')}, ${countOf(product.aspects.length, 'specific')}`}
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
                onPress={() => remove(product.externalProductId)}
                size="s"
              />
            </li>
          ))}
        </ul>
      )}
      {draft.products.length > shown && (
        <div>
          <Button size="s" variant="quiet" onPress={() => setShown((now) => now + SHOWN_AT_ONCE)}>
            {`Show more of the other ${numberText(draft.products.length - shown)}`}
          </Button>
        </div>
      )}
    </section>
  )
}

const PracticeHint = () => (
  <Banner tone="info" title="Practice platform.">
    A title that begins with “Unmapped” finds no match, a picture address with /failed/ in its path is left unprocessed
    the first time, the product id 222 is invalid. Everything else is mapped within seconds.
  </Banner>
)

export const StartPage = () => {
  const connection = useConnection()
  const start = useCommandOf('mapping', 'start')
  const { draft, problem, change, clear } = useStartDraft()
  const toList = (): void => goTo({ room: 'mapping', path: [] })

  if (draft === undefined) {
    return (
      <Pane title="New mapping" onBack={toList} backLabel="Back to all tasks">
        {problem === undefined ? (
          <Loading label="Loading the new mapping" shape="lines" />
        ) : (
          <Failing
            what="The new mapping could not be read"
            why={problem}
            whatToDo="Go to another room and back. What you entered before is still on disk."
          />
        )}
      </Pane>
    )
  }

  const { products, requestKey } = draft
  const add = (product: Product): void => {
    start.reset()
    change((now) =>
      now.products.length >= PRODUCTS_PER_START ||
      now.products.some(({ externalProductId }) => externalProductId === product.externalProductId)
        ? now
        : { ...now, products: [...now.products, product] },
    )
  }
  const addAll = (list: readonly Product[]): { readonly added: number; readonly left: number } => {
    start.reset()
    const taken = new Set(products.map(({ externalProductId }) => externalProductId))
    const room = PRODUCTS_PER_START - products.length
    const fresh = list.filter(({ externalProductId }) => !taken.has(externalProductId)).slice(0, room)
    change((now) => ({ ...now, products: [...now.products, ...fresh] }))
    return { added: fresh.length, left: list.length - fresh.length }
  }
  const send = (): void => {
    if (start.isPending) return
    start.mutate(
      { products: [...products], requestKey },
      {
        onSuccess: ({ taskRefs: [first] }) => {
          clear()
          if (first !== undefined) goTo({ room: 'mapping', path: [String(first)] })
        },
      },
    )
  }

  return (
    <Pane
      title="New mapping"
      subtitle="Kept on this machine as you type"
      onBack={toList}
      backLabel="Back to all tasks"
      footer={
        <>
          <span className={styles.footText}>
            {!isEmptyForm(draft.form) &&
              products.length > 0 &&
              'What is typed in the form is not among the products yet.'}
          </span>
          <Button
            kind={connection?.kind}
            isPending={start.isPending}
            isDisabled={products.length === 0}
            disabledReason="Choose at least one product"
            onPress={send}
            variant="primary"
          >
            {products.length === 0 ? 'Start the mapping' : `Start with ${countOf(products.length, 'product')}`}
          </Button>
        </>
      }
    >
      <div className={styles.page}>
        {connection?.kind === 'practice' && <PracticeHint />}
        {start.error !== null && <Banner tone="danger">{start.error.message}</Banner>}
        <div className={styles.columns}>
          <div className={styles.column}>
            <FromItems draft={draft} onAdd={add} />
            <FromCsv onAdd={addAll} />
            <Typed draft={draft} change={change} onAdd={add} />
          </div>
          <div className={styles.column}>
            <Chosen draft={draft} change={change} />
            <section aria-label="As it will be sent" className={styles.block}>
              <h3 className={styles.heading}>As it will be sent</h3>
              <WillSend products={products} />
            </section>
          </div>
        </div>
      </div>
    </Pane>
  )
}
