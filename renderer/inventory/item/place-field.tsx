/** Where the seller keeps an item, for the pick list. Stays on this computer. */
import { useState } from 'react'
import type { Item } from '../../../shared/inventory/contract.ts'
import { MAX_PLACE_CHARACTERS } from '../../../shared/inventory/limits.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** Stored on blur. */
export const PlaceField = ({ item }: { readonly item: Item }) => {
  const { sku, place } = item
  const [typed, setTyped] = useState<string>()
  const set = useApiMutation('inventory', 'setPlace')

  const keep = () => {
    if (typed === undefined) return
    const wanted = typed.trim()
    if (wanted === place) setTyped(undefined)
    else set.mutate({ sku, place: wanted }, { onSuccess: () => setTyped(undefined) })
  }

  return (
    <>
      <MutationError of={set} title="The place was not saved." />
      <TextField
        description="Such as a shelf or a box. Your pick list is sorted by it; buyers never see it."
        label="Place"
        limit={MAX_PLACE_CHARACTERS}
        onBlur={keep}
        onChange={setTyped}
        onSubmit={keep}
        placeholder="A2"
        value={typed ?? place}
      />
    </>
  )
}
