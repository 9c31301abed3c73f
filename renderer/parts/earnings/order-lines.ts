/** The lines of what an order earned, and what isn't known of it. Pure. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { EarningsOrder } from '../../../shared/earnings/contract.ts'
import type { Fact } from '../../ui/display/key-value.tsx'
import { moneyLabel } from './money-label.ts'

/** Without what is left. The lines sum to it, to the cent. */
export const orderFacts = (order: EarningsOrder): readonly (Fact & { readonly value: string })[] => {
  const { price, postage, paid, fees, others, cost } = order
  const lines = [
    ...(price === null ? [{ label: 'Paid by the buyer', amount: paid }] : [{ label: 'Price', amount: price }]),
    ...(postage === null || postage.minor === 0 ? [] : [{ label: 'Postage', amount: postage }]),
    ...fees.filter(({ amount }) => amount.minor !== 0),
    ...others,
    ...(cost === null ? [] : [{ label: 'What you paid', amount: cost }]),
  ]
  // A fee of the sale and a charge apart from it can have one name.
  return [...Map.groupBy(lines, ({ label }) => label)].map(([label, same]) => ({
    label,
    value: moneyLabel({ ...paid, minor: same.reduce((sum, { amount }) => sum + amount.minor, 0) }),
  }))
}

/** What isn't known isn't zero: each in a sentence. */
export const orderUnknowns = (
  { unknown, isHeld }: Pick<EarningsOrder, 'unknown' | 'isHeld'>,
  { The, the }: PlatformName,
): readonly string[] => [
  ...(unknown.includes('sale') ? [`Estimated from the order: ${the}’s own figures and fees haven’t arrived yet.`] : []),
  ...(unknown.includes('cost') ? ['What you paid isn’t known. Enter it as the item’s cost.'] : []),
  ...(unknown.includes('label')
    ? [`No label was bought from ${the}: postage that you paid elsewhere isn’t counted.`]
    : []),
  ...(isHeld ? [`${The} holds some of it back for now.`] : []),
]

/** “About $12.30”, “At most $12.30”. */
export const leftText = ({
  left,
  beforeCost,
  isEstimate,
}: Pick<EarningsOrder, 'left' | 'beforeCost' | 'isEstimate'>): string => {
  const amount = moneyLabel(left ?? beforeCost)
  if (left === null) return isEstimate ? `At most about ${amount}` : `At most ${amount}`
  return isEstimate ? `About ${amount}` : amount
}
