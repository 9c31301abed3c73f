/** The desk room's part of the contract. */
import type { RoomContract } from '../ipc/define.ts'

export const deskContract = {} as const satisfies RoomContract
