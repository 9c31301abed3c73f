/** What a seller does next about an event: one sentence and at most one green button. Pure. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { ACCOUNT_DELETION, findEventType } from '../../../shared/notifications/event-types.ts'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import type { CaseOfEvent, OrderOfEvent } from '../../parts/orders/match-sale.ts'
import type { Tone } from '../../ui/base/tone.ts'
import { isSale } from './event-headline.ts'

export type StepAction = 'ship' | 'showOrder' | 'orders' | 'answer' | 'openCase' | 'openItem' | 'accept'

export type NextStep = {
  readonly title: string
  readonly text: string
  readonly tone: Extract<Tone, 'danger' | 'caution'> | null
  /** The green button; null if nothing is to be done. */
  readonly main: StepAction | null
}

const caseTypes: Readonly<Record<string, CaseOfEvent>> = {
  ORDER_CANCELLATION_ACTIVITY: 'cancellation',
  ORDER_INQUIRY_ACTIVITY: 'inquiry',
  ORDER_RETURN_ACTIVITY: 'return',
}

/** The kind of case that an event is about; undefined for any other event. */
export const caseTypeOf = ({ name, signature }: Pick<EventPage, 'name' | 'signature'>): CaseOfEvent | undefined =>
  signature === 'verified' ? caseTypes[name] : undefined

const nothing = (title: string, text = 'There is nothing to do.'): NextStep => ({ title, text, tone: null, main: null })

type Known = {
  readonly order: Pick<OrderOfEvent, 'stage' | 'isLate' | 'shipByMs' | 'cancel' | 'source'> | undefined
  /** Whether the platform lists orders. */
  readonly hasOrders: boolean
  readonly hasItem: boolean
  readonly formatDay: (atMs: number) => string
  readonly platformName: PlatformName
}

const saleStep = ({ order, hasOrders, formatDay }: Known): NextStep => {
  if (order === undefined) {
    return hasOrders
      ? { title: 'Look for its order', text: 'It is in Orders within a few minutes.', tone: null, main: 'orders' }
      : nothing('Ship it once it is paid', 'Stallhand can’t read orders here, so it can’t say whether it is.')
  }
  const { stage, isLate, shipByMs, cancel } = order
  if (cancel?.state === 'requested')
    return {
      title: 'The buyer asked to cancel',
      text: 'Answer it before you ship.',
      tone: 'caution',
      main: 'showOrder',
    }
  switch (stage) {
    case 'unpaid':
      return { title: 'Not paid yet', text: 'Don’t ship it before it is paid.', tone: 'caution', main: 'showOrder' }
    case 'cancelled':
      return { title: 'Cancelled', text: 'Don’t ship it.', tone: 'danger', main: 'showOrder' }
    case 'shipped':
      return nothing('Shipped')
    case 'toPickUp':
      return { title: 'The buyer picks it up', text: 'There is nothing to ship.', tone: null, main: 'showOrder' }
    case 'unknown':
      return { title: 'Ship it once it is paid', text: '', tone: null, main: 'showOrder' }
    case 'toShip':
    case 'partlyShipped': {
      const by = shipByMs === null ? 'Ship it' : `Ship by ${formatDay(shipByMs)}`
      const text = isLate ? 'It is late.' : stage === 'partlyShipped' ? 'A part of it is shipped.' : 'It is paid.'
      return { title: by, text, tone: isLate ? 'danger' : null, main: 'ship' }
    }
  }
}

/** SECURITY: a message that isn't proven to be the platform's must never lead to a parcel (RCV-08). */
const unverifiedStep = ({ signature, why, signatureMessage, origin }: EventPage, { platformName }: Known): NextStep => {
  const { the, The } = platformName
  if (origin !== 'platform') return nothing('Nothing happened', 'This copy was made here, and it was ignored.')
  switch (signature) {
    case 'wrong':
      return {
        title: 'Don’t ship it',
        text: `Someone who isn’t ${the} sent this: its signature is wrong, so it was ignored. ${The}’s own sales are in Orders.`,
        tone: 'danger',
        main: 'orders',
      }
    case 'late':
      return { title: 'Don’t ship it yet', text: why ?? signatureMessage, tone: 'caution', main: 'accept' }
    case 'notVerifiableNow':
      return {
        title: 'Wait before you ship it',
        text: why ?? 'Stallhand can’t check yet who sent it, and tries again by itself.',
        tone: 'caution',
        main: null,
      }
    default:
      return {
        title: 'Don’t ship it',
        text: why ?? `It isn’t signed, so anyone could have sent it. ${The}’s own sales are in Orders.`,
        tone: 'danger',
        main: 'orders',
      }
  }
}

export const findNextStep = (event: EventPage, known: Known): NextStep => {
  const { name, signature, processing, why, isTest } = event
  if (signature !== 'verified') return unverifiedStep(event, known)
  if (isTest) return nothing('A test', 'It was requested here. Its item and buyer don’t exist.')
  if (processing === 'failed')
    return { title: 'Stallhand can’t read it', text: why ?? '', tone: 'danger', main: 'orders' }
  if (isSale(event)) return saleStep(known)
  if (caseTypeOf(event) !== undefined)
    return {
      title: 'Answer it in time',
      text: 'A case left unanswered is decided without you.',
      tone: 'caution',
      main: 'openCase',
    }
  if (findEventType(name)?.raises === 'question')
    return { title: 'Answer the buyer', text: '', tone: null, main: 'answer' }
  if (name === 'OFFER_ACTIVITY' || name === 'BidReceived')
    return { title: 'Look at the listing', text: '', tone: null, main: known.hasItem ? 'openItem' : null }
  if (name === ACCOUNT_DELETION) return nothing('A user closed their account')
  if (findEventType(name)?.purpose === 'listings' && known.hasItem)
    return { title: 'Look at the item', text: '', tone: null, main: 'openItem' }
  return nothing('For your information')
}
