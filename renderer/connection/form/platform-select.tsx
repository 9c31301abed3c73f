/** The platform that a connection talks to. */
import { DEFAULT_PLATFORM, platforms } from '../../../shared/connection/platforms.ts'
import { Select } from '../../ui/fields/select.tsx'
import type { FormFields } from './connection-fields.ts'

const options = Object.values(platforms).map(({ id, label }) => ({ id, label }))

type PlatformSelectProps = {
  readonly fields: FormFields
  readonly onChange: (fields: FormFields) => void
  readonly description?: string
}

export const PlatformSelect = ({ fields, onChange, description }: PlatformSelectProps) => (
  <Select
    {...(description === undefined ? {} : { description })}
    label="Platform"
    onChange={(platform) => onChange({ ...fields, platform })}
    options={options}
    value={fields.platform || DEFAULT_PLATFORM}
  />
)
