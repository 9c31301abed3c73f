/** What a seller can choose about how the app works, under the keys of the window's own state. */

export const UNDO_KEY = 'messaging.undoSeconds'
/** How long a message can be taken back before it goes. */
export const undoChoicesS = [0, 5, 10, 20, 60] as const
export const DEFAULT_UNDO_S = 10
