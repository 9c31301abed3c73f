/** One task as a picture: when it was started, every time the platform was asked, what it said, and the end. */
import type { TaskPage } from '../../shared/mapping/contract.ts'
import { isEnded } from '../../shared/mapping/task.ts'
import { useNow } from '../api/use-now.ts'
import { formatAbsoluteTime } from '../ui/format-time.ts'
import { dateFormat, formatCount } from '../ui/locale-format.ts'
import styles from './charts.module.css'
import { pollTone, pollWords, spanText, tookText, wordsOf } from './mapping-labels.ts'

const WIDTH = 640
const HEIGHT = 56
const EDGE = 10
const LINE_Y = 24

const begun = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

export const TaskTimeline = ({ task }: { readonly task: TaskPage }) => {
  const nowMs = useNow()
  const firstPollMs = task.polls[0]?.atMs
  // A long watch that was resumed has lost its oldest polls on this page; the picture begins with what is there.
  const fromMs = Math.min(task.createdAtMs, firstPollMs ?? task.createdAtMs)
  const lastMs = Math.max(task.endedAtMs ?? 0, task.polls.at(-1)?.settledAtMs ?? 0)
  const toMs = isEnded(task.state)
    ? Math.max(fromMs + 1, lastMs)
    : Math.max(fromMs + 1_000, nowMs, task.nextPollAtMs ?? 0)
  const xOf = (ms: number): number => EDGE + ((ms - fromMs) / (toMs - fromMs)) * (WIDTH - 2 * EDGE)
  const { word } = wordsOf(task)
  const lasted = task.endedAtMs === null ? spanText(nowMs - fromMs) : tookText(task.endedAtMs - fromMs)
  return (
    <figure className={styles.figure}>
      <svg
        aria-label={`${formatCount(task.polls.length, 'check')} over ${lasted}. ${word}.`}
        className={styles.timeline}
        role="img"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      >
        <line className={styles.axis} x1={EDGE} x2={WIDTH - EDGE} y1={LINE_Y} y2={LINE_Y} />
        <rect className={styles.begin} height={14} width={2} x={EDGE - 1} y={LINE_Y - 7} />
        {task.polls.map((poll, index) => {
          const { word: said } = pollWords[poll.outcome]
          const tone = pollTone(poll.outcome, task)
          const size = poll.outcome === 'ended' ? 10 : 8
          const x = xOf(poll.settledAtMs)
          const title = `${said}, ${formatAbsoluteTime(poll.settledAtMs)}`
          return tone === 'caution' || tone === 'danger' ? (
            <rect
              className={styles.mark}
              data-tone={tone}
              height={size}
              // biome-ignore lint/suspicious/noArrayIndexKey: checks are only ever added
              key={index}
              transform={`rotate(45 ${x} ${LINE_Y})`}
              width={size}
              x={x - size / 2}
              y={LINE_Y - size / 2}
            >
              <title>{title}</title>
            </rect>
          ) : (
            <circle
              className={styles.mark}
              cx={x}
              cy={LINE_Y}
              data-outcome={poll.outcome}
              data-tone={tone}
              // biome-ignore lint/suspicious/noArrayIndexKey: checks are only ever added
              key={index}
              r={poll.outcome === 'ended' ? 6 : 4}
            >
              <title>{title}</title>
            </circle>
          )
        })}
        {task.nextPollAtMs !== null && task.nextPollAtMs >= fromMs && (
          <circle className={styles.planned} cx={xOf(Math.min(toMs, task.nextPollAtMs))} cy={LINE_Y} r={4} />
        )}
        <text className={styles.label} x={EDGE} y={HEIGHT - 6}>
          {begun.format(fromMs)}
        </text>
        <text className={styles.label} textAnchor="end" x={WIDTH - EDGE} y={HEIGHT - 6}>
          {lasted}
        </text>
      </svg>
    </figure>
  )
}
