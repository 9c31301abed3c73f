import { formatAbsoluteTime, formatRelativeTime } from './format-time.ts'
import { useNow } from './use-now.ts'

export interface RelativeTimeProps {
  readonly at: number
  /** Another clock than this computer's. */
  readonly now?: number | undefined
}

/** When something was, in ms since 1970: relative under a day, the date beyond, the exact moment on hover. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  const currentMs = useNow()
  return (
    <time className="tabular nowrap" dateTime={new Date(at).toISOString()} title={formatAbsoluteTime(at)}>
      {formatRelativeTime(at, now ?? currentMs)}
    </time>
  )
}
