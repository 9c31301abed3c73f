/**
 * Saves the item's own edit as the first step of listing it (LST-04). Buyers don't see the item yet, so nothing of it needs a
 * confirmation of its own, unless the save deletes something, has a problem or must wait: then the seller reviews it first.
 */
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import type { ActResult } from '../../shared/outbound/act-result.ts'

/** `saved`: nothing is left to save. `review`: the save needs the seller. `open`: it waits, or its outcome isn't known. */
export type ItemSave =
  | { readonly outcome: 'saved' }
  | { readonly outcome: 'review' }
  | { readonly outcome: 'open'; readonly result: ActResult }

export const saveItemFirst = async (client: StallhandClient, sku: string): Promise<ItemSave> => {
  const { edit } = await client.inventory.item({ sku })
  if (edit === null) return { outcome: 'saved' }
  const preview = await client.inventory.previewSave({ sku })
  const { conflicts, problems, deletions, isGone, refusal, lastReading, previewToken } = preview
  const needsSeller =
    isGone ||
    refusal !== null ||
    lastReading !== null ||
    [conflicts, problems, deletions].some(({ length }) => length > 0)
  if (needsSeller) return { outcome: 'review' }
  const result = await client.inventory.save({ sku, previewToken, confirmedDeletions: [] })
  return result.state === 'sent' ? { outcome: 'saved' } : { outcome: 'open', result }
}
