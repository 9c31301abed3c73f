/** All channels of Electron's IPC and all API paths of the local host. */

export const CALL_CHANNEL = 'stallhand:call'
export const EVENT_CHANNEL = 'stallhand:event'

export const CALL_PATH = '/api/call'
export const EVENTS_PATH = '/api/events'
/** A second start of the local host requests an address here. */
export const ADDRESS_PATH = '/api/address'
/** The window exchanges the token of its address for the session key here. */
export const LOGIN_PATH = '/api/login'
/** The window's document at a new address. The token is its fragment, which browsers never send to a server. */
export const OPEN_PATH = '/open'
