/** What a message can have besides its text: saved replies, attachments, a listing, a copy to the sender. */
import { BookmarkPlus, Mail, MessageSquareText, Paperclip, Tag, X } from 'lucide-react'
import { memo, useState } from 'react'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import {
  type Attachment,
  type MessageContent,
  type MessageProblem,
  mediaTypes,
} from '../../shared/messaging/message-text.ts'
import type { Filled } from '../../shared/messaging/saved-reply.ts'
import { useApiQuery } from '../api/hooks.ts'
import { useCommand, useCommandChoices } from '../commands/registry.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './composer-tools.module.css'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'

type Change = (part: Partial<MessageContent>) => void

const typeOptions = mediaTypes.map((id) => ({ id, label: id }))

/** What an address itself tells: the file's name, and its type by the ending. */
const guessed = (mediaUrl: string): { readonly mediaName: string; readonly mediaType: string } => {
  const last = URL.canParse(mediaUrl) ? (new URL(mediaUrl).pathname.split('/').at(-1) ?? '') : ''
  const ending = /\.([a-z0-9]+)$/i.exec(last)?.[1]?.toLowerCase() ?? ''
  const mediaType = ending === 'pdf' ? 'PDF' : ending === 'txt' ? 'TXT' : /^docx?$/.test(ending) ? 'DOC' : 'IMAGE'
  return { mediaName: last, mediaType }
}

type Extras = Pick<MessageContent, 'messageMedia' | 'reference' | 'emailCopyToSender'>

export type ComposerToolsProps = Extras & {
  /** Whether there is a text to make a saved reply of. */
  readonly hasText: boolean
  readonly textNow: () => string
  readonly itemId: string | null
  readonly onInsert: (text: string) => void
  readonly onChange: Change
}

/** Drawn again only when something of it changes: typing does not. */
export const ComposerTools = memo(
  ({
    messageMedia,
    reference,
    emailCopyToSender,
    hasText,
    textNow,
    itemId,
    onInsert,
    onChange,
  }: ComposerToolsProps) => {
    const replies = useApiQuery('messaging', 'savedReplies', {}).data?.replies ?? []
    const [isManaging, setManaging] = useState(false)
    const [newText, setNewText] = useState<string | null>(null)
    const isFull = messageMedia.length >= messagingLimits.attachments

    const attach = (): void =>
      onChange({ messageMedia: [...messageMedia, { mediaName: '', mediaType: 'IMAGE', mediaUrl: '' }] })

    useCommand('inbox.manageReplies', () => setManaging(true))
    useCommand('inbox.saveReply', () => setNewText(textNow()), { isEnabled: hasText })
    useCommandChoices('inbox.insertReply', () =>
      replies.map(({ id, name, text }) => ({ id, label: `Insert ${name}`, run: () => onInsert(text) })),
    )

    return (
      <span className={styles.tools}>
        <Menu
          label="Saved replies"
          placement="top start"
          trigger={<IconButton icon={MessageSquareText} label="Saved replies" />}
          acts={[
            ...replies.map((reply) => ({
              id: reply.id,
              label: reply.name,
              description: reply.text.replace(/\s+/g, ' ').slice(0, 60),
              onPress: () => onInsert(reply.text),
            })),
            ...(replies.length > 0 ? (['separator'] as const) : []),
            {
              id: 'save-this',
              label: 'Save this text as a reply',
              icon: BookmarkPlus,
              isDisabled: !hasText,
              onPress: () => setNewText(textNow()),
            },
            { id: 'manage', label: 'Manage saved replies', onPress: () => setManaging(true) },
          ]}
        />
        <IconButton
          icon={Paperclip}
          label="Attach by web address"
          isDisabled={isFull}
          disabledReason={`${messagingLimits.attachments} attachments are the most`}
          onPress={attach}
        />
        <ReferenceTool reference={reference} itemId={itemId} onChange={onChange} />
        <IconButton
          icon={Mail}
          label="Copy to me"
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
      </span>
    )
  },
)

