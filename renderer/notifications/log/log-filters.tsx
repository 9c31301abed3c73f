/** The filters of the log, behind one button. */
import { ListFilter } from 'lucide-react'
import {
  originLabels,
  originSchema,
  processingLabels,
  processingStateSchema,
  signatureLabel,
  signatureStateSchema,
} from '../../../shared/notifications/event.ts'
import { eventLabel } from '../../../shared/notifications/event-types.ts'
import type { LogRequest } from '../../../shared/notifications/log-contract.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import styles from './log.module.css'

export type LogFilter = LogRequest['filter']

const ALL = 'all'
/** No event type contains a space. */
const NEWS = 'sales and questions'

const toOptions = <T extends string>(ids: readonly T[], labels: Readonly<Record<T, string>>) =>
  ids.map((id) => ({ id, label: labels[id] }))

const states = toOptions(processingStateSchema.options, processingLabels)
const origins = toOptions(originSchema.options, originLabels)

type LogFiltersProps = {
  readonly filter: LogFilter
  /** The event names in the log. */
  readonly names: readonly string[]
  readonly onChange: (filter: LogFilter) => void
}

export const LogFilters = ({ filter, names, onChange }: LogFiltersProps) => {
  const platformName = usePlatformName()
  const signatures = signatureStateSchema.options.map((id) => ({ id, label: signatureLabel(id, platformName) }))
  const choices = [
    {
      field: 'name',
      label: 'Event',
      all: 'All notifications',
      options: [
        { id: NEWS, label: 'Sales and questions' },
        ...names.map((id) => ({ id, label: eventLabel(id) ?? id })),
      ],
    },
    { field: 'signature', label: 'Signature', all: 'Any signature', options: signatures },
    { field: 'processing', label: 'State', all: 'Any state', options: states },
    { field: 'origin', label: 'Origin', all: 'Any origin', options: origins },
  ] as const
  const selects = choices.map(({ field, label, all, options }) => (
    <Select
      isSmall
      key={field}
      label={label}
      onChange={(id) => {
        const { [field]: _, isNews, ...others } = filter
        const kept = isNews === undefined || field === 'name' ? others : { ...others, isNews }
        onChange(id === ALL ? kept : id === NEWS ? { ...kept, isNews: true } : { ...kept, [field]: id })
      }}
      options={[{ id: ALL, label: all }, ...options]}
      value={filter[field] ?? (field === 'name' && filter.isNews ? NEWS : ALL)}
    />
  ))
  const count = Object.keys(filter).length
  return (
    <Popover
      label="Filter the log"
      placement="bottom end"
      trigger={
        <Button icon={ListFilter} size="s">
          {count === 0 ? 'Filter' : `Filter: ${count}`}
        </Button>
      }
    >
      <div className={styles.filters}>{selects}</div>
    </Popover>
  )
}
