/** Shipments that can be undone until they are sent (OFF-09). */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Parcel } from '../../../shared/orders/packing-contract.ts'
import { undoQueued } from '../../runs/undo-queued.ts'
import type { UndoResult } from '../../ui/feedback/acts.ts'

/** Undoes a shipment that hasn't been sent. `id`: of its change in the outbound queue. */
export const undoShipment = (client: StallhandClient, id: string): Promise<UndoResult> =>
  undoQueued(client, id, 'It was sent, and a shipment can’t be taken back here.')

type Shipment = { readonly parcel: Parcel; readonly number: string; readonly carrier: string | null }

/**
 * Marks all orders of a parcel as shipped with one number, and resolves with how to undo it. Throws if one is refused; those before
 * it are then taken back, unless they were sent already.
 */
export const shipParcel = async (
  client: StallhandClient,
  { parcel, number, carrier }: Shipment,
): Promise<() => Promise<UndoResult>> => {
  const planned: string[] = []
  const takeBack = async (): Promise<UndoResult> => {
    const results = await Promise.all(planned.map((id) => undoShipment(client, id)))
    return results.find((result) => result.is !== 'undone') ?? { is: 'undone' }
  }
  // The request to cancel is on screen, and a parcel with one is packed only by its own button.
  const despite = parcel.wantsCancel ? { despiteCancel: true } : {}
  try {
    for (const orderId of parcel.orderIds) {
      const shipment = { orderId, carrier, trackingNumber: number, lines: null, ...despite }
      planned.push((await client.orders.ship(shipment)).id)
    }
  } catch (error) {
    await takeBack()
    throw error
  }
  return takeBack
}
