/** A part of the board: how old it is, why it could not be read since, and its own reading. */
import type { ReactNode } from 'react'
import { useApiMutation } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './notifications.module.css'

type BoardPartProps = {
  readonly title: string
  readonly part: { readonly asOfMs: number | null; readonly problem: string | null }
  /** Why it could not be read is said for all parts together. */
  readonly isToldAbove: boolean
  readonly read: 'getConfig' | 'getTopics' | 'getDestinations' | 'getSubscriptions'
  readonly acts?: ReactNode
  readonly children: ReactNode
}

export const BoardPart = ({ title, part, isToldAbove, read, acts, children }: BoardPartProps) => {
  const nowMs = useNow()
  const reading = useApiMutation('notifications', read)
  return (
    <Panel
      title={title}
      description={
        part.asOfMs === null ? (
          'Not read yet'
        ) : (
          <>
            As of <RelativeTime at={part.asOfMs} now={nowMs} />
          </>
        )
      }
      acts={
        <>
          <Button
            size="s"
            variant="quiet"
            aria-label={`Read again: ${title}`}
            isPending={reading.isPending}
            onPress={() => reading.mutate({})}
          >
            Read again
          </Button>
          {acts}
        </>
      }
    >
      <div className={styles.part}>
        {part.problem !== null && !isToldAbove && (
          <Banner tone="caution" title={part.asOfMs === null ? 'Could not be read.' : 'This may be old.'}>
            {part.problem}
          </Banner>
        )}
        {children}
      </div>
    </Panel>
  )
}
