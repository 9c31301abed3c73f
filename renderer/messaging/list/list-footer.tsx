/** One line on how up to date the list is; a button shows the details of each platform list. */
import { CircleEllipsis, Info } from 'lucide-react'
import type { SyncState } from '../../../shared/messaging/sync-state.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Popover } from '../../ui/popover.tsx'
import { foundLabel } from '../messaging-labels.ts'
import styles from './list-footer.module.css'
import {
  isComplete,
  lastTryMessage,
  notSearchedMessage,
  syncLabel,
  syncListLabel,
  syncListName,
} from './sync-labels.ts'

export type ListFooterProps = {
  readonly sync: SyncState
  readonly nowMs: number
  /** How many conversations a search found; null without a search. */
  readonly foundCount: number | null
}

export const ListFooter = ({ sync, nowMs, foundCount }: ListFooterProps) => {
  const notSearched = notSearchedMessage(sync)
  return (
    <Row className={styles.footer} grow>
      <Text className={styles.state} size="meta" tabular tone="faint">
        {foundCount === null ? syncLabel(sync, nowMs) : foundLabel(foundCount, sync.threadsToRead)}
      </Text>
      <Popover
        label="Loaded from the platform"
        placement="top end"
        trigger={
          <IconButton
            size="s"
            icon={isComplete(sync) ? Info : CircleEllipsis}
            label={isComplete(sync) ? 'What is loaded' : 'What is missing'}
          />
        }
      >
        <Stack className={styles.details} gap={3}>
          <dl className={styles.lists}>
            {sync.lists.map((list) => (
              <div key={`${list.conversationType} ${list.filter ?? ''}`}>
                <Text as="dt" strong>
                  {syncListName(list)}
                </Text>
                <Text as="dd" tabular tone="soft">
                  {syncListLabel(list, nowMs)}
                </Text>
              </div>
            ))}
          </dl>
          {sync.error !== null && isComplete(sync) && <p>{lastTryMessage(sync.error)}</p>}
          {notSearched !== undefined && <p>{notSearched}</p>}
          <Text as="p" size="meta" tone="faint">
            A list is up to date when loading it twice gives the same result.
          </Text>
        </Stack>
      </Popover>
    </Row>
  )
}
