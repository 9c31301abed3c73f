/** Edits a copy of an event and sends it once to this receiver. */
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { connectionHeaders } from '../../../shared/notifications/inspector-contract.ts'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { MutationError } from '../../ui/mutation-error.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { fieldError } from '../field-error.ts'
import { toastReplay } from '../log/log-format.ts'
import styles from './replay.module.css'

type EditedHeader = { readonly id: number; readonly name: string; readonly value: string | null }
type Edited = { readonly headers: readonly EditedHeader[]; readonly body: string }

/** Unsent edits by event, so that a dialog closed by mistake loses nothing. */
const drafts = new Map<number, Edited>()

const toOriginal = (event: EventPage): Edited => ({
  headers: event.headers
    .map((header, id) => ({ id, ...header }))
    .filter(({ name }) => !connectionHeaders.has(name.toLowerCase())),
  body: event.raw.text ?? '',
})

export const EditReplayDialog = ({ event, onClose }: { readonly event: EventPage; readonly onClose: () => void }) => {
  const replay = useApiMutation('notifications', 'replayEdited')
  const { eventId } = event
  const [edited, setEdited] = useState(() => drafts.get(eventId) ?? toOriginal(event))
  const nextId = useRef(1_000)
  const { headers, body } = edited
  const isOriginal = JSON.stringify(edited) === JSON.stringify(toOriginal(event))
  const headerError = (index: number): string | undefined =>
    fieldError(replay.error, `input.headers.${index}.name`) ?? fieldError(replay.error, `input.headers.${index}.value`)
  const hasHeaderError = headers.some((_, index) => headerError(index) !== undefined)

  const write = (next: Edited): void => {
    setEdited(next)
    drafts.set(eventId, next)
    if (replay.error !== null) replay.reset()
  }
  const put = (id: number, change: Partial<EditedHeader>): void =>
    write({ body, headers: headers.map((header) => (header.id === id ? { ...header, ...change } : header)) })
  const add = (): void => {
    nextId.current += 1
    write({ body, headers: [...headers, { id: nextId.current, name: '', value: '' }] })
  }
  const send = (): void =>
    replay.mutate(
      { eventId, body, headers: headers.map(({ name, value }) => ({ name: name.trim(), value })) },
      {
        onSuccess: (result) => {
          toastReplay(result)
          drafts.delete(eventId)
          onClose()
        },
      },
    )

  return (
    <Dialog
      footer={
        <>
          {!isOriginal && (
            <Button
              onPress={() => {
                write(toOriginal(event))
                drafts.delete(eventId)
              }}
              variant="quiet"
            >
              Reset
            </Button>
          )}
          <Button onPress={onClose}>Close</Button>
          <Button isPending={replay.isPending} onPress={send} variant="primary">
            Send copy
          </Button>
        </>
      }
      isDismissable={false}
      onClose={onClose}
      size="l"
      title="Edit and replay"
    >
      <Stack gap={4}>
        <Text as="p" tone="soft">
          The copy is sent only to this receiver and marked as a replay. A changed body fails its signature, so the copy
          is quarantined. The event itself doesn't change.
        </Text>
        {!hasHeaderError && <MutationError of={replay} />}
        <section aria-label="Headers">
          <p className={styles.legend}>Headers</p>
          <Stack as="ul">
            {headers.map(({ id, name, value }, index) => {
              const error = headerError(index)
              const which = name === '' ? `header ${index + 1}` : name
              return (
                <li className={styles.header} key={id}>
                  <TextField
                    error={error}
                    isLabelHidden
                    isMono
                    label={`Name of ${which}`}
                    onChange={(typed) => put(id, { name: typed })}
                    value={name}
                  />
                  {value === null ? (
                    <span className={styles.kept}>Sent unchanged. Hidden: may be a secret.</span>
                  ) : (
                    <TextField
                      isLabelHidden
                      isMono
                      label={`Value of ${which}`}
                      onChange={(typed) => put(id, { value: typed })}
                      value={value}
                    />
                  )}
                  <IconButton
                    icon={X}
                    label={`Remove ${which}`}
                    onPress={() => write({ body, headers: headers.filter((header) => header.id !== id) })}
                    size="s"
                  />
                </li>
              )
            })}
          </Stack>
          <Button icon={Plus} onPress={add} size="s" variant="quiet">
            Add header
          </Button>
        </section>
        <CodeField
          label="Body"
          language={event.format === 'json' ? 'json' : 'xml'}
          maxRows={14}
          minRows={6}
          onChange={(text) => write({ headers, body: text })}
          onSubmit={send}
          value={body}
        />
      </Stack>
    </Dialog>
  )
}
