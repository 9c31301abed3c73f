/** The seller's note about an event, saved while typing. */
import { useState } from 'react'
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { useAutosave } from '../../ui/use-autosave.ts'

export const EventNote = ({ event }: { readonly event: EventPage }) => {
  const { eventId } = event
  const setNote = useApiMutation('notifications', 'setNote')
  const keeper = useAutosave<string>(
    `notifications.note.${eventId}`,
    (note) => setNote.mutateAsync({ eventId, note }),
    { what: 'The note', showsFailure: true },
  )
  const [text, setText] = useState(() => keeper.pending()?.value ?? event.note)
  return (
    <TextArea
      label="Note"
      description="Only on this computer. The search finds it."
      value={text}
      onChange={(next) => {
        setText(next)
        keeper.change(next)
      }}
      onBlur={() => void keeper.flush().catch(() => undefined)}
      limit={2_000}
      used={text.length}
      minRows={4}
      error={setNote.error?.message}
    />
  )
}
