/** What goes along with the text of a message in the outbox: attachments, the listing, the copy. */
import { Mail, Paperclip, Tag } from 'lucide-react'
import type { MessageContent } from '../../shared/messaging/message-text.ts'
import styles from './sent-along.module.css'

export const SentAlong = ({ messageMedia, reference, emailCopyToSender }: MessageContent) => {
  if (messageMedia.length === 0 && reference === null && !emailCopyToSender) return null
  return (
    <ul aria-label="Goes along" className={styles.along}>
      {messageMedia.map(({ mediaName, mediaType, mediaUrl }) => (
        <li className={styles.thing} key={`${mediaName} ${mediaUrl}`}>
          <Paperclip aria-hidden="true" size={12} />
          <span>
            <bdi>{mediaName}</bdi>, {mediaType} <span className={styles.address}>{mediaUrl}</span>
          </span>
        </li>
      ))}
      {reference !== null && (
        <li className={styles.thing}>
          <Tag aria-hidden="true" size={12} />
          <span>
            About item <span className="mono">{reference.referenceId}</span>
          </span>
        </li>
      )}
      {emailCopyToSender && (
        <li className={styles.thing}>
          <Mail aria-hidden="true" size={12} />
          <span>A copy goes to your own mail address.</span>
        </li>
      )}
    </ul>
  )
}
