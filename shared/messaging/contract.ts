/** The messaging room's part of the contract. */
import type { RoomContract } from '../ipc/define.ts'

export const messagingContract = {} as const satisfies RoomContract
