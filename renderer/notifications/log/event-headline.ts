/** What happened, for a seller: the kind in bold, then price and person, and what it is about below. Pure. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { strangerTitle } from '../../../shared/notifications/event-title.ts'
import { eventLabel, findEventType } from '../../../shared/notifications/event-types.ts'
import type { EventRow } from '../../../shared/notifications/log-contract.ts'
import { formatCount, formatMoney } from '../../ui/format/locale-format.ts'

export type Headline = {
  readonly kind: string
  /** "for $28.00 to ahmed_h"; may be empty. */
  readonly rest: string
  /** What it is about, or what to make of it; may be empty. */
  readonly about: string
}

export type HeadlineEvent = Pick<EventRow, 'name' | 'origin' | 'signature' | 'occurrences' | 'item'>

/** What else is known of the item; null or absent for unknown fields. */
export type KnownItem = { readonly title: string | null; readonly currency?: string | null | undefined }

/** Words for a kind where the type's own label says less. */
const kinds: Readonly<Record<string, string>> = {
  AskSellerQuestion: 'Question',
  BidReceived: 'Bid',
  BUYER_QUESTION: 'Question',
  FEEDBACK_RECEIVED: 'Feedback',
  FeedbackLeft: 'Feedback',
  FeedbackReceived: 'Feedback',
  ITEM_COMMITMENT_CANCELLATION_ACTIVITY: 'Cancellation',
  ITEM_MARKED_SHIPPED: 'Shipped',
  ItemMarkedShipped: 'Shipped',
  MyMessagesM2MMessage: 'Message',
  NEW_MESSAGE: 'Message',
  ORDER_CANCELLATION_ACTIVITY: 'Cancellation',
  ORDER_INQUIRY_ACTIVITY: 'Parcel not received',
}

/** A price that isn't a number is shown unchanged. */
export const priceText = (price: string, currency: string | null): string =>
  Number.isFinite(Number(price)) ? formatMoney(Number(price), currency) : `${price} ${currency ?? ''}`.trim()

export const isSale = ({ name, signature, occurrences }: HeadlineEvent): boolean =>
  signature === 'verified' && findEventType(name)?.raises === 'sale' && occurrences.length > 0

/** An unverified message isn't read, so nothing is said of what it claims (SEC-09). */
const unverified = ({ signature }: HeadlineEvent, platformName: PlatformName): Headline => {
  switch (signature) {
    case 'wrong':
      return { kind: strangerTitle(platformName), rest: '', about: 'Don’t ship anything because of it.' }
    case 'late':
      return { kind: 'Late notification', rest: '', about: 'Ignored until you accept it.' }
    case 'notVerifiableNow':
      return { kind: 'Not checked yet', rest: '', about: 'Stallhand checks who sent it.' }
    default:
      return {
        kind: 'Unsigned: ignored',
        rest: '',
        about: 'Anyone could have sent it. Don’t ship anything because of it.',
      }
  }
}

const nameKind = (name: string, commentType: string | null | undefined, { The }: PlatformName): string => {
  const kind = kinds[name] ?? eventLabel(name) ?? `${The} sent something new`
  const shade = kind === 'Feedback' ? (commentType ?? '') : ''
  return shade === '' ? kind : `${shade.charAt(0).toUpperCase()}${shade.slice(1).toLowerCase()} feedback`
}

/** `known`: the item behind the event's listing, if the event doesn't name one. */
export const describeHeadline = (
  event: HeadlineEvent,
  known: KnownItem | null,
  platformName: PlatformName,
): Headline => {
  if (event.origin !== 'platform' && event.signature !== 'verified')
    return { kind: 'Edited copy', rest: '', about: 'Made here. Ignored, because its signature no longer fits.' }
  if (event.signature !== 'verified') return unverified(event, platformName)
  const { occurrences, item, name } = event
  const [first] = occurrences
  const { itemId = null, buyer = null, price = null, currency = null } = first ?? {}
  const title = item?.title ?? known?.title ?? (itemId === null ? '' : `Listing ${itemId}`)
  const about = eventLabel(name) === undefined ? name : title
  if (isSale(event)) {
    const paid = price === null ? null : priceText(price, currency ?? item?.currency ?? known?.currency ?? null)
    const what = occurrences.length > 1 ? formatCount(occurrences.length, 'item') : paid === null ? '' : `for ${paid}`
    return { kind: 'Sold', rest: [what, buyer === null ? '' : `to ${buyer}`].filter(Boolean).join(' '), about }
  }
  return {
    kind: nameKind(name, first?.commentType, platformName),
    rest: buyer === null ? '' : `from ${buyer}`,
    about,
  }
}
