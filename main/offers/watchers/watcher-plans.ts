/** Plans runs of offers to watchers, and lists the listings that can have one (LST-26). */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { type Money, type MoneyStyle, parseMoney, readPrice } from '../../../shared/money.ts'
import { discounted, isBelow } from '../../../shared/offers/arithmetic.ts'
import {
  type Discount,
  type EligibleListing,
  MIN_PERCENT,
  type SentWatcherOffer,
  type WatcherOfferInput,
} from '../../../shared/offers/watcher-offer.ts'
import type { Exclusion, RunPlan } from '../../../shared/outbound/run-contract.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { PlanContext, Planned } from '../../outbound/plan-rows.ts'
import type { DraftRow, RunDraft } from '../../outbound/run-draft.ts'
import type { ListingFacts, OffersFacts } from '../listing-facts.ts'
import type { SentToWatchers } from '../platform/adapter.ts'
import type { PlatformClock } from '../reading/platform-clock.ts'
import type { FloorStore } from '../store/floor-store.ts'
import type { StoredWatcherOffer, WatcherStore } from '../store/watcher-store.ts'
import type { EligibleReader } from './eligible-reader.ts'
import {
  describeDiscount,
  type WatcherKind,
  type WatcherPayload,
  type WatcherRow,
  watcherSubject,
} from './watcher-kind.ts'

/** Runs go one offer after the other. */
const RUN_LANE = 'watcherOffers'

/** An offer can be taken before its answer has arrived. */
const SENDING_MS = 60_000

const NOT_ELIGIBLE = 'No one who watches this listing can get an offer now.'
const UNDECIDED = 'It isn’t known whether the last offer to its watchers arrived. Decide that in the outbox first.'

export type WatcherPlans = ReturnType<typeof createWatcherPlans>

