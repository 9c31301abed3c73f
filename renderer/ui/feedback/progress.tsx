/** A progress bar, with pause and stop if given. */
import { Pause, Play, Square } from 'lucide-react'
import { Label, ProgressBar } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './progress.module.css'

export type ProgressProps = {
  /** What is being done. */
  readonly label: string
  /** null while the progress is unknown. */
  readonly value: number | null
  readonly max: number
  /** "1,200 of 3,400, about 2 minutes left" */
  readonly detail?: string | undefined
  readonly isPaused?: boolean | undefined
  readonly onPause?: (() => void) | undefined
  readonly onResume?: (() => void) | undefined
  readonly onStop?: (() => void) | undefined
}

export const Progress = ({ label, value, max, detail, isPaused = false, onPause, onResume, onStop }: ProgressProps) => (
  <div className={styles.progress}>
    <ProgressBar
      className={classNames(styles.bar)}
      isIndeterminate={value === null}
      maxValue={max}
      value={value ?? 0}
      {...(detail === undefined ? {} : { valueLabel: detail })}
    >
      {({ percentage }) => (
        <>
          <Label className={classNames(styles.label)}>{label}</Label>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          <span className={styles.track}>
            <span
              className={classNames(styles.fill, value === null && styles.unknown, isPaused && styles.paused)}
              style={value === null ? {} : { transform: `scaleX(${(percentage ?? 0) / 100})` }}
            />
          </span>
        </>
      )}
    </ProgressBar>
    {isPaused
      ? onResume !== undefined && <IconButton icon={Play} label="Resume" onPress={onResume} size="s" />
      : onPause !== undefined && <IconButton icon={Pause} label="Pause" onPress={onPause} size="s" />}
    {onStop !== undefined && <IconButton icon={Square} label="Stop" onPress={onStop} size="s" />}
  </div>
)
