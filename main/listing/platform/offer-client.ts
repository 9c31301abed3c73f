/** The inventory service's operations on offers and locations, in eBay's public form on both platforms (INV-16). */
import type * as z from 'zod'
import { type ConnectionProfile, getPlatform, languageHeaders } from '../../../shared/connection/profile.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../../shared/inventory/json-text.ts'
import type { NewLocation } from '../../../shared/listing/contract/choices-contract.ts'
import { MAX_BULK_OFFERS } from '../../../shared/listing/offer-field.ts'
import type { Fee } from '../../../shared/outbound/run-contract.ts'
import { type Failure, notFound } from '../../../shared/result.ts'
import { isWebPage, parseErrors, readJson, readWarnings, type ServiceError, tryReadJson } from '../../http/answers.ts'
import { createErrorCatalog, responseFailure } from '../../http/failures.ts'
import type { HttpRequest, HttpResponse, Send } from '../../http/request.ts'
import { classifyStatus } from '../../http/retry-table.ts'
import { createServiceClient, type ServiceCall } from '../../http/service-client.ts'
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import { readOutcome, thrownOutcome } from '../../outbound/outcome.ts'
import { listingErrors, type Refusal, toRefusals } from './listing-errors.ts'
import {
  type BulkAnswer,
  bulkBodySchema,
  feesBodySchema,
  idsBodySchema,
  locationsBodySchema,
  offersBodySchema,
} from './listing-wire.ts'
import {
  type BulkResults,
  doubtZero,
  mapResults,
  nameExisting,
  SCOPE,
  type StepResult,
  toElementResult,
  unsentOutcome,
} from './offer-results.ts'

const ROOT = '/sell/inventory/v1'
/** Error ids that mean that the SKU has no offer or the item doesn't exist. */
const NO_OFFER_IDS = [25702, 25713]
/** The item exists and is hidden, because the connection's language is not the marketplace's. */
const HIDDEN_ID = 25604
/** The largest pages. */
const MAX_OFFERS = 100
const MAX_LOCATIONS = 100

export const NOT_OFFERED = 'This platform has no listing service at this connection’s address.'

const parseIds = (response: HttpResponse): z.infer<typeof idsBodySchema> =>
  idsBodySchema.safeParse(tryReadJson(response)).data ?? {}

/** Called right before the request leaves, again for each attempt. If it throws, nothing is sent. */
type Prepare<T> = () => Promise<T>

type PriceQuantityChange = {
  readonly sku: string
  readonly offerId: string
  readonly price?: { readonly value: string; readonly currency: string } | undefined
  readonly quantity?: number | undefined
}

export type OfferClient = ReturnType<typeof createOfferClient>

