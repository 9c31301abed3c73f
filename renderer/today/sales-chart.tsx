/** Money of today and this week, and the last fourteen days as bars with their numbers; a table for screen readers. */
import type { OrdersSum } from '../../shared/earnings/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { locationHref } from '../location.ts'
import { leftOfSum } from '../parts/earnings/earned-text.ts'
import { VisuallyHidden } from '../ui/base/visually-hidden.tsx'
import { dateFormat, formatCount, formatMoney, numberFormat } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'
import { type CurrencySales, startOfWeek, sumSales } from './sales.ts'
import styles from './sales-chart.module.css'

const weekday = dateFormat({ weekday: 'narrow' })
const dayOfMonth = dateFormat({ day: 'numeric' })
const wholeDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' })
/** Whole units: the sums above have the cents. */
const onBar = (amount: number): string => (amount === 0 ? '' : (amount < 1_000 ? whole : compact).format(amount))
const whole = numberFormat({ maximumFractionDigits: 0 })
const compact = numberFormat({ notation: 'compact', maximumSignificantDigits: 3 })

type Days = Parameters<typeof sumSales>[0]

const Bars = ({ sales, days }: { readonly sales: CurrencySales; readonly days: Days }) => {
  const most = Math.max(...sales.days, 1)
  return (
    <>
      <div aria-hidden="true" className={styles.bars}>
        {days.map(({ startMs }, index) => {
          const amount = sales.days[index] ?? 0
          return (
            <div
              className={styles.day}
              data-today={index === days.length - 1 || undefined}
              key={startMs}
              title={`${wholeDay.format(startMs)}: ${formatMoney(amount, sales.currency)}`}
            >
              <span className={styles.column}>
                {onBar(amount)}
                <span className={styles.bar} style={{ blockSize: `${(amount / most) * 100}%` }} />
              </span>
              <span>{weekday.format(startMs)}</span>
              <span>{dayOfMonth.format(startMs)}</span>
            </div>
          )
        })}
      </div>
      <VisuallyHidden>
        <table>
          <caption>Sold a day in {sales.currency}</caption>
          <thead>
            <tr>
              <th>Day</th>
              <th>Sold</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ startMs }, index) => (
              <tr key={startMs}>
                <th>{wholeDay.format(startMs)}</th>
                <td>{formatMoney(sales.days[index] ?? 0, sales.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}

/** What the orders of a time earned so far, in one currency. Nothing while it isn't known. */
const Left = ({ currency, sums }: { readonly currency: string; readonly sums: readonly OrdersSum[] | undefined }) => {
  const sum = sums?.find(({ left }) => left.currency === currency)
  if (sum === undefined) return null
  return (
    <Text as="div" size="meta" tabular tone="soft">
      <a href={locationHref({ screen: 'earnings', path: [] })}>{leftOfSum(sum)}</a>
    </Text>
  )
}

export const SalesChart = ({ days, nowMs }: { readonly days: Days; readonly nowMs: number }) => {
  const ofToday = useApiQuery('earnings', 'soldSince', { fromMs: days.at(-1)?.startMs ?? nowMs }).data?.sums
  const ofWeek = useApiQuery('earnings', 'soldSince', { fromMs: startOfWeek(nowMs) }).data?.sums
  const { currencies, ordersToday, ordersThisWeek } = sumSales(days, nowMs)
  if (currencies.length === 0)
    return (
      <Text as="p" tone="faint">
        Nothing sold in the last {days.length} days.
      </Text>
    )
  const isSingle = currencies.length === 1
  return currencies.map((sales) => (
    <div key={sales.currency}>
      <div className={styles.sums}>
        <div>
          <span className={styles.sum}>{formatMoney(sales.today, sales.currency)}</span>
          <Text size="meta" tone="soft">
            {isSingle ? `today, ${formatCount(ordersToday, 'order')}` : 'today'}
          </Text>
          <Left currency={sales.currency} sums={ofToday} />
        </div>
        <div>
          <span className={styles.sum}>{formatMoney(sales.week, sales.currency)}</span>
          <Text size="meta" tone="soft">
            {isSingle ? `this week, ${formatCount(ordersThisWeek, 'order')}` : 'this week'}
          </Text>
          <Left currency={sales.currency} sums={ofWeek} />
        </div>
      </div>
      <Bars days={days} sales={sales} />
    </div>
  ))
}
