/** The offers feature: buyers' offers, answered before they expire, and offers to those who watch a listing. */
import { getPlatform } from '../../shared/connection/profile.ts'
import { formatMoney, type Money, type MoneyStyle, moneyText, parseMoney, readPrice } from '../../shared/money.ts'
import type { offersContract } from '../../shared/offers/contract.ts'
import { conflict, Failure, validation } from '../../shared/result.ts'
import type { CostsPort } from '../costs-port.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { FeesPort } from '../fees-port.ts'
import type { OfferedItemsPort } from '../offered-items-port.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { trackCalls } from '../track-calls.ts'
import { createAnswerKind } from './answers/answer-kind.ts'
import { createAnswers } from './answers/answers.ts'
import type { OffersFacts } from './listing-facts.ts'
import { createOfferList } from './offer-list.ts'
import type { BestOffersPort, WatcherOffersPort } from './platform/adapter.ts'
import { createOffersPlatform } from './platform/choose-adapter.ts'
import { createOfferNotices } from './reading/offer-notices.ts'
import { createOfferReader } from './reading/offer-reader.ts'
import { createOfferReadingState, createPlatformClock } from './reading/platform-clock.ts'
import { createBestOfferStore } from './store/best-offer-store.ts'
import { createFloorStore } from './store/floor-store.ts'
import { createWatcherStore } from './store/watcher-store.ts'
import { createEligibleReader } from './watchers/eligible-reader.ts'
import { createWatcherKind } from './watchers/watcher-kind.ts'
import { createWatcherPlans } from './watchers/watcher-plans.ts'

export type { BuyerFacts, ListingFacts, OffersFacts } from './listing-facts.ts'
export { conversationKey } from './listing-facts.ts'

export type OffersFeature = Feature<typeof offersContract> & {
  /** Call when a notification reports an offer. */
  readonly offersChanged: () => void
  readonly offered: OfferedItemsPort
}

