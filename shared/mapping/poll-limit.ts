/**
 * How much all watched tasks may ask together.
 *
 * Document 1, section 8: "Call rate limits of the mapping service: not shown". So the app keeps to a limit of its own,
 * whatever the number of tasks: a task polled a little late loses nothing, a service that blocks the seller does.
 */

/** Polls under way at once, over all tasks. */
export const POLLS_AT_ONCE = 4
/** From the beginning of one poll to the next, over all tasks: at most 120 a minute. */
export const POLL_GAP_MS = 500
