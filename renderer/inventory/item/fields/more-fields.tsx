/** The item's fields beyond title, condition and barcodes, by group (LST-16). */
import { fieldText, typedValue } from '../../../../shared/inventory/fields/field.ts'
import { type ItemField, moreItemFields } from '../../../../shared/inventory/fields/item-fields.ts'
import { valueAt } from '../../../../shared/inventory/json.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { FieldGroups } from '../../../parts/fields/field-groups.tsx'
import type { ItemDraft } from '../item-draft.ts'
import { Section } from '../section.tsx'
import type { ItemEditing } from '../use-item-edit.ts'

type MoreFieldsProps = { readonly draft: ItemDraft; readonly change: ItemEditing['change'] }

export const MoreFields = ({ draft, change }: MoreFieldsProps) => {
  const { record, edited, errorAt } = draft
  if (!usePlatform().capabilities.moreFields) return null
  const write = (field: ItemField, text: string): void =>
    change(field.path, typedValue(field, text, { was: valueAt(record, field.path), currency: '' }))
  return (
    <Section title="More fields">
      <FieldGroups
        errorOf={({ path }) => errorAt(path)}
        fields={moreItemFields}
        onText={write}
        textOf={(field) => fieldText(field, valueAt(edited, field.path))}
      />
    </Section>
  )
}
