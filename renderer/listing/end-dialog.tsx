/** Ends a listing, or deletes its offer permanently (LST-08). */
import { isLive } from '../../shared/inventory/listing-state.ts'
import type { Listing } from '../../shared/listing/contract.ts'
import { useAction, useClient } from '../api/hooks.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { doFinally } from '../ui/feedback/undo.ts'
import { ConfirmDialog } from '../ui/overlays/dialog.tsx'

type EndProps = { readonly listing: Listing; readonly onClose: () => void }

export const WithdrawDialog = ({ listing: { sku, title, listingId }, onClose }: EndProps) => {
  const client = useClient()
  const final = { label: `Listing of ${sku} ended`, why: 'List it again from its page: it then gets a new number.' }
  const withdraw = useAction((listing: { sku: string; listingId: string }) =>
    doFinally(final, () => client.listing.withdraw(listing)),
  )
  if (listingId === null) return null
  return (
    <ConfirmDialog
      cancelLabel="Keep it listed"
      confirmLabel="End listing"
      consequence={
        <p>{`Buyers no longer find “${title ?? sku}” (${listingId}). Its details are kept as a listing draft, so you can list it again: it then gets a new listing number, without the watchers and sales of this one.`}</p>
      }
      isOpen
      mutation={withdraw}
      sends
      onClose={onClose}
      onConfirm={() =>
        withdraw.mutate(
          { sku, listingId },
          {
            onSuccess: ({ message }) => {
              toast({ text: message })
              onClose()
            },
          },
        )
      }
      title="End this listing?"
    />
  )
}

export const DeleteOfferDialog = ({ listing: { sku, title, offerId, offerState, listingId }, onClose }: EndProps) => {
  const client = useClient()
  const final = { label: `Listing draft of ${sku} deleted`, why: 'A deleted listing draft can’t be brought back.' }
  const remove = useAction((offer: { sku: string; offerId: string; endsListing: boolean }) =>
    doFinally(final, () => client.listing.deleteOffer(offer)),
  )
  if (offerId === null) return null
  const endsListing = isLive(offerState)
  return (
    <ConfirmDialog
      cancelLabel={endsListing ? 'Keep the listing' : 'Keep the draft'}
      confirmLabel={endsListing ? 'End listing and delete it' : 'Delete listing draft'}
      consequence={
        <p>
          {`Permanently deletes the listing draft of “${title ?? sku}” with its price, category and policies. The item stays.`}
          {endsListing && ` Its listing ${listingId ?? ''} ends.`}
        </p>
      }
      isOpen
      mutation={remove}
      sends
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { sku, offerId, endsListing },
          {
            onSuccess: ({ message }) => {
              toast({ text: message })
              onClose()
            },
          },
        )
      }
      title={endsListing ? 'End and delete this listing?' : 'Delete this listing draft?'}
    />
  )
}
