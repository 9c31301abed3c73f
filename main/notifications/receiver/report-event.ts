/** Reports what arrived: a notice to the seller, and events of the signed-in seller to the rest of the app. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { FeatureEmit } from '../../../shared/ipc/define.ts'
import type { logContract, Raises } from '../../../shared/notifications/log-contract.ts'
import type { Clock } from '../../ports.ts'
import { type Arrival, describeArrival } from '../log/arrival-notice.ts'
import { findListedItem, type ItemLookup } from '../log/listed-item.ts'
import type { NotificationStore } from '../store.ts'
import type { FiledEvent } from './file-delivery.ts'

/**
 * SECURITY (SEC-07): at most one alarm per interval, because strangers can send any number of forgeries, which must not
 * fill the screen.
 */
const FORGERY_ALARM_MS = 10 * 60_000

/** What the seller is notified of, and where the window shows it. */
export type RaisedArrival = Arrival & { readonly raises: Raises; readonly eventId: number; readonly place: string }

/** A new event of this seller, proven to come from the platform: its topic or event name, and its texts by element name. */
export type VerifiedEvent = Pick<FiledEvent, 'find' | 'isTest' | 'eventId'> & {
  readonly name: string
  /** The SKUs of the items named in the event, if known. */
  readonly skus: readonly string[]
}

/** What a reporter needs from the app around the receiver. */
export type ReportDeps = ItemLookup & {
  /** Called once for each new event with a valid signature. */
  readonly onEvent: (event: VerifiedEvent) => void
  readonly onArrival: (arrival: RaisedArrival) => void
  readonly locale: () => string | undefined
}

/** Returns a function that reports an event after the commit that first processed it, or that raised a notice. */
export const createEventReporter = (
  deps: ReportDeps & {
    readonly store: NotificationStore
    readonly clock: Pick<Clock, 'monotonicMs'>
    readonly emit: FeatureEmit<typeof logContract>
    readonly platformName: PlatformName
  },
) => {
  let lastForgeryMs = Number.NEGATIVE_INFINITY

  const isAlarmDue = (): boolean => {
    const nowMs = deps.clock.monotonicMs()
    if (nowMs - lastForgeryMs < FORGERY_ALARM_MS) return false
    lastForgeryMs = nowMs
    return true
  }

  /** `sku`: the item of the first occurrence, if known. */
  const notifySeller = (event: FiledEvent, sku: string | undefined): void => {
    const { raises, eventId } = event
    if (raises === null || (raises === 'forgery' && !isAlarmDue())) return
    const item = sku === undefined ? undefined : deps.findItem(sku)
    const arrival = describeArrival(event, item ?? null, { locale: deps.locale(), platformName: deps.platformName })
    deps.emit('arrived', { raises, eventId, ...arrival })
    deps.onArrival({ raises, eventId, place: `#/notifications/${eventId}`, ...arrival })
  }

  return (event: FiledEvent): void => {
    const { eventId, facts, fresh, find, isTest, otherSeller } = event
    const skus = fresh.map(({ itemId, sku }) => findListedItem(deps.store, deps, itemId, sku)?.sku)
    notifySeller(event, skus[0])
    if (fresh.length === 0 || otherSeller !== null) return
    const known = new Set(skus.filter((sku) => sku !== undefined))
    deps.onEvent({ name: facts.name, eventId, find, isTest, skus: [...known] })
  }
}
