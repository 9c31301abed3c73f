/** The Listing section of the item page: the state of the listing, what it still needs, and its next step (LST-01). */
import { Ellipsis, ExternalLink, RefreshCw } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isLive, listingStateLabels } from '../../shared/inventory/listing-state.ts'
import type { Listing, Requirement, RequirementKey } from '../../shared/listing/contract.ts'
import { type OfferField, offerFieldLabels, policyFields } from '../../shared/listing/offer-field.ts'
import { useAction, useApiQuery, useClient, useReportedMutation } from '../api/hooks.ts'
import { usePlatform, usePlatformName } from '../api/use-connection.ts'
import { CommandButton, CommandIconButton, CommandMenu } from '../commands/command-button.tsx'
import { MoreGroup } from '../parts/fields/more-group.tsx'
import { ListingBadge } from '../parts/listing-badge.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { formatMoney, formatNumber, readMoney } from '../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { PaneFoot } from '../ui/layout/pane-foot.tsx'
import { DeleteOfferDialog, WithdrawDialog } from './end-dialog.tsx'
import { ListDialog } from './list-dialog.tsx'
import styles from './listing.module.css'
import { type Fix, listOpen, nextText } from './listing-labels.ts'
import { ListingNotices } from './listing-notices.tsx'
import { CategoryField } from './offer/category-field.tsx'
import { MoreOfferFields } from './offer/more-offer-fields.tsx'
import { TermsFields } from './offer/terms-fields.tsx'
import { useOfferDraft } from './use-offer-draft.ts'

type ListingSectionProps = {
  readonly sku: string
  /** The title on screen, including the unsaved edit. */
  readonly title: string | null
  /** The item's own fields, at their places among those of the listing. */
  readonly parts: Readonly<Record<'condition' | 'description' | 'more' | 'quantity' | 'specifics', ReactNode>>
  /** Whether something of the item under More has a problem. */
  readonly isMoreNeeded: boolean
  /** Where the state and the next step are shown; null until it is there. */
  readonly foot: HTMLElement | null
  readonly pictureUrl: string | null
  /** Puts a value into a field of the item's edit. */
  readonly onFill: (fill: NonNullable<Requirement['fill']>) => void
  /** Whether the item has an edit whose save is the next step. */
  readonly isItemEdited: boolean
  /** Stores the latest changes to the item, so that its save includes them. */
  readonly keepItem: () => Promise<void>
  /** Moves to a field of the item; an empty path means its save. */
  readonly onItemField: (path: readonly string[]) => void
}

export const ListingSection = (props: ListingSectionProps) => {
  const query = useApiQuery('listing', 'listing', { sku: props.sku })
  return (
    <QueryView label="The listing" query={query} skeleton={{ shape: 'facts' }}>
      {(listing) => <OpenListing {...props} listing={listing} />}
    </QueryView>
  )
}

const MORE_KEYS: readonly RequirementKey[] = ['codes', 'descriptors', 'package']

const Where = ({ listing }: { readonly listing: Listing }) => {
  const { listingId, listingUrl, sku, soldQuantity, readAtMs, marketplaceLabel, revisions } = listing
  const open = useReportedMutation('listing', 'openListing')
  return (
    <Row wrap>
      <Text tone="soft">{marketplaceLabel}</Text>
      {listingId !== null &&
        (listingUrl === null ? (
          <Text mono>{listingId}</Text>
        ) : (
          <Button
            aria-label={`Open listing ${listingId} in the browser`}
            icon={ExternalLink}
            isPending={open.isPending}
            onPress={() => open.mutate({ sku })}
            size="s"
            variant="quiet"
          >
            {listingId}
          </Button>
        ))}
      {soldQuantity !== null && soldQuantity > 0 && <Text tone="soft">{`${formatNumber(soldQuantity)} sold`}</Text>}
      {isLive(listing.offerState) && revisions.used > 0 && (
        <Text tone="soft">{`${formatNumber(revisions.used)} of ${formatNumber(revisions.cap)} changes today`}</Text>
      )}
      {readAtMs !== null && (
        <Text size="meta" tone="faint">
          Read <RelativeTime at={readAtMs} />
        </Text>
      )}
    </Row>
  )
}

/** Policies and locations are read when they are first needed. */
const useFreshChoices = (): void => {
  const choices = useApiQuery('listing', 'choices', {})
  const client = useClient()
  const isUnread = choices.data?.readAtMs === null && choices.data.problem === null
  // A failure is kept in `choices.problem`, where TermsFields shows it.
  useEffect(() => {
    if (isUnread) void client.listing.refreshChoices({}).catch(() => undefined)
  }, [isUnread, client])
}