export const createOffersFeature = (
  deps: FeatureDeps<typeof offersContract> & {
    readonly outbound: Outbound
    readonly onSendRequested: () => void
    readonly facts: OffersFacts
    readonly costs: CostsPort
    readonly fees: FeesPort
    readonly locale: () => string | undefined
    /** Recognizes erased users, whose offers are not stored again. */
    readonly erased: ErasedCheck
    /** Called with the SKU and the listing of an offer that was accepted. */
    readonly onAccepted: (sku: string | null, listingId: string) => void
  },
): OffersFeature => {
  const { database, clock, profile, facts } = deps
  const { name, marketplaces } = getPlatform(profile)
  const NO_OFFERS = `${name.The} has no buyers’ offers to read and answer.`
  const NO_WATCHERS = `This marketplace has no offers to watchers.`
  const platform = createOffersPlatform(deps)
  const currency = marketplaces.find(({ id }) => id === profile.marketplaceId)?.currency ?? 'USD'
  const money = (one: Money): string => formatMoney(Number(moneyText(one)), one.currency, deps.locale())
  const style = (): MoneyStyle => ({ currency, locale: deps.locale() })
  const words = { name, money }

  const state = createOfferReadingState(database)
  const platformClock = createPlatformClock(clock, state)
  const store = createBestOfferStore(database, deps.erased)
  const floors = createFloorStore(database)
  const changed = (): void => deps.emit('offersChanged', {})

  const openBuyers = (port: BestOffersPort) => {
    const notices = createOfferNotices({ ...deps, store, platformClock, words })
    const reader = createOfferReader({
      ...deps,
      port,
      store,
      state,
      platformClock,
      onNew: notices.show,
      onChange: changed,
    })
    const answers = createAnswers({
      ...deps,
      store,
      platformClock,
      words,
      style,
      skuOf: (listingId) => facts.listings([listingId]).get(listingId)?.sku ?? null,
      onAccepted: ({ sku, listingId }) => deps.onAccepted(sku, listingId),
      createKind: (onState) =>
        createAnswerKind({
          port,
          clock,
          platformClock,
          words,
          onState,
          onRead: (offers, beganAtMs) => notices.show(store.save(offers, beganAtMs, clock.nowMs())),
          onChange: changed,
          refresh: reader.request,
        }),
    })
    return { reader, answers }
  }

  const openWatchers = (port: WatcherOffersPort) => {
    const eligible = createEligibleReader(port, clock)
    const plans = createWatcherPlans({
      ...deps,
      eligible,
      watchers: createWatcherStore(database),
      floors,
      platformClock,
      ...words,
      time: (atMs) => new Intl.DateTimeFormat(deps.locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(atMs),
      style,
      describe: facts.listings,
      countBought: facts.countBought,
      ordersKnownToMs: facts.ordersKnownToMs,
      createKind: (hooks) =>
        createWatcherKind({
          port,
          eligible,
          clock,
          ...words,
          ...hooks,
          priceOf: (listingId) => facts.listings([listingId]).get(listingId)?.price ?? undefined,
          onChange: changed,
        }),
    })
    return { eligible, plans }
  }

  const buyers = platform === null ? null : openBuyers(platform.bestOffers)
  const watchers = platform === null || platform.watchers === null ? null : openWatchers(platform.watchers)
  /** What one piece cost, where an item has a single cost: with several lots it depends on what was sold. */
  const costsOf = (skus: readonly string[]): ReadonlyMap<string, Money> =>
    new Map(
      [...deps.costs.lotsOf(skus)].flatMap(([sku, lots]) => {
        const [only, ...more] = lots
        return only === undefined || more.length > 0 ? [] : [[sku, only.each] as const]
      }),
    )

  const list = createOfferList({
    store,
    floors,
    facts,
    platformClock,
    pending: buyers?.answers.pending ?? (() => new Map()),
    fees: deps.fees,
    costsOf,
  })

  const requireBuyers = (): NonNullable<typeof buyers> => {
    if (buyers === null) throw conflict(NO_OFFERS)
    return buyers
  }
  const requireWatchers = (): NonNullable<typeof watchers> => {
    if (watchers === null) throw conflict(NO_WATCHERS)
    return watchers
  }

  const readFloor = (typed: string): Money => {
    const reading = readPrice(typed, style())
    if ('problem' in reading) throw validation('input.floor', reading.problem)
    const floor = parseMoney(reading.amount, currency)
    if (floor === undefined) throw validation('input.floor', `${currency} has no smaller unit. Enter a whole number.`)
    return floor
  }

  const { handlers, settled } = trackCalls<Feature<typeof offersContract>['handlers']>({
    reading: () => ({
      canRead: buyers !== null,
      canOfferWatchers: watchers !== null,
      ...(buyers?.reader.reading() ?? { readAtMs: null, problem: null }),
      clockAheadMs: platformClock.aheadMs(),
    }),
    refresh: () => requireBuyers().reader.refresh(),
    open: ({ offset, limit, ...filter }) => list.page(filter, offset, limit),
    offer: ({ offerId }) => list.detail(offerId),
    counts: () => list.counts(),

    accept: ({ message, undoMs, ...seen }) =>
      requireBuyers().answers.answer({ action: 'Accept', seen, message, undoMs }),
    counter: ({ message, undoMs, counter, ...seen }) =>
      requireBuyers().answers.answer({ action: 'Counter', seen, counter, message, undoMs }),
    decline: async ({ offers, message, undoMs }) => ({
      results: await requireBuyers().answers.decline(offers, message, undoMs),
    }),

    floor: ({ itemKey }) => ({ floor: floors.load([itemKey]).get(itemKey) ?? null }),
    saveFloor: ({ itemKey, floor }) => {
      floors.save(itemKey, floor === null ? null : readFloor(floor))
      changed()
    },

    eligible: () => requireWatchers().plans.eligible(costsOf),
    planWatcherOffers: async ({ offers, message, excluded }) => {
      const { eligible, plans } = requireWatchers()
      // Without a connection each offer is checked before it is sent.
      await eligible.fresh({}).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
      return plans.plan(offers, message, excluded)
    },
    watcherOffers: ({ offset, limit, ...of }) => watchers?.plans.sent(of, offset, limit) ?? { rows: [], total: 0 },
  })

  return {
    handlers,
    offersChanged: () => buyers?.reader.request(),
    offered: { withOpenOffers: list.withOpenOffers },
    start: async () => {
      buyers?.answers.start()
      buyers?.reader.start()
    },
    stop: async () => {
      await Promise.all([buyers?.reader.stop(), settled()])
    },
  }
}
