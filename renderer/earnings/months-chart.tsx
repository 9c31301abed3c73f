/** The months of a year as bars with their numbers. Choosing a bar chooses the month; a table has the same for screen readers. */
import { useId } from 'react'
import type { EarningsMonth } from '../../shared/earnings/contract.ts'
import { moneyText } from '../../shared/money.ts'
import { moneyLabel } from '../parts/earnings/money-label.ts'
import { VisuallyHidden } from '../ui/base/visually-hidden.tsx'
import { dateFormat, numberFormat } from '../ui/format/locale-format.ts'
import styles from './months-chart.module.css'

const short = dateFormat({ month: 'short', timeZone: 'UTC' })
const long = dateFormat({ month: 'long', timeZone: 'UTC' })
const onBar = numberFormat({ notation: 'compact', maximumSignificantDigits: 3 })

const toDate = (month: string): number => Date.parse(`${month}-01T00:00:00Z`)

/** “November”. */
export const monthLabel = (month: string): string => long.format(toDate(month))

const amountOf = (money: EarningsMonth['left']): number => Number(moneyText(money))

const describeLeft = ({ left, costUnknown }: EarningsMonth): string =>
  `${costUnknown > 0 ? 'at most ' : ''}${moneyLabel(left)}`

type MonthsChartProps = {
  readonly year: number
  readonly names: readonly string[]
  readonly months: readonly EarningsMonth[]
  readonly chosen: string
  readonly onChoose: (month: string) => void
}

export const MonthsChart = ({ year, names, months, chosen, onChoose }: MonthsChartProps) => {
  const group = useId()
  const byName = new Map(months.map((month) => [month.month, month]))
  const most = Math.max(1, ...months.flatMap(({ cameIn, left }) => [amountOf(cameIn), amountOf(left)]))
  return (
    <>
      <fieldset className={styles.chart}>
        <legend>
          <VisuallyHidden>Month of {year}</VisuallyHidden>
        </legend>
        <div aria-hidden="true" className={styles.keys}>
          <span data-key="cameIn">Came in</span>
          <span data-key="left">Left</span>
        </div>
        {names.map((name) => {
          const month = byName.get(name)
          const cameIn = month === undefined ? 0 : amountOf(month.cameIn)
          const left = month === undefined ? 0 : amountOf(month.left)
          const said =
            month === undefined ? 'nothing' : `came in ${moneyLabel(month.cameIn)}, left ${describeLeft(month)}`
          return (
            <label className={styles.month} key={name} title={`${monthLabel(name)}: ${said}`}>
              <input
                aria-label={`${monthLabel(name)}: ${said}`}
                checked={name === chosen}
                disabled={month === undefined}
                name={group}
                onChange={() => onChoose(name)}
                type="radio"
                value={name}
              />
              <span aria-hidden="true" className={styles.plot}>
                {month === undefined ? '' : onBar.format(cameIn)}
                <span className={styles.bar} style={{ blockSize: `${Math.max(0, (cameIn / most) * 100)}%` }}>
                  <span
                    style={{ blockSize: `${cameIn <= 0 ? 0 : Math.min(100, Math.max(0, (left / cameIn) * 100))}%` }}
                  />
                </span>
              </span>
              <span aria-hidden="true" className={styles.name}>
                {short.format(toDate(name))}
              </span>
              <span aria-hidden="true" data-loss={left < 0 || undefined}>
                {month === undefined ? '–' : `${month.costUnknown > 0 ? '≤ ' : ''}${onBar.format(left)}`}
              </span>
            </label>
          )
        })}
      </fieldset>
      <VisuallyHidden>
        <table>
          <caption>Earnings of {year} by month</caption>
          <thead>
            <tr>
              <th>Month</th>
              <th>Came in</th>
              <th>Left for you</th>
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th>{monthLabel(month.month)}</th>
                <td>{moneyLabel(month.cameIn)}</td>
                <td>{describeLeft(month)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
