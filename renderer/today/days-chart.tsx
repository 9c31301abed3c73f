/** The last fourteen days: messages, answers and events, with a table of the same numbers for screen readers. */
import type { DayCounts } from '../../shared/overview/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { Row, Text } from '../ui/layout.tsx'
import { dateFormat, formatNumber } from '../ui/locale-format.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { dayStarts, SHOWN_DAYS } from './day-starts.ts'
import styles from './today.module.css'

const WIDTH = 420
const HEIGHT = 96
const BAR = 7

const series = [
  { key: 'received', label: 'From buyers' },
  { key: 'answered', label: 'Your messages' },
  { key: 'events', label: 'Events' },
] as const

const dayFormat = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' })

const describe = (day: DayCounts): string =>
  [dayFormat.format(day.startMs), ...series.map(({ key, label }) => `${label}: ${formatNumber(day[key])}`)].join(' · ')

const Bars = ({ days }: { readonly days: readonly DayCounts[] }) => {
  const most = Math.max(1, ...days.flatMap((day) => series.map(({ key }) => day[key])))
  const step = WIDTH / SHOWN_DAYS
  return (
    <svg aria-hidden="true" className={styles.chart} preserveAspectRatio="none" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {days.map((day, index) => (
        <g key={day.startMs}>
          <title>{describe(day)}</title>
          <rect className={styles.day} height={HEIGHT} width={step} x={index * step} y={0} />
          {series.map(({ key }, at) => {
            const height = day[key] === 0 ? 0 : Math.max(2, (day[key] / most) * (HEIGHT - 4))
            return (
              <rect
                className={styles.bar}
                data-series={key}
                height={height}
                key={key}
                width={BAR - 1}
                x={index * step + (step - series.length * BAR) / 2 + at * BAR}
                y={HEIGHT - height}
              />
            )
          })}
        </g>
      ))}
    </svg>
  )
}

export const DaysChart = ({ nowMs }: { readonly nowMs: number }) => {
  const startsMs = dayStarts(nowMs)
  const { data } = useApiQuery('overview', 'days', { startsMs }, { keepPrevious: true })
  const days = data?.days ?? []
  return (
    <>
      <Bars days={days} />
      <Row gap={4} justify="between">
        <Text size="meta" tone="faint">
          {dayFormat.format(startsMs[0] ?? nowMs)}
        </Text>
        <Row gap={4} wrap>
          {series.map(({ key, label }) => (
            <Row as="span" gap={1} key={key}>
              <span aria-hidden="true" className={styles.key} data-series={key} />
              <Text size="meta" tone="soft">
                {label}
              </Text>
            </Row>
          ))}
        </Row>
        <Text size="meta" tone="faint">
          Today
        </Text>
      </Row>
      <VisuallyHidden>
        <table>
          <caption>Messages and events of the last fourteen days</caption>
          <thead>
            <tr>
              <th>Day</th>
              {series.map(({ key, label }) => (
                <th key={key}>{label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.startMs}>
                <th>{dayFormat.format(day.startMs)}</th>
                {series.map(({ key }) => (
                  <td key={key}>{formatNumber(day[key])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
