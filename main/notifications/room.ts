/** The notifications room: builds its store, client and use-cases, and answers its part of the contract. */
import type { notificationsContract } from '../../shared/notifications/contract.ts'
import type { Room, RoomDeps } from '../room.ts'

export const createNotificationsRoom = (_deps: RoomDeps<typeof notificationsContract>): Room<typeof notificationsContract> => ({
  handlers: {},
  start: async () => {},
  stop: async () => {},
})
