/** The connection room's part of the contract. */
import type { RoomContract } from '../ipc/define.ts'

export const connectionContract = {} as const satisfies RoomContract
