/** Daily counts as bars below an axis with numbers, with a table of the same numbers for screen readers. */
import type { Tone } from '../base/tone.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import { dateFormat, formatNumber } from '../format/locale-format.ts'
import { Row, Text } from '../layout/layout.tsx'
import styles from './days-chart.module.css'

/** `key` names the field of a day. */
export type DaySeries<K extends string> = { readonly key: K; readonly label: string; readonly tone: Tone }
type Day<K extends string> = Readonly<Record<K, number>> & { readonly startMs: number }

export const SHOWN_DAYS = 14

const WIDTH = 420
const HEIGHT = 96
const BAR = 7

const dayFormat = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' })

/**
 * The starts of the last fourteen days in the seller's time zone, then the end of today. Accounts for clock changes.
 */
export const dayStarts = (nowMs: number): number[] => {
  const now = new Date(nowMs)
  return Array.from({ length: SHOWN_DAYS + 1 }, (_, index) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + index - SHOWN_DAYS + 1).getTime(),
  )
}

const Bars = <K extends string>({
  days,
  series,
  most,
}: {
  readonly days: readonly Day<K>[]
  readonly series: readonly DaySeries<K>[]
  readonly most: number
}) => {
  const step = WIDTH / SHOWN_DAYS
  const describe = (day: Day<K>): string =>
    [dayFormat.format(day.startMs), ...series.map(({ key, label }) => `${label}: ${formatNumber(day[key])}`)].join(
      ' · ',
    )
  return (
    <svg aria-hidden="true" className={styles.chart} preserveAspectRatio="none" viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      {days.map((day, index) => (
        <g key={day.startMs}>
          <title>{describe(day)}</title>
          <rect className={styles.day} height={HEIGHT} width={step} x={index * step} y={0} />
          {series.map(({ key, tone }, at) => {
            const height = day[key] === 0 ? 0 : Math.max(2, (day[key] / most) * HEIGHT)
            return (
              <rect
                className={styles.bar}
                data-tone={tone}
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

/** The round number at the top of the axis: the smallest of 1, 2, 5, 10, 20, … that no bar exceeds. */
export const axisTop = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most
}

/** `caption` is above the bars and names the table for screen readers: "Notifications a day". */
export const DaysChart = <K extends string>({
  caption,
  days,
  series,
}: {
  readonly caption: string
  readonly days: readonly Day<K>[]
  readonly series: readonly DaySeries<K>[]
}) => {
  const most = Math.max(0, ...days.flatMap((day) => series.map(({ key }) => day[key])))
  if (most === 0) {
    return (
      <Text as="p" tone="faint">
        {caption}: none in the last {SHOWN_DAYS} days.
      </Text>
    )
  }
  const top = axisTop(most)
  return (
    <>
      <div>
        <Text as="p" size="meta" tabular tone="faint">
          {caption}
        </Text>
        <div className={styles.plot}>
          <div aria-hidden="true" className={styles.numbers}>
            {[top, top / 2, 0].map((number) => (
              <Text key={number} size="meta" tabular tone="faint">
                {Number.isInteger(number) ? formatNumber(number) : ''}
              </Text>
            ))}
          </div>
          <Bars days={days} most={top} series={series} />
        </div>
      </div>
      <Row className={styles.axis} gap={4} justify="between">
        <Text size="meta" tone="faint">
          {days[0] !== undefined && dayFormat.format(days[0].startMs)}
        </Text>
        <Row gap={4} wrap>
          {series.map(({ key, label, tone }) => (
            <Row as="span" gap={1} key={key}>
              <span aria-hidden="true" className={styles.key} data-tone={tone} />
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
          <caption>{caption}</caption>
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
