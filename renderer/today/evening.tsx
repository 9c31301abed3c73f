/** The end of the day: all is shipped, or what is left to pack. */
import type { Parcel } from '../../shared/orders/packing-contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { usePlatform } from '../api/use-connection.ts'
import { locationHref } from '../location.ts'
import { formatCount } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Text } from '../ui/layout/layout.tsx'

const EVENING_HOUR = 16

type Pile = { readonly parcels: readonly Parcel[]; readonly today: string; readonly doneToday: number }

/** Null before the evening, unless something was packed today, and if there is nothing to say. */
export const describeEvening = ({ parcels, today, doneToday }: Pile, hour: number): string | null => {
  if (hour < EVENING_HOUR && doneToday === 0) return null
  const open = parcels.filter(({ isPacked }) => !isPacked)
  const due = open.filter(({ isLate, shipByDay }) => isLate || shipByDay === today)
  if (due.length > 0) return `${formatCount(due.length, 'parcel')} left to pack today.`
  if (open.length > 0) return `All that is due today is packed. ${formatCount(open.length, 'parcel')} due later.`
  if (parcels.length > 0) return `All packed. ${formatCount(parcels.length, 'parcel')} not yet shipped.`
  return doneToday > 0 ? 'All shipped.' : null
}

export const Evening = () => {
  const nowMs = useNow()
  const canPack = usePlatform().capabilities.orders
  const pile = useApiQuery('orders', 'pile', {}, { enabled: canPack }).data
  const text = pile === undefined ? null : describeEvening(pile, new Date(nowMs).getHours())
  if (text === null) return null
  return (
    <Text as="p" size="section" tone={text === 'All shipped.' ? 'good' : undefined}>
      {text} {text !== 'All shipped.' && <a href={locationHref({ screen: 'orders', path: ['~pack'] })}>Packing desk</a>}
    </Text>
  )
}
