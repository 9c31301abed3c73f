/** An event in a seller's words, with prices in the chosen format. */
import { eventTitle } from '../../../shared/notifications/event-title.ts'
import type { EventRow } from '../../../shared/notifications/log-contract.ts'
import { formatMoney } from '../../ui/locale-format.ts'

export const describeEvent = ({
  name,
  origin,
  signature,
  occurrences,
  item,
}: Pick<EventRow, 'name' | 'origin' | 'signature' | 'occurrences' | 'item'>): string =>
  // An edited copy that was sent from here is no forgery.
  eventTitle(
    { name, signature: origin === 'platform' ? signature : 'none', occurrences, itemTitle: item?.title ?? null },
    (amount, currency) => {
      const number = Number(amount)
      return Number.isFinite(number) ? formatMoney(number, currency) : [amount, currency ?? ''].join(' ').trim()
    },
  )
