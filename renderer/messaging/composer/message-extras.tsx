/** What a message has besides its text: attachments, the listing, the copy. */
import { X } from 'lucide-react'
import {
  type Attachment,
  type MessageContent,
  type MessageProblem,
  mediaTypes,
} from '../../../shared/messaging/message-text.ts'
import { AboutItem } from '../../outbox/sent-along.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { guessMedia } from './guess-media.ts'
import styles from './message-extras.module.css'

const typeOptions = mediaTypes.map((id) => ({ id, label: id }))

type MessageExtrasProps = {
  readonly content: MessageContent
  readonly problems: readonly MessageProblem[]
  /** The attachment whose field gets the focus when it appears. */
  readonly attachedAt: number | null
  readonly onChange: (part: Partial<MessageContent>) => void
}

export const MessageExtras = ({ content, problems, attachedAt, onChange }: MessageExtrasProps) => {
  const { messageMedia, reference, emailCopyToSender } = content
  const hasNotes = reference !== null || emailCopyToSender
  if (messageMedia.length === 0 && !hasNotes) return null

  const changeMedia = (index: number, part: Partial<Attachment>): void =>
    onChange({ messageMedia: messageMedia.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  const changeUrl = (index: number, { mediaName, mediaUrl: before }: Attachment, mediaUrl: string): void => {
    const isNamedByUser = mediaName !== '' && mediaName !== guessMedia(before).mediaName
    changeMedia(index, isNamedByUser ? { mediaUrl } : { mediaUrl, ...guessMedia(mediaUrl) })
  }

  return (
    <div className={styles.extras}>
      {messageMedia.map((attachment, index) => {
        const { mediaUrl, mediaName, mediaType } = attachment
        const findProblem = (field: string): MessageProblem | undefined =>
          mediaUrl === '' ? undefined : problems.find((problem) => problem.field === `messageMedia.${index}.${field}`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an attachment has no identity but its position
          <fieldset className={styles.attachment} key={index}>
            <legend className="visually-hidden">Attachment {index + 1}</legend>
            <TextField
              autoFocus={index === attachedAt}
              label="Web address"
              type="url"
              placeholder="https://"
              value={mediaUrl}
              onChange={(url) => changeUrl(index, attachment, url)}
              error={findProblem('mediaUrl')}
            />
            <TextField
              label="Name"
              value={mediaName}
              onChange={(name) => changeMedia(index, { mediaName: name })}
              error={findProblem('mediaName')}
            />
            <Select
              label="Type"
              options={typeOptions}
              value={mediaType}
              onChange={(type) => changeMedia(index, { mediaType: type })}
            />
            <IconButton
              icon={X}
              label={`Remove attachment ${index + 1}`}
              onPress={() => onChange({ messageMedia: messageMedia.filter((_, at) => at !== index) })}
            />
          </fieldset>
        )
      })}
      {hasNotes && (
        <Row gap={4} wrap>
          {reference !== null && (
            <Row gap={1}>
              <Text size="meta" tone="soft">
                <AboutItem listingId={reference.referenceId} />
              </Text>
              <IconButton icon={X} size="s" label="Remove the listing" onPress={() => onChange({ reference: null })} />
            </Row>
          )}
          {emailCopyToSender && (
            <Text size="meta" tone="soft">
              A copy is sent to your own email address.
            </Text>
          )}
        </Row>
      )}
    </div>
  )
}
