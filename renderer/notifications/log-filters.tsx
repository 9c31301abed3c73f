/** Which part of the log is looked at: side by side where there is room, behind one button where there is not. */
import { ListFilter } from 'lucide-react'
import {
  originLabels,
  originSchema,
  processingLabels,
  processingStateSchema,
  signatureLabels,
  signatureStateSchema,
} from '../../shared/notifications/event.ts'
import type { LogRequest } from '../../shared/notifications/log-contract.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Select } from '../ui/select.tsx'
import styles from './log.module.css'
import { meaningOf } from './words.ts'

export type LogFilter = LogRequest['filter']

const ALL = 'all'

type Choice<T extends string> = {
  readonly label: string
  readonly all: string
  readonly options: readonly { readonly id: T; readonly label: string }[]
  readonly value: T | undefined
  readonly onChange: (value: T | undefined) => void
}

function Choose<T extends string>({
  choice: { label, all, options, value, onChange },
  isLabelled,
}: {
  readonly choice: Choice<T>
  readonly isLabelled: boolean
}) {
  return (
    <Select
      isLabelHidden={!isLabelled}
      isSmall
      label={label}
      onChange={(id) => onChange(options.find((option) => option.id === id)?.id)}
      options={[{ id: ALL, label: all }, ...options]}
      value={value ?? ALL}
    />
  )
}

export const LogFilters = ({
  filter,
  names,
  isTight,
  onChange,
}: {
  readonly filter: LogFilter
  /** Every event name that is in the log. */
  readonly names: readonly string[]
  readonly isTight: boolean
  readonly onChange: (filter: LogFilter) => void
}) => {
  const put = (change: { readonly [K in keyof LogFilter]: LogFilter[K] | undefined }): void => {
    const next = { ...filter, ...change }
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)))
  }
  const choices = (isLabelled: boolean) => (
    <>
      <Choose
        choice={{
          label: 'Event',
          all: 'All events',
          options: names.map((id) => ({ id, label: meaningOf(id) ?? id })),
          value: filter.name,
          onChange: (name) => put({ name }),
        }}
        isLabelled={isLabelled}
      />
      <Choose
        choice={{
          label: 'Signature',
          all: 'Any signature',
          options: signatureStateSchema.options.map((id) => ({ id, label: signatureLabels[id] })),
          value: filter.signature,
          onChange: (signature) => put({ signature }),
        }}
        isLabelled={isLabelled}
      />
      <Choose
        choice={{
          label: 'State',
          all: 'Any state',
          options: processingStateSchema.options.map((id) => ({ id, label: processingLabels[id] })),
          value: filter.processing,
          onChange: (processing) => put({ processing }),
        }}
        isLabelled={isLabelled}
      />
      <Choose
        choice={{
          label: 'Origin',
          all: 'Any origin',
          options: originSchema.options.map((id) => ({ id, label: originLabels[id] })),
          value: filter.origin,
          onChange: (origin) => put({ origin }),
        }}
        isLabelled={isLabelled}
      />
    </>
  )
  if (!isTight) return choices(false)
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
      <div className={styles.filters}>{choices(true)}</div>
    </Popover>
  )
}
