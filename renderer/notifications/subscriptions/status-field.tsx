/** The status to request: one of the two known, or any other value (NOT-04). */
import { useState } from 'react'
import { usePlatformName } from '../../api/use-connection.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const OTHER = 'other'
const known = [
  { id: 'DISABLED', label: 'Disabled' },
  { id: 'ENABLED', label: 'Enabled' },
]

type StatusFieldProps = {
  readonly value: string
  readonly onChange: (status: string) => void
  readonly description?: string
  readonly error: string | undefined
}

export const StatusField = ({ value, onChange, description, error }: StatusFieldProps) => {
  const { the } = usePlatformName()
  const [isOther, setIsOther] = useState(known.every(({ id }) => id !== value))
  return (
    <>
      <RadioGroup
        description={description}
        layout="row"
        label="Status"
        onChange={(id) => {
          setIsOther(id === OTHER)
          onChange(id === OTHER ? '' : id)
        }}
        options={[...known, { id: OTHER, label: 'Other' }]}
        value={isOther ? OTHER : value}
      />
      {isOther && (
        <TextField
          description={`One word, as ${the} spells it.`}
          error={error}
          isMono
          label="Other status"
          onChange={onChange}
          value={value}
        />
      )}
    </>
  )
}
