/** Plans shipments, sends a single one, and shows those that wait (ORD-03). */
import { randomUUID } from 'node:crypto'
import { getPlatform } from '../../../shared/connection/profile.ts'
import type { Order } from '../../../shared/orders/order.ts'
import type { ShipmentInput } from '../../../shared/orders/shipment.ts'
import type { QueuedAct } from '../../../shared/outbound/act-result.ts'
import type { RunPlan } from '../../../shared/outbound/run-contract.ts'
import { unsentStates } from '../../../shared/outbound/state.ts'
import { conflict, notFound, validation } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { OutboundKind } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import type { DraftRow, RunDraft } from '../../outbound/run-draft.ts'
import { isNameOf } from '../records/address.ts'
import type { StoredOrder } from '../store/order-row.ts'
import type { OrderStore } from '../store/order-store.ts'
import { carrierOfCode, guessCarrier, normalizeTracking } from './carriers.ts'
import {
  CANCEL_REQUESTED,
  findLinesLeft,
  findRefusal,
  isCancelRequested,
  type ShipmentEvidence,
  type ShippedLine,
} from './shipment-decision.ts'
import { describeChanges, type ShipmentPayload, type ShipmentRow } from './shipment-kind.ts'
import type { ShipmentOrder } from './shipment-rows.ts'

/** The lane of runs: one after the other, so that a long one leaves room for what the seller does meanwhile. */
const RUN_LANE = 'shipments'

const subjectOf = (orderId: string): string => `order:${orderId}`

const UNKNOWN = 'This order isn’t known here. Check its number, or refresh the orders.'
const NOT_OFFERED = 'This platform has no orders to mark as shipped.'

/** States in which a shipment takes its lines: it waits, or may have arrived. */
const takesLines = ({ state }: ShipmentRow): boolean =>
  ['delayed', 'queued', 'waiting', 'sending', 'unknown'].includes(state.state)

const withoutTaken = <Line extends ShippedLine>(
  left: readonly Line[],
  taken: readonly ShippedLine[],
): readonly Line[] =>
  left.flatMap((line) => {
    const used = taken
      .filter(({ lineItemId }) => lineItemId === line.lineItemId)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    return line.quantity > used ? [{ ...line, quantity: line.quantity - used }] : []
  })

/** What can be sent, or why not. `field`: of the input. */
type Prepared =
  | {
      readonly payload: ShipmentPayload
      readonly doubt: string | null
      /** Whether the buyer asked to cancel, which the seller has to confirm. */
      readonly wantsCancel: boolean
    }
  | { readonly problem: string; readonly field?: 'carrier' | 'trackingNumber' | 'lines' }

export type ShipmentPlans = ReturnType<typeof createShipmentPlans>

