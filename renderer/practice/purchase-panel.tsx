/** Buys as a buyer: an order with an address, a payment and a date to ship by. */
import { useAction, useApiMutation, useApiQuery, useClient } from '../api/hooks.ts'
import { usePlatform } from '../api/use-connection.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { navigate, type ScreenName } from '../location.ts'
import { Button } from '../ui/buttons/button.tsx'
import { MutationError } from '../ui/feedback/mutation-error.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { Select } from '../ui/fields/select.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus } from './action-status.tsx'
import { describePurchase, nextStepLabels, type PurchaseNextStep, purchaseDescription } from './describe-purchase.ts'
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

const open = (screen: ScreenName, ...path: readonly string[]): void => navigate({ screen, path })

/** The platform lists an order some seconds after it was bought (FACT-118). */
const MAX_CHECKS = 5
const CHECK_EVERY_MS = 2_000

/** Leads to the order, or to what makes it appear. */
const NextStep = ({ orderId, step }: { readonly orderId: string; readonly step: PurchaseNextStep }) => {
  const client = useClient()
  const check = useAction(async (): Promise<readonly string[]> => {
    for (let checks = 1; checks <= MAX_CHECKS; checks += 1) {
      await client.orders.refresh({})
      const { total } = await client.orders.orders({ search: orderId })
      if (total > 0) return [orderId]
      // The list says why the orders could not be read.
      if ((await client.orders.reading({})).problem !== null) break
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
    }
    return []
  })
  const run = {
    openOrder: () => open('orders'),
    // Not called if the seller has left the screen by then.
    checkOrders: () => check.mutate(undefined, { onSuccess: (path) => open('orders', ...path) }),
    setUpAlerts: () => open('notifications'),
  } satisfies Readonly<Record<PurchaseNextStep, () => void>>
  return (
    <>
      <Button isPending={check.isPending} onPress={run[step]}>
        {nextStepLabels[step]}
      </Button>
      <MutationError of={check} />
    </>
  )
}

export const PurchasePanel = () => {
  const canReadOrders = usePlatform().capabilities.orders
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

  const result = buy.data === undefined ? undefined : describePurchase(buy.data, canReadOrders)

  const submit = (): void => {
    if (sku === null || missing !== undefined) return
    buy.mutate({ sku, buyer: buyer.trim(), quantity: pieces, agoMs: Number(agoMs) })
  }

  return (
    <Panel description={purchaseDescription(canReadOrders)} isRaised title="Buy">
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
          {result !== undefined && <NextStep orderId={buy.data?.orderId ?? ''} step={result.next} />}
        </Row>
        <ActionStatus error={buy.error}>{result?.text}</ActionStatus>
      </Stack>
    </Panel>
  )
}
