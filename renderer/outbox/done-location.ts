/** Where the outbox shows what was done today. */
import type { AppLocation } from '../location.ts'

/** No id of a change contains a tilde. */
export const DONE_PATH = '~done'

export const doneLocation: AppLocation = { screen: 'outbox', path: [DONE_PATH] }