export const createShipmentPlans = (
  deps: Pick<Services, 'clock' | 'database' | 'profile'> & {
    readonly outbound: Outbound
    readonly store: OrderStore
    readonly createKind: (onState: (row: ShipmentRow) => void) => OutboundKind<ShipmentPayload, ShipmentEvidence>
    readonly canShip: boolean
    readonly onSendRequested: () => void
  },
) => {
  const { outbound, store, clock, database, profile } = deps
  const { The } = getPlatform(profile).name
  const queue = outbound.register(
    deps.createKind((row) => {
      if (row.state.state === 'sent' && row.payload.trackingNumber !== null && row.payload.carrier !== null) {
        store.rememberCarrier(row.payload.orderId, row.payload.trackingNumber, row.payload.carrier)
      }
    }),
  )

  const openOf = (orderIds: readonly string[]): readonly ShipmentRow[] =>
    queue.open('subject IN (SELECT value FROM json_each(?))', [JSON.stringify(orderIds.map(subjectOf))])

  const findOrderRefusal = ({ source, isGone, record, fulfillments }: StoredOrder): string | null => {
    if (!deps.canShip || source === 'notification') return NOT_OFFERED
    if (isGone) return `${The} no longer has this order.`
    const refusal = findRefusal(record)
    if (refusal !== null) return refusal
    const left = findLinesLeft(record, fulfillments)
    return left.length === 0 ? 'The order is shipped already.' : null
  }

  /** `planned`: shipments of the same order that go before it. */
  const prepare = (input: ShipmentInput, planned: readonly ShipmentPayload[]): Prepared => {
    const order = store.find(input.orderId)
    if (order === undefined) return { problem: UNKNOWN }
    const refusal = findOrderRefusal(order)
    if (refusal !== null) return { problem: refusal }
    const number = normalizeTracking(input.trackingNumber ?? '')
    if (number !== '' && input.carrier === null) return { problem: 'Choose the carrier.', field: 'carrier' }
    if (number === '' && input.carrier !== null)
      return { problem: 'Enter the tracking number.', field: 'trackingNumber' }
    if (!/^[0-9A-Z]*$/.test(number)) {
      return { problem: 'The tracking number has characters other than letters and digits.', field: 'trackingNumber' }
    }
    const before = [
      ...openOf([input.orderId])
        .filter(takesLines)
        .map(({ payload }) => payload),
      ...planned,
    ]
    const numbers = [
      ...before.map(({ trackingNumber }) => trackingNumber),
      ...(order.fulfillments ?? []).map(({ shipmentTrackingNumber }) => shipmentTrackingNumber),
    ]
    if (number !== '' && numbers.some((each) => normalizeTracking(each ?? '') === number)) {
      return { problem: 'The order already has a shipment with this number.' }
    }
    const { isFurther = false, despiteCancel = false } = input
    const all = findLinesLeft(order.record, order.fulfillments)
    const taken = before.filter((each) => !each.isFurther).flatMap(({ lines }) => lines)
    const left = isFurther ? all : withoutTaken(all, taken)
    // What was refunded whole is shipped only if it is named.
    const rest = left.filter(({ isRefunded }) => !isRefunded)
    const lines = input.lines ?? rest
    if (lines.length === 0) {
      return {
        problem:
          left.length === 0
            ? 'Everything in this order is in another shipment.'
            : 'What is left of this order was refunded. Choose its items to ship them anyway.',
      }
    }
    const isTooMuch = lines.some(
      ({ lineItemId, quantity }) => (left.find((line) => line.lineItemId === lineItemId)?.quantity ?? 0) < quantity,
    )
    if (isTooMuch || new Set(lines.map(({ lineItemId }) => lineItemId)).size < lines.length) {
      return { problem: 'The shipment has more than is left to ship. Choose its items again.', field: 'lines' }
    }
    const refunded = left.filter(
      ({ lineItemId, isRefunded }) => isRefunded && !lines.some((line) => line.lineItemId === lineItemId),
    )
    const titles = new Map(order.record.lineItems.map(({ lineItemId, title }) => [lineItemId, title]))
    const guessed = number === '' ? undefined : guessCarrier(number)
    const isOther =
      guessed !== undefined && input.carrier !== null && input.carrier !== 'Other' && guessed !== input.carrier
    const doubts = [
      ...(isOther ? [`The number looks like one from ${carrierOfCode(guessed).label}.`] : []),
      ...refunded.map(
        ({ lineItemId }) => `“${titles.get(lineItemId) ?? lineItemId}” was refunded and isn’t in this shipment.`,
      ),
    ]
    return {
      payload: {
        orderId: input.orderId,
        carrier: number === '' ? null : input.carrier,
        trackingNumber: number === '' ? null : number,
        lines: lines.map(({ lineItemId, quantity }) => ({
          ...{ lineItemId, quantity },
          title: titles.get(lineItemId) ?? null,
        })),
        isRest: input.lines === null,
        shippedAtMs: clock.nowMs(),
        isFurther,
        despiteCancel,
      },
      doubt: doubts.length === 0 ? null : doubts.join(' '),
      wantsCancel: isCancelRequested(order.record),
    }
  }

  const describe = (order: StoredOrder): ShipmentOrder => {
    const { orderId, record, fulfillments } = order
    const open = openOf([orderId])
      .filter(takesLines)
      .map(({ payload }) => payload)
    const taken = open.filter((each) => !each.isFurther).flatMap(({ lines }) => lines)
    const left = withoutTaken(findLinesLeft(record, fulfillments), taken)
    const numbers = [
      ...(fulfillments ?? []).map(({ shipmentTrackingNumber }) => shipmentTrackingNumber),
      ...open.map(({ trackingNumber }) => trackingNumber),
    ]
    const refusal = findOrderRefusal(order)
    return {
      orderId,
      buyer: record.buyer?.username ?? null,
      lines: record.lineItems.flatMap(({ lineItemId, legacyItemId, sku, title }) => {
        if (lineItemId === null) return []
        const rest = left.find((each) => each.lineItemId === lineItemId)
        return [
          {
            ...{ lineItemId, sku, title, listingId: legacyItemId, left: rest?.quantity ?? 0 },
            isRefunded: rest?.isRefunded ?? false,
          },
        ]
      }),
      trackingNumbers: numbers.flatMap((number) => (number === null ? [] : [normalizeTracking(number)])),
      refusal: refusal ?? (left.length === 0 ? 'Everything in this order is in another shipment.' : null),
      isCancelRequested: isCancelRequested(record),
    }
  }

  const draft = (inputs: readonly ShipmentInput[], enteredAtMs: number, { toRow }: PlanContext): RunDraft => {
    const planned = new Map<string, readonly ShipmentPayload[]>()
    const rows = inputs.map((input): DraftRow => {
      const { orderId } = input
      const before = planned.get(orderId) ?? []
      return toRow({
        ...{ lane: RUN_LANE, subject: subjectOf(orderId), kind: 'shipment' },
        ...{ sku: orderId, title: store.find(orderId)?.record.lineItems[0]?.title ?? null },
        // Another parcel of the order may wait: `prepare` leaves out what it holds.
        busy: null,
        plan: () => {
          const prepared = prepare(input, before)
          if ('problem' in prepared) return prepared
          // The plan's caution is the seller's tick: a row that isn't confirmed is left out.
          const payload = { ...prepared.payload, shippedAtMs: enteredAtMs, despiteCancel: prepared.wantsCancel }
          planned.set(orderId, [...before, payload])
          return {
            payload,
            changes: describeChanges(payload, prepared.doubt),
            caution:
              prepared.wantsCancel && input.despiteCancel !== true ? `${CANCEL_REQUESTED} Ship it anyway?` : undefined,
          }
        },
      })
    })
    const going = rows.filter(({ payload }) => payload !== undefined).length
    return {
      label: 'ship',
      rows,
      calls: going,
      confirmation: `Mark ${going} ${going === 1 ? 'shipment' : 'shipments'} as shipped. Buyers are notified at once, and it can’t be undone here.`,
    }
  }

  return {
    /** For pasted lines; undefined for an order that isn't known here. `number`: in any of its forms (FACT-167). */
    describe: (number: string): ShipmentOrder | undefined => {
      const order = store.findByNumber(number)
      return order === undefined ? undefined : describe(order)
    },

    /** Finds the orders to ship of a buyer, by the username or the name in the address. Reads them once. */
    nameSearch: (): ((name: string) => readonly ShipmentOrder[]) => {
      let orders: ReturnType<OrderStore['toShipByName']> | undefined
      return (name) => {
        orders ??= store.toShipByName()
        return orders
          .filter(({ names }) => names.some((known) => isNameOf(name, known)))
          .map(({ order }) => describe(order))
      }
    },

    plan: (inputs: readonly ShipmentInput[]): Promise<RunPlan> => {
      const enteredAtMs = clock.nowMs()
      return outbound.runs.plan({ excluded: [], make: (context) => draft(inputs, enteredAtMs, context) })
    },

    /** Stores and tries the shipment. Throws `notFound`, `validation`, `conflict`, and the platform's refusal. */
    ship: async (input: ShipmentInput): Promise<QueuedAct> => {
      const { orderId } = input
      const lane = subjectOf(orderId)
      const id = randomUUID()
      database.transaction(() => {
        const prepared = prepare(input, [])
        if ('problem' in prepared) {
          if (prepared.problem === UNKNOWN) throw notFound(UNKNOWN)
          throw prepared.field === undefined
            ? conflict(prepared.problem)
            : validation(`input.${prepared.field}`, prepared.problem)
        }
        if (prepared.wantsCancel && !prepared.payload.despiteCancel) {
          throw conflict(`${CANCEL_REQUESTED} Confirm that you ship it anyway.`)
        }
        // The new shipment replaces refused ones of the order.
        queue.discard(`subject = ? AND state IN ('refused', 'notFound')`, [lane])
        queue.add({ id, lane, subject: lane, payload: prepared.payload })
      })
      deps.onSendRequested()
      return { ...(await queue.try(id, lane)), id }
    },

    /** The unfinished shipment of each order that matters most: one that the seller has to decide, else the oldest. */
    pending: (orderIds: readonly string[]): ReadonlyMap<string, NonNullable<Order['pending']>> => {
      const found = new Map<string, NonNullable<Order['pending']>>()
      for (const { id, payload, state, lastError } of openOf(orderIds)) {
        const canAct = unsentStates.includes(state.state)
        const message = state.state === 'unknown' ? state.reason : (lastError?.message ?? '')
        const isDecision = ['refused', 'notFound', 'unknown'].includes(state.state)
        if (found.has(payload.orderId) && !isDecision) continue
        found.set(payload.orderId, {
          outboundId: id,
          state: state.state,
          carrier: payload.carrier === null ? null : carrierOfCode(payload.carrier).label,
          trackingNumber: payload.trackingNumber,
          message,
          canSendNow: canAct,
          canDiscard: canAct,
        })
      }
      return found
    },
  }
}
