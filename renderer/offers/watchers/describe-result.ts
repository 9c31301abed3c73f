/** Texts about what came of offers to watchers. Pure. */
import type { SentWatcherOffer } from '../../../shared/offers/watcher-offer.ts'
import { formatUpcomingTime } from '../../ui/format/format-time.ts'
import { formatCount } from '../../ui/format/locale-format.ts'

type Result = Pick<SentWatcherOffer, 'buyers' | 'untilMs' | 'isRunning' | 'result'>

/** Parts of a sentence. */
const sentence = (parts: readonly string[]): string => {
  const text = parts.join(', ')
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

/** Buyers who had the offer until it ended, and are known not to have bought. Null: that isn't known. */
const countNotBought = ({ buyers, isRunning, result }: Result): number | null =>
  isRunning || buyers === null || result === null || !result.isKnown ? null : Math.max(0, buyers - result.bought)

const boughtText = (bought: number): string => `${formatCount(bought, 'buyer')} bought at the offered price`

/** `Runs until Friday at 14:00`, `Expired, 3 buyers didn’t buy`, `1 buyer bought at the offered price, 2 didn’t`. */
export const describeResult = (offer: Result, clockAheadMs: number, nowMs: number): string => {
  const { result, untilMs, isRunning } = offer
  if (result === null || untilMs === null) return 'Sent; its end isn’t known'
  const bought = result.bought > 0 ? [boughtText(result.bought)] : []
  if (isRunning) return sentence([...bought, `runs until ${formatUpcomingTime(untilMs - clockAheadMs, nowMs)}`])
  const notBought = countNotBought(offer)
  if (notBought === null)
    return sentence([...bought, result.isKnown ? 'expired' : 'expired; its last orders haven’t been read yet'])
  if (bought.length === 0) return `Expired, ${formatCount(notBought, 'buyer')} didn’t buy`
  return sentence([...bought, ...(notBought > 0 ? [`${notBought} didn’t`] : [])])
}

/** The sum of a run: `85 buyers got an offer: 4 bought at the offered price, 60 didn’t, 7 offers still run`. */
export const describeResults = (offers: readonly Result[]): string => {
  const sum = (read: (offer: Result) => number | null): number =>
    offers.reduce((total, offer) => total + (read(offer) ?? 0), 0)
  const got = sum(({ buyers }) => buyers)
  const bought = sum(({ result }) => result?.bought ?? 0)
  const notBought = sum(countNotBought)
  const running = offers.filter(({ isRunning }) => isRunning).length
  const unclear = offers.filter((offer) => !offer.isRunning && countNotBought(offer) === null).length
  const parts = [
    `${bought === 0 ? 'none' : bought} bought at the offered price`,
    ...(notBought > 0 ? [`${notBought} didn’t`] : []),
    ...(running > 0 ? [`${formatCount(running, 'offer')} still ${running === 1 ? 'runs' : 'run'}`] : []),
    ...(unclear > 0 ? [`of ${formatCount(unclear, 'offer')} it isn’t known`] : []),
  ]
  return `${formatCount(got, 'buyer')} got an offer: ${parts.join(', ')}`
}
