/** What the seller notes about an item here alone: where it is kept, what it cost (FIN-02). */
import type { Item } from '../../../shared/inventory/contract.ts'
import type { PrivateField as FieldRow } from '../../../shared/inventory/fields/private-fields.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useKeptText } from './use-kept-text.ts'

/** Stored on blur. A text that can't be read stays typed, with the reason. */
export const PrivateField = ({ item, field }: { readonly item: Item; readonly field: FieldRow }) => {
  const { sku } = item
  const set = useApiMutation('inventory', 'setPrivateField')
  const { value, onChange, keep } = useKeptText(sku, item.noted[field.id], (text, onStored) =>
    set.mutate({ sku, field: field.id, text }, { onSuccess: onStored }),
  )

  return (
    <>
      <MutationError of={set} title={`The ${field.label.toLowerCase()} wasn’t saved.`} />
      <TextField
        countPlace="inside"
        description={field.help}
        label={field.label}
        limit={field.maxCharacters}
        onBlur={keep}
        onChange={onChange}
        onSubmit={keep}
        placeholder={field.placeholder}
        value={value}
      />
    </>
  )
}
