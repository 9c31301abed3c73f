/** Triggers an event: something happens to an item, and the platform notifies every registered receiver. */
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { Select } from '../ui/fields/select.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus } from './action-status.tsx'
import styles from './practice.module.css'
import { sentMessage } from './sent-message.ts'
import { useRememberedForm } from './use-remembered-form.ts'

const fields = {
  buyer: { label: 'Buyer', placeholder: 'practice-buyer' },
  price: { label: 'Price', placeholder: '25.00' },
  transactionId: { label: 'Transaction ID', placeholder: 'New' },
  commentType: { label: 'Comment type', placeholder: 'Positive' },
  itemId: { label: 'Item ID', placeholder: 'The item’s own' },
} as const
type Field = keyof typeof fields

/** The events, each with the values that its notification carries. */
const events = [
  { id: 'FixedPriceTransaction', label: 'Sold', fields: ['price', 'transactionId', 'buyer'] },
  { id: 'AuctionCheckoutComplete', label: 'Sold by auction', fields: ['buyer', 'transactionId'] },
  { id: 'ItemSold', label: 'Sold, any format', fields: [] },
  { id: 'BidReceived', label: 'Bid received', fields: [] },
  { id: 'FeedbackLeft', label: 'Feedback left by the buyer', fields: ['buyer', 'commentType'] },
  { id: 'ItemEndedBySeller', label: 'Listing ended', fields: [] },
] as const satisfies readonly { readonly id: string; readonly label: string; readonly fields: readonly Field[] }[]

type EventForm = Readonly<Record<Field, string>> & { readonly eventId: string; readonly sku: string | null }
const initial: EventForm = {
  eventId: 'FixedPriceTransaction',
  sku: null,
  buyer: '',
  price: '',
  transactionId: '',
  commentType: '',
  itemId: '',
}

export const EventPanel = () => {
  const { The } = usePlatformName()
  const [form, change] = useRememberedForm('event', initial)
  const { sku } = form
  const event = events.find(({ id }) => id === form.eventId) ?? events[0]
  const items = useApiQuery('practice', 'items', {})
  const trigger = useApiMutation('practice', 'triggerEvent')

  const options = (items.data?.items ?? []).map((item) => ({
    id: item.sku,
    label: item.title === '' ? item.sku : item.title,
    description: item.sku,
  }))
  const shownFields: readonly Field[] = [...event.fields, 'itemId']

  const submit = (): void => {
    const filled = shownFields.map((field) => [field, form[field].trim()] as const).filter(([, value]) => value !== '')
    trigger.mutate({
      event: event.id,
      ...(sku === null ? {} : { sku }),
      ...Object.fromEntries(filled),
    })
  }

  return (
    <Panel
      description={`${The} notifies this app if instant alerts are set up for the event. Nothing is bought: that is under Buy.`}
      isRaised
      title="Send a notice"
    >
      <Stack gap={3}>
        <div className={styles.pair}>
          <ComboBox
            description={sku === null ? 'Leave empty for the first item.' : undefined}
            emptyText="No item with this title."
            error={items.error?.detail}
            label="Item"
            onChange={(chosen) => change({ sku: chosen })}
            options={options}
            placeholder="Any item"
            value={sku}
          />
          <Select label="Event" onChange={(id) => change({ eventId: id })} options={events} value={event.id} />
        </div>
        <div className={styles.fields}>
          {shownFields.map((field) => (
            <TextField
              {...fields[field]}
              key={field}
              onChange={(value) => change({ [field]: value })}
              onSubmit={submit}
              value={form[field]}
            />
          ))}
        </div>
        <Row gap={3} wrap>
          <CommandButton
            command="practice.makeEvent"
            isPending={trigger.isPending}
            onPress={submit}
            variant="primary"
          />
          <ActionStatus error={trigger.error}>
            {trigger.isSuccess
              ? sentMessage(
                  trigger.data.notifications,
                  'No alert was sent. Set up instant alerts under Notifications first.',
                )
              : ''}
          </ActionStatus>
        </Row>
      </Stack>
    </Panel>
  )
}
