/** The two names that cross Electron's IPC, and the paths of the local host. Nothing else is ever sent or listened to. */

export const CALL_CHANNEL = 'stallhand:call'
export const EVENT_CHANNEL = 'stallhand:event'

export const CALL_PATH = '/api/call'
export const EVENTS_PATH = '/api/events'
/** Where a second start of the local host asks the first for an address. */
export const ADDRESS_PATH = '/api/address'
