// When something was: relative under a day, the date beyond, the exact moment on hover.
import { formatAbsoluteTime, formatRelativeTime } from './format-time.ts'

export interface RelativeTimeProps {
  readonly at: number
  readonly now: number
}

/** `at` and `now` in ms since 1970. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  return (
    <time className="tabular nowrap" dateTime={new Date(at).toISOString()} title={formatAbsoluteTime(at)}>
      {formatRelativeTime(at, now)}
    </time>
  )
}
