/** Triggers work in other features for verified notifications from the platform (PLT-16, PLT-17). */
import { findEventType } from '../../shared/notifications/event-types.ts'
import type { VerifiedEvent } from '../notifications/feature.ts'
import type { Log } from '../ports.ts'

type NotificationEffects = {
  /** Null if the event names no conversation; all are then checked. */
  readonly messageArrived: (conversationId: string | null) => void
  readonly taskEnded: (taskId: string) => void
  /** The stock or the listing of an item changed. */
  readonly itemChanged: (sku: string) => void
  /** The stock or the state of a listing changed, whoever made it. */
  readonly listingChanged: (listingId: string) => void
  /** A notification names an order. */
  readonly orderChanged: (orderId: string) => void
  readonly saleArrived: () => void
  /** A return, a missing parcel or a cancellation changed. */
  readonly casesChanged: () => void
  /** A buyer's offer changed. */
  readonly offersChanged: () => void
  /** The signed-in seller's username and user id; empty if unknown. */
  readonly sellerNames: () => Promise<readonly string[]>
  /** When the current sign-in was stored; null if unknown. */
  readonly signedInAtMs: () => Promise<number | null>
  readonly signOut: () => Promise<unknown>
  readonly log: Log
}

/** Topics that name the order that they are about. */
const ordersNamed: ReadonlySet<string> = new Set([
  'ORDER_CONFIRMATION',
  'ITEM_MARKED_SHIPPED',
  'ORDER_CANCELLATION_ACTIVITY',
  'ORDER_INQUIRY_ACTIVITY',
  'ORDER_RETURN_ACTIVITY',
])
const caseTopics: ReadonlySet<string> = new Set([
  'ORDER_CANCELLATION_ACTIVITY',
  'ORDER_INQUIRY_ACTIVITY',
  'ORDER_RETURN_ACTIVITY',
])

/**
 * The platform reports revoked sign-ins of all sellers who use the application, and a report may arrive after the
 * seller signed in again. Neither must end the current sign-in. Without the seller's name, nothing is ended: if this
 * sign-in was revoked, the platform refuses the next call.
 */
const signOutIfRevoked = async (find: VerifiedEvent['find'], effects: NotificationEffects): Promise<void> => {
  // The event may have the user id in place of the username.
  const username = find('username')?.toLowerCase()
  const own = await effects.sellerNames()
  const isOwn = own.some((name) => name.toLowerCase() === username)
  const isEarlier = Date.parse(find('eventDate') ?? '') < ((await effects.signedInAtMs()) ?? 0)
  if (isOwn && !isEarlier) await effects.signOut()
}

/** Returns a function to call once for each new event with a valid signature. Never throws. */
export const createNotificationEffects =
  (effects: NotificationEffects) =>
  ({ name, isTest, skus, find }: Pick<VerifiedEvent, 'name' | 'isTest' | 'skus' | 'find'>): void => {
    // A test event names nonexistent things, and a test of a revocation must not sign the seller out.
    if (isTest) return
    const { purpose, raises } = findEventType(name) ?? {}
    if (raises === 'question') effects.messageArrived(find('conversationId'))
    if (purpose === 'sales' || purpose === 'listings') {
      for (const sku of skus) effects.itemChanged(sku)
      const listingId = find('ItemID') ?? find('listingId')
      if (listingId !== null) effects.listingChanged(listingId)
    }
    if (raises === 'sale') effects.saleArrived()
    const orderId = ordersNamed.has(name) ? find('orderId') : null
    if (orderId !== null) effects.orderChanged(orderId)
    if (caseTopics.has(name)) effects.casesChanged()
    if (name === 'OFFER_ACTIVITY') effects.offersChanged()
    const taskId = find('taskId')
    if (name === 'LISTING_PREVIEW_CREATION_TASK_STATUS' && taskId !== null) effects.taskEnded(taskId)
    if (name === 'AUTHORIZATION_REVOCATION') {
      signOutIfRevoked(find, effects).catch((error: unknown) =>
        effects.log.warn('could not sign out after a revocation', { error }),
      )
    }
  }
