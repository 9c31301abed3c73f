/** The desktop notice about a sale. */
import { findEventType } from '../../../shared/notifications/event-types.ts'
import type { DesktopNotice } from '../../ports.ts'
import type { FiledEvent } from '../receiver/file-delivery.ts'

/** Returns undefined for events that aren't sales. */
export const toSaleNotice = ({ eventId, facts, fresh }: FiledEvent): DesktopNotice | undefined => {
  const type = findEventType(facts.name)
  if (type?.isSale !== true) return undefined
  const itemId = fresh[0]?.itemId ?? null
  const buyer = fresh[0]?.buyer ?? null
  const parts = [itemId === null ? [] : `Item ${itemId}`, buyer === null ? [] : `bought by ${buyer}`].flat()
  return {
    title: fresh.length > 1 ? `${type.label} (${fresh.length} times)` : type.label,
    text: parts.join(', '),
    place: `#/notifications/${eventId}`,
  }
}
