/** A parcel of several orders is marked as shipped whole or not at all (ORD-10). */
import { expect, it } from 'vitest'
import { shipParcel } from '../../../renderer/orders/ship/ship-parcel.ts'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { Parcel } from '../../../shared/orders/packing-contract.ts'
import { Failure } from '../../../shared/result.ts'

/** `refused`: the order whose shipment is refused. `sent`: orders whose shipment leaves at once. */
const open = ({ refused, sent = [] }: { readonly refused?: string; readonly sent?: readonly string[] }) => {
  const queue = new Set<string>()
  const client = {
    orders: {
      ship: async ({ orderId }: { readonly orderId: string }) => {
        if (orderId === refused) throw new Failure({ kind: 'conflict', message: 'It was cancelled.' })
        queue.add(orderId)
        return { id: orderId, state: 'waiting' }
      },
    },
    outbound: {
      list: async () => ({ entries: [...queue].map((id) => ({ id, canDiscard: !sent.includes(id) })) }),
      discard: async ({ ids }: { readonly ids: readonly string[] }) => {
        for (const id of ids) queue.delete(id)
      },
    },
  }
  const parcel = { orderIds: ['1', '2', '3'], wantsCancel: false } as Partial<Parcel> as Parcel
  const ship = () =>
    shipParcel(client as unknown as StallhandClient, { parcel, number: '9400100000000000000000', carrier: 'USPS' })
  return { queue, ship }
}

it('ORD-10 no order of a parcel stays marked if one is refused', async () => {
  const { queue, ship } = open({ refused: '3' })
  await expect(ship()).rejects.toThrow('It was cancelled.')
  expect([...queue]).toEqual([])
})

it('OFF-09 undoing withdraws every order of the parcel', async () => {
  const { queue, ship } = open({})
  const undo = await ship()
  expect([...queue]).toEqual(['1', '2', '3'])
  expect(await undo()).toEqual({ is: 'undone' })
  expect([...queue]).toEqual([])
})

it('OFF-09 undoing says that a shipment was sent, and withdraws the others', async () => {
  const { queue, ship } = open({ sent: ['2'] })
  expect(await (await ship())()).toMatchObject({ is: 'not' })
  expect([...queue]).toEqual(['2'])
})
