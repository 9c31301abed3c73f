/** The seller's own note about a buyer, saved while typing. It stays on this computer. */
import { useState } from 'react'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { useAutosave } from '../../ui/use-autosave.ts'

export const BuyerNote = ({ buyer, stored }: { readonly buyer: string; readonly stored: string }) => {
  const save = useApiMutation('messaging', 'saveBuyerNote')
  const keeper = useAutosave<string>(`messaging.note.${buyer}`, (text) => save.mutateAsync({ buyer, text }), {
    what: 'The note',
    showsFailure: true,
  })
  const [text, setText] = useState(() => keeper.pending()?.value ?? stored)
  return (
    <TextArea
      label="Note"
      placeholder="Only you see this"
      value={text}
      onChange={(next) => {
        setText(next)
        keeper.change(next)
      }}
      onBlur={() => void keeper.flush().catch(() => undefined)}
      limit={messagingLimits.buyerNoteCharacters}
      used={text.length}
      minRows={2}
      maxRows={8}
      error={save.error?.message}
    />
  )
}
