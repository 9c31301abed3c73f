/** An event's title for sellers: "Kestrel 35 sold for €25 to anna_wolle". */
import type { PlatformName } from '../connection/platforms.ts'
import type { SignatureState } from './event.ts'
import { findEventType } from './event-types.ts'
import type { Occurrence } from './occurrence.ts'

export type TitledEvent = {
  readonly name: string
  readonly signature: SignatureState
  readonly occurrences: readonly Occurrence[]
  /** Null if unknown. Its currency is used if the event names none. */
  readonly item: { readonly title: string | null; readonly currency: string | null } | null
}

export type TitleOptions = {
  readonly formatMoney: FormatMoney
  /** The platform's name in sentences. */
  readonly platformName: PlatformName
  /** The characters available for the item's title. */
  readonly maxTitle?: number | undefined
}

type FormatMoney = (amount: number, currency: string | null) => string

/** Maximum characters. A longer title would push what happened out of sight. */
const MAX_TITLE = 32
/** Maximum characters in wide lines. */
export const MAX_WIDE_TITLE = 60

const shorten = (title: string, max: number): string => {
  if (title.length <= max) return title
  // Removes half of a surrogate pair at the cut.
  const cut = title.slice(0, max).replace(/[\ud800-\udbff]$/, '')
  const end = cut.lastIndexOf(' ')
  return `${(end < max / 2 ? cut : cut.slice(0, end)).replace(/[\s,;:–-]+$/, '')}…`
}

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** A price that isn't a number is shown unchanged. */
const priceText = (price: string, currency: string | null, formatMoney: FormatMoney): string =>
  Number.isFinite(Number(price)) ? formatMoney(Number(price), currency) : `${price} ${currency ?? ''}`.trim()

type Sale = { readonly what: string; readonly price: string | null; readonly buyer: string | null }

const saleTitle = ({ what, price, buyer }: Sale): string =>
  `${what} sold${price === null ? '' : ` for ${price}`}${buyer === null ? '' : ` to ${buyer}`}`

/** "Kestrel 35 sold for €25 to anna_wolle", for a sale without an event. The title is shortened, the price never. */
export const describeSaleTitle = (sale: Sale, maxTitle = MAX_WIDE_TITLE): string =>
  saleTitle({ ...sale, what: shorten(sale.what, maxTitle) })

const describe = ({ name, occurrences, item }: TitledEvent, formatMoney: FormatMoney, maxTitle: number): string => {
  const type = findEventType(name)
  const label = type?.label ?? name
  const [first] = occurrences
  if (type === undefined || first === undefined) return label
  const { itemId, buyer, price, currency } = first
  const title = item === null || item.title === null ? null : shorten(item.title, maxTitle)
  const what = title ?? (itemId === null ? null : `Listing ${itemId}`)
  const inside = title ?? (what === null ? null : lower(what))
  if (type.raises === 'sale' && occurrences.length > 1) {
    return `${occurrences.length} items sold${buyer === null ? '' : ` to ${buyer}`}`
  }
  switch (name) {
    case 'NEW_MESSAGE':
    case 'MyMessagesM2MMessage':
      return buyer === null ? label : `New message from ${buyer}`
    case 'BidReceived':
      return inside === null ? label : `Bid on ${inside}${buyer === null ? '' : ` by ${buyer}`}`
    case 'FeedbackLeft':
    case 'FeedbackReceived':
    case 'FEEDBACK_RECEIVED':
      return first.commentType === null || buyer === null
        ? label
        : `${upper(first.commentType.toLowerCase())} feedback from ${buyer}`
  }
  if (type.raises === 'sale') {
    if (what === null) return label
    return saleTitle({
      what,
      price: price === null ? null : priceText(price, currency ?? item?.currency ?? null, formatMoney),
      buyer,
    })
  }
  if (type.raises === 'question')
    return `${buyer ?? 'A buyer'} asked${inside === null ? ' a question' : ` about ${inside}`}`
  return inside === null ? label : `${label}: ${inside}`
}

const unverifiedTitles: Readonly<Record<Exclude<SignatureState, 'verified' | 'wrong'>, string>> = {
  late: 'Late notification',
  notVerifiableNow: 'Message, not checked yet',
  none: 'Unsigned message',
}

/** The title of a message whose signature is wrong. */
export const strangerTitle = (platformName: PlatformName): string => `Not from ${platformName.the}: ignored`

/** An unverified message isn't read, so its title says only that it is unverified (SEC-09). */
export const eventTitle = (event: TitledEvent, options: TitleOptions): string => {
  const { formatMoney, platformName, maxTitle = MAX_TITLE } = options
  if (event.signature === 'verified') return describe(event, formatMoney, maxTitle)
  return event.signature === 'wrong' ? strangerTitle(platformName) : unverifiedTitles[event.signature]
}
