/** The Listing section of the item page: the state of the listing, what it still needs, and its next step (LST-01). */
import { Ellipsis, ExternalLink, RefreshCw } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isLive, listingStateLabels } from '../../shared/inventory/listing-state.ts'
import type { Listing, Requirement } from '../../shared/listing/contract.ts'
import { type OfferField, offerFieldLabels } from '../../shared/listing/offer-field.ts'
import { useAction, useApiQuery, useClient, useReportedMutation } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { CommandButton, CommandIconButton, CommandMenu } from '../commands/command-button.tsx'
import { ListingBadge } from '../parts/listing-badge.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../ui/display/relative-time.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { DeleteOfferDialog, WithdrawDialog } from './end-dialog.tsx'
import { ListDialog } from './list-dialog.tsx'
import styles from './listing.module.css'
import { ListingNotices } from './listing-notices.tsx'
import { CategoryAspects } from './offer/category-aspects.tsx'
import { CategoryField } from './offer/category-field.tsx'
import { MoreOfferFields } from './offer/more-offer-fields.tsx'
import { TermsFields } from './offer/terms-fields.tsx'
import { type Fix, RequirementList } from './requirement-list.tsx'
import { useOfferDraft } from './use-offer-draft.ts'

type ListingSectionProps = {
  readonly sku: string
  /** The title on screen, including the unsaved edit. */
  readonly title: string | null
  readonly hasAspect: (name: string) => boolean
  readonly onAspect: (name: string, values: readonly string[]) => void
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

const MORE_FIELDS = ['listingDescription', 'quantityLimitPerBuyer'] as const satisfies readonly OfferField[]

const Where = ({ listing }: { readonly listing: Listing }) => {
  const { state, listingId, listingUrl, sku, soldQuantity, readAtMs, marketplaceLabel, revisions } = listing
  const open = useReportedMutation('listing', 'openListing')
  return (
    <Row wrap>
      <ListingBadge state={state} />
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
  const open = requirements.filter(({ state }) => state === 'missing' || state === 'wrong')
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

const nextLabel = ({ next, offerState }: Listing, canFix: boolean): string => {
  if (next === 'publish') return 'Publish'
  // `none` has a button only while a text is not stored yet.
  if (next === 'saveOffer' || next === 'none') return isLive(offerState) ? 'Review listing changes' : 'List this item'
  return canFix ? 'Next: fill in what is missing' : 'List this item'
}

const OpenListing = (props: OpenListingProps) => {
  const { the } = usePlatformName()
  const { listing, title, isItemEdited, hasAspect, onAspect, onFill, onItemField } = props
  const { sku, next, currency, offerId, offerState, otherOffers, refusal } = listing
  const client = useClient()
  const draft = useOfferDraft(listing)
  const refresh = useReportedMutation('listing', 'refreshListing')
  const discard = useReportedMutation('listing', 'discardDraft')
  const [dialog, setDialog] = useState<'list' | 'withdraw' | 'delete'>()
  const [showsMore, setShowsMore] = useState(MORE_FIELDS.some((field) => draft.text(field) !== ''))
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
    if (field === 'listingDescription' || field === 'quantityLimitPerBuyer') setShowsMore(true)
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

  return (
    <section aria-label="Listing draft" ref={root}>
      <Stack gap={4}>
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
        <ListingNotices listing={listing} onFix={fix} />
        {refusal === null && (
          <>
            {offerState !== 'published' && <RequirementList onFill={onFill} onFix={fix} requirements={requirements} />}
            <div data-field="categoryId">
              <CategoryField
                categoryId={categoryId}
                error={draft.error('categoryId')}
                name={draft.view('categoryId')?.text === categoryId ? listing.categoryName : null}
                onChange={(id) => draft.change('categoryId', id)}
                title={title}
              />
            </div>
            <CategoryAspects categoryId={categoryId} has={hasAspect} onSet={onAspect} />
            <div className={styles.pair}>
              <div data-field="price">
                <TextField {...bind('price')} label={`Price in ${currency}`} placeholder="0.00" />
              </div>
              <div data-field="quantity">
                <TextField {...bind('quantity')} label="Quantity for sale" placeholder="As in the item" />
              </div>
            </div>
            <div data-field="fulfillmentPolicyId">
              <TermsFields draft={draft} />
            </div>
            {showsMore ? (
              <>
                <div data-field="listingDescription">
                  <TextArea
                    {...bind('listingDescription')}
                    description="Empty: buyers read the item’s own description."
                    maxRows={12}
                    minRows={3}
                  />
                </div>
                <div className={styles.pair} data-field="quantityLimitPerBuyer">
                  <TextField {...bind('quantityLimitPerBuyer')} description="Empty: no limit." />
                </div>
              </>
            ) : (
              <Row>
                <Button onPress={() => setShowsMore(true)} size="s" variant="quiet">
                  More: own description, limit per buyer
                </Button>
              </Row>
            )}
            <MoreOfferFields draft={draft} listing={listing} />
            {otherOffers.map((offer) => (
              <Text as="p" key={offer.offerId} size="meta" tone="soft">
                {`This SKU also has a listing on ${offer.marketplaceId} (${offer.format.toLowerCase().replace('_', ' ')}, ${listingStateLabels[offer.state].toLowerCase()}). It is not edited here.`}
              </Text>
            ))}
            {!isStuck && (
              <Row justify="end">
                <CommandButton
                  command="items.list"
                  label={waitsForSave ? 'Save and list' : nextLabel(listing, first !== undefined)}
                  onPress={goOn}
                  variant={isItemEdited ? 'plain' : 'primary'}
                />
              </Row>
            )}
          </>
        )}
      </Stack>
      {dialog === 'list' && (
        <ListDialog
          keep={keep}
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
