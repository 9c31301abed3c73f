/** Lets the seller choose the item of a listing, found by title or SKU. */
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { Button } from '../ui/buttons/button.tsx'
import { MutationError } from '../ui/feedback/mutation-error.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { useDebounced } from '../ui/hooks/use-debounced.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { toItemOptions } from './linkable-items.ts'

const MAX_FOUND = 20

type LinkItemProps = {
  readonly listingId: string
  /** The linked item, if the seller chose it. */
  readonly linkedSku: string | null
  readonly onDone: () => void
}

export const LinkItem = ({ listingId, linkedSku, onDone }: LinkItemProps) => {
  const [typed, setTyped] = useState(linkedSku ?? '')
  const search = useDebounced(typed.slice(0, 200), 150)
  const items = useApiQuery('inventory', 'items', { search, limit: MAX_FOUND }, { keepPrevious: true })
  const link = useApiMutation('notifications', 'linkListing')
  const save = (sku: string | null): void => link.mutate({ itemId: listingId, sku }, { onSuccess: onDone })
  return (
    <Stack>
      <MutationError of={link} />
      <ComboBox
        autoFocus
        description="Saved on this computer, for every conversation and notification of this listing."
        emptyText="No matching item"
        error={items.error?.detail}
        label="Which item is this?"
        onChange={(sku) => sku !== null && save(sku)}
        onSearch={setTyped}
        options={toItemOptions(items.data?.rows ?? [])}
        value={linkedSku}
      />
      <Row>
        {linkedSku !== null && (
          <Button isPending={link.isPending} onPress={() => save(null)} size="s">
            Unlink
          </Button>
        )}
        <Button onPress={onDone} size="s" variant="quiet">
          Cancel
        </Button>
      </Row>
    </Stack>
  )
}
