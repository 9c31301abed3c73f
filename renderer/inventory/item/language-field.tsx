/** The Content-Language of one item's saves. */
import { useState } from 'react'
import type { Item } from '../../../shared/inventory/contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { TextField } from '../../ui/fields/text-field.tsx'

/** Empty: the connection's language. Stored on blur. */
export const LanguageField = ({ item }: { readonly item: Item }) => {
  const { sku, contentLanguage, defaultContentLanguage } = item
  const [typed, setTyped] = useState<string>()
  const set = useApiMutation('inventory', 'setContentLanguage')
  const text = typed ?? contentLanguage ?? ''

  const keep = () => {
    if (typed === undefined) return
    const wanted = typed.trim() === '' ? null : typed.trim()
    if (wanted === contentLanguage) setTyped(undefined)
    else set.mutate({ sku, contentLanguage: wanted }, { onSuccess: () => setTyped(undefined) })
  }

  return (
    <TextField
      description={`Such as de-DE; sent with the next save. If empty, it is ${defaultContentLanguage}: the item’s own language, or the connection’s. Saving in another language replaces the texts that buyers see.`}
      error={set.isError ? 'Enter a language tag, such as en-US or de-DE.' : undefined}
      isMono
      label="Listing language"
      onBlur={keep}
      onChange={(next) => {
        set.reset()
        setTyped(next)
      }}
      onSubmit={keep}
      placeholder={defaultContentLanguage}
      value={text}
    />
  )
}
