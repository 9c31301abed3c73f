/**
 * Lists an item with one confirmation: price, quantity, marketplace and fees in one sentence (LST-01, LST-04).
 *
 * The platform names the fees of a saved offer only, so a new offer is saved first, which buyers don't see. What changes a live
 * listing, or deletes anything, is confirmed on its own before it is saved (LST-03).
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { describeValue } from '../../shared/inventory/fields/plain-facts.ts'
import type { JsonValue } from '../../shared/inventory/json.ts'
import { listingStateLabels } from '../../shared/inventory/listing-state.ts'
import type { Confirmed, Listing, OfferPreview } from '../../shared/listing/contract.ts'
import { offerFieldLabels } from '../../shared/listing/offer-field.ts'
import type { ActResult } from '../../shared/outbound/act-result.ts'
import { useAction, useApiQuery, useClient, useReadAgain } from '../api/hooks.ts'
import { usePlatform, usePlatformName } from '../api/use-connection.ts'
import { Picture } from '../parts/picture.tsx'
import { ChangeTable } from '../parts/save/change-table.tsx'
import { type Confirmations, DeletionList, findUnconfirmed, useConfirmations } from '../parts/save/deletion-list.tsx'
import { LastReading } from '../parts/save/last-reading.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { errorMessage } from '../ui/feedback/error-message.ts'
import { LoadingState } from '../ui/feedback/states.tsx'
import { doFinally } from '../ui/feedback/undo.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Dialog, RUNNING } from '../ui/overlays/dialog.tsx'
import styles from './listing.module.css'
import { confirmText, feesText, fieldValue, workLabel } from './listing-labels.ts'
import { saveItemFirst } from './save-item-first.ts'

type Step =
  | { readonly at: 'save'; readonly preview: OfferPreview; readonly listing: Listing }
  | {
      readonly at: 'publish'
      readonly confirmed: Confirmed
      readonly listing: Listing
      readonly feesProblem: string | null
    }
  /** The item's own save needs the seller before anything is listed. */
  | { readonly at: 'item' }
  | EndStep

/** The last step: nothing is left to do now. */
type EndStep = {
  readonly at: 'end'
  readonly title: string
  readonly message: string
  readonly warnings: readonly string[]
  /** Whether the outcome is pending; it is shown once known. */
  readonly isOpen: boolean
}

/** Undefined while the first step loads. */
const stepTitle = (sku: string, step: Step | undefined): string => {
  if (step === undefined || step.at === 'item') return `List ${sku}`
  if (step.at === 'end') return step.title
  if (step.at === 'publish') return 'List this item?'
  return step.preview.isNew ? `Save the listing draft of ${sku}` : `What saving the listing of ${sku} will change`
}

const endTitles = {
  sent: 'Done',
  waiting: 'Waiting to be sent',
  unknown: 'No answer yet',
  withdrawn: 'Withdrawn',
} as const

/** The texts for a step that was carried out. */
type DoneText = { readonly title: string; readonly message: string }

const offerSaved: DoneText = { title: 'Done', message: 'The listing is saved.' }
const itemSaved: DoneText = { title: 'Done', message: 'The item is saved.' }
const published: DoneText = { title: 'Live', message: 'Buyers can see the listing.' }

const endOf = ({ state, known, message, note }: ActResult, done: DoneText): EndStep => ({
  at: 'end',
  title: state !== 'sent' ? endTitles[state] : known === 'answer' ? done.title : 'Nothing to change',
  message: state === 'sent' ? done.message : message,
  warnings: note === '' ? [] : [note],
  isOpen: state === 'waiting' || state === 'unknown',
})

/** Updates the last step from the listing. */
const followEnd = (end: EndStep, { work: [work], state, next }: Listing): EndStep => {
  if (!end.isOpen) return end
  if (work !== undefined) {
    const isOpen = !['refused', 'notFound'].includes(work.state)
    return { ...end, title: workLabel(work).title, message: work.message ?? end.message, isOpen }
  }
  const message =
    next === 'publish' ? 'The listing draft is saved and ready to publish.' : `${listingStateLabels[state]}.`
  return { ...end, title: 'Done', message, isOpen: false }
}

type Names = ReadonlyMap<string, string>

/** The seller's names for policies, locations and the category, by id. */
const useNames = (listing: Listing | undefined): Names => {
  const { data } = useApiQuery('listing', 'choices', {})
  const categoryId = listing?.fields.find(({ field }) => field === 'categoryId')?.text ?? ''
  return new Map([
    ...(data?.policies ?? []).map(({ policyId, name }) => [policyId, name] as const),
    ...(data?.locations ?? []).map(({ merchantLocationKey, name }) => [merchantLocationKey, name] as const),
    ...(listing?.categoryName == null ? [] : [[categoryId, listing.categoryName] as const]),
  ])
}

const valueText = (value: JsonValue, names: Names): string =>
  typeof value === 'string' ? (names.get(value) ?? value) : describeValue(value)

