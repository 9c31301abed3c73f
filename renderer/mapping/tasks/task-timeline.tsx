/** One task over time: its start, each check with its outcome, and the end. */
import type { TaskPage } from '../../../shared/mapping/contract.ts'
import { isEnded } from '../../../shared/mapping/task.ts'
import { useNow } from '../../api/use-now.ts'
import { formatAbsoluteTime } from '../../ui/format-time.ts'
import { formatCount } from '../../ui/locale-format.ts'
import { formatDuration, formatSpan, pollLabels, pollTone, stateLabel } from '../mapping-labels.ts'
import { ChartMark } from './chart-mark.tsx'
import styles from './tasks.module.css'

const WIDTH = 640
const HEIGHT = 56
const EDGE = 10
const LINE_Y = 24

export const TaskTimeline = ({ task }: { readonly task: TaskPage }) => {
  const { polls, createdAtMs, endedAtMs, nextPollAtMs } = task
  const nowMs = useNow()
  const fromMs = Math.min(createdAtMs, polls[0]?.atMs ?? createdAtMs)
  const toMs = isEnded(task.state)
    ? Math.max(fromMs + 1, endedAtMs ?? 0, polls.at(-1)?.settledAtMs ?? 0)
    : Math.max(fromMs + 1_000, nowMs, nextPollAtMs ?? 0)
  const toX = (ms: number): number => EDGE + ((ms - fromMs) / (toMs - fromMs)) * (WIDTH - 2 * EDGE)
  const duration = endedAtMs === null ? formatSpan(nowMs - fromMs) : formatDuration(endedAtMs - fromMs)
  return (
    <svg
      aria-label={`${formatCount(polls.length, 'check')} over ${duration}. ${stateLabel(task).label}.`}
      className={styles.timeline}
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <line className={styles.grid} x1={EDGE} x2={WIDTH - EDGE} y1={LINE_Y} y2={LINE_Y} />
      {polls.map(({ outcome, settledAtMs }, index) => {
        const tone = pollTone(outcome, task)
        const hasProblem = tone === 'caution' || tone === 'danger'
        const isResult = outcome === 'ended'
        return (
          <ChartMark
            // biome-ignore lint/suspicious/noArrayIndexKey: checks are only ever added
            key={index}
            outcome={outcome}
            shape={hasProblem ? 'diamond' : 'circle'}
            size={isResult ? 11 : 8}
            title={`${pollLabels[outcome].label}, ${formatAbsoluteTime(settledAtMs)}`}
            tone={tone}
            x={toX(settledAtMs)}
            y={LINE_Y}
          />
        )
      })}
      {nextPollAtMs !== null && nextPollAtMs >= fromMs && (
        <ChartMark
          outcome="offline"
          shape="circle"
          size={8}
          tone="neutral"
          x={toX(Math.min(toMs, nextPollAtMs))}
          y={LINE_Y}
        />
      )}
      <text className={styles.label} x={EDGE} y={HEIGHT - 6}>
        {formatAbsoluteTime(fromMs)}
      </text>
      <text className={styles.label} textAnchor="end" x={WIDTH - EDGE} y={HEIGHT - 6}>
        {duration}
      </text>
    </svg>
  )
}
