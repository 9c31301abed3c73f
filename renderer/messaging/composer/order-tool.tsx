/** Inserts what is known about the conversation's order into the reply. */
import { Package } from 'lucide-react'
import type { VariableValues } from '../../../shared/messaging/saved-reply.ts'
import type { ReplyValues } from '../../../shared/orders/contract.ts'
import { useCommandChoices } from '../../commands/registry.ts'
import { orderTitle } from '../../parts/orders/order-labels.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { variableLabels } from '../saved-replies/variable-buttons.tsx'

const buttons = (['order', 'item', 'carrier', 'tracking', 'shipBy', 'delivery'] as const).map((name) => ({
  name,
  label: variableLabels[name],
}))

type OrderToolProps = {
  readonly values: VariableValues
  readonly onInsert: (text: string) => void
  /** Orders of which one may be meant. */
  readonly choices: ReplyValues['choices']
  readonly onChoose: (orderId: string) => void
}

/** A value that isn't known can't be inserted (ORD-05). If the order isn't clear, it is chosen here. */
export const OrderTool = ({ values, onInsert, choices, onChoose }: OrderToolProps) => {
  const known = buttons.filter(({ name }) => (values[name] ?? '') !== '')
  useCommandChoices('inbox.insertFromOrder', () =>
    known.map(({ name, label }) => ({
      id: name,
      label: `Insert ${label.toLowerCase()}`,
      run: () => onInsert(values[name] ?? ''),
    })),
  )
  return (
    <Menu
      actions={[
        ...buttons.map(({ name, label }) => {
          const value = values[name] ?? ''
          return {
            id: name,
            label,
            description: value === '' ? 'Not known' : value,
            isDisabled: value === '',
            onPress: () => onInsert(value),
          }
        }),
        ...(choices.length > 0 ? (['separator'] as const) : []),
        ...choices.map((order) => ({
          id: order.orderId,
          label: `Use ${orderTitle(order)}`,
          description: order.orderId,
          onPress: () => onChoose(order.orderId),
        })),
      ]}
      label="From the order"
      placement="top start"
      trigger={<IconButton icon={Package} label="Insert from the order" shortLabel="Order" />}
    />
  )
}
