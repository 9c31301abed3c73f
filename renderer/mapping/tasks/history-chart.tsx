/** Finished tasks by start and duration, with a table of the same numbers. */
import type { TaskState } from '../../../shared/mapping/task.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { formatAbsoluteTime } from '../../ui/format-time.ts'
import { Text } from '../../ui/layout.tsx'
import { dateFormat, formatCount, formatNumber } from '../../ui/locale-format.ts'
import { formatDuration, formatSpan, stateLabel } from '../mapping-labels.ts'
import { ChartMark } from './chart-mark.tsx'
import styles from './tasks.module.css'

const WIDTH = 720
const HEIGHT = 260
const LEFT = 52
const RIGHT = WIDTH - 16
const TOP = 12
const BOTTOM = HEIGHT - 28

type Point = {
  readonly taskRef: number
  readonly state: TaskState
  readonly startedAtMs: number
  readonly durationMs: number
}

const ticksMs = [1_000, 5_000, 15_000, 60_000, 300_000, 1_200_000, 3_600_000, 21_600_000, 86_400_000] as const
/** A few tasks need a minimum range, or the axes would only show noise. */
const MIN_SPAN_MS = 600_000
const MIN_TOP_MS = 60_000
const DAY_MS = 86_400_000

const dayFormat = dateFormat({ day: 'numeric', month: 'short' })
const timeFormat = dateFormat({ hour: '2-digit', minute: '2-digit' })

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const shapes: Readonly<Partial<Record<TaskState, 'circle' | 'square'>>> = { completed: 'circle', failed: 'square' }

const Plot = ({ points }: { readonly points: readonly Point[] }) => {
  const times = points.map(({ startedAtMs }) => startedAtMs)
  const fromMs = Math.min(...times)
  const spanMs = Math.max(MIN_SPAN_MS, Math.max(...times) - fromMs)
  const longestMs = Math.max(MIN_TOP_MS, ...points.map(({ durationMs }) => durationMs))
  const topMs = ticksMs.find((ms) => ms >= longestMs) ?? longestMs
  const toX = (ms: number): number => LEFT + ((ms - fromMs) / spanMs) * (RIGHT - LEFT)
  // Logarithmic: seconds and hours share one chart.
  const toY = (ms: number): number =>
    BOTTOM - (Math.log(Math.max(1_000, ms) / 1_000) / Math.log(topMs / 1_000)) * (BOTTOM - TOP)
  return (
    <svg
      aria-label={`${formatCount(points.length, 'finished task')} by start and duration; the table below has the numbers.`}
      className={styles.chart}
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      {ticksMs
        .filter((ms) => ms <= topMs)
        .map((ms) => (
          <g key={ms}>
            <line className={styles.grid} x1={LEFT} x2={RIGHT} y1={toY(ms)} y2={toY(ms)} />
            <text className={styles.label} textAnchor="end" x={LEFT - 8} y={toY(ms) + 4}>
              {formatSpan(ms)}
            </text>
          </g>
        ))}
      {(['start', 'middle', 'end'] as const).map((anchor, step) => (
        <text
          className={styles.label}
          key={anchor}
          textAnchor={anchor}
          x={LEFT + (step / 2) * (RIGHT - LEFT)}
          y={HEIGHT - 8}
        >
          {(spanMs > DAY_MS ? dayFormat : timeFormat).format(fromMs + (step / 2) * spanMs)}
        </text>
      ))}
      {points.map(({ taskRef, state, startedAtMs, durationMs }) => {
        const { label, tone } = stateLabel({ state })
        const title = `${label}: took ${formatDuration(durationMs)}, started ${formatAbsoluteTime(startedAtMs)}`
        const shape = shapes[state] ?? 'diamond'
        return (
          <ChartMark
            key={taskRef}
            shape={shape}
            size={7}
            title={title}
            tone={tone}
            x={toX(startedAtMs)}
            y={toY(durationMs)}
          />
        )
      })}
    </svg>
  )
}

const endings = ['completed', 'completedWithError', 'failed'] as const satisfies readonly TaskState[]

/** Shows nothing until a task has finished. */
export const HistoryChart = () => {
  const { data } = useApiQuery('mapping', 'history', { limit: 500 })
  if (data === undefined || data.points.length === 0) return null
  return (
    <section aria-label="Mapping history" className={styles.history}>
      <Text as="h3" strong>
        Outcomes and durations
      </Text>
      <Plot points={data.points} />
      <table className={styles.numbers}>
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Tasks</th>
            <th scope="col">Median duration</th>
          </tr>
        </thead>
        <tbody>
          {endings.map((state) => {
            const { label, tone } = stateLabel({ state })
            const durations = data.points.flatMap((point) => (point.state === state ? [point.durationMs] : []))
            return (
              <tr key={state}>
                <th scope="row">
                  <svg aria-hidden="true" height="10" width="14">
                    <ChartMark shape={shapes[state] ?? 'diamond'} size={7} tone={tone} x={5} y={5} />
                  </svg>
                  {label}
                </th>
                <td>{formatNumber(data.states.find((entry) => entry.state === state)?.count ?? 0)}</td>
                <td>{durations.length === 0 ? '–' : formatDuration(median(durations))}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
