/** How complete the list is: in a line, and on demand for each list that is read from the platform. */
import { CircleEllipsis, Info } from 'lucide-react'
import { memo } from 'react'
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { foundLabel } from '../messaging-labels.ts'
import styles from './list-foot.module.css'
import {
  isComplete,
  lastTryMessage,
  notSearchedMessage,
  syncLabel,
  syncListLabel,
  syncListName,
} from './sync-labels.ts'

export type ListFootProps = {
  readonly sync: SyncState
  readonly nowMs: number
  /** How many a search found; null without one. */
  readonly foundTotal: number | null
}

export const ListFoot = memo(({ sync, nowMs, foundTotal }: ListFootProps) => {
  const unsearched = notSearchedMessage(sync)
  return (
    <div className={styles.foot}>
      <span className={styles.words}>
        {foundTotal === null ? syncLabel(sync, nowMs) : foundLabel(foundTotal, sync.threadsToRead)}
      </span>
      <Popover
        label="What was read from the platform"
        placement="top end"
        trigger={
          <IconButton
            size="s"
            icon={isComplete(sync) ? Info : CircleEllipsis}
            label={isComplete(sync) ? 'What was read' : 'What is missing'}
          />
        }
      >
        <div className={styles.details}>
          <dl className={styles.lists}>
            {sync.lists.map((list) => (
              <div className={styles.list} key={`${list.conversationType} ${list.filter ?? ''}`}>
                <dt>{syncListName(list)}</dt>
                <dd>{syncListLabel(list, nowMs)}</dd>
              </div>
            ))}
          </dl>
          {sync.error !== null && isComplete(sync) && <p>{lastTryMessage(sync.error)}</p>}
          {unsearched !== undefined && <p>{unsearched}</p>}
          <p className={styles.rule}>A list counts as complete when two readings of all its pages agree.</p>
        </div>
      </Popover>
    </div>
  )
})
