/** Which ready wording stands for the brand in the platform's own names. */
import { platformPresets } from '../../shared/connection/platforms.ts'
import { Select } from '../ui/select.tsx'
import { type FormFields, withWords, wordsOf } from './profile-form.ts'

export type WordsSelectProps = {
  readonly fields: FormFields
  readonly onChange: (fields: FormFields) => void
  readonly description: string
  /** What the choice is called where the fields are none of the ready ones. */
  readonly ownLabel: string
}

export function WordsSelect({ fields, onChange, description, ownLabel }: WordsSelectProps) {
  return (
    <Select
      description={description}
      label="Words"
      onChange={(words) => onChange(withWords(fields, words))}
      options={[
        ...platformPresets.map(({ id, label }) => ({ id, label })),
        { id: 'own', label: ownLabel, isDisabled: true },
      ]}
      value={wordsOf(fields)}
    />
  )
}
