/** One message of a thread. Memoised: typing, or a change elsewhere, doesn't re-render it. */
import { BookmarkPlus } from 'lucide-react'
import { memo } from 'react'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { Message } from '../../../shared/messaging/conversation.ts'
import type { TextRange } from '../../../shared/messaging/list.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { formatAbsoluteTime, formatTimeOfDay } from '../../ui/format/format-time.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { openSavedReplies } from '../saved-replies/saved-replies-dialog.tsx'
import { MessageAttachment } from './message-attachment.tsx'
import styles from './message-entry.module.css'
import { type FollowedLink, MessageText } from './message-text.tsx'

const writerLabel = (writer: Message['writer'], { The }: PlatformName): string =>
  writer === 'platform' ? The : { seller: 'You', buyer: 'Buyer', unknown: 'Unknown sender' }[writer]

type MessageEntryProps = {
  readonly message: Message
  /** The search hits in the message; undefined outside a search. */
  readonly found?: readonly TextRange[] | undefined
  /** Must be stable. */
  readonly onFollow: (link: FollowedLink) => void
}

export const MessageEntry = memo(({ message, found, onFollow }: MessageEntryProps) => {
  const { key, writer, sender, createdAtMs, text, attachments, sentText } = message
  const isOwn = writer === 'seller'
  const label = writerLabel(writer, usePlatformName())
  return (
    <article
      className={styles.message}
      data-found={found === undefined ? undefined : true}
      data-message={key}
      data-writer={writer}
    >
      <header className={styles.head}>
        <bdi className={styles.who}>{isOwn ? label : (sender ?? label)}</bdi>
        {createdAtMs !== null && (
          <span className={styles.when}>
            <time dateTime={new Date(createdAtMs).toISOString()} title={formatAbsoluteTime(createdAtMs)}>
              {formatTimeOfDay(createdAtMs)}
            </time>
          </span>
        )}
        {isOwn && text !== '' && (
          <span className={styles.save}>
            <IconButton size="s" icon={BookmarkPlus} label="Save as a reply" onPress={() => openSavedReplies(text)} />
          </span>
        )}
      </header>
      <MessageText text={text} found={found} onFollow={onFollow} />
      {sentText !== undefined && (
        <Text as="p" size="meta" tone="soft">
          The buyer sees this without part of what you wrote: {sentText}
        </Text>
      )}
      {attachments.length > 0 && (
        <ul aria-label="Attachments" className={styles.attachments}>
          {attachments.map((attachment) => (
            <li key={`${attachment.mediaName} ${attachment.mediaUrl}`}>
              <MessageAttachment attachment={attachment} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
})
