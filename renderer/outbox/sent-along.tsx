/** The parts of an outbox message besides its text. */
import { Mail, Paperclip, Tag } from 'lucide-react'
import type { Written } from '../../shared/outbound/contract.ts'
import { useListedItem } from '../api/use-listed-items.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import styles from './sent-along.module.css'

/** Names the item by its title, if known. */
export const AboutItem = ({ listingId }: { readonly listingId: string }) => (
  <span title={`Listing ${listingId}`}>
    About <bdi>{useListedItem(listingId)?.title ?? `item ${listingId}`}</bdi>
  </span>
)

/** The parts of an outbox message besides its text: attachments, the listing, the copy. */
export const SentAlong = ({ written }: { readonly written: Written }) => {
  const { files, listingId, isCopiedToSender } = written
  if (files.length === 0 && listingId === null && !isCopiedToSender) return null
  return (
    <Stack aria-label="Sent along" as="ul" className={styles.along} gap={1}>
      {files.map(({ name, type, address }) => (
        <Row as="li" key={`${name} ${address}`}>
          <Paperclip aria-hidden="true" size={12} />
          <Text size="meta" tone="soft">
            <bdi>{name}</bdi>, {type} <Text tone="faint">{address}</Text>
          </Text>
        </Row>
      ))}
      {listingId !== null && (
        <Row as="li">
          <Tag aria-hidden="true" size={12} />
          <Text size="meta" tone="soft">
            <AboutItem listingId={listingId} />
          </Text>
        </Row>
      )}
      {isCopiedToSender && (
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
