/** The messaging room: builds its store, client and use-cases, and answers its part of the contract. */
import type { messagingContract } from '../../shared/messaging/contract.ts'
import type { Room, RoomDeps } from '../room.ts'

export const createMessagingRoom = (_deps: RoomDeps<typeof messagingContract>): Room<typeof messagingContract> => ({
  handlers: {},
  start: async () => {},
  stop: async () => {},
})
