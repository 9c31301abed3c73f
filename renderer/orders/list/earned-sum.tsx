/** What the listed orders earned together, below the list. */
import type { OrderFilter } from '../../../shared/orders/order-list.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { sumText } from '../../parts/earnings/earned-text.ts'
import { Text } from '../../ui/layout/layout.tsx'

export const EarnedSum = ({ filter, total }: { readonly filter: OrderFilter; readonly total: number }) => {
  const { sort: _, ...listed } = filter
  const sums = useApiQuery('earnings', 'ordersSum', listed, { keepPrevious: true }).data?.sums ?? []
  return (
    <Text tabular truncate>
      {sums.map((sum) => sumText(sum, total)).join(' · ')}
    </Text>
  )
}
