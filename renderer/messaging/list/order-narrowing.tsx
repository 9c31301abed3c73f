/** Narrows the list to buyers with certain orders. */
import { Package } from 'lucide-react'
import { type OrderNarrowing, orderNarrowings } from '../../../shared/messaging/list.ts'
import { useCommandChoices } from '../../commands/registry.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { narrowingLabels } from './use-list-filter.ts'

type OrderNarrowingMenuProps = {
  readonly shown: OrderNarrowing | undefined
  readonly onChoose: (orders: OrderNarrowing | null) => void
}

export const OrderNarrowingMenu = ({ shown, onChoose }: OrderNarrowingMenuProps) => {
  useCommandChoices('inbox.filterByOrder', () =>
    orderNarrowings.map((id) => ({
      id,
      label: `Show buyers: ${narrowingLabels[id].toLowerCase()}`,
      run: () => onChoose(id),
    })),
  )
  return (
    <Menu
      actions={[
        ...orderNarrowings.map((id) => ({ id, label: narrowingLabels[id], onPress: () => onChoose(id) })),
        ...(shown === undefined
          ? []
          : (['separator', { id: 'all', label: 'With and without orders', onPress: () => onChoose(null) }] as const)),
      ]}
      label="Filter by order"
      placement="bottom end"
      trigger={<IconButton icon={Package} label="Filter by order" shortLabel="Order" size="s" />}
    />
  )
}
