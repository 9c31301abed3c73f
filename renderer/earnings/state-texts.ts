/** How current the earnings are, in the head of the page (FACT-175). Pure. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { EarningsState } from '../../shared/earnings/contract.ts'
import { formatShortTime } from '../ui/format/format-time.ts'
import { dateFormat, formatNumber } from '../ui/format/locale-format.ts'

const monthAndYear = dateFormat({ month: 'long', year: 'numeric' })

/** “eBay’s figures, read 9:05 AM”, how far back they reach, and that the last days can change. */
export const ageText = (state: EarningsState, { The }: PlatformName, nowMs: number): string => {
  const { canRead, toMs, fromMs, isComplete, progress } = state
  if (!canRead) return 'Estimated from your orders'
  const count =
    progress === null || progress.total === 0
      ? ''
      : `: ${formatNumber(Math.min(progress.read, progress.total))} of ${formatNumber(progress.total)}`
  if (toMs === null) return progress === null ? `${The}’s figures haven’t been read yet` : `Reading${count}`
  const read = `${The}’s figures, read ${formatShortTime(toMs, nowMs)}`
  if (!isComplete && fromMs !== null) {
    const back = `back to ${monthAndYear.format(fromMs)}`
    return progress === null ? `${read}, ${back}` : `${read}; reading older ones, ${back}${count}`
  }
  return `${read}; the last two days can still change`
}
