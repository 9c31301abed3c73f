/** How many notifications arrived on each of the last days, and how many failed or were quarantined. */
import { useMemo } from 'react'
import type { DayActivity } from '../../../shared/notifications/log-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { useNow } from '../../api/use-now.ts'
import { dateFormat, formatNumber } from '../../ui/locale-format.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './activity-chart.module.css'

const DAYS = 14
const HEIGHT = 32

const shortDay = dateFormat({ day: 'numeric', month: 'short' })
const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })

/** The starts of the last days and of tomorrow, by this computer's clock: a day may have 23 or 25 hours. */
const listDayStarts = (nowMs: number): readonly number[] => {
  const now = new Date(nowMs)
  return Array.from({ length: DAYS + 1 }, (_, index) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS + 1 + index).getTime(),
  )
}

const describe = ({ startMs, arrived, failed, quarantined }: DayActivity): string =>
  [
    `${longDay.format(startMs)}: ${formatNumber(arrived)} arrived`,
    ...(failed === 0 ? [] : [`${formatNumber(failed)} failed`]),
    ...(quarantined === 0 ? [] : [`${formatNumber(quarantined)} quarantined`]),
  ].join(', ')

export const ActivityChart = () => {
  const nowMs = useNow()
  const dayOf = new Date(nowMs).toDateString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days change at midnight, not with each tick.
  const dayStartsMs = useMemo(() => [...listDayStarts(nowMs)], [dayOf])
  const days = useApiQuery('notifications', 'activity', { dayStartsMs }, { keepPrevious: true }).data?.days ?? []
  const highest = Math.max(1, ...days.map(({ arrived, failed, quarantined }) => arrived + failed + quarantined))
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return null
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>Last {DAYS} days</figcaption>
      <div aria-hidden="true" className={styles.bars}>
        {days.map((day) => (
          <span className={styles.day} key={day.startMs} title={describe(day)}>
            <span
              className={styles.problems}
              style={{ blockSize: `${((day.failed + day.quarantined) / highest) * HEIGHT}px` }}
            />
            <span className={styles.arrived} style={{ blockSize: `${(day.arrived / highest) * HEIGHT}px` }} />
          </span>
        ))}
      </div>
      <div aria-hidden="true" className={styles.axis}>
        <span>{shortDay.format(first.startMs)}</span>
        <span>most {formatNumber(highest)}</span>
        <span>today</span>
      </div>
      <VisuallyHidden>
        <table>
          <caption>Notifications of the last {DAYS} days</caption>
          <thead>
            <tr>
              <th>Day</th>
              <th>Arrived</th>
              <th>Failed</th>
              <th>Quarantined</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ startMs, arrived, failed, quarantined }) => (
              <tr key={startMs}>
                <th>{longDay.format(startMs)}</th>
                <td>{formatNumber(arrived)}</td>
                <td>{formatNumber(failed)}</td>
                <td>{formatNumber(quarantined)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