/** The changes that a save makes. For a new offer, lists each field by its own name, not as the record nests it. */
const listChanges = ({ isNew, changes }: OfferPreview, { fields, currency }: Listing, names: Names) => {
  const shown = isNew
    ? fields.flatMap(({ field, text }) =>
        text === '' ? [] : [{ label: offerFieldLabels[field], old: null, value: fieldValue(field, text, currency) }],
      )
    : changes
  const show = (value: JsonValue) => (value === null ? undefined : valueText(value, names))
  return shown.map(({ label, old, value }) => ({ key: label, label, old: show(old), value: show(value) }))
}

/** Whether a save is confirmed on its own. A save that buyers don't see and that deletes nothing is a part of listing. */
const needsConfirmation = ({ changesLiveListing, deletions, lastReading, noChange }: OfferPreview): boolean =>
  changesLiveListing || deletions.length > 0 || lastReading !== null || noChange

/** Everything that buyers will see of the offer, for a seller who wants to check it. */
const ListedFields = ({ listing }: { readonly listing: Listing }) => {
  const names = useNames(listing)
  return (
    <details>
      <summary>Everything in this listing</summary>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {listing.fields
            .filter(({ text }) => text !== '')
            .map(({ field, text }) => (
              <tr key={field}>
                <td>{offerFieldLabels[field]}</td>
                <td>{valueText(fieldValue(field, text, listing.currency), names)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  )
}

type SaveStepProps = {
  readonly preview: OfferPreview
  readonly listing: Listing
  readonly confirmations: Confirmations
  readonly isSending: boolean
  readonly isPriceConfirmed: boolean
  readonly onConfirmPrice: (isConfirmed: boolean) => void
}

const SaveStep = ({ preview, listing, confirmations, isSending, isPriceConfirmed, onConfirmPrice }: SaveStepProps) => {
  const { the, The } = usePlatformName()
  const { caution, deletions, lastReading, changesLiveListing, isNew, noChange } = preview
  const changes = listChanges(preview, listing, useNames(listing))
  return (
    <Stack gap={4}>
      <LastReading lastReading={lastReading} />
      {changesLiveListing && <Banner tone="caution">The listing is live: buyers see the change immediately.</Banner>}
      {isNew && (
        <Text as="p" tone="soft">
          Saves a listing draft that buyers don’t see yet. You see its fees before you publish.
        </Text>
      )}
      {noChange && <Text tone="faint">{`${The} already has all of this.`}</Text>}
      {changes.length > 0 && (
        <ChangeTable
          changes={changes}
          newLabel={isNew ? 'Value' : 'After saving'}
          oldLabel={isNew ? null : `Now on ${the}`}
        />
      )}
      {caution !== null && (
        <Stack aria-label="Check the price" as="section">
          <Text as="p" strong>
            {caution}
          </Text>
          <Checkbox isSelected={isPriceConfirmed} onChange={onConfirmPrice}>
            The price is right
          </Checkbox>
        </Stack>
      )}
      <DeletionList confirmations={confirmations} deletions={deletions} from="the listing" isDisabled={isSending} />
    </Stack>
  )
}

type ListDialogProps = {
  readonly sku: string
  readonly pictureUrl: string | null
  /** Stores the latest changes, so that the preview includes them. */
  readonly keep: () => Promise<void>
  readonly onClose: () => void
  /** Closes the dialog and shows what saving the item changes. */
  readonly onReviewItem: () => void
}

export const ListDialog = ({ sku, pictureUrl, keep, onClose, onReviewItem }: ListDialogProps) => {
  const { The } = usePlatformName()
  const client = useClient()
  const readItemAgain = useReadAgain('inventory', 'item')
  const current = useApiQuery('listing', 'listing', { sku })
  const [isPriceConfirmed, setPriceConfirmed] = useState(false)
  const confirmations = useConfirmations()

  const publishStep = async (listing: Listing): Promise<Step | undefined> => {
    if (listing.confirm === null) return undefined
    const { fees, problem } = await client.listing.fees({ sku })
    return { at: 'publish', confirmed: { ...listing.confirm, fees }, listing, feesProblem: problem }
  }
  /** Builds the last step. It first reads a listing that has the change, because a pending step follows the listing. */
  const endStep = async (result: ActResult, done: DoneText): Promise<EndStep> => {
    await current.refetch()
    return endOf(result, done)
  }
  const saveStep = async ({ previewToken }: OfferPreview, deletions: string[]): Promise<Step> => {
    const result = await client.listing.saveOffer({ sku, previewToken, confirmedDeletions: deletions })
    const end = await endStep(result, offerSaved)
    return (end.isOpen ? undefined : await publishStep(await client.listing.listing({ sku }))) ?? end
  }
  const load = useAction(async (): Promise<Step> => {
    await keep()
    const item = await saveItemFirst(client, sku)
    if (item.outcome === 'review') return { at: 'item' }
    if (item.outcome === 'open') return endStep(item.result, itemSaved)
    await readItemAgain()
    const listing = await client.listing.listing({ sku })
    if (listing.next === 'fix') {
      const missing = listing.requirements.find(({ state }) => state === 'missing' || state === 'wrong')
      return {
        at: 'end',
        title: 'Not listed yet',
        message: `${missing?.message ?? 'Something is missing'}.`,
        warnings: [],
        isOpen: false,
      }
    }
    const publish = listing.next === 'publish' ? await publishStep(listing) : undefined
    if (publish !== undefined) return publish
    const preview = await client.listing.previewOffer({ sku })
    return needsConfirmation(preview) ? { at: 'save', preview, listing } : saveStep(preview, [])
  })
  const save = useAction((preview: OfferPreview): Promise<Step> => saveStep(preview, [...confirmations.ids]))
  const publish = useAction(async (confirmed: Confirmed): Promise<Step> => {
    const final = { label: `${sku} listed`, why: 'End the listing on its page if you don’t want it.' }
    return endStep(await doFinally(final, () => client.listing.publish({ sku, confirmed })), published)
  })
  /** The foot of the page says that it is live: a dialog is shown only for what the seller must read. */
  const publishNow = (confirmed: Confirmed): void =>
    publish.mutate(confirmed, {
      onSuccess: (end) => {
        if (end.at === 'end' && end.title === published.title && end.warnings.length === 0) onClose()
      },
    })
  const loadFirst = useEffectEvent(() => load.mutate())
  useEffect(() => loadFirst(), [])

  const known = publish.data ?? save.data ?? load.data
  const step = known?.at === 'end' && current.data !== undefined ? followEnd(known, current.data) : known
  const platform = usePlatform()
  const isSending = save.isPending || publish.isPending
  const isBusy = load.isPending || save.isPending || publish.isPending
  const failed = [publish, save, load].find(({ error }) => error !== null)
  const reload = (): void => {
    publish.reset()
    save.reset()
    setPriceConfirmed(false)
    confirmations.reset()
    load.mutate()
  }
  return (
    <Dialog
      footer={
        step?.at === 'end' ? (
          <Button autoFocus key="end" onPress={onClose} variant="primary">
            Done
          </Button>
        ) : (
          <>
            <Button disabledReason={isSending ? RUNNING : undefined} onPress={onClose}>
              Cancel
            </Button>
            {step?.at === 'item' && (
              <Button autoFocus key="item" onPress={onReviewItem} variant="primary">
                Review item changes
              </Button>
            )}
            {step?.at === 'save' && (
              <Button
                autoFocus
                disabledReason={
                  findUnconfirmed(step.preview.deletions, confirmations) ??
                  (step.preview.caution !== null && !isPriceConfirmed ? 'The price isn’t confirmed' : undefined)
                }
                isPending={save.isPending}
                key="save"
                sends
                onPress={() => !isBusy && save.mutate(step.preview)}
                variant="primary"
              >
                {step.preview.isNew ? 'Save draft' : 'Save listing'}
              </Button>
            )}
            {step?.at === 'publish' && (
              <Button
                autoFocus
                isPending={publish.isPending}
                key="publish"
                sends
                onPress={() => !isBusy && publishNow(step.confirmed)}
                variant="primary"
              >
                {`List on ${platform.label}`}
              </Button>
            )}
          </>
        )
      }
      isDismissable={!isBusy}
      isRunning={isSending}
      onClose={onClose}
      title={stepTitle(sku, step)}
    >
      <Stack gap={4}>
        {failed?.error != null && (
          <Banner action={{ label: 'Check again', onPress: reload }} title="Stopped at this step." tone="danger">
            {errorMessage(failed.error)}
          </Banner>
        )}
        {step === undefined && load.error === null && <LoadingState label="Loading the listing" shape="lines" />}
        {step?.at === 'item' && (
          <p>Saving the item deletes something, has a problem, or can’t be checked now. Review it first.</p>
        )}
        {step?.at === 'save' && (
          <SaveStep
            confirmations={confirmations}
            isPriceConfirmed={isPriceConfirmed}
            isSending={save.isPending}
            onConfirmPrice={setPriceConfirmed}
            listing={step.listing}
            preview={step.preview}
          />
        )}
        {step?.at === 'publish' && (
          <>
            <Row align="start" gap={4}>
              <Picture size="card" url={pictureUrl} />
              <Stack gap={1}>
                <Text as="p" size="section" strong>
                  {step.listing.title}
                </Text>
                <p className={styles.sentence}>{confirmText(step.confirmed, step.listing.marketplaceLabel)}</p>
                <Text as="p" tone="soft">
                  {feesText(step.confirmed.fees, platform.name)}
                </Text>
              </Stack>
            </Row>
            {step.feesProblem !== null && <Text tone="soft">{step.feesProblem}</Text>}
            <ListedFields listing={step.listing} />
          </>
        )}
        {step?.at === 'end' && (
          <>
            <p>{step.message}</p>
            {step.warnings.map((warning) => (
              <Banner key={warning} title={`${The} warns:`} tone="caution">
                {warning}
              </Banner>
            ))}
          </>
        )}
      </Stack>
    </Dialog>
  )
}
