/** The end of the day: all is shipped, or what is left to pack. */
import type { Parcel } from '../../shared/orders/packing-contract.ts'
import { isDueToday } from '../../shared/orders/ship-due.ts'
import { formatCount } from '../ui/format/locale-format.ts'

const EVENING_HOUR = 16

type Pile = { readonly parcels: readonly Parcel[]; readonly doneToday: number }

/**
 * Null before the evening, unless something was packed today, and if there is nothing to say. `waiting`: buyers without an
 * answer; null if not known.
 */
export const describeEvening = (
  { parcels, doneToday }: Pile,
  hour: number,
  waiting: number | null = null,
): string | null => {
  if (hour < EVENING_HOUR && doneToday === 0) return null
  const open = parcels.filter(({ isPacked }) => !isPacked)
  const due = open.filter(({ due }) => isDueToday(due))
  if (due.length > 0) return `${formatCount(due.length, 'parcel')} left to pack today.`
  if (open.length > 0) return `All that is due today is packed. ${formatCount(open.length, 'parcel')} due later.`
  if (parcels.length > 0) return `All packed. ${formatCount(parcels.length, 'parcel')} not yet shipped.`
  if (doneToday === 0) return null
  return waiting === 0 ? 'All shipped. No buyer is waiting.' : 'All shipped.'
}
