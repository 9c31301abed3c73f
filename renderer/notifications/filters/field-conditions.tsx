/** A filter as conditions on fields; the JSON Schema that they make is behind them. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { currentLocale, formatNumber } from '../../ui/format/locale-format.ts'
import { parseNumber } from '../../ui/format/parse-number.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { type Condition, type FieldTest, type KnownField, lacksValue, testsFor } from './field-filter.ts'
import styles from './filter-editor.module.css'

const testLabels: Readonly<Record<FieldTest, string>> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  atLeast: 'is at least',
  atMost: 'is at most',
  isPresent: 'is present',
}

const yesNo = [
  { id: 'true', label: 'Yes' },
  { id: 'false', label: 'No' },
]

const pathId = (path: readonly string[]): string => JSON.stringify(path)

/** `order.buyerName` as "Order › Buyer name". */
export const fieldLabel = (path: readonly string[]): string =>
  path
    .map((name) => {
      const words = name
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .replace(/_/g, ' ')
        .toLowerCase()
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
    })
    .join(' › ')

type NumberValueProps = { readonly value: number | null; readonly onChange: (value: number | null) => void }

const toTyped = (value: number | null) => ({ text: value === null ? '' : formatNumber(value), value })

/** A text that isn't a number stays as typed, with a message; the condition then has no value. */
const NumberValue = ({ value, onChange }: NumberValueProps) => {
  const [typed, setTyped] = useState(toTyped(value))
  if (typed.value !== value) setTyped(toTyped(value))
  return (
    <TextField
      error={value !== null ? undefined : `Enter a number, for example ${formatNumber(12.5)}.`}
      isLabelHidden
      label="Value"
      onChange={(text) => {
        const number = parseNumber(text, currentLocale())
        setTyped({ text, value: number })
        if (number !== value) onChange(number)
      }}
      value={typed.text}
    />
  )
}

type ValueProps = { readonly condition: Condition; readonly onChange: (value: Condition['value']) => void }

const ConditionValue = ({ condition, onChange }: ValueProps) => {
  const { test, value } = condition
  if (test === 'isPresent') return null
  const label = 'Value'
  if (typeof value === 'boolean') {
    return (
      <Select
        isLabelHidden
        label={label}
        onChange={(id) => onChange(id === 'true')}
        options={yesNo}
        value={String(value)}
      />
    )
  }
  // Only a number can be missing: an empty text is a value.
  if (typeof value === 'number' || value === null) return <NumberValue onChange={onChange} value={value} />
  return <TextField isLabelHidden label={label} onChange={onChange} value={value} />
}

type FieldConditionsProps = {
  readonly conditions: readonly Condition[]
  /** The fields of a captured event; empty before the first. */
  readonly fields: readonly KnownField[]
  readonly onChange: (conditions: readonly Condition[]) => void
}

export const FieldConditions = ({ conditions, fields, onChange }: FieldConditionsProps) => {
  const known = new Map<string, KnownField>([
    ...conditions.map((condition) => {
      const { path, value } = condition
      return [pathId(path), { path, example: value ?? (lacksValue(condition) ? 0 : '') }] as const
    }),
    ...fields.map((field) => [pathId(field.path), field] as const),
  ])
  const options = [...known].map(([id, { path }]) => ({ id, label: fieldLabel(path) }))
  const replace = (index: number, next: Condition): void => onChange(conditions.with(index, next))
  const free = [...known.values()].find(({ path }) => !conditions.some((each) => pathId(each.path) === pathId(path)))

  return (
    <Stack gap={3}>
      <Text as="p" tone="soft">
        {conditions.length === 0
          ? 'Every notification is delivered. Add a condition to get fewer.'
          : 'Only notifications that meet every condition are delivered.'}
      </Text>
      {conditions.length > 0 && (
        <ul aria-label="Conditions" className={styles.conditions}>
          {conditions.map((condition, index) => {
            const { path, test, value } = condition
            const field = known.get(pathId(path)) ?? { path, example: value ?? '' }
            return (
              <li className={styles.condition} key={`${pathId(path)} ${test}`}>
                <Select
                  isLabelHidden
                  label="Field"
                  onChange={(id) => {
                    const chosen = known.get(id)
                    if (chosen !== undefined) replace(index, { path: chosen.path, test: 'is', value: chosen.example })
                  }}
                  options={options}
                  value={pathId(path)}
                />
                <Select
                  isLabelHidden
                  label="Test"
                  onChange={(id) => {
                    const chosen = testsFor(field).find((each) => each === id) ?? test
                    replace(index, {
                      path,
                      test: chosen,
                      value: chosen === 'isPresent' ? null : test === 'isPresent' ? field.example : value,
                    })
                  }}
                  options={testsFor(field).map((id) => ({ id, label: testLabels[id] }))}
                  value={test}
                />
                <ConditionValue
                  condition={condition}
                  onChange={(next) => replace(index, { ...condition, value: next })}
                />
                <IconButton
                  icon={Trash2}
                  label={`Remove the condition on ${fieldLabel(path)}`}
                  onPress={() => onChange(conditions.toSpliced(index, 1))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <Row>
        <Button
          disabledReason={
            free === undefined
              ? fields.length === 0
                ? 'Test the subscription or wait for a notification. Its fields are known then'
                : 'Every field has a condition'
              : undefined
          }
          icon={Plus}
          onPress={() => {
            if (free !== undefined) onChange([...conditions, { path: free.path, test: 'is', value: free.example }])
          }}
          size="s"
        >
          Add a condition
        </Button>
      </Row>
    </Stack>
  )
}
