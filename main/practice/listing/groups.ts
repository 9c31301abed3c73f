/** The store's rules for groups of items that are the variations of one listing, without HTTP. eBay only. */
import { createRefusals, type ErrorDetail } from '../api/refusal.ts'
import { asObject, isObject, type JsonObject, parseJsonObject } from '../json-body.ts'
import { newNumber } from '../shop/ids.ts'
import type { StoredGroup, StoredOffer } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { listPublishProblems, readSellable } from './publish-rules.ts'
import { isTextList, listSharingProblems } from './variation-rules.ts'

const { detail, refuse, refuseAll } = createRefusals('API_INVENTORY')

/** https://developer.ebay.com/help/listings/trading/number-variations-allowed-multiple-variation-listing */
const MAX_VARIATIONS = 250
const MAX_KEY = 50
const MAX_TITLE = 80
const MAX_SUBTITLE = 55

/** The fields of a group that a seller writes. */
const writableFields: readonly string[] = [
  'aspects',
  'description',
  'imageUrls',
  'subtitle',
  'title',
  'variantSKUs',
  'variesBy',
  'videoIds',
]

const isSecure = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'
const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string'
const isOptionalList = (value: unknown): boolean => value === undefined || isTextList(value)

/** A field of the wrong JSON type is refused while the body is read, as in an item. */
const listWrongTypes = (fields: JsonObject): readonly string[] => {
  const { aspects = {}, variesBy = {} } = fields
  const { specifications = [], aspectsImageVariesBy } = asObject(variesBy)
  const isSpecification = (value: unknown): boolean =>
    isObject(value) && isOptionalText(value.name) && isOptionalList(value.values)
  return [
    ...Object.keys(fields).filter((name) => !writableFields.includes(name)),
    ...['title', 'subtitle', 'description'].filter((name) => !isOptionalText(fields[name])),
    ...['imageUrls', 'variantSKUs', 'videoIds'].filter((name) => !isOptionalList(fields[name])),
    ...(isObject(aspects) && Object.values(aspects).every(isTextList) ? [] : ['aspects']),
    ...(isObject(variesBy) && Array.isArray(specifications) && specifications.every(isSpecification)
      ? []
      : ['variesBy.specifications']),
    ...(isOptionalList(aspectsImageVariesBy) ? [] : ['variesBy.aspectsImageVariesBy']),
  ]
}

export const listVariants = ({ fields }: StoredGroup): readonly string[] =>
  isTextList(fields.variantSKUs) ? fields.variantSKUs : []

const isPublished = ({ listing }: StoredOffer): boolean => listing !== null && listing.status !== 'ENDED'

