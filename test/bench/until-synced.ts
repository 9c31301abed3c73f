import type { SyncState } from '../../shared/messaging/sync-state.ts'
import type { LocalCaller } from './local-calls.ts'

const POLL_MS = 50

/** Waits until every list and thread is stored. Throws if the sync fails. */
export const untilSynced = async ({ call }: LocalCaller): Promise<void> => {
  for (;;) {
    const sync = await call<SyncState>('messaging.sync', {})
    if (sync.error !== null) throw new Error(`Could not load the inbox: ${JSON.stringify(sync.error)}`)
    if (sync.asOfMs !== null && sync.threadsToRead === 0) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
