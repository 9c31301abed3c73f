/** The details that the category wants of the item's condition, such as grader and grade, by their names. */
import { descriptorsPath, readDescriptor, withDescriptor } from '../../../../shared/inventory/condition-descriptors.ts'
import { valueAt } from '../../../../shared/inventory/json.ts'
import type { ConditionDescriptor } from '../../../../shared/listing/contract/choices-contract.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { ItemDraft } from '../item-draft.ts'
import type { ItemEditing } from '../use-item-edit.ts'
import styles from './fields.module.css'

const NOT_SET = 'notSet'

type GradingFieldsProps = {
  readonly descriptors: readonly ConditionDescriptor[]
  readonly draft: ItemDraft
  readonly change: ItemEditing['change']
}

export const GradingFields = ({ descriptors, draft, change }: GradingFieldsProps) => {
  const value = valueAt(draft.edited, descriptorsPath)
  const write = (descriptor: ConditionDescriptor, text: string): void =>
    change(descriptorsPath, withDescriptor(value, descriptor, text))
  const error = draft.errorAt(descriptorsPath)
  return (
    <div className={styles.pair}>
      {descriptors.map((descriptor, index) => {
        const { id, name, isRequired, isFreeText, maxLength, values } = descriptor
        const text = readDescriptor(value, descriptor)
        const own = { error: index === 0 ? error : undefined, isRequired, label: name }
        if (isFreeText) {
          return (
            <TextField
              {...own}
              key={id}
              limit={maxLength ?? undefined}
              onChange={(next) => write(descriptor, next)}
              value={text}
            />
          )
        }
        const isOther = text !== '' && values.every((one) => one.id !== text)
        return (
          <Select
            {...own}
            key={id}
            onChange={(next) => write(descriptor, next === NOT_SET ? '' : next)}
            options={[
              { id: NOT_SET, label: 'Not set' },
              ...values.map((one) => ({ id: one.id, label: one.name })),
              ...(isOther ? [{ id: text, label: `${text} (not in this category)` }] : []),
            ]}
            value={text === '' ? NOT_SET : text}
          />
        )
      })}
    </div>
  )
}
