/** The composer's buttons: saved replies, attachment, listing, copy to the sender. */
import { BookmarkPlus, ImageUp, Mail, MessageSquareText, Paperclip, Tag } from 'lucide-react'
import { useRef, useState } from 'react'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import type { MessageContent } from '../../../shared/messaging/message-text.ts'
import type { SavedReply, VariableValues } from '../../../shared/messaging/saved-reply.ts'
import type { ReplyValues } from '../../../shared/orders/contract.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand, useCommandChoices } from '../../commands/registry.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FileInput } from '../../ui/fields/file-input.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { isParcelReply } from '../saved-replies/parcel-reply.ts'
import { openSavedReplies } from '../saved-replies/saved-replies-dialog.tsx'
import { OrderTool } from './order-tool.tsx'

type ComposerToolsProps = {
  readonly content: MessageContent
  /** The listing that the conversation is about. */
  readonly itemId: string | null
  /** Saved replies in the order to offer them. */
  readonly replies: readonly SavedReply[]
  readonly onInsert: (reply: SavedReply) => void
  readonly onInsertText: (text: string) => void
  /** What is known about the buyer, the item and the order. */
  readonly values: VariableValues
  /** Orders of which one may be meant. */
  readonly choices: ReplyValues['choices']
  readonly onChooseOrder: (orderId: string) => void
  readonly onAttach: () => void
  /** Uploads pictures; undefined if the platform keeps none. */
  readonly onPictures: ((files: readonly File[]) => void) | undefined
  readonly onChange: (part: Partial<MessageContent>) => void
}

export const ComposerTools = (props: ComposerToolsProps) => {
  const { content, itemId, replies, onInsert, onInsertText, values, choices, onChooseOrder } = props
  const { onAttach, onPictures, onChange } = props
  const { messageText, messageMedia, reference, emailCopyToSender } = content
  const platformName = usePlatformName()
  const pictureRef = useRef<HTMLInputElement>(null)
  const isFull = messageMedia.length >= messagingLimits.attachments
  const fullReason = isFull ? `A message can have ${messagingLimits.attachments} attachments` : undefined
  const hasText = messageText.trim() !== ''

  useCommand('inbox.manageReplies', () => openSavedReplies(null))
  useCommand('inbox.saveReply', () => openSavedReplies(messageText), { isEnabled: hasText })
  // That about the parcel is a command of its own.
  useCommandChoices('inbox.insertReply', () =>
    replies
      .filter((reply) => !isParcelReply(reply))
      .map((reply) => ({ id: reply.id, label: `Insert ${reply.name}`, run: () => onInsert(reply) })),
  )

  return (
    <>
      <Menu
        label="Saved replies"
        placement="top start"
        trigger={<IconButton icon={MessageSquareText} label="Saved replies" shortLabel="Replies" />}
        actions={[
          ...replies.map((reply) => ({
            id: reply.id,
            label: reply.name,
            description: reply.text.replace(/\s+/g, ' ').slice(0, 60),
            onPress: () => onInsert(reply),
          })),
          ...(replies.length > 0 ? (['separator'] as const) : []),
          {
            id: 'save-this',
            label: commandInfo('inbox.saveReply').label,
            icon: BookmarkPlus,
            isDisabled: !hasText,
            onPress: () => openSavedReplies(messageText),
          },
          { id: 'manage', label: commandInfo('inbox.manageReplies').label, onPress: () => openSavedReplies(null) },
        ]}
      />
      <OrderTool choices={choices} onChoose={onChooseOrder} onInsert={onInsertText} values={values} />
      <CommandIconButton
        command="inbox.attach"
        disabledReason={fullReason}
        icon={Paperclip}
        onPress={onAttach}
        shortLabel={onPictures === undefined ? 'Attach' : 'Web address'}
      />
      {onPictures !== undefined && (
        <>
          <IconButton
            icon={ImageUp}
            label="Attach a picture"
            shortLabel="Picture"
            disabledReason={fullReason}
            onPress={() => pictureRef.current?.click()}
          />
          <FileInput
            ref={pictureRef}
            label="Picture to attach"
            accept="image/jpeg,image/png,image/gif,image/webp"
            onFile={(file) => onPictures([file])}
          />
        </>
      )}
      <ReferenceTool reference={reference} itemId={itemId} onChange={onChange} />
      <CommandIconButton
        command="inbox.copyToMe"
        explanation={`${platformName.The} emails this message to your account’s address, too`}
        icon={Mail}
        isPressed={emailCopyToSender}
        onPress={() => onChange({ emailCopyToSender: !emailCopyToSender })}
        shortLabel="Copy to my email"
      />
    </>
  )
}

type ReferenceToolProps = Pick<ComposerToolsProps, 'itemId' | 'onChange'> & Pick<MessageContent, 'reference'>

const ReferenceTool = ({ reference, itemId, onChange }: ReferenceToolProps) => {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const { label } = commandInfo('inbox.linkItem')
  useCommand('inbox.linkItem', () => setOpen(true))
  const text = typed ?? reference?.referenceId ?? itemId ?? ''
  const submit = (): void => {
    const referenceId = text.trim()
    if (referenceId !== '') onChange({ reference: { referenceId, referenceType: 'LISTING' } })
    setTyped(null)
    setOpen(false)
  }
  return (
    <Popover
      label={label}
      placement="top start"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Tag} label={label} shortLabel="Listing" />}
    >
      <Stack gap={3}>
        <TextField label="Item ID" isMono value={text} onChange={setTyped} onSubmit={submit} autoFocus />
        <Button size="s" disabledReason={text.trim() === '' ? 'Enter an item ID' : undefined} onPress={submit}>
          Link
        </Button>
      </Stack>
    </Popover>
  )
}
