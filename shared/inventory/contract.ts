/** The inventory room's part of the contract. */
import type { RoomContract } from '../ipc/define.ts'

export const inventoryContract = {} as const satisfies RoomContract
