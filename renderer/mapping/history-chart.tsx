/** Ended tasks over time: each one a mark at when it was started and how long it took, shaped by how it ended. */
import type { TaskState } from '../../shared/mapping/task.ts'
import { useApiQuery } from '../api/hooks.ts'
import { formatAbsoluteTime } from '../ui/format-time.ts'
import { dateFormat, formatCount, formatNumber } from '../ui/locale-format.ts'
import styles from './charts.module.css'
import { spanText, tookText, wordsOf } from './mapping-labels.ts'

const WIDTH = 720
const HEIGHT = 260
const LEFT = 52
const RIGHT = 16
const TOP = 12
const BOTTOM = 28

type Point = {
  readonly taskRef: number
  readonly state: TaskState
  readonly startedAtMs: number
  readonly durationMs: number
}

const ticksMs = [1_000, 5_000, 15_000, 60_000, 300_000, 1_200_000, 3_600_000, 21_600_000, 86_400_000] as const

/** Below these a picture of few tasks would be all noise: three labels of the same minute, one line of height. */
const SHORTEST_SPAN_MS = 600_000
const LEAST_TOP_MS = 60_000

const dayOf = dateFormat({ day: 'numeric', month: 'short' })
const minuteOf = dateFormat({ hour: '2-digit', minute: '2-digit' })

const medianOf = (durations: readonly number[]): number => {
  const sorted = durations.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const Mark = ({ point, x, y }: { readonly point: Point; readonly x: number; readonly y: number }) => {
  const { word, tone } = wordsOf({ state: point.state, paused: false })
  const title = (
    <title>{`${word}: took ${tookText(point.durationMs)}, started ${formatAbsoluteTime(point.startedAtMs)}`}</title>
  )
  if (point.state === 'completed') {
    return (
      <circle className={styles.mark} cx={x} cy={y} data-tone={tone} r={4}>
        {title}
      </circle>
    )
  }
  return (
    <rect
      className={styles.mark}
      data-tone={tone}
      height={7}
      width={7}
      x={x - 3.5}
      y={y - 3.5}
      {...(point.state === 'failed' ? {} : { transform: `rotate(45 ${x} ${y})` })}
    >
      {title}
    </rect>
  )
}

const Plot = ({ points }: { readonly points: readonly Point[] }) => {
  const times = points.map(({ startedAtMs }) => startedAtMs)
  const fromMs = Math.min(...times)
  const toMs = Math.max(fromMs + SHORTEST_SPAN_MS, ...times)
  const longestMs = Math.max(LEAST_TOP_MS, ...points.map(({ durationMs }) => durationMs))
  const topMs = ticksMs.find((ms) => ms >= longestMs) ?? longestMs
  // Seconds and hours in one picture: each step up is a multiple.
  const heightOf = (ms: number): number => Math.log(Math.max(1_000, ms) / 1_000) / Math.log(topMs / 1_000)
  const xOf = (ms: number): number => LEFT + ((ms - fromMs) / (toMs - fromMs)) * (WIDTH - LEFT - RIGHT)
  const yOf = (ms: number): number => HEIGHT - BOTTOM - heightOf(ms) * (HEIGHT - TOP - BOTTOM)
  const timeText = (ms: number): string => (toMs - fromMs > 86_400_000 ? dayOf : minuteOf).format(ms)
  return (
    <svg
      aria-label={`${formatCount(points.length, 'ended task')} by start and duration; the table below has the numbers.`}
      className={styles.chart}
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      {ticksMs
        .filter((ms) => ms <= topMs)
        .map((ms) => (
          <g key={ms}>
            <line className={styles.grid} x1={LEFT} x2={WIDTH - RIGHT} y1={yOf(ms)} y2={yOf(ms)} />
            <text className={styles.label} textAnchor="end" x={LEFT - 8} y={yOf(ms) + 4}>
              {spanText(ms)}
            </text>
          </g>
        ))}
      {[0, 0.5, 1].map((part) => (
        <text
          className={styles.label}
          key={part}
          textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
          x={LEFT + part * (WIDTH - LEFT - RIGHT)}
          y={HEIGHT - 8}
        >
          {timeText(fromMs + part * (toMs - fromMs))}
        </text>
      ))}
      {points.map((point) => (
        <Mark key={point.taskRef} point={point} x={xOf(point.startedAtMs)} y={yOf(point.durationMs)} />
      ))}
    </svg>
  )
}

const endings = ['completed', 'completedWithError', 'failed'] as const satisfies readonly TaskState[]

/** Nothing where no task has ended yet. */
export const HistoryChart = () => {
  const { data } = useApiQuery('mapping', 'history', { limit: 500 })
  if (data === undefined || data.points.length === 0) return null
  return (
    <section aria-label="How mappings ended" className={styles.history}>
      <h3 className={styles.heading}>How mappings ended, and how long they took</h3>
      <Plot points={data.points} />
      <table className={styles.numbers}>
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Tasks</th>
            <th scope="col">Half took less than</th>
          </tr>
        </thead>
        <tbody>
          {endings.map((state) => {
            const { word, tone } = wordsOf({ state, paused: false })
            const durations = data.points.flatMap((point) => (point.state === state ? [point.durationMs] : []))
            const count = data.states.find((entry) => entry.state === state)?.count ?? 0
            return (
              <tr key={state}>
                <th scope="row">
                  <span aria-hidden="true" className={styles.key} data-shape={state} data-tone={tone} />
                  {word}
                </th>
                <td>{formatNumber(count)}</td>
                <td>{durations.length === 0 ? '–' : tookText(medianOf(durations))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
