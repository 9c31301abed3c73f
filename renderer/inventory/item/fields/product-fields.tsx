/** Title, condition and quantity of an item. */
import { fieldPaths } from '../../../../shared/inventory/item.ts'
import { MAX_TITLE_CHARACTERS } from '../../../../shared/inventory/limits.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { conditionOptions, conditionSegments, NO_CONDITION } from '../../item-labels.ts'
import type { ItemDraft } from '../item-draft.ts'
import type { ItemEditing } from '../use-item-edit.ts'

type ProductFieldProps = { readonly draft: ItemDraft; readonly change: ItemEditing['change'] }

type TitleFieldProps = ProductFieldProps & {
  /** Focuses the title. */
  readonly autoFocus: boolean
}

export const TitleField = ({ draft: { view, errorAt }, change, autoFocus }: TitleFieldProps) => (
  <TextField
    autoFocus={autoFocus}
    error={errorAt(fieldPaths.title)}
    label="Title"
    limit={MAX_TITLE_CHARACTERS}
    onChange={(title) => change(fieldPaths.title, title === '' ? undefined : title)}
    value={view.title ?? ''}
  />
)

type ConditionFieldProps = ProductFieldProps & {
  /** The conditions that the item's category allows come first. */
  readonly allowed: Parameters<typeof conditionOptions>[2]
}

export const ConditionField = ({ draft: { view, errorAt }, change, allowed }: ConditionFieldProps) => {
  const platform = usePlatform()
  const segments = conditionSegments(platform, view.condition, allowed)
  const field = {
    error: errorAt(fieldPaths.condition),
    label: 'Condition',
    onChange: (id: string) => change(fieldPaths.condition, id === NO_CONDITION ? undefined : id),
  }
  if (segments !== undefined) {
    return <RadioGroup {...field} layout="segments" options={segments} value={view.condition ?? null} />
  }
  return (
    <Select
      {...field}
      options={conditionOptions(platform, view.condition, allowed)}
      value={view.condition ?? NO_CONDITION}
    />
  )
}

export const QuantityField = ({ draft: { view, errorAt }, change }: ProductFieldProps) => (
  <NumberField
    error={errorAt(fieldPaths.quantity)}
    label="Quantity"
    min={0}
    onChange={(quantity) => change(fieldPaths.quantity, quantity ?? undefined)}
    value={view.quantity ?? null}
  />
)
