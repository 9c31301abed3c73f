/** Edits a whole number in the settings. Stored on blur. */
import { useState } from 'react'
import type { Problem } from '../ui/feedback/why-link.tsx'
import { NumberField } from '../ui/fields/number-field.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'

export type StoredNumberProps = {
  readonly label: string
  readonly description: string
  readonly max: number
  readonly stored: number
  /** Why the number couldn't be stored. */
  readonly error: Problem | undefined
  readonly onStore: (number: number) => void
}

export const StoredNumber = ({ label, description, max, stored, error, onStore }: StoredNumberProps) => {
  const [typed, setTyped] = useState<number | null>(stored)
  const isValid = typed !== null && Number.isSafeInteger(typed) && typed >= 0 && typed <= max
  return (
    <NumberField
      description={description}
      error={error ?? (isValid ? undefined : `Enter a whole number from 0 to ${formatNumber(max)}.`)}
      label={label}
      max={max}
      min={0}
      onBlur={() => {
        if (isValid && typed !== stored) onStore(typed)
      }}
      onChange={setTyped}
      value={typed}
    />
  )
}
