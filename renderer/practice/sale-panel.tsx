/** Something happens to an item: the platform tells whoever has registered for it. */
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { ComboBox } from '../ui/combo-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type HowTold, problemOf, tellingOf, toldPlainly } from './how-told.ts'
import { HowToldFields } from './how-told.tsx'
import { outcomeWords } from './outcome-words.ts'
import styles from './practice.module.css'
import { Said } from './said.tsx'
import { useRemembered } from './use-remembered.ts'

type Field = 'buyer' | 'price' | 'transactionId' | 'commentType' | 'itemId'

/** What can happen, and which values of it the documents show (document 3, section 6). */
const happenings = [
  { id: 'FixedPriceTransaction', label: 'Somebody buys it', fields: ['price', 'transactionId', 'buyer'] },
  { id: 'AuctionCheckoutComplete', label: 'An auction is won and paid', fields: ['buyer', 'transactionId'] },
  { id: 'ItemSold', label: 'It is marked as sold', fields: [] },
  { id: 'BidReceived', label: 'Somebody bids', fields: [] },
  { id: 'FeedbackLeft', label: 'A buyer leaves feedback', fields: ['buyer', 'commentType'] },
  { id: 'ItemEndedBySeller', label: 'The listing ends', fields: [] },
] as const satisfies readonly { readonly id: string; readonly label: string; readonly fields: readonly Field[] }[]
type Happening = (typeof happenings)[number]['id']

const fieldWords: Readonly<Record<Field, { readonly label: string; readonly placeholder: string }>> = {
  buyer: { label: 'Buyer', placeholder: 'practice-buyer' },
  price: { label: 'Price', placeholder: '25.00' },
  transactionId: { label: 'Transaction', placeholder: 'A new one' },
  commentType: { label: 'Comment type', placeholder: 'Positive' },
  itemId: { label: 'Item id', placeholder: "The item's own" },
}

export function SalePanel({ onDone }: { readonly onDone: () => void }) {
  const [happening, setHappening] = useRemembered<Happening>('sale.event', 'FixedPriceTransaction')
  const [sku, setSku] = useRemembered<string | null>('sale.sku', null)
  const [values, setValues] = useRemembered<Readonly<Partial<Record<Field, string>>>>('sale.values', {})
  const [how, setHow] = useRemembered<HowTold>('sale.how', toldPlainly)
  const [said, setSaid] = useState('')
  const items = useApiQuery('practice', 'items', {})
  const trigger = useApiMutation('practice', 'triggerEvent')

  const options = (items.data?.items ?? []).map((item) => ({
    id: item.sku,
    label: item.title === '' ? item.sku : item.title,
    description: item.sku,
  }))
  const fields: readonly Field[] = [...(happenings.find(({ id }) => id === happening)?.fields ?? []), 'itemId']
  const problem = problemOf(how)

  const happen = (): void => {
    setSaid('')
    const chosen = fields.flatMap((field) => {
      const value = values[field]?.trim() ?? ''
      return value === '' ? [] : [[field, value] as const]
    })
    trigger.mutate(
      { event: happening, ...(sku === null ? {} : { sku }), ...Object.fromEntries(chosen), ...tellingOf(how) },
      {
        onSuccess: ({ notifications }) => {
          setSaid(
            outcomeWords(
              notifications,
              'It happened, but nobody listens. Register the receiver under Notifications first.',
            ),
          )
          onDone()
        },
      },
    )
  }

  return (
    <Panel description="The platform tells it to the receiver of this app." isRaised title="Make something happen">
      <div className={styles.form}>
        <div className={styles.pair}>
          <ComboBox
            description={sku === null ? 'Leave it empty for the first item of the shop.' : undefined}
            emptyText="The shop has no such item."
            error={items.isError ? items.error.message : undefined}
            label="Item"
            onChange={setSku}
            options={options}
            placeholder="Any item"
            value={sku}
          />
          <Select
            label="What happens"
            onChange={(id) => setHappening(happenings.find((one) => one.id === id)?.id ?? 'FixedPriceTransaction')}
            options={happenings}
            value={happening}
          />
        </div>
        <div className={styles.triple}>
          {fields.map((field) => (
            <TextField
              key={field}
              label={fieldWords[field].label}
              onChange={(value) => setValues({ ...values, [field]: value })}
              onSubmit={happen}
              placeholder={fieldWords[field].placeholder}
              value={values[field] ?? ''}
            />
          ))}
        </div>
        <HowToldFields how={how} onChange={setHow} />
        <div className={styles.acts}>
          <Button
            disabledReason={problem}
            isDisabled={problem !== undefined}
            isPending={trigger.isPending}
            onPress={happen}
            variant="primary"
          >
            Make it happen
          </Button>
          <Said error={trigger.error}>{said}</Said>
        </div>
      </div>
    </Panel>
  )
}
