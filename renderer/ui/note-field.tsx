import { useState } from 'react'
import { TextArea, type TextAreaProps } from './text-area.tsx'
import { useAutosave } from './use-autosave.ts'

type NoteFieldProps = Omit<TextAreaProps, 'label' | 'value' | 'used'> & {
  /** Unique in the window. */
  readonly id: string
  readonly stored: string
  readonly save: (text: string) => Promise<unknown>
}

/** The seller's own note, saved while typing. */
export function NoteField({ id, stored, save, ...props }: NoteFieldProps) {
  const autosave = useAutosave<string>(id, save, { what: 'The note', showsFailure: true })
  const [text, setText] = useState(() => autosave.pending()?.value ?? stored)
  return (
    <TextArea
      {...props}
      label="Note"
      onBlur={() => void autosave.flush().catch(() => undefined)}
      onChange={(next) => {
        setText(next)
        autosave.change(next)
      }}
      used={text.length}
      value={text}
    />
  )
}
