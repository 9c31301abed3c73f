/** One message of a thread. Drawn once: nothing that is typed or arrives elsewhere draws it again. */
import { BookmarkPlus, Paperclip } from 'lucide-react'
import { memo } from 'react'
import { Link as AriaLink } from 'react-aria-components'
import type { Message } from '../../shared/messaging/conversation.ts'
import { webAddressOf } from '../../shared/messaging/links.ts'
import type { TextRange } from '../../shared/messaging/list.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './message-entry.module.css'
import { type FollowedLink, MessageText } from './message-text.tsx'

const writerWords = { seller: 'You', platform: 'Platform', buyer: 'Buyer', unknown: 'Writer not told' } as const

export type MessageEntryProps = {
  readonly message: Message
  readonly nowMs: number
  /** What a search found in it; undefined where it was not looked for. */
  readonly found?: readonly TextRange[] | undefined
  /** Makes a saved reply of a message of the seller's own. Must be stable. */
  readonly onSave: (text: string) => void
  /** Must be stable. */
  readonly onFollow: (link: FollowedLink) => void
}

export const MessageEntry = memo(({ message, nowMs, found, onSave, onFollow }: MessageEntryProps) => (
  <article
    className={styles.message}
    data-found={found === undefined ? undefined : true}
    data-message={message.key}
    data-writer={message.writer}
  >
    <header className={styles.head}>
      <bdi className={styles.who}>
        {message.writer === 'seller' ? writerWords.seller : (message.sender ?? writerWords[message.writer])}
      </bdi>
      {message.createdAtMs !== null && (
        <span className={styles.when}>
          <RelativeTime at={message.createdAtMs} now={nowMs} />
        </span>
      )}
      {message.writer === 'seller' && message.text !== '' && (
        <span className={styles.save}>
          <IconButton
            size="s"
            icon={BookmarkPlus}
            label="Make a saved reply of this"
            onPress={() => onSave(message.text)}
          />
        </span>
      )}
    </header>
    <MessageText text={message.text} found={found} onFollow={onFollow} />
    {message.attachments.length > 0 && (
      <ul aria-label="Attachments" className={styles.attachments}>
        {message.attachments.map((attachment) => (
          <li className={styles.attachment} key={`${attachment.mediaName} ${attachment.mediaUrl}`}>
            <Paperclip aria-hidden="true" size={12} />
            <span>
              <bdi>{attachment.mediaName}</bdi> <AttachmentAddress address={attachment.mediaUrl} onFollow={onFollow} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </article>
))

type AttachmentAddressProps = { readonly address: string; readonly onFollow: (link: FollowedLink) => void }

const AttachmentAddress = ({ address, onFollow }: AttachmentAddressProps) => {
  const leadsTo = webAddressOf(address)
  if (leadsTo === undefined) return <span className={styles.address}>{address}</span>
  return (
    <AriaLink className={styles.address ?? ''} onPress={() => onFollow({ written: address, ...leadsTo })}>
      {address}
    </AriaLink>
  )
}
