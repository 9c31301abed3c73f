/** The practice room's part of the contract. */
import type { RoomContract } from '../ipc/define.ts'

export const practiceContract = {} as const satisfies RoomContract
