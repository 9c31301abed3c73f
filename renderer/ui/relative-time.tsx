// When something was: relative under a day, the date beyond, the exact moment on hover.

import { formatAbsoluteTime, formatRelativeTime } from './format-time.ts'
import styles from './relative-time.module.css'

export interface RelativeTimeProps {
  readonly at: number
  readonly now: number
}

/** `at` and `now` in ms since 1970. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatAbsoluteTime(at)}>
      {formatRelativeTime(at, now)}
    </time>
  )
}
