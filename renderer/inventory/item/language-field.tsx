/** The Content-Language of one item's saves. */
import type { Item } from '../../../shared/inventory/contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useKeptText } from './use-kept-text.ts'

/** Empty: the connection's language. Stored on blur. */
export const LanguageField = ({ item }: { readonly item: Item }) => {
  const { sku, contentLanguage, defaultContentLanguage } = item
  const set = useApiMutation('inventory', 'setContentLanguage')
  const { value, onChange, keep } = useKeptText(sku, contentLanguage ?? '', (text, onStored) =>
    set.mutate({ sku, contentLanguage: text === '' ? null : text }, { onSuccess: onStored }),
  )

  return (
    <TextField
      description={`Such as de-DE; sent with the next save. If empty, it is ${defaultContentLanguage}: the item’s own language, or the connection’s. Saving in another language replaces the texts that buyers see.`}
      error={set.isError ? 'Enter a language tag, such as en-US or de-DE.' : undefined}
      isMono
      label="Listing language"
      onBlur={keep}
      onChange={(next) => {
        set.reset()
        onChange(next)
      }}
      onSubmit={keep}
      placeholder={defaultContentLanguage}
      value={value}
    />
  )
}
