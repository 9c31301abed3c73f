/** The seller's own note, saved during typing. */
import { useEffect, useRef, useState } from 'react'
import { useAutosave } from '../api/use-autosave.ts'
import { TextArea, type TextAreaProps } from '../ui/fields/text-area.tsx'

type NoteFieldProps = Omit<TextAreaProps, 'label' | 'value' | 'used'> & {
  /** Unique within the connection. */
  readonly id: string
  readonly stored: string
  readonly save: (text: string) => Promise<unknown>
}

export const NoteField = ({ id, stored, save, ...props }: NoteFieldProps) => {
  const autosave = useAutosave<string>(id, save, { what: 'The note', showsFailure: true })
  const [text, setText] = useState(() => autosave.pending()?.value ?? stored)
  const areaRef = useRef<HTMLTextAreaElement>(null)
  // Another window may change it.
  useEffect(() => {
    if (document.activeElement !== areaRef.current && autosave.pending() === undefined) setText(stored)
  }, [stored, autosave])
  return (
    <TextArea
      {...props}
      label="Note"
      onBlur={() => void autosave.flush().catch(() => undefined)}
      onChange={(next) => {
        setText(next)
        autosave.change(next)
      }}
      textAreaRef={areaRef}
      used={text.length}
      value={text}
    />
  )
}
