/** The inventory room: builds its store, client and use-cases, and answers its part of the contract. */
import type { inventoryContract } from '../../shared/inventory/contract.ts'
import type { Room, RoomDeps } from '../room.ts'

export const createInventoryRoom = (_deps: RoomDeps<typeof inventoryContract>): Room<typeof inventoryContract> => ({
  handlers: {},
  start: async () => {},
  stop: async () => {},
})
