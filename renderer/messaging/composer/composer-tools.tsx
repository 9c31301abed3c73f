/** The composer's buttons: saved replies, attachment, listing, copy to the sender. */
import { BookmarkPlus, Mail, MessageSquareText, Paperclip, Tag } from 'lucide-react'
import { useState } from 'react'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import type { MessageContent } from '../../../shared/messaging/message-text.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand, useCommandChoices } from '../../commands/registry.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SavedRepliesDialog } from '../saved-replies/saved-replies-dialog.tsx'

export type ComposerToolsProps = {
  readonly content: MessageContent
  readonly itemId: string | null
  readonly onInsert: (text: string) => void
  readonly onChange: (part: Partial<MessageContent>) => void
}

export const ComposerTools = ({ content, itemId, onInsert, onChange }: ComposerToolsProps) => {
  const { messageText, messageMedia, reference, emailCopyToSender } = content
  const replies = useApiQuery('messaging', 'savedReplies', {}).data?.replies ?? []
  const [isManaging, setManaging] = useState(false)
  const [newText, setNewText] = useState<string | null>(null)
  const hasText = messageText.trim() !== ''

  useCommand('inbox.manageReplies', () => setManaging(true))
  useCommand('inbox.saveReply', () => setNewText(messageText), { isEnabled: hasText })
  useCommandChoices('inbox.insertReply', () =>
    replies.map(({ id, name, text }) => ({ id, label: `Insert ${name}`, run: () => onInsert(text) })),
  )

  return (
    <Row gap={0}>
      <Menu
        label="Saved replies"
        placement="top start"
        trigger={<IconButton icon={MessageSquareText} label="Saved replies" />}
        actions={[
          ...replies.map((reply) => ({
            id: reply.id,
            label: reply.name,
            description: reply.text.replace(/\s+/g, ' ').slice(0, 60),
            onPress: () => onInsert(reply.text),
          })),
          ...(replies.length > 0 ? (['separator'] as const) : []),
          {
            id: 'save-this',
            label: commandInfo('inbox.saveReply').label,
            icon: BookmarkPlus,
            isDisabled: !hasText,
            onPress: () => setNewText(messageText),
          },
          { id: 'manage', label: commandInfo('inbox.manageReplies').label, onPress: () => setManaging(true) },
        ]}
      />
      <CommandIconButton
        command="inbox.attach"
        icon={Paperclip}
        isDisabled={messageMedia.length >= messagingLimits.attachments}
        disabledReason={`A message can have ${messagingLimits.attachments} attachments`}
        onPress={() =>
          onChange({ messageMedia: [...messageMedia, { mediaName: '', mediaType: 'IMAGE', mediaUrl: '' }] })
        }
      />
      <ReferenceTool reference={reference} itemId={itemId} onChange={onChange} />
      <CommandIconButton
        command="inbox.copyToMe"
        icon={Mail}
        isPressed={emailCopyToSender}
        onPress={() => onChange({ emailCopyToSender: !emailCopyToSender })}
      />
      <SavedRepliesDialog
        isOpen={isManaging || newText !== null}
        newText={newText}
        onClose={() => {
          setManaging(false)
          setNewText(null)
        }}
      />
    </Row>
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
      trigger={<IconButton icon={Tag} label={label} />}
    >
      <Stack gap={3}>
        <TextField label="Item ID" isMono value={text} onChange={setTyped} onSubmit={submit} autoFocus />
        <Button size="s" isDisabled={text.trim() === ''} disabledReason="Enter an item ID" onPress={submit}>
          Link
        </Button>
      </Stack>
    </Popover>
  )
}