export const createOfferClient = ({ profile, send }: { readonly profile: ConnectionProfile; readonly send: Send }) => {
  const { capabilities, name: platformName } = getPlatform(profile)
  const { requiresBody } = capabilities
  const catalog = createErrorCatalog(platformName, listingErrors(platformName))
  const fail = (response: HttpResponse, operation?: string): Failure =>
    responseFailure('inventory', response, catalog, { ...SCOPE, operation })
  const service = createServiceClient({
    send,
    service: 'inventory',
    root: `${profile.baseUrl}${ROOT}`,
    headers: languageHeaders(profile),
    toFailure: (response, { operation }) => fail(response, operation),
  })

  /** Sends a write. Never throws network or platform errors, only `NothingLeaves`. */
  const write = async (call: ServiceCall): Promise<StepResult & { readonly response?: HttpResponse }> => {
    const { freshBody, beforeLeaving } = call
    let hasLeft = freshBody === undefined && beforeLeaving === undefined
    const track =
      <T>(before: () => Promise<T>) =>
      async (): Promise<T> => {
        hasLeft = false
        const built = await before()
        hasLeft = true
        return built
      }
    const tracked = {
      ...(freshBody === undefined ? {} : { freshBody: track(freshBody) }),
      ...(beforeLeaving === undefined ? {} : { beforeLeaving: track(beforeLeaving) }),
    }
    try {
      const response = await service.send({ ...call, ...tracked, trigger: 'queue' })
      const outcome = readOutcome(response, platformName, (refused) => fail(refused, call.operation))
      return {
        outcome,
        errors: parseErrors(response),
        warnings: readWarnings(response),
        ...parseIds(response),
        response,
      }
    } catch (error) {
      if (error instanceof NothingLeaves) throw error
      const outcome = hasLeft ? thrownOutcome(error) : unsentOutcome(error)
      return { outcome, errors: [], warnings: [] }
    }
  }

  /**
   * Sends one bulk call; `prepare` returns its elements right before it leaves, and `find` picks the answer to each (LST-07).
   */
  const writeBulk = async (
    call: ServiceCall,
    prepare: Prepare<readonly JsonObject[]>,
    find: (answers: readonly BulkAnswer[], request: JsonObject, index: number) => BulkAnswer | undefined,
  ): Promise<BulkResults> => {
    let requests: readonly JsonObject[] = []
    const freshBody = async (): Promise<string> => {
      requests = await prepare()
      if (requests.length > MAX_BULK_OFFERS)
        throw new TypeError(`A bulk call takes at most ${MAX_BULK_OFFERS} elements`)
      return jsonText({ requests })
    }
    const { response, ...whole } = await write({ ...call, method: 'POST', freshBody })
    // The elements count whatever the status: a call whose elements all failed is a 400 with `responses` (PLT-26).
    const answers =
      response === undefined ? [] : (bulkBodySchema.safeParse(tryReadJson(response)).data?.responses ?? [])
    if (whole.outcome.outcome !== 'carriedOut' && answers.length === 0) return { whole }
    return {
      each: requests.map((request, index) => toElementResult(catalog, find(answers, request, index), call.operation)),
    }
  }

  const onOffer =
    (operation: string, method: 'POST' | 'DELETE', action = '') =>
    (offerId: string, beforeLeaving: Prepare<unknown>, signal: AbortSignal): Promise<StepResult> =>
      write({
        operation,
        method,
        path: `/offer/{offerId}${action}`,
        ids: [offerId],
        ...(method === 'POST' && requiresBody ? { body: '{}' } : {}),
        beforeLeaving,
        signal,
      })

  const byGroup =
    (operation: string, path: string) =>
    (
      target: { readonly inventoryItemGroupKey: string; readonly marketplaceId: string },
      beforeLeaving: Prepare<unknown>,
      signal: AbortSignal,
    ): Promise<StepResult> =>
      write({ operation, method: 'POST', path, body: jsonText(target), beforeLeaving, signal })

  return {
    /** What a refused change's errors mean, and where to correct them. `fallback` is used if the platform says nothing. */
    listRefusals: (errors: readonly ServiceError[], fallback: string): readonly Refusal[] =>
      toRefusals(catalog, errors, fallback),

    /**
     * All offers of a SKU, of every marketplace and format; empty if it has none.
     *
     * Throws `notFound` with `NOT_OFFERED` if the platform doesn't know the address.
     */
    getOffers: async (
      sku: string,
      options: Pick<HttpRequest, 'purpose' | 'signal'> = {},
    ): Promise<readonly JsonObject[]> => {
      const found: JsonObject[] = []
      // The offset counts pages, not records (PLT-07):
      // https://developer.ebay.com/api-docs/sell/inventory/resources/offer/methods/getOffers
      for (let page = 0; ; page += 1) {
        const query = { sku, limit: MAX_OFFERS, offset: page }
        const response = await service.send({ operation: 'getOffers', path: '/offer', query, ...options })
        if (classifyStatus(response.status) !== 'carriedOut' || isWebPage(response)) {
          const ids = parseErrors(response).map(({ errorId = 0 }) => errorId)
          const hasNone = ids.some((id) => NO_OFFER_IDS.includes(id))
          if (hasNone && (response.status === 404 || response.status === 400)) return found
          if (response.status === 404 && !ids.includes(HIDDEN_ID)) throw notFound(NOT_OFFERED)
          throw fail(response)
        }
        const { offers, isLast } = readJson(response, offersBodySchema, `The listings of ${sku}`, parseJson)
        found.push(...offers)
        if (isLast || offers.length === 0) return found
      }
    },

    createOffer: async (prepare: Prepare<JsonObject>, language: string, signal: AbortSignal): Promise<StepResult> =>
      nameExisting(
        await write({
          operation: 'createOffer',
          method: 'POST',
          path: '/offer',
          headers: { 'content-language': language },
          freshBody: async () => jsonText(await prepare()),
          signal,
        }),
        platformName,
      ),

    /** Replaces the whole offer (LST-03). `prepare` merges it into a fresh reading right before the request is sent. */
    updateOffer: (
      offerId: string,
      prepare: Prepare<JsonObject>,
      language: string,
      signal: AbortSignal,
    ): Promise<StepResult> =>
      write({
        operation: 'updateOffer',
        method: 'PUT',
        path: '/offer/{offerId}',
        ids: [offerId],
        headers: { 'content-language': language },
        freshBody: async () => jsonText(await prepare()),
        signal,
      }),

    publishOffer: onOffer('publishOffer', 'POST', '/publish'),
    withdrawOffer: onOffer('withdrawOffer', 'POST', '/withdraw'),
    deleteOffer: onOffer('deleteOffer', 'DELETE'),

    /** Deletes the item with its listing drafts, and ends its live listing. */
    deleteInventoryItem: (sku: string, beforeLeaving: Prepare<unknown>, signal: AbortSignal): Promise<StepResult> =>
      write({
        operation: 'deleteInventoryItem',
        method: 'DELETE',
        path: '/inventory_item/{sku}',
        ids: [sku],
        beforeLeaving,
        signal,
      }),
    /**
     * Makes one listing of all offers of a group, or adds the unpublished ones to its live listing (LST-15).
     * https://developer.ebay.com/api-docs/sell/inventory/resources/offer/methods/publishOfferByInventoryItemGroup
     */
    publishOfferByInventoryItemGroup: byGroup(
      'publishOfferByInventoryItemGroup',
      '/offer/publish_by_inventory_item_group',
    ),
    /** Ends the listing of a group, and keeps the group and its offers. */
    withdrawOfferByInventoryItemGroup: byGroup(
      'withdrawOfferByInventoryItemGroup',
      '/offer/withdraw_by_inventory_item_group',
    ),

    /** At most 25 new offers of different SKUs. */
    bulkCreateOffer: async (
      prepare: Prepare<readonly JsonObject[]>,
      language: string,
      signal: AbortSignal,
    ): Promise<BulkResults> => {
      const headers = { 'content-language': language }
      const call = { operation: 'bulkCreateOffer', path: '/bulk_create_offer', headers, signal }
      const results = await writeBulk(call, prepare, (answers, body) => answers.find(({ sku }) => sku === body.sku))
      return mapResults(results, (result) => nameExisting(result, platformName))
    },

    /** At most 25 offers. */
    bulkPublishOffer: (prepare: Prepare<readonly string[]>, signal: AbortSignal): Promise<BulkResults> =>
      writeBulk(
        { operation: 'bulkPublishOffer', path: '/bulk_publish_offer', signal },
        async () => (await prepare()).map((offerId) => ({ offerId })),
        (answers, request) => answers.find(({ offerId }) => offerId === request.offerId),
      ),

    /** At most 25 offers of different SKUs, each with its new price or quantity (LST-07). */
    bulkUpdatePriceQuantity: async (
      prepare: Prepare<readonly PriceQuantityChange[]>,
      signal: AbortSignal,
    ): Promise<BulkResults> => {
      let changes: readonly PriceQuantityChange[] = []
      const toRequests = (): readonly JsonObject[] =>
        changes.map(({ sku, offerId, price, quantity }) => ({
          sku,
          ...(quantity === undefined ? {} : { shipToLocationAvailability: { quantity } }),
          offers: [
            {
              offerId,
              ...(price === undefined ? {} : { price }),
              ...(quantity === undefined ? {} : { availableQuantity: quantity }),
            },
          ],
        }))
      const results = await writeBulk(
        { operation: 'bulkUpdatePriceQuantity', path: '/bulk_update_price_quantity', signal },
        async () => {
          changes = await prepare()
          return toRequests()
        },
        (answers, _request, index) => answers.find(({ offerId }) => offerId === changes[index]?.offerId),
      )
      return mapResults(results, (result, index) => doubtZero(result, changes[index]?.quantity))
    },

    /** Takes over at most five live listings that other tools made (LST-14). */
    bulkMigrateListing: (prepare: Prepare<readonly string[]>, signal: AbortSignal): Promise<BulkResults> =>
      writeBulk(
        { operation: 'bulkMigrateListing', path: '/bulk_migrate_listing', signal },
        async () => (await prepare()).map((listingId) => ({ listingId })),
        (answers, request) => answers.find(({ listingId }) => listingId === request.listingId),
      ),

    /** The fees of publishing these offers, those above zero (LST-04). */
    getListingFees: async (offerIds: readonly string[], signal?: AbortSignal): Promise<readonly Fee[]> => {
      const call = { operation: 'getListingFees', method: 'POST', path: '/offer/get_listing_fees', signal } as const
      const body = jsonText({ offers: offerIds.map((offerId) => ({ offerId })) })
      const fees = await service.read({ ...call, body, lane: 'read', repeatable: true }, feesBodySchema, 'The fees')
      return fees.feeSummaries
        .flatMap(({ fees: own }) => own)
        .flatMap(({ feeType, amount: { value: amount, currency } }) =>
          Number(amount) > 0 ? [{ feeType, amount, currency }] : [],
        )
    },

    getInventoryLocations: async () => {
      const found: ReturnType<typeof locationsBodySchema.parse>['locations'] = []
      // Unlike elsewhere in this service, the offset counts locations:
      // https://developer.ebay.com/api-docs/sell/inventory/resources/location/methods/getInventoryLocations
      for (;;) {
        const query = { limit: MAX_LOCATIONS, offset: found.length }
        const response = await service.send({ operation: 'getInventoryLocations', path: '/location', query })
        if (response.status === 404) throw notFound(NOT_OFFERED)
        if (classifyStatus(response.status) !== 'carriedOut') throw fail(response)
        const { locations, total } = readJson(response, locationsBodySchema, 'The list of locations')
        found.push(...locations)
        if (locations.length === 0 || found.length >= total) return found
      }
    },

    setLocationState: (
      merchantLocationKey: string,
      isEnabled: boolean,
      beforeLeaving: Prepare<unknown>,
      signal: AbortSignal,
    ): Promise<StepResult> =>
      write({
        operation: isEnabled ? 'enableInventoryLocation' : 'disableInventoryLocation',
        method: 'POST',
        path: `/location/{merchantLocationKey}/${isEnabled ? 'enable' : 'disable'}`,
        ids: [merchantLocationKey],
        ...(requiresBody ? { body: '{}' } : {}),
        beforeLeaving,
        signal,
      }),

    createInventoryLocation: async ({ merchantLocationKey, name, ...address }: NewLocation): Promise<void> => {
      const filled = Object.entries(address).filter(([, value]) => value !== '')
      await service.request({
        operation: 'createInventoryLocation',
        method: 'POST',
        path: '/location/{merchantLocationKey}',
        ids: [merchantLocationKey],
        body: jsonText({
          location: { address: Object.fromEntries(filled) },
          locationTypes: ['WAREHOUSE'],
          merchantLocationStatus: 'ENABLED',
          ...(name === '' ? {} : { name }),
        }),
      })
    },
  }
}
