/** Texts for how up to date the inbox is. */
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import { formatShortTime } from '../../ui/format-time.ts'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'

/** "Up to date, 14:03 · 312 conversations", or how many are loaded. */
export const syncLabel = ({ state, known, total, asOfMs, resumesAtMs }: SyncState, nowMs: number): string => {
  if (asOfMs !== null) return `Up to date, ${formatShortTime(asOfMs, nowMs)} · ${formatCount(known, 'conversation')}`
  const count = total === null ? `${formatNumber(known)} loaded` : `${formatNumber(known)} of ${formatNumber(total)}`
  const idle = resumesAtMs === null ? 'Incomplete' : 'Loading bit by bit'
  return `${state === 'running' ? 'Checking for messages' : idle} · ${count}`
}

/** "3 found, 12 conversations not searched yet". */
export const foundLabel = (total: number, { threadsToRead }: SyncState): string => {
  const found = `${formatNumber(total)} found`
  return threadsToRead === 0 ? found : `${found}, ${formatCount(threadsToRead, 'conversation')} not searched yet`
}
