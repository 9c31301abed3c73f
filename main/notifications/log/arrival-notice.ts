/** The notice about a sale, a question, or a message that the platform didn't send. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { formatMoney } from '../../../shared/money.ts'
import { eventTitle, strangerTitle, type TitledEvent } from '../../../shared/notifications/event-title.ts'
import { findEventType } from '../../../shared/notifications/event-types.ts'
import type { FiledEvent } from '../receiver/file-delivery.ts'

/** `title` is the app's own; `text` may come from a stranger. */
export type Arrival = { readonly title: string; readonly text: string }

export const describeArrival = (
  { facts, fresh, raises }: Pick<FiledEvent, 'facts' | 'fresh' | 'raises'>,
  item: TitledEvent['item'],
  { locale, platformName }: { readonly locale: string | undefined; readonly platformName: PlatformName },
): Arrival => {
  if (raises === 'forgery') {
    return {
      title: strangerTitle(platformName),
      text: 'A notification with a wrong signature arrived. It wasn’t processed.',
    }
  }
  const label = findEventType(facts.name)?.label ?? facts.name
  return {
    title: fresh.length > 1 ? `${label} (${fresh.length} times)` : label,
    text: eventTitle(
      { name: facts.name, signature: 'verified', occurrences: fresh, item },
      { formatMoney: (amount, currency) => formatMoney(amount, currency, locale), platformName },
    ),
  }
}
