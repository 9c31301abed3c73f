/** Edits a copy of an event and sends it once to this receiver. */
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { CodeField } from '../../ui/code/code-field.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toastReplay } from './log-format.ts'

type EditReplayDialogProps = {
  readonly event: EventPage
  /** The whole body of its first delivery. */
  readonly text: string
  readonly onClose: () => void
}

export const EditReplayDialog = ({ event, text, onClose }: EditReplayDialogProps) => {
  const replay = useApiMutation('notifications', 'replay')
  const [body, setBody] = useState(text)
  const send = (): void =>
    replay.mutate(
      { eventId: event.eventId, body },
      {
        onSuccess: (result) => {
          toastReplay(result)
          onClose()
        },
      },
    )
  return (
    <Dialog
      isDismissable={false}
      onClose={onClose}
      size="l"
      submit={{ label: 'Send copy', isPending: replay.isPending, onPress: send }}
      title="Edit and process again"
    >
      <Stack gap={4}>
        <Text as="p" tone="soft">
          The copy goes only to this computer and is marked as processed again. A changed text no longer fits its
          signature, so the copy is ignored. The event itself doesn’t change.
        </Text>
        <MutationError of={replay} />
        <CodeField
          label="Body"
          language={event.format === 'json' ? 'json' : 'xml'}
          maxRows={14}
          minRows={6}
          onChange={setBody}
          onSubmit={send}
          value={body}
        />
      </Stack>
    </Dialog>
  )
}