const ReferenceTool = ({
  reference,
  itemId,
  onChange,
}: Pick<ComposerToolsProps, 'reference' | 'itemId' | 'onChange'>) => {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? reference?.referenceId ?? itemId ?? ''
  const refer = (close: () => void): void => {
    const referenceId = text.trim()
    if (referenceId !== '') onChange({ reference: { referenceId, referenceType: 'LISTING' } })
    setTyped(null)
    close()
  }
  return (
    <Popover label="About a listing" placement="top start" trigger={<IconButton icon={Tag} label="About a listing" />}>
      {(close) => (
        <div className={styles.reference}>
          <TextField
            label="Item id of the listing"
            isMono
            value={text}
            onChange={setTyped}
            onSubmit={() => refer(close)}
            autoFocus
          />
          <Button
            size="s"
            isDisabled={text.trim() === ''}
            disabledReason="Enter an item id"
            onPress={() => refer(close)}
          >
            Refer to it
          </Button>
        </div>
      )}
    </Popover>
  )
}

export type MessageExtrasProps = Extras & {
  /** What goes out in the place of each variable of the text. */
  readonly filled: readonly Filled[]
  readonly problems: readonly MessageProblem[]
  readonly onChange: Change
}

/** What the variables stand for, the attachments, each with what is wrong with it, the listing and the copy. */
export const MessageExtras = memo(
  ({ filled, messageMedia, reference, emailCopyToSender, problems, onChange }: MessageExtrasProps) => {
    const hasNotes = filled.length > 0 || reference !== null || emailCopyToSender
    if (messageMedia.length === 0 && !hasNotes) return null

    const put = (index: number, part: Partial<Attachment>): void =>
      onChange({ messageMedia: messageMedia.map((one, at) => (at === index ? { ...one, ...part } : one)) })
    const setUrl = (index: number, before: Attachment, mediaUrl: string): void => {
      const isOwnName = before.mediaName !== '' && before.mediaName !== guessed(before.mediaUrl).mediaName
      put(index, isOwnName ? { mediaUrl } : { mediaUrl, ...guessed(mediaUrl) })
    }
    const problemOf = (index: number, field: string): string | undefined =>
      problems.find((problem) => problem.field === `messageMedia.${index}.${field}`)?.message

    return (
      <div className={styles.extras}>
        {messageMedia.map((attachment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an attachment has no identity but its place
          <fieldset className={styles.attachment} key={index}>
            <legend className={styles.legend}>Attachment {index + 1}</legend>
            <TextField
              label="Web address"
              type="url"
              placeholder="https://"
              value={attachment.mediaUrl}
              onChange={(mediaUrl) => setUrl(index, attachment, mediaUrl)}
              error={attachment.mediaUrl === '' ? undefined : problemOf(index, 'mediaUrl')}
            />
            <TextField
              label="Name"
              value={attachment.mediaName}
              onChange={(mediaName) => put(index, { mediaName })}
              error={attachment.mediaUrl === '' ? undefined : problemOf(index, 'mediaName')}
            />
            <Select
              label="Type"
              options={typeOptions}
              value={attachment.mediaType}
              onChange={(mediaType) => put(index, { mediaType })}
            />
            <IconButton
              icon={X}
              label={`Remove attachment ${index + 1}`}
              onPress={() => onChange({ messageMedia: messageMedia.filter((_, at) => at !== index) })}
            />
          </fieldset>
        ))}
        {hasNotes && (
          <div className={styles.notes}>
            {filled.map(({ placeholder, value }) => (
              <span className={styles.note} key={placeholder}>
                <span className="mono">{placeholder}</span> goes out as{' '}
                {value === '' ? 'nothing' : <bdi className={styles.value}>{value}</bdi>}
              </span>
            ))}
            {reference !== null && (
              <span className={styles.note}>
                About item <span className="mono">{reference.referenceId}</span>
                <IconButton
                  icon={X}
                  size="s"
                  label="Do not refer to a listing"
                  onPress={() => onChange({ reference: null })}
                />
              </span>
            )}
            {emailCopyToSender && <span className={styles.note}>A copy goes to your own mail address.</span>}
          </div>
        )}
      </div>
    )
  },
)
