/** When something was: relative under a day, the date beyond, the exact moment on hover. */
import { formatAbsoluteTime, formatRelativeTime } from '../format/format-time.ts'
import { useNow } from '../hooks/use-now.ts'

export type RelativeTimeProps = {
  /** Ms since 1970. */
  readonly at: number
  /** The time of another clock, ms since 1970; default this computer's. */
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
