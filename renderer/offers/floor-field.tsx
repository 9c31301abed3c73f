/** The seller's lowest price of one piece. It stays on this computer, and nothing is answered by it. */
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { priceText } from '../parts/offers/offer-labels.ts'
import { MutationError } from '../ui/feedback/mutation-error.tsx'
import { TextField } from '../ui/fields/text-field.tsx'

/** Stored on blur. A text that can't be read stays typed, with the reason. */
const OpenFloorField = ({ itemKey }: { readonly itemKey: string }) => {
  const query = useApiQuery('offers', 'floor', { itemKey })
  const [typed, setTyped] = useState<string>()
  const save = useApiMutation('offers', 'saveFloor')
  if (query.data === undefined) return null
  const { floor } = query.data
  const noted = floor === null ? '' : priceText(floor)
  const problem = save.error?.detail.kind === 'validation' ? save.error.detail.issues[0]?.message : undefined
  const keep = (): void => {
    if (typed === undefined) return
    const wanted = typed.trim()
    if (wanted === noted) setTyped(undefined)
    else save.mutate({ itemKey, floor: wanted === '' ? null : wanted }, { onSuccess: () => setTyped(undefined) })
  }
  return (
    <>
      {problem === undefined && <MutationError of={save} title="Your floor wasn’t saved." />}
      <TextField
        description="Offers below it are shown last. Only you see it."
        error={problem}
        label="Your floor"
        onBlur={keep}
        onChange={setTyped}
        onSubmit={keep}
        value={typed ?? noted}
      />
    </>
  )
}

/** Nothing where buyers make no offers. */
export const FloorField = ({ itemKey }: { readonly itemKey: string }) => {
  const canRead = useApiQuery('offers', 'reading', {}).data?.canRead === true
  return canRead ? <OpenFloorField itemKey={itemKey} key={itemKey} /> : null
}
