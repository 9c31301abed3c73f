/** The parts of an outbox message besides its text. */
import { Mail, Paperclip, Tag } from 'lucide-react'
import type { MessageContent } from '../../../shared/messaging/message-text.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './sent-along.module.css'

/** Names the item by its title, if known. */
export const AboutItem = ({ listingId }: { readonly listingId: string }) => (
  <span title={`Listing ${listingId}`}>
    About <bdi>{useListedItem(listingId)?.title ?? `item ${listingId}`}</bdi>
  </span>
)

/** The parts of an outbox message besides its text: attachments, the listing, the copy. */
export const SentAlong = ({ messageMedia, reference, emailCopyToSender }: MessageContent) => {
  if (messageMedia.length === 0 && reference === null && !emailCopyToSender) return null
  return (
    <Stack aria-label="Sent along" as="ul" className={styles.along} gap={1}>
      {messageMedia.map(({ mediaName, mediaType, mediaUrl }) => (
        <Row as="li" key={`${mediaName} ${mediaUrl}`}>
          <Paperclip aria-hidden="true" size={12} />
          <Text size="meta" tone="soft">
            <bdi>{mediaName}</bdi>, {mediaType} <Text tone="faint">{mediaUrl}</Text>
          </Text>
        </Row>
      ))}
      {reference !== null && (
        <Row as="li">
          <Tag aria-hidden="true" size={12} />
          <Text size="meta" tone="soft">
            <AboutItem listingId={reference.referenceId} />
          </Text>
        </Row>
      )}
      {emailCopyToSender && (
        <Row as="li">
          <Mail aria-hidden="true" size={12} />
          <Text size="meta" tone="soft">
            A copy is sent to your own email address.
          </Text>
        </Row>
      )}
    </Stack>
  )
}
