/** All channels of Electron's IPC and all API paths of the local host. */

export const CALL_CHANNEL = 'stallhand:call'
export const EVENT_CHANNEL = 'stallhand:event'

export const CALL_PATH = '/api/call'
export const EVENTS_PATH = '/api/events'
/** A second instance of the local host requests an address here. */
export const ADDRESS_PATH = '/api/address'
/** The window exchanges its address's token for the session key here. */
export const LOGIN_PATH = '/api/login'
/**
 * The window's page at a new address. The token is the fragment, which browsers never send to a server:
 * https://developer.mozilla.org/en-US/docs/Web/URI/Reference/Fragment
 */
export const OPEN_PATH = '/open'
