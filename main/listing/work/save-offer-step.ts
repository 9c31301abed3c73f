/** Saves of listing drafts and changes of live listings, as a kind of the outbound queue. Replaces whole offers (LST-03). */
import { type JsonObject, valueAt } from '../../../shared/inventory/json.ts'
import { MAX_BULK_OFFERS, type OfferField } from '../../../shared/listing/offer-field.ts'
import { conflict } from '../../../shared/result.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import { settleByValues } from '../../outbound/settle.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import {
  createOfferBody,
  hasConflict,
  holdsDraft,
  isSameText,
  mergeOffer,
  type OfferDraft,
  readField,
} from '../offers/offer-draft.ts'
import { previewOffer } from '../offers/offer-preview.ts'
import { isLiveOffer, offerIdOf } from '../offers/offer-record.ts'
import { refuse } from '../offers/publish-decision.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { resultAt, type StepResult } from '../platform/offer-results.ts'
import type { ListingChanges } from './listing-changes.ts'
import type { Payloads } from './listing-payloads.ts'
import { type Going, nameItem, type Step } from './offer-step.ts'

/** Runs one of several requests. If none of its rows may be sent, the others still go. */
const unlessNothing = async (send: () => Promise<void>): Promise<void> => {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof NothingLeaves)) throw error
  }
}

export const createSaveOfferStep = (deps: {
  readonly client: OfferClient
  readonly store: ListingStore
  readonly choices: Choices
  readonly items: ListedItemsPort
  readonly changes: ListingChanges
}): Step<'saveOffer'> => {
  const { client, store, choices, items } = deps
  const { the, The } = choices.platformName
  const { marketplaceId } = choices

  const context = (offer: JsonObject | undefined) => choices.context(isLiveOffer(offer))

  const newBody = ({ sku, draft }: Payloads['saveOffer']): JsonObject =>
    createOfferBody({ sku, marketplaceId, draft }, context(undefined))

  /** The body of an update, merged into the reading of the check (LST-03). Throws `conflict`. */
  const mergeUpdate = ({ payload: { draft, confirmedDeletions }, offer }: Going<'saveOffer'>): JsonObject => {
    if (offer === undefined) throw conflict(`${The} no longer has this listing draft. Nothing was sent. Save it again.`)
    const body = mergeOffer(offer, draft, context(offer))
    const unconfirmed = previewOffer(offer, body).deletions.filter(({ id }) => !confirmedDeletions.includes(id))
    if (unconfirmed.length > 0) {
      throw conflict(
        `Saving now deletes ${unconfirmed.map(({ name }) => name).join('; ')}. Check it again; nothing was sent.`,
      )
    }
    return body
  }

  return {
    describe: ({ sku, isNew }) =>
      `${isNew ? 'Save' : 'Change'} the listing${isNew ? ' draft' : ''} of ${nameItem(items, sku)}`,
    decide: (offer, { draft, isNew }) => {
      if (offer === undefined) {
        return isNew
          ? { decision: 'send' }
          : refuse(`${The} no longer has this listing draft. Nothing was sent. Save it again to create it.`)
      }
      if (holdsDraft(offer, draft)) return { decision: 'alreadyThere' }
      const differs = Object.keys(draft).some((field) => hasConflict(field as keyof OfferDraft, draft, offer))
      if (differs && isNew) {
        return refuse('Someone else listed this item meanwhile. Nothing was sent. Check it and save again.')
      }
      return differs
        ? refuse(`The listing changed on ${the} in fields that you changed. Decide each one; nothing was sent.`)
        : { decision: 'send' }
    },
    send: async (rows, leave, signal) => {
      const results = new Map<string, StepResult>()
      const created = rows.filter(({ offer }) => offer === undefined)
      // The language applies to the whole call, not to single elements.
      for (const language of new Set(created.map(({ payload }) => payload.contentLanguage))) {
        const alike = created.filter(({ payload }) => payload.contentLanguage === language)
        let going: readonly Going<'saveOffer'>[] = alike
        const prepare = async (): Promise<readonly JsonObject[]> => {
          going = await leave(alike)
          return going.map(({ payload }) => newBody(payload))
        }
        await unlessNothing(async () => {
          const [only, ...more] = alike
          if (only !== undefined && more.length === 0) {
            const prepareOne = async (): Promise<JsonObject> => (await prepare())[0] ?? newBody(only.payload)
            results.set(only.payload.sku, await client.createOffer(prepareOne, language, signal))
            return
          }
          const answers = await client.bulkCreateOffer(prepare, language, signal)
          for (const [index, { payload }] of going.entries()) results.set(payload.sku, resultAt(answers, index))
        })
      }
      for (const row of rows) {
        const { offer, payload } = row
        if (offer === undefined) continue
        const prepare = async (): Promise<JsonObject> => {
          const [now] = await leave([row])
          return mergeUpdate(now ?? row)
        }
        await unlessNothing(async () => {
          const result = await client.updateOffer(offerIdOf(offer), prepare, payload.contentLanguage, signal)
          results.set(payload.sku, result)
        })
      }
      return results
    },
    isDone: (offer, { draft }) => offer !== undefined && holdsDraft(offer, draft),
    settle: (offer, { draft, isNew }) => {
      if (offer === undefined) return isNew ? false : null
      const values = Object.entries(draft).map(([field, { text, was }]) => {
        const now = readField(offer, field as OfferField)
        const comparable = (one: string) => ({ field: field as OfferField, text: one })
        return { was: comparable(isNew ? '' : was), sent: comparable(text), now: comparable(now) }
      })
      return settleByValues(values, (one, other) => isSameText(one.field, one.text, other.text))
    },
    after: (offer, payload, { offerId }) =>
      offer === undefined
        ? { ...newBody(payload), ...(offerId === undefined ? {} : { offerId }), status: 'UNPUBLISHED' }
        : { ...offer, ...mergeOffer(offer, payload.draft, context(offer)) },
    onDone: ({ sku }) => {
      const { offer } = store.load(sku)
      if (offer === undefined) return
      const policy = (name: string): string | null => {
        const value = valueAt(offer, ['listingPolicies', name])
        return typeof value === 'string' ? value : null
      }
      const before = choices.defaults()
      choices.setDefaults({
        fulfillmentPolicyId: policy('fulfillmentPolicyId') ?? before.fulfillmentPolicyId,
        paymentPolicyId: policy('paymentPolicyId') ?? before.paymentPolicyId,
        returnPolicyId: policy('returnPolicyId') ?? before.returnPolicyId,
        merchantLocationKey:
          typeof offer.merchantLocationKey === 'string' ? offer.merchantLocationKey : before.merchantLocationKey,
      })
    },
    // Keeps what others have changed since.
    revert: (offer, payload, isExcluded) => {
      if (payload.isNew) return { problem: 'It made the listing draft. Delete that on the item’s own page.' }
      if (offer === undefined) return { problem: `${The} no longer has this listing.` }
      const going = Object.entries(payload.draft).filter(
        ([field]) => !isExcluded(deps.changes.path(field as OfferField)),
      )
      if (!holdsDraft(offer, Object.fromEntries(going))) return { problem: `${The} has another value now.` }
      const draft: OfferDraft = Object.fromEntries(
        going.map(([field, { text, was }]) => [field, { text: was, was: text }]),
      )
      const { deletions } = previewOffer(offer, mergeOffer(offer, draft, context(offer)))
      return {
        payload: { ...payload, draft, confirmedDeletions: deletions.map(({ id }) => id) },
        deletions: deletions.map(({ name }) => name),
      }
    },
    revises: true,
    maxBatch: MAX_BULK_OFFERS,
  }
}
