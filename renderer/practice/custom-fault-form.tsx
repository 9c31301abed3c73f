/** A fault with its own value, operation and number of calls. */
import type { FaultKind } from '../../shared/practice/contract.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { NumberField } from '../ui/fields/number-field.tsx'
import { Select } from '../ui/fields/select.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import styles from './practice.module.css'
import { useRememberedForm } from './use-remembered-form.ts'

const kinds: readonly { readonly id: FaultKind; readonly label: string }[] = [
  { id: 'offline', label: 'No answer' },
  { id: 'latencyMs', label: 'Delayed answer' },
  { id: 'status', label: 'Error answer' },
  { id: 'dropBeforeActing', label: 'Connection lost before the change' },
  { id: 'dropAfterActing', label: 'Connection lost after the change' },
  { id: 'actLateMs', label: 'Connection lost, change made later' },
  { id: 'dailyCap', label: 'Daily limit of calls' },
  { id: 'cutBody', label: 'Answer cut off after the change' },
]

const valueFields: Readonly<Partial<Record<FaultKind, { label: string; min: number; max: number }>>> = {
  latencyMs: { label: 'Delay in ms', min: 0, max: 600_000 },
  actLateMs: { label: 'Later by, in ms', min: 0, max: 600_000 },
  dailyCap: { label: 'Calls a day', min: 0, max: 1_000_000 },
  status: { label: 'Status', min: 400, max: 599 },
}
const initialValues: Readonly<Record<string, number>> = {
  latencyMs: 1_000,
  actLateMs: 5_000,
  dailyCap: 100,
  status: 503,
}
const MAX_COUNT = 1_000

const operations = [
  'all',
  ...['oauth', 'messaging', 'inventory', 'mapping', 'notifications', 'trading', 'pictures'],
  ...[
    'getConversations',
    'getConversation',
    'sendMessage',
    'getInventoryItem',
    'createOrReplaceInventoryItem',
    'bulkCreateOrReplaceInventoryItem',
  ],
  ...['startListingPreviewsCreation', 'listingPreviewsCreationTaskById', 'getPublicKey'],
].map((operation) => ({ id: operation, label: operation }))

const isInRange = (value: number | null, min: number, max: number): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= max

type FaultRequest = {
  readonly operation: string
  readonly fault: FaultKind
  readonly value?: number
  readonly count?: number
}
type CustomFaultFormProps = { readonly onSubmit: (request: FaultRequest) => void; readonly isPending: boolean }

type FaultForm = {
  readonly operation: string
  readonly fault: string
  readonly value: number | null
  readonly count: number | null
}
const initial: FaultForm = { operation: 'messaging', fault: 'status', value: 503, count: 1 }

export const CustomFaultForm = ({ onSubmit, isPending }: CustomFaultFormProps) => {
  const [form, change] = useRememberedForm('fault', initial)
  const { operation, value, count } = form
  const fault = kinds.find(({ id }) => id === form.fault)?.id ?? 'status'
  const field = valueFields[fault]
  const isValueValid = field === undefined || isInRange(value, field.min, field.max)
  const isCountValid = count === null || isInRange(count, 1, MAX_COUNT)

  return (
    <Stack gap={3}>
      <div className={styles.pair}>
        <ComboBox
          allowsCustomValue
          description="Everything (all), a service, or one operation."
          label="Where"
          onChange={(typed) => change({ operation: typed })}
          options={operations}
          value={operation}
        />
        <Select
          label="Fault"
          onChange={(id) => change({ fault: id, value: initialValues[id] ?? null })}
          options={kinds}
          value={fault}
        />
        {field !== undefined && (
          <NumberField
            {...field}
            error={isValueValid ? undefined : `Enter a whole number from ${field.min} to ${field.max}.`}
            onChange={(typed) => change({ value: typed })}
            value={value}
          />
        )}
        <NumberField
          description="Leave empty to keep it until you clear it."
          error={isCountValid ? undefined : `Enter a whole number from 1 to ${MAX_COUNT}, or leave it empty.`}
          label="Times"
          max={MAX_COUNT}
          min={1}
          onChange={(typed) => change({ count: typed })}
          value={count}
        />
      </div>
      <Row>
        <Button
          disabledReason={
            operation.trim() === '' || !isValueValid || !isCountValid
              ? 'Choose where the fault applies and enter numbers in range.'
              : undefined
          }
          isPending={isPending}
          onPress={() =>
            onSubmit({
              operation: operation.trim(),
              fault,
              ...(field === undefined || value === null ? {} : { value }),
              ...(count === null ? {} : { count }),
            })
          }
        >
          Switch on
        </Button>
      </Row>
    </Stack>
  )
}
