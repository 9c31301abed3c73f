/**
 * A hidden file input for menu entries and commands. If a button alone chooses the file, use react-aria's FileTrigger.
 */
import type { Ref } from 'react'

export type FileInputProps = {
  readonly label: string
  /** Extensions and media types, separated by commas. */
  readonly accept: string
  readonly onFile: (file: File) => void
  /** `ref.current?.click()` opens the system's dialog. */
  readonly ref: Ref<HTMLInputElement>
}

export const FileInput = ({ label, accept, onFile, ref }: FileInputProps) => (
  <input
    accept={accept}
    aria-label={label}
    hidden
    onChange={({ currentTarget }) => {
      const file = currentTarget.files?.[0]
      // Lets the same file be chosen again.
      currentTarget.value = ''
      if (file !== undefined) onFile(file)
    }}
    ref={ref}
    type="file"
  />
)