type OpenListingProps = ListingSectionProps & { readonly listing: Listing }

/** The first requirement that can be filled in, and whether saving the item is all that is missing. */
const findOpen = ({ requirements }: Listing, isItemEdited: boolean) => {
  const open = listOpen(requirements)
  return {
    first: open.find(({ fix }) => fix !== null),
    waitsForSave: isItemEdited && open.every(({ fix }) => fix?.at === 'item' && fix.path.length === 0),
  }
}

/** Focuses the first control of a part of the section, by its accessible label. */
const focusIn = (root: RefObject<HTMLElement | null>, field: OfferField): void => {
  const part = root.current?.querySelector(`[data-field="${field}"]`)
  const control = part?.querySelector<HTMLElement>('input, textarea, button')
  const group = control?.closest('details')
  if (group != null) group.open = true
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}

/** `List on eBay for $45.00`, or what comes before it. */
const nextLabel = (listing: Listing, price: string, first: Requirement | undefined, platform: string): string => {
  if (first !== undefined) return nextText(first)
  if (isLive(listing.offerState)) return 'Review listing changes'
  const amount = readMoney(price, listing.currency)
  return amount === undefined
    ? `List on ${platform}`
    : `List on ${platform} for ${formatMoney(amount, listing.currency)}`
}

const OpenListing = (props: OpenListingProps) => {
  const { the } = usePlatformName()
  const { listing, title, isItemEdited, parts, foot, isMoreNeeded, onFill, onItemField } = props
  const platform = usePlatform()
  const { sku, next, currency, offerId, offerState, otherOffers, refusal } = listing
  const client = useClient()
  const draft = useOfferDraft(listing)
  const refresh = useReportedMutation('listing', 'refreshListing')
  const discard = useReportedMutation('listing', 'discardDraft')
  const [dialog, setDialog] = useState<'list' | 'withdraw' | 'delete'>()
  const root = useRef<HTMLElement>(null)
  useFreshChoices()
  const { requirements } = listing
  const { first, waitsForSave } = findOpen(listing, isItemEdited)

  const fix = (place: Fix): void => {
    if (place.at === 'item') {
      onItemField(place.path)
      return
    }
    const field = place.at === 'offer' ? place.field : 'fulfillmentPolicyId'
    // Waits until the field is on screen.
    setTimeout(() => focusIn(root, field), 0)
  }
  const bind = (field: OfferField) => ({
    error: draft.error(field),
    label: offerFieldLabels[field],
    onChange: (text: string) => draft.change(field, text),
    value: draft.text(field),
  })
  const categoryId = draft.text('categoryId')
  const isStuck =
    refusal !== null ||
    next === 'wait' ||
    (next === 'none' && !draft.isAhead) ||
    (next === 'fix' && (first === undefined || (waitsForSave && isLive(offerState))))
  const keep = async (): Promise<void> => {
    await props.keepItem()
    await draft.keep()
  }
  const act = (now: Listing): void => {
    const found = findOpen(now, isItemEdited)
    if (now.next === 'fix' && !found.waitsForSave) {
      if (found.first?.fix != null) fix(found.first.fix)
    } else setDialog('list')
  }
  // What was typed right before may be all that was missing.
  const readKept = useAction(async () => {
    await keep()
    return client.listing.listing({ sku })
  })
  const goOn = (): void => {
    // Where keeping fails, the dialog says why.
    if (!readKept.isPending) readKept.mutate(undefined, { onSuccess: act, onError: () => setDialog('list') })
  }

  const open = useReportedMutation('listing', 'openListing')
  const shownFields: readonly OfferField[] = [
    'categoryId',
    'price',
    ...Object.values(policyFields),
    'merchantLocationKey',
  ]
  const isNeeded =
    isMoreNeeded ||
    listOpen(requirements).some(({ key }) => MORE_KEYS.includes(key)) ||
    listing.fields.some(({ field }) => !shownFields.includes(field) && draft.error(field) !== undefined)
  const step = next === 'fix' && !waitsForSave ? first : undefined
  const fill = step?.fill ?? null
  return (
    <section aria-label="Listing draft" ref={root}>
      <Stack gap={6}>
        <ListingNotices listing={listing} onFix={fix} />
        {refusal === null && (
          <div data-field="categoryId">
            <CategoryField
              categoryId={categoryId}
              error={draft.error('categoryId')}
              name={draft.view('categoryId')?.text === categoryId ? listing.categoryName : null}
              onChange={(id) => draft.change('categoryId', id)}
              title={title}
            />
          </div>
        )}
        {parts.specifics}
        {parts.condition}
        {parts.description}
        <div className={styles.pair}>
          {refusal === null && (
            <div data-field="price">
              <TextField {...bind('price')} label={`Price in ${currency}`} placeholder="0.00" />
            </div>
          )}
          {parts.quantity}
        </div>
        {refusal === null && (
          <div data-field="fulfillmentPolicyId">
            <TermsFields draft={draft} />
          </div>
        )}
        <Row justify="between">
          <Where listing={listing} />
          <Row>
            <CommandIconButton
              command="items.refreshListing"
              icon={RefreshCw}
              isPending={refresh.isPending}
              onPress={() => refresh.mutate({ sku })}
            />
            {(offerId !== null || listing.hasDraft) && (
              <CommandMenu
                actions={[
                  ...(isLive(offerState)
                    ? [
                        {
                          command: 'items.endListing' as const,
                          description: 'Keeps a draft, to list it again',
                          onPress: () => setDialog('withdraw'),
                        },
                      ]
                    : []),
                  ...(offerId !== null
                    ? [
                        {
                          command: 'items.deleteOffer' as const,
                          description: isLive(offerState) ? 'Ends the listing too' : `Deletes it on ${the}`,
                          tone: 'danger' as const,
                          onPress: () => setDialog('delete'),
                        },
                      ]
                    : []),
                  ...(listing.hasDraft
                    ? [
                        {
                          command: 'items.discardOfferDraft' as const,
                          description: `Shows ${the}’s values again`,
                          onPress: () => discard.mutate({ sku }),
                        },
                      ]
                    : []),
                ]}
                label="More for this listing"
                placement="bottom end"
                trigger={<IconButton icon={Ellipsis} label="More for this listing" />}
              />
            )}
          </Row>
        </Row>
        <MoreGroup isNeeded={isNeeded} label="More">
          {refusal === null && (
            <>
              <div className={styles.pair}>
                <div data-field="quantity">
                  <TextField
                    {...bind('quantity')}
                    description="Empty: as many as the item has."
                    label="Quantity for sale"
                    placeholder="As in the item"
                  />
                </div>
                <div data-field="quantityLimitPerBuyer">
                  <TextField {...bind('quantityLimitPerBuyer')} description="Empty: no limit." />
                </div>
              </div>
              <div data-field="listingDescription">
                <TextArea
                  {...bind('listingDescription')}
                  description="Empty: buyers read the item’s own description."
                  maxRows={12}
                  minRows={3}
                />
              </div>
              <MoreOfferFields draft={draft} listing={listing} />
            </>
          )}
          {parts.more}
          {otherOffers.map((offer) => (
            <Text as="p" key={offer.offerId} size="meta" tone="soft">
              {`This SKU also has a listing on ${offer.marketplaceId} (${offer.format.toLowerCase().replace('_', ' ')}, ${listingStateLabels[offer.state].toLowerCase()}). It isn’t edited here.`}
            </Text>
          ))}
        </MoreGroup>
      </Stack>
      <PaneFoot place={foot}>
        <Row grow>{(!isItemEdited || isLive(offerState)) && <ListingBadge state={listing.state} />}</Row>
        {isLive(offerState) && listing.listingUrl !== null && (
          <Button icon={ExternalLink} isPending={open.isPending} onPress={() => open.mutate({ sku })} variant="quiet">
            {`See it on ${platform.label}`}
          </Button>
        )}
        {fill !== null && <Button onPress={() => onFill(fill)}>{fill.value}</Button>}
        {refusal === null && !isStuck && (
          <CommandButton
            command="items.list"
            label={nextLabel(listing, draft.text('price'), step, platform.label)}
            onPress={goOn}
            variant={isItemEdited && isLive(offerState) ? 'plain' : 'primary'}
          />
        )}
      </PaneFoot>
      {dialog === 'list' && (
        <ListDialog
          keep={keep}
          pictureUrl={props.pictureUrl}
          onClose={() => setDialog(undefined)}
          onReviewItem={() => {
            setDialog(undefined)
            // Waits until the dialog is gone, because it traps the focus.
            setTimeout(() => onItemField([]), 0)
          }}
          sku={sku}
        />
      )}
      {dialog === 'withdraw' && <WithdrawDialog listing={listing} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && <DeleteOfferDialog listing={listing} onClose={() => setDialog(undefined)} />}
    </section>
  )
}
