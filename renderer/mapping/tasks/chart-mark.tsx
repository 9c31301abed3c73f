/** A point of a chart. The shape repeats what the colour says. */
import type { Tone } from '../../ui/tone.ts'
import styles from './tasks.module.css'

export const ChartMark = ({
  x,
  y,
  size,
  shape,
  tone,
  outcome,
  title,
}: {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly shape: 'circle' | 'square' | 'diamond'
  readonly tone: Tone
  readonly outcome?: string
  readonly title?: string
}) => (
  <rect
    className={styles.mark}
    data-outcome={outcome}
    data-tone={tone}
    height={size}
    rx={shape === 'circle' ? size / 2 : 0}
    transform={shape === 'diamond' ? `rotate(45 ${x} ${y})` : undefined}
    width={size}
    x={x - size / 2}
    y={y - size / 2}
  >
    {title !== undefined && <title>{title}</title>}
  </rect>
)
