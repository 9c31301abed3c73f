/** Checks every listing request against the platform's published descriptions (PLT-04). */
import { afterEach, describe, expect, it } from 'vitest'
import { type DescribedService, hasDescriptions, listRequestProblems } from '../official/descriptions.ts'
import { completeFields, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const services: readonly (readonly [prefix: string, service: DescribedService])[] = [
  ['/sell/inventory/', 'inventory'],
  ['/sell/account/', 'account'],
  ['/commerce/taxonomy/', 'taxonomy'],
  ['/sell/metadata/', 'metadata'],
]

describe.skipIf(!hasDescriptions)('requests of listing', () => {
  it('PLT-04 fit the published descriptions, from the first category to the last offer', async () => {
    rig = await openListing()
    const { listing } = rig
    const address = { addressLine1: '', city: 'Berlin', stateOrProvince: '', postalCode: '10115', country: 'DE' }
    await listing.createLocation({ merchantLocationKey: 'berlin', name: 'Berlin', ...address })
    await listing.optIn({})
    await listing.refreshChoices({})
    await listing.categorySuggestions({ text: 'Desk lamp & more' })
    await listing.category({ categoryId: '112581' })
    await listing.categoryName({ categoryId: '15230' })
    const skus = ['LAMP-1', 'LAMP-2', 'LAMP-3']
    for (const sku of skus) {
      await rig.addItem(sku)
      await listing.saveDraft({
        sku,
        fields: { ...completeFields, quantityLimitPerBuyer: '1', listingDescription: 'A lamp' },
      })
    }
    await rig.saveOffer('LAMP-1')
    await listing.saveDraft({ sku: 'LAMP-1', fields: { price: '99.00' } })
    await rig.saveOffer('LAMP-1')
    await rig.publish('LAMP-1')
    const several = skus.slice(1)
    const actions = [
      { action: 'saveOffer' },
      { action: 'publish' },
      { action: 'price', by: 'add', value: '1' },
      { action: 'quantity', value: '4' },
      { action: 'withdraw' },
    ] as const
    for (const what of actions) {
      const { planToken } = await listing.planRun({ skus: several, what })
      await rig.outbound.startRun({ planToken })
      await rig.settle()
    }
    const { offerId } = await listing.listing({ sku: 'LAMP-3' })
    await listing.deleteOffer({ sku: 'LAMP-3', offerId: offerId ?? '', endsListing: false })

    for (const isEnabled of [false, true]) {
      await listing.setLocationState({ merchantLocationKey: 'berlin', isEnabled })
      await rig.settle()
    }
    const { planToken } = await listing.planDeletion({ skus: ['LAMP-3'] })
    await rig.outbound.startRun({ planToken, deletions: 'confirmed' })
    await rig.settle()

    const made = new Set(rig.requests.map(({ operation }) => operation))
    for (const operation of [
      ...['getOffers', 'createOffer', 'updateOffer', 'publishOffer', 'withdrawOffer', 'deleteOffer', 'getListingFees'],
      ...['bulkCreateOffer', 'bulkPublishOffer', 'bulkUpdatePriceQuantity', 'getInventoryLocations'],
      ...['createInventoryLocation', 'getFulfillmentPolicies', 'getPaymentPolicies', 'getReturnPolicies'],
      ...['getOptedInPrograms', 'optInToProgram', 'getDefaultCategoryTreeId', 'getCategorySuggestions'],
      ...['deleteInventoryItem', 'disableInventoryLocation', 'enableInventoryLocation'],
      ...['getItemAspectsForCategory', 'getItemConditionPolicies', 'getCategorySubtree'],
    ]) {
      expect(made).toContain(operation)
    }
    const problems = rig.requests.flatMap((request) => {
      const path = new URL(request.url).pathname
      const service = services.find(([prefix]) => path.startsWith(prefix))?.[1]
      return service === undefined ? [`${path} has no description`] : listRequestProblems(service, request)
    })
    expect(problems).toEqual([])
  })

  it('AUT-05 carry the application’s token to taxonomy and metadata, and the seller’s elsewhere', async () => {
    rig = await openListing()
    await rig.listing.refreshChoices({})
    await rig.listing.category({ categoryId: '112581' })
    const wrong = rig.requests.filter(
      ({ service, credential }) => credential !== (service === 'catalog' ? 'application' : 'user'),
    )
    expect(wrong).toEqual([])
  })
})
