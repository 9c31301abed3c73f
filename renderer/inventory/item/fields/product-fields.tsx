/** Title, quantity, condition and description of an item. */
import { fieldPaths } from '../../../../shared/inventory/item.ts'
import { MAX_TITLE_CHARACTERS } from '../../../../shared/inventory/limits.ts'
import { usePlatform } from '../../../api/use-connection.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { conditionOptions, NO_CONDITION } from '../../item-labels.ts'
import { DescriptionField } from '../description/description-field.tsx'
import type { ItemDraft } from '../item-draft.ts'
import type { ItemEditing } from '../use-item-edit.ts'
import styles from './fields.module.css'

export type ProductFieldsProps = {
  readonly draft: ItemDraft
  readonly change: ItemEditing['change']
  /** The conditions that the item's category allows come first. */
  readonly allowedConditions: Parameters<typeof conditionOptions>[2]
  /** Focuses the title. */
  readonly autoFocus: boolean
}

export const ProductFields = ({ draft, change, allowedConditions, autoFocus }: ProductFieldsProps) => {
  const { view, errorAt } = draft
  const platform = usePlatform()
  return (
    <>
      <TextField
        autoFocus={autoFocus}
        error={errorAt(fieldPaths.title)}
        label="Title"
        limit={MAX_TITLE_CHARACTERS}
        onChange={(title) => change(fieldPaths.title, title === '' ? undefined : title)}
        value={view.title ?? ''}
      />
      <div className={styles.pair}>
        <NumberField
          error={errorAt(fieldPaths.quantity)}
          label="Quantity"
          min={0}
          onChange={(quantity) => change(fieldPaths.quantity, quantity ?? undefined)}
          value={view.quantity ?? null}
        />
        <Select
          error={errorAt(fieldPaths.condition)}
          label="Condition"
          onChange={(id) => change(fieldPaths.condition, id === NO_CONDITION ? undefined : id)}
          options={conditionOptions(platform, view.condition, allowedConditions)}
          value={view.condition ?? NO_CONDITION}
        />
      </div>
      <DescriptionField
        error={errorAt(fieldPaths.description)}
        html={view.description ?? ''}
        onChange={(html) => change(fieldPaths.description, html === '' ? undefined : html)}
      />
    </>
  )
}
