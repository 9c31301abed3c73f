/** Under price, quantity and cost of an item: what would be left of it, and what it earned so far (FIN-02). */
import { useState } from 'react'
import { useAction, useApiQuery, useClient } from '../../api/hooks.ts'
import { useEarned } from '../../api/use-earned.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import styles from './item-earned.module.css'
import { lastCost, soldSoFar, typedPrice, wouldBeLeft } from './item-text.ts'

/** A sale keeps its cost. If the cost was typed wrong, the seller says so here, once. */
const PastSales = ({ sku }: { readonly sku: string }) => {
  const client = useClient()
  const [isAsking, setAsking] = useState(false)
  const sales = useApiQuery('earnings', 'pastCosts', { sku }).data?.sales ?? 0
  const use = useAction(() =>
    doUndoably({ label: `Cost of ${formatCount(sales, 'past sale')} changed` }, async () => {
      const { former } = await client.earnings.recostPastSales({ sku })
      return former.length === 0
        ? null
        : { undo: async () => void (await client.earnings.restorePastCosts({ sku, former: [...former] })) }
    }),
  )
  if (sales === 0 && !isAsking) return null
  return (
    <>
      <span>
        <Button onPress={() => setAsking(true)} size="s">
          Use this cost for past sales too
        </Button>
      </span>
      {isAsking && (
        <ConfirmDialog
          cancelLabel="Keep them"
          confirmLabel="Use this cost"
          consequence={`${formatCount(sales, 'past sale keeps', 'past sales keep')} an earlier cost. If that cost was typed wrong, use the one on this page instead. You can undo this.`}
          mutation={use}
          onClose={() => setAsking(false)}
          onConfirm={() => use.mutate(undefined, { onSuccess: () => setAsking(false) })}
          title="Use this cost for past sales too?"
          variant="primary"
        />
      )}
    </>
  )
}

/** `costs`: as the item keeps it. */
export const ItemEarned = ({ sku, costs }: { readonly sku: string; readonly costs: string }) => {
  const canList = useApiQuery('listing', 'choices', {}).data?.refusal === null
  const listing = useApiQuery('listing', 'listing', { sku }, { enabled: canList }).data
  const earned = useEarned('items', sku) ?? []
  const currency = listing?.currency
  const price = listing?.fields.find(({ field }) => field === 'price')?.text ?? ''
  const next = currency === undefined ? null : wouldBeLeft(typedPrice(price, currency), lastCost(costs, currency))
  const lines = [...(next === null ? [] : [next]), ...soldSoFar(earned)]
  return (
    <Stack className={styles.below} gap={1}>
      {lines.map((line) => (
        <Text as="p" key={line} size="meta" tabular tone="soft">
          {line}
        </Text>
      ))}
      <PastSales sku={sku} />
    </Stack>
  )
}
