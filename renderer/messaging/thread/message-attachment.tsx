/** An attachment of a message: a picture in the thread, others by name and address. */
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Link as AriaLink } from 'react-aria-components'
import { parseWebAddress } from '../../../shared/messaging/links.ts'
import type { Attachment } from '../../../shared/messaging/message-text.ts'
import { useImage } from '../../api/use-image.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './message-entry.module.css'
import type { FollowedLink } from './message-text.tsx'

type MessageAttachmentProps = {
  readonly attachment: Attachment
  readonly onFollow: (link: FollowedLink) => void
}

export const MessageAttachment = ({ attachment, onFollow }: MessageAttachmentProps) =>
  attachment.mediaType === 'IMAGE' ? (
    <Picture attachment={attachment} onFollow={onFollow} />
  ) : (
    <FileLine attachment={attachment} onFollow={onFollow} />
  )

const FileLine = ({ attachment, problem, onFollow }: MessageAttachmentProps & { readonly problem?: string }) => (
  <span className={styles.attachment}>
    <Paperclip aria-hidden="true" size={12} />
    <span>
      <bdi>{attachment.mediaName}</bdi> <Address address={attachment.mediaUrl} onFollow={onFollow} />
      {problem !== undefined && <span className={styles.problem}> {problem}</span>}
    </span>
  </span>
)

type AddressProps = { readonly address: string } & Pick<MessageAttachmentProps, 'onFollow'>

const Address = ({ address, onFollow }: AddressProps) => {
  const target = parseWebAddress(address)
  if (target === undefined) return <span className={styles.address}>{address}</span>
  return (
    <AriaLink className={styles.address ?? ''} onPress={() => onFollow({ written: address, ...target })}>
      {address}
    </AriaLink>
  )
}

/** A small picture in a box of fixed size, so no message moves when it loads. Pressing it shows the whole picture. */
const Picture = ({ attachment, onFollow }: MessageAttachmentProps) => {
  const { mediaName, mediaUrl } = attachment
  const image = useImage(mediaUrl)
  const [isOpen, setOpen] = useState(false)
  const name = mediaName === '' ? 'Picture' : mediaName
  if (image.state === 'missing') return <FileLine attachment={attachment} onFollow={onFollow} problem={image.problem} />
  const dataUrl = image.state === 'ready' ? image.dataUrl : undefined
  const follow = (link: FollowedLink): void => {
    setOpen(false)
    onFollow(link)
  }
  return (
    <>
      <AriaButton
        aria-label={`Show ${name} larger`}
        className={styles.picture ?? ''}
        isDisabled={dataUrl === undefined}
        onPress={() => setOpen(true)}
      >
        {dataUrl !== undefined && <img alt={name} src={dataUrl} />}
      </AriaButton>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} size="l" title={name}>
        <Stack gap={3}>
          <img alt={name} className={styles.large} src={dataUrl} />
          <Address address={mediaUrl} onFollow={follow} />
        </Stack>
      </Dialog>
    </>
  )
}
