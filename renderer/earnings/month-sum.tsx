/** What is left of a month, and the sum that leads to it. */
import type { EarningsMonthDetail } from '../../shared/earnings/contract.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { locationHref } from '../location.ts'
import { moneyLabel } from '../parts/earnings/money-label.ts'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'
import styles from './earnings.module.css'
import { monthLines } from './month-lines.ts'
import { monthLabel } from './months-chart.tsx'

const Notes = ({ month }: { readonly month: EarningsMonthDetail }) => {
  const { the } = usePlatformName()
  const { costUnknown, estimated, orders, held, moved, unclear } = month
  return (
    <>
      {costUnknown > 0 && (
        <Text as="p" size="meta" tone="soft">
          {`What you paid for the items isn’t known for ${formatNumber(costUnknown)} of ${formatCount(orders, 'order')}. `}
          <a href={locationHref({ screen: 'items', path: [] })}>Enter it in Items, in the column Cost</a>
        </Text>
      )}
      {estimated > 0 && (
        <Text as="p" size="meta" tone="soft">
          {`${formatCount(estimated, 'sale is', 'sales are')} estimated from the order until ${the}’s own figures arrive.`}
        </Text>
      )}
      {held.count > 0 && (
        <Text as="p" size="meta" tone="soft">
          {`${moneyLabel(held.amount)} of it is held back for now: ${formatCount(held.count, 'transaction')}.`}
        </Text>
      )}
      {unclear.length > 0 && (
        <Text as="p" size="meta" tone="caution">
          {`Not counted, because the amount can’t be read: ${unclear
            .map(({ label, count }) => `${label} (${formatNumber(count)})`)
            .join(', ')}.`}
        </Text>
      )}
      {moved.length > 0 && (
        <Text as="p" size="meta" tone="soft">
          {`Only moved, neither earned nor spent: ${moved
            .map(({ label, amount }) => `${label} ${moneyLabel(amount)}`)
            .join(', ')}.`}
        </Text>
      )}
    </>
  )
}

export const MonthSum = ({ month }: { readonly month: EarningsMonthDetail }) => {
  const { The } = usePlatformName()
  const { left, costUnknown, estimated, cost, costKnown, beforeCost } = month
  const lines = monthLines(month, `${The}’s fees`)
  const inMonth = monthLabel(month.month)
  const about = estimated > 0 && costUnknown === 0 ? 'About ' : costUnknown > 0 ? 'At most ' : ''
  return (
    <section aria-label={inMonth} className={styles.part}>
      <p className={styles.lead}>{`${about}${moneyLabel(left)} left for you in ${inMonth}`}</p>
      <Notes month={month} />
      <table className={styles.sum}>
        <caption className="visually-hidden">What came in and went out in {inMonth}</caption>
        <tbody>
          {lines.map(({ id, label: kind, note, amount }) => (
            <tr key={id}>
              <th scope="row">
                {kind} {note !== '' && <Text tone="faint">{note}</Text>}
              </th>
              <td>{moneyLabel(amount)}</td>
            </tr>
          ))}
          <tr className={styles.result}>
            <th scope="row">Before what you paid for the items</th>
            <td>{moneyLabel(beforeCost)}</td>
          </tr>
          {costKnown > 0 && (
            <tr>
              <th scope="row">
                What you paid for the items <Text tone="faint">{formatCount(costKnown, 'order')}</Text>
              </th>
              <td>{moneyLabel(cost)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
