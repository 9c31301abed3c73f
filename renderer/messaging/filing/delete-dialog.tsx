/** MSG-16: names what is deleted, and until when the deletion can be stopped. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { Conversation } from '../../../shared/messaging/conversation.ts'
import { DELETION_DELAY_MS } from '../../../shared/messaging/filing.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { buyerName } from '../messaging-labels.ts'
import styles from './filing.module.css'
import type { Filing } from './use-filing.ts'

const MAX_NAMED = 8

const describe = (row: Conversation, platformName: PlatformName): string =>
  [
    buyerName(row, platformName),
    row.subject === null || row.subject === '' ? '' : `: ${row.subject}`,
    row.hasDraft ? ' (with a draft)' : '',
  ].join('')

export const DeleteDialog = ({ filing }: { readonly filing: Filing }) => {
  const platformName = usePlatformName()
  const { toDelete: rows } = filing
  const conversations = formatCount(rows.length, 'conversation')
  return (
    <ConfirmDialog
      isOpen={rows.length > 0}
      onClose={filing.cancelDelete}
      onConfirm={filing.confirmDelete}
      mutation={filing}
      sends
      title={`Delete ${conversations}?`}
      consequence={
        <Stack gap={3}>
          <ul className={styles.names}>
            {rows.slice(0, MAX_NAMED).map((row) => (
              <li key={row.conversationId}>{describe(row, platformName)}</li>
            ))}
            {rows.length > MAX_NAMED && <li>and {formatNumber(rows.length - MAX_NAMED)} more</li>}
          </ul>
          <p>
            You can cancel for {DELETION_DELAY_MS / 1000}{' '}
            {`seconds. After that it is final: ${platformName.the} can’t restore a deleted conversation.`}
          </p>
        </Stack>
      }
      confirmLabel={`Delete ${conversations}`}
    />
  )
}
