/** Makes an offer as a buyer, and plays what buyers do with the open ones. */
import { useApiMutation, useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { navigate } from '../location.ts'
import { Button } from '../ui/buttons/button.tsx'
import { ComboBox } from '../ui/fields/combo-box.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus } from './action-status.tsx'
import styles from './practice.module.css'
import { sentMessage } from './sent-message.ts'
import { useRememberedForm } from './use-remembered-form.ts'

type OfferForm = {
  readonly listingId: string | null
  readonly buyer: string
  readonly price: string
  readonly quantity: string
  readonly message: string
}
const initial: OfferForm = { listingId: null, buyer: 'mara_books', price: '', quantity: '1', message: '' }

/** A buyer offers a fifth less, unless the price is typed. */
const proposePrice = (price: string | undefined, pieces: number): string =>
  price === undefined ? '' : (Number(price) * 0.8 * pieces).toFixed(2)

/** Nothing where the platform has no offers of buyers. */
export const OfferPanel = () => {
  const practice = useApiQuery('practice', 'offers', {})
  const [form, change] = useRememberedForm('offer', initial)
  const make = useApiMutation('practice', 'makeOffer')
  const act = useApiMutation('practice', 'actOnOffer')
  const refresh = useReportedMutation('offers', 'refresh')
  const { data } = practice
  if (data === undefined || !data.canOffer) return null

  const listing = data.listings.find(({ listingId }) => listingId === form.listingId) ?? data.listings[0]
  const buyer = form.buyer.trim()
  const pieces = /^\d{1,3}$/.test(form.quantity.trim()) ? Number(form.quantity) : 0
  const price = form.price.trim() === '' ? proposePrice(listing?.price, pieces) : form.price.trim()
  const missing =
    listing === undefined
      ? 'No listing takes offers. List something first.'
      : buyer === ''
        ? 'Name the buyer first.'
        : pieces === 0
          ? 'Enter how many, as a whole number.'
          : /^\d+(\.\d{1,2})?$/.test(price)
            ? undefined
            : 'Enter the price as a number, such as 12.50.'
  // Stallhand learns of it by an alert, or reads the offers every few minutes.
  const after = (): void => {
    void practice.refetch()
    refresh.mutate({})
  }
  const submit = (): void => {
    if (listing === undefined || missing !== undefined) return
    make.mutate(
      { listingId: listing.listingId, buyer, price, quantity: pieces, message: form.message },
      { onSuccess: after },
    )
  }
  const newest = data.offers.find(({ status, type }) => status === 'Pending' && type !== 'SellerCounterOffer')
  const taken = data.watcherOffers.find(({ isOpen }) => isOpen)
  return (
    <Panel description="It stays open for 48 hours of the practice clock." isRaised title="Make an offer as a buyer">
      <Stack gap={3}>
        <ComboBox
          emptyText="No listing with this title."
          error={practice.error?.detail}
          label="Listing"
          onChange={(listingId) => change({ listingId })}
          options={data.listings.map(({ listingId, title, price: asked, left }) => ({
            id: listingId,
            label: title,
            description: `${asked} · ${left} left`,
          }))}
          value={listing?.listingId ?? null}
        />
        <div className={styles.fields}>
          <TextField label="Offered by" onChange={(typed) => change({ buyer: typed })} value={form.buyer} />
          <TextField
            label="Price for all"
            onChange={(typed) => change({ price: typed })}
            onSubmit={submit}
            placeholder={proposePrice(listing?.price, pieces)}
            value={form.price}
          />
          <TextField
            label="Pieces"
            onChange={(typed) => change({ quantity: typed })}
            onSubmit={submit}
            value={form.quantity}
          />
        </div>
        <TextField
          label="Message of the buyer"
          onChange={(typed) => change({ message: typed })}
          onSubmit={submit}
          value={form.message}
        />
        <Row gap={3} wrap>
          <CommandButton
            command="practice.makeOffer"
            disabledReason={missing}
            isPending={make.isPending}
            label={buyer === '' ? undefined : `Make an offer as ${buyer}`}
            onPress={submit}
            variant="primary"
          />
          {newest !== undefined && (
            <>
              <Button onPress={() => navigate({ screen: 'inbox', path: ['~offers'] })}>Show offers</Button>
              <Button
                isPending={act.isPending}
                onPress={() => act.mutate({ act: 'withdraw', offerId: newest.offerId }, { onSuccess: after })}
                variant="quiet"
              >
                {`Withdraw ${newest.buyer}’s offer`}
              </Button>
            </>
          )}
          {taken !== undefined && (
            <Button
              isPending={act.isPending}
              onPress={() => act.mutate({ act: 'buy', offerId: taken.offerId }, { onSuccess: after })}
              variant="quiet"
            >
              {`Buy “${taken.title}” for ${taken.price} as one who watches it`}
            </Button>
          )}
        </Row>
        <ActionStatus error={make.error ?? act.error}>
          {make.data === undefined
            ? undefined
            : make.data.notifications > 0
              ? sentMessage(make.data.notifications, '')
              : 'Made. See the offers of the inbox.'}
        </ActionStatus>
      </Stack>
    </Panel>
  )
}
