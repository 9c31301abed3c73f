/** An event's title for the seller, with prices in the chosen format. `platformName`, `maxTitle` as in `eventTitle`. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { eventTitle } from '../../../shared/notifications/event-title.ts'
import type { EventRow } from '../../../shared/notifications/log-contract.ts'
import { formatMoney } from '../../ui/format/locale-format.ts'

export const describeEvent = (
  event: Pick<EventRow, 'name' | 'origin' | 'signature' | 'occurrences' | 'item'>,
  platformName: PlatformName,
  maxTitle?: number,
): string =>
  event.origin !== 'platform' && event.signature !== 'verified'
    ? 'Edited copy'
    : eventTitle(event, { formatMoney, platformName, maxTitle })
