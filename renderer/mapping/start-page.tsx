/** A new mapping: products from the item list, a CSV, or typed, exactly as they will be sent, and the start. */
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { StartDraft } from '../../shared/mapping/contract.ts'
import { MAX_PRODUCTS_PER_START, type Product } from '../../shared/mapping/product.ts'
import { useApiMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { Pane } from '../ui/pane.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { ChosenProducts } from './chosen-products.tsx'
import { FromCsv } from './from-csv.tsx'
import { FromItems } from './from-items.tsx'
import { ProductFields } from './product-fields.tsx'
import { emptyForm, isEmptyForm, parseForm } from './product-form.ts'
import styles from './start-page.module.css'
import { useStartDraft } from './use-start-draft.ts'
import { WillSend } from './will-send.tsx'

type Change = (next: (draft: StartDraft) => StartDraft) => void

const Typed = ({
  draft,
  change,
  onAdd,
  section,
}: {
  readonly draft: StartDraft
  readonly change: Change
  readonly onAdd: (product: Product) => void
  readonly section: RefObject<HTMLElement | null>
}) => {
  const [wasTried, setWasTried] = useState(false)
  const { form } = draft
  const reading = parseForm(form, new Set(draft.products.map(({ externalProductId }) => externalProductId)))
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
    <section aria-label="Or typed" className={styles.block} ref={section}>
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

const PracticeHint = () => (
  <Banner tone="info" title="Practice platform.">
    A title that begins with “Unmapped” finds no match, a picture address with /failed/ in its path is left unprocessed
    the first time, the product id 222 is invalid. Everything else is mapped within seconds.
  </Banner>
)

export const StartPage = () => {
  const connection = useConnection()
  const start = useApiMutation('mapping', 'start')
  const { draft, problem, change, clear } = useStartDraft()
  const typed = useRef<HTMLElement>(null)
  const toList = (): void => navigate({ screen: 'mapping', path: [] })

  if (draft === undefined) {
    return (
      <Pane title="New mapping" onBack={toList} backLabel="Back to all tasks">
        {problem === undefined ? (
          <LoadingState label="Loading the new mapping" shape="lines" />
        ) : (
          <ErrorState
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
      now.products.length >= MAX_PRODUCTS_PER_START ||
      now.products.some(({ externalProductId }) => externalProductId === product.externalProductId)
        ? now
        : { ...now, products: [...now.products, product] },
    )
  }
  const addAll = (list: readonly Product[]): { readonly added: number; readonly left: number } => {
    start.reset()
    const taken = new Set(products.map(({ externalProductId }) => externalProductId))
    const room = MAX_PRODUCTS_PER_START - products.length
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
          if (first !== undefined) navigate({ screen: 'mapping', path: [String(first)] })
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
            {products.length === 0 ? 'Start the mapping' : `Start with ${formatCount(products.length, 'product')}`}
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
            <Typed draft={draft} change={change} onAdd={add} section={typed} />
          </div>
          <div className={styles.column}>
            <ChosenProducts
              draft={draft}
              change={change}
              onEdit={() => typed.current?.querySelector('input')?.focus()}
            />
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
