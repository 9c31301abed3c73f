/** Buys as a buyer: an order with an address, a payment and a date to ship by. */
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { Select } from '../ui/fields/select.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus, sentMessage } from './action-status.tsx'
import styles from './practice.module.css'
import { useRememberedForm } from './use-remembered-form.ts'

const DAY_MS = 86_400_000

/** The practice shop ships within two days. */
const times = [
  { id: '0', label: 'Now' },
  { id: String(1.5 * DAY_MS), label: 'Yesterday: to ship today' },
  { id: String(4 * DAY_MS), label: 'Four days ago: late' },
]

type PurchaseForm = {
  readonly sku: string | null
  /** Whether the seller chose or cleared the item. Until then the first one in stock is shown. */
  readonly isItemChosen: boolean
  readonly buyer: string
  readonly quantity: string
  readonly agoMs: string
}
const initial: PurchaseForm = { sku: null, isItemChosen: false, buyer: 'anna_wolle', quantity: '1', agoMs: '0' }

export const PurchasePanel = () => {
  const [form, change] = useRememberedForm('purchase', initial)
  const { buyer, quantity, agoMs } = form
  const items = useApiQuery('practice', 'items', {})
  // One press buys something before anything is chosen.
  const firstInStock = items.data?.items.find(({ quantity }) => (quantity ?? 0) > 0)?.sku ?? null
  const sku = form.sku ?? (form.isItemChosen ? null : firstInStock)
  const buy = useApiMutation('practice', 'buy')

  const options = (items.data?.items ?? []).map((item) => ({
    id: item.sku,
    label: item.title === '' ? item.sku : item.title,
    description: `${item.sku} · ${item.quantity ?? 0} in stock`,
  }))
  const pieces = /^\d{1,3}$/.test(quantity.trim()) ? Number(quantity) : 0
  const missing =
    sku === null
      ? 'Choose an item first.'
      : buyer.trim() === ''
        ? 'Name the buyer first.'
        : pieces === 0
          ? 'Enter how many, as a whole number.'
          : undefined

  const submit = (): void => {
    if (sku === null || missing !== undefined) return
    buy.mutate({ sku, buyer: buyer.trim(), quantity: pieces, agoMs: Number(agoMs) })
  }

  return (
    <Panel description="The stock falls, and the sale is announced as on the real platform." isRaised title="Buy">
      <Stack gap={3}>
        <ComboBox
          emptyText="No item with this title."
          error={items.error?.detail}
          label="Item to buy"
          onChange={(chosen) => change({ sku: chosen, isItemChosen: true })}
          options={options}
          value={sku}
        />
        <div className={styles.fields}>
          <TextField label="Bought by" onChange={(typed) => change({ buyer: typed })} onSubmit={submit} value={buyer} />
          <TextField
            label="How many"
            onChange={(typed) => change({ quantity: typed })}
            onSubmit={submit}
            value={quantity}
          />
          <Select label="When" onChange={(id) => change({ agoMs: id })} options={times} value={agoMs} />
        </div>
        <Row gap={3} wrap>
          <CommandButton
            command="practice.buy"
            disabledReason={missing}
            isPending={buy.isPending}
            label={buyer.trim() === '' ? undefined : `Buy this as ${buyer.trim()}`}
            onPress={submit}
            variant="primary"
          />
          <ActionStatus error={buy.error}>
            {buy.isSuccess
              ? `Order ${buy.data.orderId}. ${sentMessage(buy.data.notifications, 'No alert was sent.')}`
              : ''}
          </ActionStatus>
        </Row>
      </Stack>
    </Panel>
  )
}
