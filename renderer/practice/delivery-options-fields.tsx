/** How notifications are delivered: once and correctly, or as badly as platforms sometimes do. */
import { Checkbox } from '../ui/checkbox.tsx'
import { Stack, Text } from '../ui/layout.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { Select } from '../ui/select.tsx'
import {
  type DeliveryForm,
  deliveryFields,
  deliverySummary,
  findDeliveryProblem,
  seenAsOptions,
} from './delivery-options.ts'
import styles from './practice.module.css'

type DeliveryOptionsFieldsProps = {
  readonly form: DeliveryForm
  readonly onChange: (change: Partial<DeliveryForm>) => void
}

export function DeliveryOptionsFields({ form, onChange }: DeliveryOptionsFieldsProps) {
  const numberField = (name: keyof typeof deliveryFields, description: string, unit?: string) => (
    <NumberField
      {...deliveryFields[name]}
      description={description}
      onChange={(value) => onChange({ [name]: value })}
      unit={unit}
      value={form[name]}
    />
  )
  return (
    <details className={styles.more}>
      <summary>
        Delivery options <Text tone="soft">{findDeliveryProblem(form) ?? deliverySummary(form)}</Text>
      </summary>
      <Stack gap={3}>
        <div className={styles.fields}>
          {numberField('count', 'All at once.')}
          {numberField('times', 'Byte for byte.')}
          {numberField('delayS', 'On the practice clock.', 's')}
        </div>
        <div className={styles.pair}>
          <Select
            description="Simulates what the platform receives, so you can watch it resend."
            label="Platform receives"
            onChange={(id) => onChange({ seenAs: seenAsOptions.find((option) => option.id === id)?.id ?? 'answer' })}
            options={seenAsOptions}
            value={form.seenAs}
          />
          {form.seenAs !== 'answer' && numberField('attempts', 'Then the answer arrives.')}
        </div>
        <Checkbox
          description="Stallhand must quarantine the notification."
          isSelected={form.wrongSignature}
          onChange={(wrongSignature) => onChange({ wrongSignature })}
        >
          Sign incorrectly
        </Checkbox>
      </Stack>
    </details>
  )
}
