/** A new mapping: products from the item list, a CSV file or typed, and exactly what will be sent. */
import { FileJson, Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { StartDraft } from '../../../shared/mapping/contract.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { useConnection } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { ErrorState, LoadingState } from '../../ui/feedback/states.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from '../mapping.module.css'
import { addProducts, createDraft, emptyForm, isEmptyForm, parseForm } from '../product-form.ts'
import { ChosenProducts } from './chosen-products.tsx'
import { CsvPicker } from './csv-picker.tsx'
import { ItemPicker } from './item-picker.tsx'
import { ProductFields } from './product-fields.tsx'
import { RequestPreview } from './request-preview.tsx'
import { type ChangeDraft, useStartDraft } from './use-start-draft.ts'

type TypedProductProps = {
  readonly draft: StartDraft
  readonly change: ChangeDraft
  readonly onAdd: (products: readonly Product[]) => void
  readonly section: RefObject<HTMLElement | null>
}

const TypedProduct = ({ draft: { form, products }, change, onAdd, section }: TypedProductProps) => {
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const parsed = parseForm(form, new Set(products.map(({ externalProductId }) => externalProductId)))
  const add = (): void => {
    setWasSubmitted(!parsed.ok)
    if (!parsed.ok) return
    onAdd([parsed.product])
    change((now) => ({ ...now, form: emptyForm }))
  }

  return (
    <section aria-label="Type a product" ref={section}>
      <Stack gap={3}>
        <Text as="h3" strong>
          Type a product
        </Text>
        <ProductFields
          form={form}
          errors={wasSubmitted && !parsed.ok ? parsed.errors : {}}
          onChange={(field, text) => change((now) => ({ ...now, form: { ...now.form, [field]: text } }))}
          onSubmit={add}
        />
        <Row>
          <CommandButton
            command="mapping.addProduct"
            icon={Plus}
            onPress={add}
            disabledReason={isEmptyForm(form) ? 'The form is empty' : undefined}
          />
        </Row>
      </Stack>
    </section>
  )
}

const toList = (): void => navigate({ screen: 'mapping', path: [] })

export const StartPage = () => {
  const connection = useConnection()
  const start = useApiMutation('mapping', 'start')
  const { draft, problem, isLoading, retry, change, sent } = useStartDraft()
  const typed = useRef<HTMLElement>(null)
  const [isRequestOpen, setIsRequestOpen] = useState(false)

  if (draft === undefined) {
    return (
      <Pane title="New mapping" onBack={toList} backLabel="Back to all tasks">
        {problem === undefined ? (
          <LoadingState label="Loading the new mapping" shape="lines" />
        ) : (
          <ErrorState
            isRetrying={isLoading}
            onRetry={retry}
            what="Couldn’t load the new mapping"
            why={problem}
            whatToDo="Nothing you entered is lost."
          />
        )}
      </Pane>
    )
  }

  const { products, requestKey, form } = draft
  /** Returns how many products were new. */
  const add = (added: readonly Product[]): number => {
    start.reset()
    let count = 0
    // Uses the updater form, so that a second addition within one render sees the first.
    change((now) => {
      const next = addProducts(now, added)
      count = next.products.length - now.products.length
      return next
    })
    return count
  }
  const remove = (externalProductId: string): void =>
    change((now) => ({
      ...now,
      products: now.products.filter((product) => product.externalProductId !== externalProductId),
    }))
  const send = (): void => {
    if (start.isPending) return
    start.mutate(
      { products, requestKey },
      {
        onSuccess: ({ taskRefs: [first] }) => {
          sent(products)
          if (first !== undefined) navigate({ screen: 'mapping', path: [String(first)] })
        },
        // The list was started before and has changed since. The next start is a mapping of its own.
        onError: ({ detail }) => {
          if (detail.kind === 'conflict') change((now) => ({ ...now, requestKey: createDraft().requestKey }))
        },
      },
    )
  }

  return (
    <Pane
      title="New mapping"
      subtitle="Saved on this computer as you type"
      onBack={toList}
      backLabel="Back to all tasks"
      footer={
        <>
          <Text className={styles.productTitle} size="meta" tone="soft">
            {!isEmptyForm(form) && products.length > 0 && 'The typed product isn’t added yet.'}
          </Text>
          <CommandButton
            command="mapping.submit"
            disabledReason={products.length === 0 ? 'Add at least one product' : undefined}
            isPending={start.isPending}
            sends
            label={products.length === 0 ? 'Start mapping' : `Start with ${formatCount(products.length, 'product')}`}
            onPress={send}
            variant="primary"
          />
        </>
      }
    >
      <Stack className={styles.page} gap={4}>
        {connection?.kind === 'practice' && (
          <Banner tone="info" title="Practice platform.">
            A title starting with “Unmapped” finds no match. A picture address with /failed/ in its path isn’t processed
            on the first try. Product ID 222 is invalid. Everything else is mapped within seconds.
          </Banner>
        )}
        <MutationError of={start} />
        <div className={styles.columns}>
          <Stack gap={6}>
            <ItemPicker draft={draft} onAdd={add} onRemove={remove} />
            <CsvPicker onAdd={add} />
            <TypedProduct draft={draft} change={change} onAdd={add} section={typed} />
          </Stack>
          <Stack gap={6}>
            <ChosenProducts
              draft={draft}
              change={change}
              onEdit={() => typed.current?.querySelector('input')?.focus()}
            />
            {products.length > 0 && (
              <Row>
                <CommandButton
                  command="mapping.showRequest"
                  icon={FileJson}
                  onPress={() => setIsRequestOpen(true)}
                  size="s"
                  variant="quiet"
                />
              </Row>
            )}
          </Stack>
        </div>
      </Stack>
      {isRequestOpen && (
        <Dialog closeLabel="Close" onClose={() => setIsRequestOpen(false)} size="l" title="Request">
          <RequestPreview products={products} />
        </Dialog>
      )}
    </Pane>
  )
}
