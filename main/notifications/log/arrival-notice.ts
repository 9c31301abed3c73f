/** The notice about a sale, a question or a forgery. */
import { formatMoney } from '../../../shared/money.ts'
import { eventTitle, type TitledEvent } from '../../../shared/notifications/event-title.ts'
import { findEventType } from '../../../shared/notifications/event-types.ts'
import type { FiledEvent } from '../receiver/file-delivery.ts'

/** `title` is the app's own; `text` may come from a stranger. */
export type Arrival = { readonly title: string; readonly text: string }

export const describeArrival = (
  { facts, fresh, raises }: Pick<FiledEvent, 'facts' | 'fresh' | 'raises'>,
  item: TitledEvent['item'],
  locale: string | undefined,
): Arrival => {
  if (raises === 'forgery') {
    return {
      title: 'Forged notification',
      text: 'A notification with a wrong signature arrived. It was quarantined and not processed.',
    }
  }
  const label = findEventType(facts.name)?.label ?? facts.name
  return {
    title: fresh.length > 1 ? `${label} (${fresh.length} times)` : label,
    text: eventTitle({ name: facts.name, signature: 'verified', occurrences: fresh, item }, (amount, currency) =>
      formatMoney(amount, currency, locale),
    ),
  }
}
