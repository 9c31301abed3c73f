/** The mapping room's part of the contract. */
import type { RoomContract } from '../ipc/define.ts'

export const mappingContract = {} as const satisfies RoomContract
