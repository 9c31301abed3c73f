/** The listing feature's answers to its contract. */
import { type ConnectionProfile, getPlatform, listingPageUrl } from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { MAX_PICTURE_BYTES } from '../../shared/listing/contract/choices-contract.ts'
import type { listingContract } from '../../shared/listing/contract.ts'
import { conflict, notFound, validation } from '../../shared/result.ts'
import { detectPictureType } from '../http/picture-type.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Ports } from '../ports.ts'
import type { Choices } from './choices/choices.ts'
import type { createItemDeletePlans } from './deletion/item-delete-plan.ts'
import type { GroupMaking } from './groups/group-making.ts'
import type { LocationStates } from './locations/location-states.ts'
import type { ListingReader } from './offers/listing-reader.ts'
import type { ListingView } from './offers/listing-view.ts'
import type { OfferActions } from './offers/offer-actions.ts'
import type { createListingPlans } from './plans/listing-plans.ts'
import type { ChoicesClient } from './platform/choices-client.ts'
import type { createTakeoverPlans } from './takeover/takeover-plan.ts'

type Contract = typeof listingContract

export const createListingHandlers = (deps: {
  readonly view: ListingView
  readonly actions: OfferActions
  readonly reader: ListingReader
  readonly choices: Choices
  readonly client: ChoicesClient
  readonly plans: ReturnType<typeof createListingPlans>
  readonly takeovers: ReturnType<typeof createTakeoverPlans>
  readonly deletions: ReturnType<typeof createItemDeletePlans>
  readonly locations: LocationStates
  readonly making: GroupMaking
  readonly profile: ConnectionProfile
  readonly outbound: Outbound
  readonly openExternal: Ports['openExternal']
  readonly emit: FeatureEmit<Contract>
}): FeatureHandlers<Contract> => {
  const { view, actions, reader, choices, client, emit } = deps

  const requireListing = (): void => {
    const refusal = reader.refusal()
    if (refusal !== undefined) throw conflict(refusal)
  }

  const requireGroups = (): void => {
    requireListing()
    if (!getPlatform(deps.profile).capabilities.itemGroups) {
      throw conflict('This platform has no listings with variations.')
    }
  }

  return {
    listing: ({ sku }) => view.view(sku),
    refreshListing: async ({ sku }) => {
      requireListing()
      await reader.read(sku)
      await choices.prepare(view.view(sku).fields.find(({ field }) => field === 'categoryId')?.text ?? '')
    },
    openListing: async ({ sku }) => {
      const { listingUrl } = view.view(sku)
      if (listingUrl === null) throw notFound(`${sku} has no page on ${getPlatform(deps.profile).name.the}.`)
      await deps.openExternal(listingUrl)
    },
    openListingPage: async ({ listingId }) => {
      const pageUrl = listingPageUrl(deps.profile, listingId)
      if (pageUrl === undefined) throw notFound('This platform has no page for the listing.')
      await deps.openExternal(pageUrl)
    },
    saveDraft: ({ sku, fields }) => actions.saveDraft(sku, fields),
    discardDraft: ({ sku }) => actions.discardDraft(sku),
    resolveConflicts: ({ sku, keep }) => actions.resolveConflicts(sku, keep),
    previewOffer: ({ sku }) => actions.preview(sku),
    saveOffer: ({ sku, previewToken, confirmedDeletions }) => actions.save(sku, previewToken, confirmedDeletions),
    fees: ({ sku }) => actions.fees(sku),
    publish: ({ sku, confirmed }) => actions.publish(sku, confirmed),
    withdraw: ({ sku, listingId }) => actions.withdraw(sku, listingId),
    deleteOffer: ({ sku, offerId, endsListing }) => actions.deleteOffer(sku, offerId, endsListing),

    categorySuggestions: async ({ text }) => {
      requireListing()
      return { categories: await choices.suggest(text) }
    },
    category: async ({ categoryId }) => {
      requireListing()
      return choices.requireCategory(categoryId)
    },
    categoryName: async ({ categoryId }) => ({
      name: reader.refusal() === undefined ? await choices.readCategoryName(categoryId) : null,
    }),
    choices: () => {
      const read = choices.lastRead()
      return {
        refusal: reader.refusal() ?? null,
        marketplaceId: choices.marketplaceId,
        marketplaceLabel: choices.marketplaceLabel,
        currency: choices.currency,
        hasPolicies: read?.hasPolicies ?? null,
        isRegistered: read?.isRegistered ?? null,
        policies: read?.policies.map((policy) => ({ ...policy, isCalculated: policy.isCalculated ?? false })) ?? [],
        locations: read?.locations ?? [],
        readAtMs: read?.readAtMs ?? null,
        problem: choices.problem(),
        canUploadPictures: client.canUpload,
      }
    },
    refreshChoices: async () => {
      requireListing()
      await choices.refresh()
    },
    optIn: async () => {
      requireListing()
      return { message: await choices.optIn() }
    },
    createLocation: async (location) => {
      requireListing()
      await choices.createLocation(location)
    },

    locationUse: ({ merchantLocationKey }) => deps.locations.countUse(merchantLocationKey),
    setLocationState: ({ merchantLocationKey, isEnabled }) => {
      requireListing()
      return deps.locations.set(merchantLocationKey, isEnabled)
    },
    uploadPicture: async ({ uploadId, base64 }) => {
      requireListing()
      if (!client.canUpload)
        throw conflict('This platform keeps no pictures. Enter the address of a picture that is on the web.')
      const bytes = Buffer.from(base64, 'base64')
      if (bytes.length > MAX_PICTURE_BYTES) {
        throw validation('base64', 'The picture is larger than 12 MB. Choose a smaller one.')
      }
      const type = detectPictureType(bytes)
      if (type === undefined) {
        throw validation('base64', 'This isn’t a PNG, JPEG, GIF or WebP picture. Choose another file.')
      }
      const uploaded = await client.createImageFromFile({ bytes, type }, (sentBytes, totalBytes) =>
        emit('uploadProgressed', { uploadId, sentBytes, totalBytes }),
      )
      choices.keepPicture(uploaded)
      return uploaded
    },

    planTakeover: ({ listingIds, excluded }) =>
      deps.outbound.runs.plan({ excluded, make: (context) => deps.takeovers.make(listingIds, context) }),
    planDeletion: async ({ skus, listingIds, excluded }) => {
      requireListing()
      if (!getPlatform(deps.profile).capabilities.itemDeletion) {
        throw conflict('Items can’t be deleted on this platform. Remove the item from the list instead.')
      }
      await deps.deletions.readUnread(skus)
      return deps.outbound.runs.plan({ excluded, make: (context) => deps.deletions.make(skus, listingIds, context) })
    },
    newGroup: async ({ skus, typed }) => {
      requireGroups()
      if (typed === null) await deps.deletions.readUnread(skus)
      return deps.making.describe(skus, typed)
    },
    planNewGroup: ({ skus, group, excluded }) => {
      requireGroups()
      return deps.outbound.runs.plan({ excluded, make: (context) => deps.making.make(skus, group, context) })
    },
    planNext: ({ runId, excluded }) => {
      const { runs } = deps.outbound
      return runs.plan(deps.plans.planNext(runId, () => runs.requireNext(runId), excluded))
    },
    planRun: ({ skus, listingIds, what, excluded }) =>
      deps.outbound.runs.plan(deps.plans.plan(skus, listingIds, what, excluded)),
  }
}