export const createWatcherPlans = (deps: {
  readonly outbound: Outbound
  readonly eligible: EligibleReader
  readonly watchers: WatcherStore
  readonly floors: FloorStore
  readonly platformClock: PlatformClock
  readonly name: PlatformName
  readonly money: (money: Money) => string
  readonly time: (atMs: number) => string
  readonly style: () => MoneyStyle
  readonly describe: (listingIds: readonly string[]) => ReadonlyMap<string, ListingFacts>
  readonly countBought: OffersFacts['countBought']
  readonly ordersKnownToMs: OffersFacts['ordersKnownToMs']
  readonly createKind: (hooks: {
    readonly findRunning: (listingId: string) => string | undefined
    readonly onState: (row: WatcherRow, answer: SentToWatchers | undefined) => void
  }) => WatcherKind
}) => {
  const { outbound, eligible, watchers, floors, platformClock } = deps

  const isRunning = ({ untilMs }: Pick<StoredWatcherOffer, 'untilMs'>): boolean =>
    untilMs !== null && untilMs > platformClock.nowMs()

  const describeRunning = (last: StoredWatcherOffer | undefined): string | undefined =>
    last === undefined || !isRunning(last) || last.untilMs === null
      ? undefined
      : `Your last offer to its watchers runs until ${deps.time(platformClock.toLocal(last.untilMs))}.`

  const queue = outbound.register(
    deps.createKind({
      findRunning: (listingId) => describeRunning(watchers.last([listingId]).get(listingId)),
      onState: ({ state, payload, runId }, answer) => {
        if (state.state !== 'sent') return
        const { listingId, title, price, quantity } = payload
        const { buyers = null, untilMs = null } = answer ?? {}
        watchers.add({ listingId, title, price, quantity, sentAtMs: state.atMs, untilMs, buyers, runId })
        eligible.remove(listingId)
      },
    }),
  )

  /** What came of an offer: orders at its price while it ran. */
  const resultOf = ({
    listingId,
    price,
    sentAtMs,
    untilMs,
  }: Omit<StoredWatcherOffer, 'runId'>): SentWatcherOffer['result'] => {
    if (untilMs === null) return null
    const fromMs = sentAtMs + platformClock.aheadMs() - SENDING_MS
    const knownToMs = deps.ordersKnownToMs()
    return {
      bought: deps.countBought({ listingId, price, fromMs, untilMs }),
      isKnown: knownToMs !== null && knownToMs >= platformClock.toLocal(untilMs),
    }
  }

  const toSent = ({ runId: _, ...offer }: StoredWatcherOffer): SentWatcherOffer => ({
    ...offer,
    isRunning: isRunning(offer),
    result: resultOf(offer),
  })

  /** The price of one piece with the offer, or why there is none. */
  const readDiscount = (
    discount: Discount,
    asked: Money,
  ): { readonly price: Money; readonly percent: number | null } | { readonly problem: string } => {
    if ('percent' in discount) return { price: discounted(asked, discount.percent), percent: discount.percent }
    const { currency } = asked
    const reading = readPrice(discount.price, { ...deps.style(), currency })
    if ('problem' in reading) return reading
    const price = parseMoney(reading.amount, currency)
    return price === undefined
      ? { problem: `${currency} has no smaller unit. Enter a whole number.` }
      : { price, percent: null }
  }

  const planOne = (
    { listingId, discount }: WatcherOfferInput,
    facts: ListingFacts | undefined,
    message: string,
  ): Planned => {
    const now = eligible.last()
    if (facts?.format === 'auction') return { problem: 'An auction can’t be offered to its watchers.' }
    if (now !== undefined && !now.isCut && !now.listingIds.has(listingId)) return { problem: NOT_ELIGIBLE }
    const last = watchers.last([listingId]).get(listingId)
    const running = describeRunning(last)
    if (running !== undefined) return { problem: running }
    if (queue.open('subject = ?', [watcherSubject(listingId)]).some(({ state }) => state.state === 'unknown')) {
      return { problem: UNDECIDED }
    }
    if (facts?.price == null) return { problem: 'The price of this listing isn’t known here. Refresh the items.' }
    const { price: asked } = facts
    const read = readDiscount(discount, asked)
    if ('problem' in read) return read
    const payload: WatcherPayload = {
      listingId,
      title: facts.title,
      sku: facts.sku,
      asked,
      ...read,
      // All or nothing: a buyer who watches one piece gets an offer for one.
      quantity: 1,
      message,
    }
    const changes = describeDiscount(payload)
    if (read.price.minor > discounted(asked, MIN_PERCENT).minor) {
      return { problem: `Offer at least ${MIN_PERCENT}% less than ${deps.money(asked)}.`, changes }
    }
    const floor = floors.load([facts.itemKey]).get(facts.itemKey) ?? null
    if (isBelow(read.price, 1, floor) && floor !== null) {
      return { problem: `This is below your lowest price of ${deps.money(floor)}.`, changes }
    }
    return { payload, changes }
  }

  const draft = (inputs: readonly WatcherOfferInput[], message: string, { toRow }: PlanContext): RunDraft => {
    const facts = deps.describe(inputs.map(({ listingId }) => listingId))
    const planned = new Set<string>()
    const rows = inputs.map((input): DraftRow => {
      const { listingId } = input
      const isRepeated = planned.has(listingId)
      planned.add(listingId)
      const about = facts.get(listingId)
      return toRow({
        ...{ lane: RUN_LANE, subject: watcherSubject(listingId), kind: 'watcherOffer' },
        ...{ sku: listingId, title: about?.title ?? null },
        busy: 'An offer to the watchers of this listing is on its way already.',
        plan: () => (isRepeated ? { problem: 'This listing is in the list twice.' } : planOne(input, about, message)),
      })
    })
    const going = rows.filter(({ payload }) => payload !== undefined).length
    return {
      label: 'watcherOffers',
      rows,
      calls: going,
      confirmation: `Send an offer to the watchers of ${going} ${going === 1 ? 'listing' : 'listings'}. An offer can’t be taken back.`,
    }
  }

  return {
    /** Throws the platform's or the network's error. */
    eligible: async (
      costsOf: (skus: readonly string[]) => ReadonlyMap<string, Money>,
    ): Promise<{
      readonly listings: readonly EligibleListing[]
      readonly readAtMs: number
      readonly isCut: boolean
    }> => {
      const { listingIds, readAtMs, isCut } = await eligible.read({})
      const ids = [...listingIds]
      const facts = deps.describe(ids)
      const last = watchers.last(ids)
      const known = [...facts.values()]
      const floorOf = floors.load(known.map(({ itemKey }) => itemKey))
      const costOf = costsOf(known.flatMap(({ sku }) => sku ?? []))
      const listings = ids.flatMap((listingId): EligibleListing[] => {
        const about = facts.get(listingId)
        const sent = last.get(listingId)
        if (about === undefined) return []
        return [
          {
            listingId,
            itemKey: about.itemKey,
            sku: about.sku,
            title: about.title,
            pictureUrl: about.pictureUrl,
            price: about.price,
            available: about.available,
            watchers: about.watchers,
            listedAtMs: about.listedAtMs,
            floor: floorOf.get(about.itemKey) ?? null,
            cost: about.sku === null ? null : (costOf.get(about.sku) ?? null),
            last: sent === undefined ? null : toSent(sent),
          },
        ]
      })
      return { listings, readAtMs, isCut }
    },

    plan: (inputs: readonly WatcherOfferInput[], message: string, excluded: readonly Exclusion[]): Promise<RunPlan> =>
      outbound.runs.plan({ excluded, make: (context) => draft(inputs, message, context) }),

    sent: (of: { readonly listingId?: string; readonly runId?: number }, offset: number, limit: number) => {
      const { rows, total } = watchers.page(of, offset, limit)
      return { rows: rows.map(toSent), total }
    },
  }
}
