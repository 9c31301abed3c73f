/** When something happened: relative under a day, else the date, with the exact moment on hover. */
import { formatAbsoluteTime, formatRelativeTime } from '../format/format-time.ts'
import { useNow } from '../hooks/use-now.ts'

export type RelativeTimeProps = {
  /** Ms since 1970. */
  readonly at: number
  /** The current time of another clock, ms since 1970; this computer's by default. */
  readonly now?: number | undefined
}

export const RelativeTime = ({ at, now }: RelativeTimeProps) => {
  const currentMs = useNow()
  return (
    <time className="nowrap" dateTime={new Date(at).toISOString()} title={formatAbsoluteTime(at)}>
      {formatRelativeTime(at, now ?? currentMs)}
    </time>
  )
}
