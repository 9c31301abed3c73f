/**
 * How long a host waits for the core to stop, which may wait for answers from the network. Then the process ends as in a crash,
 * which loses nothing that was saved: the database is journaled, and every send is noted before it starts.
 */
export const MAX_STOP_MS = 8_000
