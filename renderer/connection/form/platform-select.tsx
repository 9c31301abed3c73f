/** The platform whose spelling of header names, types and elements a connection uses. */
import { platformPresets } from '../../../shared/connection/platforms.ts'
import { Select } from '../../ui/select.tsx'
import { applyPlatform, type FormFields, findPlatform } from './connection-fields.ts'

export const PlatformSelect = ({
  fields,
  onChange,
  description,
  customLabel,
}: {
  readonly fields: FormFields
  readonly onChange: (fields: FormFields) => void
  readonly description: string
  /** The label if the fields match no known platform. */
  readonly customLabel: string
}) => (
  <Select
    description={description}
    label="Platform"
    onChange={(id) => onChange(applyPlatform(fields, id))}
    options={[
      ...platformPresets.map(({ id, label }) => ({ id, label })),
      { id: 'own', label: customLabel, isDisabled: true },
    ]}
    value={findPlatform(fields)}
  />
)
