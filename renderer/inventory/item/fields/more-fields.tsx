/** The item's fields beyond title, condition and barcodes, by group (LST-16). */
import { fieldText, typedValue } from '../../../../shared/inventory/fields/field.ts'
import { type ItemField, moreItemFields } from '../../../../shared/inventory/fields/item-fields.ts'
import { valueAt } from '../../../../shared/inventory/json.ts'
import type { ConditionDescriptor } from '../../../../shared/listing/contract/choices-contract.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { FieldGroups } from '../../../parts/fields/field-groups.tsx'
import type { ItemDraft } from '../item-draft.ts'
import { Section } from '../section.tsx'
import type { ItemEditing } from '../use-item-edit.ts'
import { GradingFields } from './grading-fields.tsx'

type MoreFieldsProps = {
  readonly draft: ItemDraft
  readonly change: ItemEditing['change']
  /** The details that the category wants of the item's condition. */
  readonly descriptors: readonly ConditionDescriptor[]
}

export const MoreFields = ({ draft, change, descriptors }: MoreFieldsProps) => {
  const { record, edited, errorAt } = draft
  if (!usePlatform().capabilities.moreFields) return null
  const write = (field: ItemField, text: string): void =>
    change(field.path, typedValue(field, text, { was: valueAt(record, field.path), currency: '' }))
  return (
    <Section title="More fields">
      <FieldGroups
        controlOf={({ id }) =>
          id === 'conditionDescriptors' && descriptors.length > 0 ? (
            <GradingFields change={change} descriptors={descriptors} draft={draft} />
          ) : undefined
        }
        errorOf={({ path }) => errorAt(path)}
        fields={moreItemFields}
        onText={write}
        textOf={(field) => fieldText(field, valueAt(edited, field.path))}
      />
    </Section>
  )
}
