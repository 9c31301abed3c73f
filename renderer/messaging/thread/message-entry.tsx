/** One message of a thread. Memoised: typing, or a change elsewhere, doesn't re-render it. */
import { BookmarkPlus, Paperclip } from 'lucide-react'
import { memo } from 'react'
import { Link as AriaLink } from 'react-aria-components'
import type { Message } from '../../../shared/messaging/conversation.ts'
import { parseWebAddress } from '../../../shared/messaging/links.ts'
import type { TextRange } from '../../../shared/messaging/list.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './message-entry.module.css'
import { type FollowedLink, MessageText } from './message-text.tsx'

const writerLabels = { seller: 'You', platform: 'Platform', buyer: 'Buyer', unknown: 'Unknown sender' } as const

export type MessageEntryProps = {
  readonly message: Message
  readonly nowMs: number
  /** The search hits in it; undefined outside a search. */
  readonly found?: readonly TextRange[] | undefined
  /** Saves one of the seller's own messages as a reply. Must be stable. */
  readonly onSave: (text: string) => void
  /** Must be stable. */
  readonly onFollow: (link: FollowedLink) => void
}

export const MessageEntry = memo(({ message, nowMs, found, onSave, onFollow }: MessageEntryProps) => {
  const { key, writer, sender, createdAtMs, text, attachments } = message
  const isOwn = writer === 'seller'
  return (
    <article
      className={styles.message}
      data-found={found === undefined ? undefined : true}
      data-message={key}
      data-writer={writer}
    >
      <header className={styles.head}>
        <bdi className={styles.who}>{isOwn ? writerLabels.seller : (sender ?? writerLabels[writer])}</bdi>
        {createdAtMs !== null && (
          <span className={styles.when}>
            <RelativeTime at={createdAtMs} now={nowMs} />
          </span>
        )}
        {isOwn && text !== '' && (
          <span className={styles.save}>
            <IconButton size="s" icon={BookmarkPlus} label="Save as a reply" onPress={() => onSave(text)} />
          </span>
        )}
      </header>
      <MessageText text={text} found={found} onFollow={onFollow} />
      {attachments.length > 0 && (
        <ul aria-label="Attachments" className={styles.attachments}>
          {attachments.map(({ mediaName, mediaUrl }) => (
            <li className={styles.attachment} key={`${mediaName} ${mediaUrl}`}>
              <Paperclip aria-hidden="true" size={12} />
              <span>
                <bdi>{mediaName}</bdi> <AttachmentAddress address={mediaUrl} onFollow={onFollow} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </article>
  )
})

type AttachmentAddressProps = { readonly address: string; readonly onFollow: (link: FollowedLink) => void }

const AttachmentAddress = ({ address, onFollow }: AttachmentAddressProps) => {
  const target = parseWebAddress(address)
  if (target === undefined) return <span className={styles.address}>{address}</span>
  return (
    <AriaLink className={styles.address ?? ''} onPress={() => onFollow({ written: address, ...target })}>
      {address}
    </AriaLink>
  )
}
