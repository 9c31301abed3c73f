/** Saved replies: the list, and one of them to change. */
import { MessageSquareText, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import { codePointCount } from '../../shared/messaging/message-text.ts'
import { type SavedReply, variableNames } from '../../shared/messaging/saved-reply.ts'
import { useApiQuery, useClient } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { EmptyState } from '../ui/states.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast, toastFailure } from '../ui/toast.tsx'
import { type BegunReply, begunReplies } from './begun-replies.ts'
import styles from './saved-replies-dialog.module.css'

const variables = variableNames.map((name) => `{{${name}}}`).join(', ')

export type SavedRepliesDialogProps = {
  readonly isOpen: boolean
  /** A text to make a new one of; null to begin with the list. */
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
  const begun = begunReplies(client)
  const known = useApiQuery('messaging', 'savedReplies', {}).data?.replies
  const replies = known ?? []
  const [edited, setEdited] = useState<BegunReply | null>(
    newText === null ? (begun.get(null) ?? null) : { id: null, name: '', text: newText },
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)

  /** As it was left; what was typed and not saved comes before what is saved. */
  const choose = (reply: BegunReply): void => {
    setEdited(begun.get(reply.id) ?? reply)
    setProblem(null)
  }
  const type = (next: BegunReply): void => {
    begun.set(next.id, next)
    setEdited(next)
    setProblem(null)
  }

  const save = async (): Promise<void> => {
    if (edited === null || isSaving) return
    setSaving(true)
    try {
      const { id } = await client.messaging.keepReply(edited)
      // What was typed meanwhile is not saved by it, and stays.
      const isSame = begun.get(edited.id) === undefined || begun.get(edited.id) === edited
      if (isSame) begun.delete(edited.id)
      setEdited((now) => (now === edited ? { ...edited, id } : now))
      toast({ text: `"${edited.name.trim()}" is saved.` })
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setSaving(false)
    }
  }

  const remove = async (reply: SavedReply): Promise<void> => {
    await client.messaging.deleteReply({ id: reply.id })
    begun.delete(reply.id)
    if (edited?.id === reply.id) setEdited(null)
    toast({
      text: `"${reply.name}" was deleted.`,
      act: { label: 'Undo', onPress: () => void client.messaging.keepReply(reply).catch(toastFailure) },
    })
  }

  const beginNew = (): void => choose({ id: null, name: '', text: '' })

  if (known?.length === 0 && edited === null) {
    return (
      <EmptyState
        icon={MessageSquareText}
        heading="No saved replies yet"
        text="A saved reply is a text you use again and again. Make one here, or from a message you sent."
        act={{ label: 'New saved reply', onPress: beginNew }}
      />
    )
  }
  return (
    <div className={styles.replies}>
      <div className={styles.list}>
        <Button size="s" icon={Plus} onPress={beginNew}>
          New saved reply
        </Button>
        <ul className={styles.names}>
          {replies.map((reply) => (
            <li className={styles.name} key={reply.id}>
              <Button
                size="s"
                variant={edited?.id === reply.id ? 'plain' : 'quiet'}
                isWide
                onPress={() => choose({ id: reply.id, name: reply.name, text: reply.text })}
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
      </div>
      {edited === null ? (
        <p className={styles.hint}>Choose one to change it.</p>
      ) : (
        <div className={styles.form}>
          {problem !== null && <Banner tone="caution">{problem}</Banner>}
          <TextField label="Name" value={edited.name} onChange={(name) => type({ ...edited, name })} limit={100} />
          <TextArea
            label="Text"
            description={`Variables: ${variables}; with a fallback: {{buyer|there}}.`}
            value={edited.text}
            onChange={(text) => type({ ...edited, text })}
            onSubmit={() => void save()}
            limit={messagingLimits.messageTextCodePoints}
            used={codePointCount(edited.text)}
            minRows={6}
          />
          <div className={styles.foot}>
            <Button variant="primary" isPending={isSaving} onPress={() => void save()}>
              Save reply
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
