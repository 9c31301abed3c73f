/** The notifications room's part of the contract. */
import type { RoomContract } from '../ipc/define.ts'

export const notificationsContract = {} as const satisfies RoomContract
