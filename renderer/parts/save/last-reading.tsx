/** The notice above a preview that was made from the last reading, because the platform couldn't be read now (OFF-01). */
import { usePlatformName } from '../../api/use-connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatAbsoluteTime } from '../../ui/format/format-time.ts'

type LastReadingProps = { readonly lastReading: { readonly atMs: number | null; readonly reason: string } | null }

export const LastReading = ({ lastReading }: LastReadingProps) => {
  const { the } = usePlatformName()
  return lastReading === null ? null : (
    <Banner
      title={`From the last reading${lastReading.atMs === null ? '' : `, ${formatAbsoluteTime(lastReading.atMs)}`}`}
      tone="caution"
    >
      {lastReading.reason} {`The save waits, and is compared with ${the} again before it is sent.`}
    </Banner>
  )
}
