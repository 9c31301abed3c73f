/** Something happens to an item: the platform tells whoever has registered for it. */
import { useState } from 'react'
import { useCommandOf, useQueryOf } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ComboBox } from '../ui/combo-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import styles from './practice.module.css'
import { Said } from './said.tsx'
import { useRemembered } from './use-remembered.ts'

const happenings = [
  { id: 'FixedPriceTransaction', label: 'Somebody buys it' },
  { id: 'AuctionCheckoutComplete', label: 'An auction is won and paid' },
  { id: 'ItemSold', label: 'It is marked as sold' },
  { id: 'BidReceived', label: 'Somebody bids' },
  { id: 'FeedbackLeft', label: 'A buyer leaves feedback' },
  { id: 'ItemEndedBySeller', label: 'The listing ends' },
] as const
type Happening = (typeof happenings)[number]['id']

const outcomeWords = (notifications: number): string => {
  if (notifications === 0) return 'It happened, but nobody listens. Register the receiver under Notifications first.'
  return notifications === 1 ? 'One notification is on its way.' : `${notifications} notifications are on their way.`
}

export function SalePanel({ onDone }: { readonly onDone: () => void }) {
  const [happening, setHappening] = useRemembered<Happening>('sale.event', 'FixedPriceTransaction')
  const [sku, setSku] = useRemembered<string | null>('sale.sku', null)
  const [isTwice, setIsTwice] = useRemembered('sale.twice', false)
  const [said, setSaid] = useState('')
  const items = useQueryOf('practice', 'items', {})
  const trigger = useCommandOf('practice', 'triggerEvent')

  const options = (items.data?.items ?? []).map((item) => ({
    id: item.sku,
    label: item.title === '' ? item.sku : item.title,
    description: item.sku,
  }))

  const happen = (): void => {
    setSaid('')
    trigger.mutate(
      { event: happening, ...(sku === null ? {} : { sku }), times: isTwice ? 2 : 1 },
      {
        onSuccess: ({ notifications }) => {
          setSaid(outcomeWords(notifications))
          onDone()
        },
      },
    )
  }

  return (
    <Panel description="The platform tells it to the receiver of this app." isRaised title="Make something happen">
      <div className={styles.form}>
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
        <Checkbox
          description="As platforms do now and then. It must show up once."
          isSelected={isTwice}
          onChange={setIsTwice}
        >
          Deliver it twice
        </Checkbox>
        <div className={styles.acts}>
          <Button isPending={trigger.isPending} onPress={happen} variant="primary">
            Make it happen
          </Button>
          <Said error={trigger.error}>{said}</Said>
        </div>
      </div>
    </Panel>
  )
}
