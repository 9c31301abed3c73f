// How much of an amount is used.
import { Meter as AriaMeter, Label } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { formatNumber } from './locale-format.ts'
import styles from './meter.module.css'
import type { Tone } from './tone.ts'

export interface MeterProps {
  readonly label: string
  readonly value: number
  readonly max: number
  /** In words, default "31 of 250". */
  readonly valueText?: string | undefined
  /** Default: accent, caution from 80 %, danger from 100 %. */
  readonly tone?: Tone | undefined
  /** Only the bar and the numbers in one line. */
  readonly isCompact?: boolean | undefined
}

/** A gauge with its label and numbers. */
export function Meter({ label, value, max, valueText, tone, isCompact = false }: MeterProps) {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max))
  const words = valueText ?? `${formatNumber(value)} of ${formatNumber(max)}`
  return (
    <AriaMeter
      className={classNames(styles.meter, isCompact && styles.compact)}
      data-tone={tone ?? (value >= max ? 'danger' : share >= 0.8 ? 'caution' : 'accent')}
      maxValue={max}
      value={Math.min(value, max)}
      valueLabel={words}
    >
      <Label className={classNames(styles.label)}>{label}</Label>
      <span className={styles.value}>{words}</span>
      <span className={styles.track}>
        <span className={styles.fill} style={{ transform: `scaleX(${share})` }} />
      </span>
    </AriaMeter>
  )
}
