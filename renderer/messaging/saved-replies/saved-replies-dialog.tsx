/** Saved replies: the list, and one of them to edit. */
import { MessageSquareText, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { codePointCount } from '../../../shared/messaging/message-text.ts'
import { type SavedReply, variableNames } from '../../../shared/messaging/saved-reply.ts'
import { useAction, useApiQuery, useClient } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast, toastFailure } from '../../ui/toast.tsx'
import styles from './saved-replies-dialog.module.css'
import { type EditedReply, findUnsavedReplies } from './unsaved-replies.ts'

const variables = variableNames.map((name) => `{{${name}}}`).join(', ')

export type SavedRepliesDialogProps = {
  readonly isOpen: boolean
  /** The text of a new reply; null opens the list. */
  readonly newText: string | null
  readonly onClose: () => void
}

export const SavedRepliesDialog = ({ isOpen, newText, onClose }: SavedRepliesDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} isDismissable={false} size="l" title="Saved replies">
    <Replies newText={newText} />
  </Dialog>
)

const Replies = ({ newText }: { readonly newText: string | null }) => {
  const client = useClient()
  const unsaved = findUnsavedReplies(client)
  const known = useApiQuery('messaging', 'savedReplies', {}).data?.replies
  const [edited, setEdited] = useState<EditedReply | null>(
    newText === null ? (unsaved.get(null) ?? null) : { id: null, name: '', text: newText },
  )

  const save = useAction(async (reply: EditedReply) => {
    const { id } = await client.messaging.saveReply(reply)
    // Text typed in the meantime isn't saved yet.
    if (unsaved.get(reply.id) === undefined || unsaved.get(reply.id) === reply) unsaved.delete(reply.id)
    setEdited((now) => (now === reply ? { ...reply, id } : now))
    toast({ text: `Saved “${reply.name.trim()}”.` })
  })
  const remove = async (reply: SavedReply): Promise<void> => {
    await client.messaging.deleteReply({ id: reply.id })
    unsaved.delete(reply.id)
    if (edited?.id === reply.id) setEdited(null)
    toast({
      text: `Deleted “${reply.name}”.`,
      action: { label: 'Undo', onPress: () => void client.messaging.saveReply(reply).catch(toastFailure) },
    })
  }

  /** Opens a reply with what was typed and not saved. */
  const open = (reply: EditedReply): void => {
    setEdited(unsaved.get(reply.id) ?? reply)
    save.reset()
  }
  const change = (next: EditedReply): void => {
    unsaved.set(next.id, next)
    setEdited(next)
    save.reset()
  }
  const create = (): void => open({ id: null, name: '', text: '' })
  const submit = (): void => {
    if (edited !== null && !save.isPending) save.mutate(edited)
  }

  if (known?.length === 0 && edited === null) {
    return (
      <EmptyState
        icon={MessageSquareText}
        heading="No saved replies yet"
        text="A saved reply is a text you use again and again. Create one here, or save a message you sent."
        action={{ label: 'New saved reply', onPress: create }}
      />
    )
  }
  return (
    <div className={styles.replies}>
      <Stack align="start">
        <Button size="s" icon={Plus} onPress={create}>
          New saved reply
        </Button>
        <ul className={styles.names}>
          {(known ?? []).map((reply) => (
            <li className={styles.name} key={reply.id}>
              <Button
                size="s"
                variant={edited?.id === reply.id ? 'plain' : 'quiet'}
                isWide
                onPress={() => open({ id: reply.id, name: reply.name, text: reply.text })}
              >
                {reply.name}
              </Button>
              <IconButton
                size="s"
                icon={Trash2}
                label={`Delete ${reply.name}`}
                onPress={() => void remove(reply).catch(toastFailure)}
              />
            </li>
          ))}
        </ul>
      </Stack>
      {edited === null ? (
        <Text as="p" tone="soft">
          Choose a reply to edit it.
        </Text>
      ) : (
        <Stack gap={3}>
          <MutationError of={save} />
          <TextField label="Name" value={edited.name} onChange={(name) => change({ ...edited, name })} limit={100} />
          <TextArea
            label="Text"
            description={`Variables: ${variables}; with a fallback: {{buyer|there}}.`}
            value={edited.text}
            onChange={(text) => change({ ...edited, text })}
            onSubmit={submit}
            limit={messagingLimits.messageTextCodePoints}
            used={codePointCount(edited.text)}
            minRows={6}
          />
          <Row justify="end">
            <Button variant="primary" isPending={save.isPending} onPress={submit}>
              Save reply
            </Button>
          </Row>
        </Stack>
      )}
    </div>
  )
}
