/** Saved replies: the list, and an editor for one of them. */
import { MessageSquareText, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import { replyLanguages } from '../../../shared/messaging/guess-language.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { codePointCount } from '../../../shared/messaging/message-text.ts'
import type { SavedReply } from '../../../shared/messaging/saved-reply.ts'
import { useAction, useApiQuery, useClient } from '../../api/hooks.ts'
import { renderNow } from '../../ui/base/render-now.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toast, toastFailure } from '../../ui/feedback/toast.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { languageLabel } from '../../ui/format/locale-format.ts'
import { createStore, useStore } from '../../ui/hooks/store.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { PARCEL_REPLY_NAME, parcelReplyLanguages, parcelReplyTemplate } from './parcel-reply.ts'
import styles from './saved-replies-dialog.module.css'
import { VariableButtons } from './variable-buttons.tsx'

/**
 * A reply in the editor; a new one has no id. `source` identifies it: a reply's id, the text of a new one, or '' for an
 * empty one.
 */
type EditedReply = Pick<SavedReply, 'name' | 'text' | 'language'> & {
  readonly id: string | null
  readonly source: string
}

const unsavedByClient = new WeakMap<StallhandClient, Map<string, EditedReply>>()

/** The unsaved replies of one connection, by source. */
const findUnsavedReplies = (client: StallhandClient): Map<string, EditedReply> => {
  const unsaved = unsavedByClient.get(client) ?? new Map<string, EditedReply>()
  unsavedByClient.set(client, unsaved)
  return unsaved
}

const opened = createStore<{ readonly newText: string | null } | null>(null)

/** Opens the dialog with the text of a new reply; with null it shows the list. */
export const openSavedReplies = (newText: string | null): void => opened.set({ newText })

/** Mount it once in the inbox. */
export const SavedRepliesDialog = () => {
  const shown = useStore(opened)
  useEffect(() => () => opened.set(null), [])
  return (
    <Dialog
      isOpen={shown !== null}
      onClose={() => opened.set(null)}
      isDismissable={false}
      size="l"
      title="Saved replies"
    >
      {shown !== null && <Replies newText={shown.newText} />}
    </Dialog>
  )
}

const ANY = 'any'
const languageOptions = [
  { id: ANY, label: 'Any language' },
  ...replyLanguages.map((id) => ({ id, label: languageLabel(id) })),
]

/** Opens the reply that comes with the app as a new one, which replaces it once it is saved. */
const OwnParcelReply = ({ onOpen }: { readonly onOpen: (reply: EditedReply) => void }) => (
  <Select
    isSmall
    label="Comes with Stallhand"
    onChange={(language) =>
      onOpen({
        id: null,
        source: `${PARCEL_REPLY_NAME} ${language}`,
        name: PARCEL_REPLY_NAME,
        text: parcelReplyTemplate(language),
        language,
      })
    }
    options={parcelReplyLanguages.map((id) => ({ id, label: `${PARCEL_REPLY_NAME} (${languageLabel(id)})` }))}
    placeholder="Change one"
    value={null}
  />
)

const Replies = ({ newText }: { readonly newText: string | null }) => {
  const client = useClient()
  const unsaved = findUnsavedReplies(client)
  const known = useApiQuery('messaging', 'savedReplies', {}).data?.replies
  const [edited, setEdited] = useState<EditedReply | null>(
    newText === null
      ? ([...unsaved.values()].findLast(({ id }) => id === null) ?? null)
      : (unsaved.get(newText) ?? { id: null, source: newText, name: '', text: newText, language: null }),
  )

  const save = useAction(async (reply: EditedReply) => {
    const { id, name, text, language } = reply
    const saved = await client.messaging.saveReply({ id, name, text, language })
    const known = { id: saved.id, source: saved.id }
    // Text typed during the save isn't saved yet. It belongs to the reply that was saved.
    const typed = unsaved.get(reply.source)
    unsaved.delete(reply.source)
    if (typed !== undefined && typed !== reply) unsaved.set(saved.id, { ...typed, ...known })
    setEdited((now) => (now?.source === reply.source ? { ...now, ...known } : now))
    toast({ text: `Saved “${name.trim()}”.` })
  })
  const remove = async (reply: SavedReply): Promise<void> => {
    await client.messaging.deleteReply({ id: reply.id })
    unsaved.delete(reply.id)
    if (edited?.id === reply.id) setEdited(null)
    const { name, text, language } = reply
    const restore = () => client.messaging.saveReply({ id: reply.id, name, text, language })
    toast({
      text: `Deleted “${reply.name}”.`,
      action: { label: 'Undo', onPress: () => void restore().catch(toastFailure) },
    })
  }

  const nameField = useRef<HTMLInputElement>(null)
  /** Opens a reply with its unsaved text. */
  const open = (reply: EditedReply): void => {
    setEdited(unsaved.get(reply.source) ?? reply)
    if (!save.isPending) save.reset()
    // A select first takes the focus back to its button.
    setTimeout(() => nameField.current?.focus(), 0)
  }
  const change = (next: EditedReply): void => {
    unsaved.set(next.source, next)
    setEdited(next)
    // Resetting a save in progress would let a second press add the reply twice.
    if (!save.isPending) save.reset()
  }
  const text = useRef<HTMLTextAreaElement>(null)
  /** Inserts at the cursor, and leaves the cursor behind it. */
  const insert = (inserted: string): void => {
    const area = text.current
    if (area === null || edited === null) return
    const { selectionStart, selectionEnd } = area
    const next = edited.text.slice(0, selectionStart) + inserted + edited.text.slice(selectionEnd)
    renderNow(() => change({ ...edited, text: next }))
    area.focus()
    area.setSelectionRange(selectionStart + inserted.length, selectionStart + inserted.length)
  }
  const create = (): void => open({ id: null, source: '', name: '', text: '', language: null })
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
        <Button autoFocus={edited === null} size="s" icon={Plus} onPress={create}>
          New saved reply
        </Button>
        <ul className={styles.names}>
          {(known ?? []).map((reply) => (
            <li className={styles.name} key={reply.id}>
              <Button
                size="s"
                variant={edited?.id === reply.id ? 'plain' : 'quiet'}
                isWide
                onPress={() => open({ ...reply, source: reply.id })}
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
        <OwnParcelReply onOpen={open} />
      </Stack>
      {edited === null ? (
        <Text as="p" tone="soft">
          Choose a reply to edit it.
        </Text>
      ) : (
        <Stack gap={3}>
          <MutationError of={save} />
          <TextField
            autoFocus
            inputRef={nameField}
            label="Name"
            value={edited.name}
            onChange={(name) => change({ ...edited, name })}
            onSubmit={submit}
            limit={100}
          />
          <Select
            label="Language"
            description="Replies in the buyer’s language come first."
            options={languageOptions}
            value={edited.language ?? ANY}
            onChange={(id) => change({ ...edited, language: id === ANY ? null : id })}
          />
          <VariableButtons onInsert={insert} />
          <TextArea
            label="Text"
            description="What you insert is filled in for each buyer."
            textAreaRef={text}
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