/** The store's operations on groups. Each throws a `Refusal` with every problem of its request. */
export const createGroups = (practice: Practice) => {
  const { items, offers, groups } = practice.state

  const findOffers = (skus: readonly string[]): readonly StoredOffer[] =>
    [...offers.values()].filter(({ sku }) => skus.includes(sku))

  const requireGroup = (key: string, status: 400 | 404 = 404): StoredGroup =>
    groups.get(key) ??
    refuse(status, 25705, `The Inventory Item Group named ${key} could not be found or is not available in the system.`)

  /** Problems of the members: unknown, in another group, or listed alone (seen by others: a live SKU can't join a group). */
  const checkMembers = (key: string, skus: readonly string[], before: readonly string[]): ErrorDetail[] =>
    skus.flatMap((sku) => {
      if (!items.has(sku))
        return [detail(25701, 'One or more of the supplied SKU(s) could not be found in the system.')]
      const other = [...groups].find(([otherKey, group]) => otherKey !== key && listVariants(group).includes(sku))?.[0]
      if (other !== undefined) {
        const message = `The following SKU is already a member of another group. SKU : ${sku} groupId : ${other}`
        return [detail(25703, message, { skuValue: sku, inventoryItemGroupKey: other })]
      }
      const listing = findOffers([sku]).find(isPublished)?.listing
      if (listing === undefined || listing === null || before.includes(sku)) return []
      const message = `The following SKU is already listed as a single SKU listing. SKU : ${sku} Listing ID : ${listing.listingId}`
      return [detail(25704, message, { skuValue: sku, listingId: listing.listingId })]
    })

  /** A variation that was sold stays in its listing. */
  const checkSold = (removed: readonly string[]): ErrorDetail[] =>
    findOffers(removed)
      .filter((offer) => isPublished(offer) && (offer.listing?.soldQuantity ?? 0) > 0)
      .map(({ sku }) =>
        detail(25013, `Invalid data in the Inventory Item Group. The variation ${sku} has sales and can't be removed.`),
      )

  const checkFields = (key: string, fields: JsonObject): void => {
    const wrongTypes = listWrongTypes(fields)
    refuseAll(
      wrongTypes.map((field) => detail(2004, 'Invalid request', { reason: `Could not serialize field [${field}]` })),
    )
    const { title, subtitle, imageUrls = [], variantSKUs = [] } = fields
    const skus = variantSKUs as readonly string[]
    const isLong = (text: unknown, max: number): boolean => typeof text === 'string' && [...text].length > max
    const invalid = (problem: string): ErrorDetail =>
      detail(25013, `Invalid data in the Inventory Item Group. ${problem}`)
    refuseAll([
      ...(key.length > MAX_KEY ? [detail(25709, 'Invalid value for inventoryItemGroupKey.')] : []),
      ...(skus.length === 0 ? [detail(25709, 'Invalid value for variantSKUs.', { field: 'variantSKUs' })] : []),
      ...(skus.length > MAX_VARIATIONS ? [invalid(`A group has at most ${MAX_VARIATIONS} variations.`)] : []),
      ...(new Set(skus).size < skus.length ? [invalid('A SKU is named twice.')] : []),
      ...(isLong(title, MAX_TITLE) ? [detail(25709, 'Invalid value for title.', { field: 'title' })] : []),
      ...(isLong(subtitle, MAX_SUBTITLE) ? [detail(25709, 'Invalid value for subtitle.', { field: 'subtitle' })] : []),
      ...((imageUrls as readonly string[]).every(isSecure)
        ? []
        : [detail(25015, 'Invalid picture URL. Pictures must be served by HTTPS.')]),
    ])
  }

  const readRecords = (members: readonly StoredOffer[]): readonly JsonObject[] =>
    members.map(({ sku }) => parseJsonObject(items.get(sku)?.json ?? '') ?? {})

  /** Every reason why the group can't be published with these offers; empty if it can be. */
  const listProblems = (group: StoredGroup, members: readonly StoredOffer[]): readonly ErrorDetail[] => {
    const records = readRecords(members)
    const isSoldOut = members.every((offer, index) => readSellable(offer, records[index] ?? {}) < 1)
    return [
      ...listSharingProblems(group, members, records),
      ...(isSoldOut ? [detail(25004, 'The unpublished offer has an invalid quantity. It must be 1 or more.')] : []),
      ...members.flatMap((offer) => listPublishProblems(practice, offer)),
    ]
  }

  const requireMarketplace = (marketplaceId: unknown): void => {
    if (marketplaceId !== practice.names.marketplaceId) {
      refuse(400, 25709, 'Invalid value for marketplaceId.', { field: 'marketplaceId' })
    }
  }

  return {
    requireGroup,

    /** Replaces the whole record. Changes a live listing at once. Returns whether the group is new. */
    put: (key: string, fields: JsonObject, contentLanguage: string): boolean => {
      checkFields(key, fields)
      const before = groups.get(key)
      const former = before === undefined ? [] : listVariants(before)
      const next: StoredGroup = { fields, contentLanguage }
      const skus = listVariants(next)
      const removed = former.filter((sku) => !skus.includes(sku))
      refuseAll([...checkMembers(key, skus, former), ...checkSold(removed)])
      const live = findOffers(skus).filter(isPublished)
      if (live.length > 0) refuseAll(listSharingProblems(next, live, readRecords(live)))
      groups.set(key, next)
      for (const { listing } of findOffers(removed)) if (listing !== null) listing.status = 'ENDED'
      return before === undefined
    },

    /** Not described for a live group, so it is refused. */
    remove: (key: string): void => {
      const group = requireGroup(key)
      if (findOffers(listVariants(group)).some(isPublished)) {
        refuse(400, 25013, 'Invalid data in the Inventory Item Group. It has a live listing.')
      }
      groups.delete(key)
    },

    /** Makes one listing of all unpublished offers of the group, or adds them to its live listing. */
    publish: ({ inventoryItemGroupKey, marketplaceId }: JsonObject) => {
      const group = requireGroup(String(inventoryItemGroupKey ?? ''), 400)
      requireMarketplace(marketplaceId)
      // Members without an offer are left out of the listing.
      const members = findOffers(listVariants(group))
      const added = members.filter((offer) => !isPublished(offer))
      const live = members.find(isPublished)?.listing?.listingId
      if (added.length === 0) {
        if (live === undefined) return refuse(400, 25713, 'This Offer is not available : the group has none.')
        const warning = detail(25402, 'System warning. The offers are published already.')
        return { listingId: live, warnings: [{ ...warning, category: 'APPLICATION' }] }
      }
      refuseAll(listProblems(group, members))
      const listingId = live ?? newNumber()
      for (const offer of added) {
        offer.listing = { listingId, status: 'ACTIVE', soldQuantity: 0, isOnHold: false }
        const item = items.get(offer.sku)
        if (item !== undefined) item.itemId = listingId
      }
      return { listingId }
    },

    /** Ends the listing; the group and its offers stay. */
    withdraw: ({ inventoryItemGroupKey, marketplaceId }: JsonObject): void => {
      const group = requireGroup(String(inventoryItemGroupKey ?? ''), 400)
      requireMarketplace(marketplaceId)
      const live = findOffers(listVariants(group)).filter(isPublished)
      if (live.length === 0) refuse(400, 25725, 'No offer found')
      for (const { listing } of live) if (listing !== null) listing.status = 'ENDED'
    },
  }
}
