/** The offers feature over a platform in memory that answers as the real one is described (FACT-172, FACT-173). */
import type { LastSales } from '../../../main/fees-port.ts'
import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from '../../../main/http/request.ts'
import { conversationKey, createOffersFeature, type ListingFacts } from '../../../main/offers/feature.ts'
import { createOutboundHandlers } from '../../../main/outbound/handlers.ts'
import { createHold } from '../../../main/outbound/hold.ts'
import type { DesktopNotice } from '../../../main/ports.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { childText, escapeXml, findChildren, parseXml } from '../../../main/xml.ts'
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import type { CostLot } from '../../../shared/inventory/cost.ts'
import { parseMoney } from '../../../shared/money.ts'
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound } from '../../support/test-outbound.ts'
import { createConnectionState } from '../mapping/mapping-rig.ts'

export const HOUR_MS = 3_600_000

export type FakeOffer = {
  offerId: string
  listingId: string
  buyer: string
  type: string
  status: string
  /** For all pieces together. */
  price: string
  quantity: number
  message: string
  sellerMessage: string
  expiresAtMs: number
}

export type FakeListing = { price: string; left: number; watchers: number; hasEnded: boolean; title: string }

/** What becomes of the next request of an operation. */
export type Fault = 'offline' | 'lostBefore' | 'lostAfter' | 429 | 500

const answer = (status: number, body: string, type = 'text/xml'): HttpResponse => ({
  status,
  headers: { 'content-type': type },
  body: new TextEncoder().encode(body),
  bodyCut: false,
})
const json = (status: number, body: unknown): HttpResponse => answer(status, JSON.stringify(body), 'application/json')
const refusal = (status: number, errorId: number, message: string): HttpResponse =>
  json(status, { errors: [{ errorId, domain: 'API_NEGOTIATION', category: 'BUSINESS', message }] })

const tag = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`
const amount = (name: string, value: string): string => `<${name} currencyID="USD">${value}</${name}>`
const cents = (value: string): number => Math.round(Number(value) * 100)

/** `nowMs`: the platform's own clock. */
export const createFakeOffers = (nowMs: () => number) => {
  const offers: FakeOffer[] = []
  const listings = new Map<string, FakeListing>()
  /** Each answer that was carried out, in order. */
  const answers: { readonly offerId: string; readonly action: string; readonly price: string | undefined }[] = []
  /** Each offer to watchers that was sent, in order. */
  const sent: { readonly listingId: string; readonly body: Record<string, unknown> }[] = []
  const running = new Map<string, number>()
  const requests: HttpRequest[] = []
  const faults = new Map<string, Fault[]>()
  const state = {
    perPage: 100,
    /** Runs before the platform answers. */
    before: async (_operation: string): Promise<void> => undefined,
  }

  const expire = (): void => {
    for (const offer of offers) if (offer.status === 'Pending' && offer.expiresAtMs <= nowMs()) offer.status = 'Expired'
  }

  const writeOffer = (offer: FakeOffer): string =>
    `<BestOffer>${[
      tag('BestOfferID', offer.offerId),
      tag('ExpirationTime', new Date(offer.expiresAtMs).toISOString()),
      `<Buyer>${tag('UserID', offer.buyer)}</Buyer>`,
      amount('Price', offer.price),
      tag('Status', offer.status),
      tag('Quantity', String(offer.quantity)),
      offer.message === '' ? '' : tag('BuyerMessage', offer.message),
      offer.sellerMessage === '' ? '' : tag('SellerMessage', offer.sellerMessage),
      tag('BestOfferCodeType', offer.type),
    ].join('')}</BestOffer>`

  const writeGroup = (listingId: string, of: readonly FakeOffer[]): string => {
    const { price = '0', title = '' } = listings.get(listingId) ?? {}
    return `<BestOfferArray>${of.map(writeOffer).join('')}</BestOfferArray><Item>${tag('ItemID', listingId)}${amount('BuyItNowPrice', price)}${tag('Title', title)}</Item>`
  }

  const legacy = (call: string, ack: string, content: string): HttpResponse =>
    answer(
      200,
      `<${call}Response xmlns="urn:ebay:apis:eBLBaseComponents">${tag('Timestamp', new Date(nowMs()).toISOString())}${tag('Ack', ack)}${content}</${call}Response>`,
    )
  const legacyRefusal = (call: string, message: string): HttpResponse =>
    legacy(
      call,
      'Failure',
      `<Errors>${tag('ShortMessage', message)}${tag('LongMessage', message)}${tag('ErrorCode', '21930')}</Errors>`,
    )

  const getBestOffers = (body: string): HttpResponse => {
    expire()
    const request = parseXml(body)
    const offerId = childText(request, 'BestOfferID')
    if (offerId !== undefined) {
      const found = offers.find((one) => one.offerId === offerId)
      return legacy('GetBestOffers', 'Success', found === undefined ? '' : writeGroup(found.listingId, [found]))
    }
    const listingId = childText(request, 'ItemID')
    const status = childText(request, 'BestOfferStatus')
    if (status === 'All' && listingId === undefined) return legacyRefusal('GetBestOffers', 'All needs an ItemID.')
    const page = Number(childText(findChildren(request, 'Pagination')[0], 'PageNumber') ?? '1')
    const found = offers.filter(
      (one) =>
        (listingId === undefined || one.listingId === listingId) && (status !== 'Active' || one.status === 'Pending'),
    )
    const shown = found.slice((page - 1) * state.perPage, page * state.perPage)
    const pages = `<PaginationResult>${tag('TotalNumberOfPages', String(Math.ceil(found.length / state.perPage)))}</PaginationResult>`
    if (listingId !== undefined) return legacy('GetBestOffers', 'Success', writeGroup(listingId, shown) + pages)
    const groups = [...Map.groupBy(shown, (one) => one.listingId)].map(
      ([id, of]) => `<ItemBestOffers>${tag('Role', 'Seller')}${writeGroup(id, of)}</ItemBestOffers>`,
    )
    return legacy(
      'GetBestOffers',
      'Success',
      `${groups.length === 0 ? '' : `<ItemBestOffersArray>${groups.join('')}</ItemBestOffersArray>`}${pages}`,
    )
  }

  const respond = (body: string): HttpResponse => {
    expire()
    const request = parseXml(body)
    const ids = findChildren(request, 'BestOfferID').map(({ text }) => text)
    const action = childText(request, 'Action') ?? ''
    const price = childText(request, 'CounterOfferPrice')
    if (action !== 'Decline' && ids.length !== 1) return legacyRefusal('RespondToBestOffer', 'One offer only.')
    const results = ids.map((offerId) => {
      const offer = offers.find((one) => one.offerId === offerId)
      const listing = listings.get(childText(request, 'ItemID') ?? '')
      if (offer?.status !== 'Pending' || listing === undefined || listing.hasEnded) return [offerId, false] as const
      if (action === 'Accept' && listing.left < offer.quantity) return [offerId, false] as const
      if (action === 'Counter' && cents(price ?? '') > cents(listing.price) * offer.quantity)
        return [offerId, false] as const
      offer.status = action === 'Accept' ? 'Accepted' : action === 'Counter' ? 'Countered' : 'Declined'
      offer.sellerMessage = childText(request, 'SellerResponse') ?? ''
      if (action === 'Accept') listing.left -= offer.quantity
      answers.push({ offerId, action, price })
      return [offerId, true] as const
    })
    if (!results.some(([, isDone]) => isDone)) {
      return legacyRefusal('RespondToBestOffer', 'The best offer is no longer active.')
    }
    const written = results.map(
      ([offerId, isDone]) =>
        `<BestOffer>${tag('BestOfferID', offerId)}${tag('CallStatus', isDone ? 'Success' : 'Failure')}</BestOffer>`,
    )
    return legacy('RespondToBestOffer', 'Success', `<RespondToBestOffer>${written.join('')}</RespondToBestOffer>`)
  }

  const isEligible = ([listingId, { watchers, hasEnded }]: readonly [string, FakeListing]): boolean =>
    watchers > 0 && !hasEnded && (running.get(listingId) ?? 0) <= nowMs()

  const findEligible = (url: URL): HttpResponse => {
    const offset = Number(url.searchParams.get('offset'))
    const limit = Number(url.searchParams.get('limit'))
    const found = [...listings].filter(isEligible)
    if (found.length === 0) return answer(204, '')
    return json(200, {
      total: found.length,
      eligibleItems: found.slice(offset, offset + limit).map(([listingId]) => ({ listingId })),
    })
  }

  const sendToWatchers = (body: string): HttpResponse => {
    const parsed = JSON.parse(body) as Record<string, unknown> & {
      offeredItems: readonly { listingId: string; discountPercentage?: string; price?: { value: string } }[]
    }
    const [offered] = parsed.offeredItems
    const listingId = offered?.listingId ?? ''
    const listing = listings.get(listingId)
    if (listing === undefined) return refusal(409, 150012, 'No such listing for this seller.')
    if (listing.hasEnded) return refusal(409, 150011, 'The listing for this offer has ended.')
    if ((running.get(listingId) ?? 0) > nowMs()) return refusal(409, 150019, 'A negotiation is running.')
    if (listing.watchers === 0) return refusal(409, 150020, 'The listing has no interested buyers.')
    if (cents(offered?.price?.value ?? '0') >= cents(listing.price)) return refusal(409, 150016, 'The price exceeds.')
    const { watchers } = listing
    running.set(listingId, nowMs() + 48 * HOUR_MS)
    listing.watchers = 0
    sent.push({ listingId, body: parsed })
    return json(200, {
      offers: Array.from({ length: watchers }, (_, index) => ({
        offerId: `${listingId}-${index}`,
        offerStatus: 'PENDING',
        creationDate: new Date(nowMs()).toISOString(),
        offerDuration: { unit: 'DAY', value: 2 },
      })),
    })
  }

  const handle = (request: HttpRequest, body: string): HttpResponse => {
    switch (request.operation) {
      case 'GetBestOffers':
        return getBestOffers(body)
      case 'RespondToBestOffer':
        return respond(body)
      case 'findEligibleItems':
        return findEligible(new URL(request.url))
      default:
        return sendToWatchers(body)
    }
  }

  const send: Send = async (request) => {
    requests.push(request)
    await state.before(request.operation)
    const fault = faults.get(request.operation)?.shift()
    if (fault === 'offline') throw new TransportFailure('notReached', 'Offline.')
    const body = (await request.freshBody?.()) ?? request.body ?? ''
    if (fault === 'lostBefore') throw new TransportFailure('unknown', 'The answer was lost.')
    if (typeof fault === 'number') return json(fault, { errors: [{ errorId: 2003, message: 'A fault' }] })
    const result = handle(request, body)
    if (fault === 'lostAfter') throw new TransportFailure('unknown', 'The answer was lost.')
    return result
  }

  return {
    send,
    /** Carries out a request whose body is known. */
    handle,
    requests,
    offers,
    listings,
    answers,
    sent,
    state,
    /** A listing at $50.00 with two pieces left, unless `more` says otherwise. */
    list: (listingId: string, more: Partial<FakeListing> = {}): void =>
      void listings.set(listingId, {
        ...{ price: '50.00', left: 2, watchers: 0, hasEnded: false, title: `Lamp ${listingId}` },
        ...more,
      }),
    /** An offer of $40.00 for one piece that was just made. */
    make: (offerId: string, more: Partial<FakeOffer> = {}): FakeOffer => {
      const offer: FakeOffer = {
        offerId,
        ...{ listingId: 'L1', buyer: 'jules.b', type: 'BuyerBestOffer', status: 'Pending', price: '40.00' },
        ...{ quantity: 1, message: '', sellerMessage: '', expiresAtMs: nowMs() + 48 * HOUR_MS },
        ...more,
      }
      offers.push(offer)
      return offer
    },
    failNext: (operation: string, ...next: readonly Fault[]): void =>
      void faults.set(operation, [...(faults.get(operation) ?? []), ...next]),
    count: (operation: string): number => requests.filter((request) => request.operation === operation).length,
  }
}

export const openOffers = ({
  platform: platformId = 'ebay' as PlatformId,
  marketplaceId = undefined as string | undefined,
  startMs = undefined as number | undefined,
  /** How far the platform's clock is ahead. */
  platformAheadMs = 0,
  erasedNames = new Set<string>() as ReadonlySet<string>,
  /** What stands between the app and the platform, made again after each start. */
  network = (platform: ReturnType<typeof createFakeOffers>): Send => platform.send,
} = {}) => {
  const clock = createFakeClock(startMs)
  const log = createRecordingLog()
  const beganMs = clock.nowMs()
  const platform = createFakeOffers(() => beganMs + platformAheadMs + clock.monotonicMs())
  const database = openTestDatabase()
  const connection = createConnectionState()
  const accepted: (readonly [sku: string | null, listingId: string])[] = []
  const costs = new Map<string, readonly CostLot[]>()
  const lastSales = new Map<string, LastSales>()
  const notices: DesktopNotice[] = []
  const bought: { listingId: string; minor: number; atMs: number }[] = []
  let changes = 0
  const profile = completeProfile({
    ...{ id: 'shop', kind: 'practice', name: 'Shop', platform: platformId, baseUrl: 'http://127.0.0.1:1' },
    ...(marketplaceId === undefined ? {} : { marketplaceId }),
  })
  /** What the rest of the app knows: every listing of the platform has an item. */
  const describeListing = (listingId: string): ListingFacts => {
    const listing = platform.listings.get(listingId)
    return {
      listingId,
      itemKey: `SKU-${listingId}`,
      sku: `SKU-${listingId}`,
      title: listing?.title ?? null,
      pictureUrl: null,
      price: listing === undefined ? null : (parseMoney(listing.price, 'USD') ?? null),
      available: listing?.left ?? null,
      watchers: listing?.watchers ?? null,
      listedAtMs: null,
      format: 'fixedPrice',
    }
  }

  const open = () => {
    const hold = createHold(database)
    const scheduler = createScheduler(clock, log, () => hold.isOn())
    const services = {
      ...{ profile, database, scheduler, clock, log },
      send: network(platform),
      online: connection,
      secrets: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
      random: () => 0.5,
      notify: (notice: DesktopNotice) => void notices.push(notice),
    }
    const outbound = createTestOutbound({ ...services, hold })
    const feature = createOffersFeature({
      ...services,
      outbound,
      emit: () => {
        changes += 1
      },
      onSendRequested: () => undefined,
      facts: {
        listings: (ids) => new Map(ids.map((id) => [id, describeListing(id)])),
        countBought: ({ listingId, price, fromMs, untilMs }) =>
          bought.filter(
            (one) =>
              one.listingId === listingId && one.minor === price.minor && one.atMs >= fromMs && one.atMs <= untilMs,
          ).length,
        ordersKnownToMs: () => clock.nowMs(),
        buyer: () => ({ orders: { count: 3, lastAtMs: 5 } }),
        namesOf: (buyer) => [buyer],
        conversations: (of) =>
          new Map(
            of
              .filter(({ buyer }) => buyer === 'jules.b')
              .map(({ buyer, listingId }) => [conversationKey(buyer, listingId), 'c-jules']),
          ),
        about: (id) => (id === 'c-jules' ? { buyer: 'jules.b', listingId: 'L1' } : undefined),
      },
      costs: {
        lotsOf: (skus) => new Map(skus.flatMap((sku) => (costs.has(sku) ? [[sku, costs.get(sku) ?? []]] : []))),
      },
      fees: { lastSales: (currency) => lastSales.get(currency) },
      locale: () => 'en-US',
      erased: { isErased: (name) => name != null && erasedNames.has(name), isErasedConversation: () => false },
      onAccepted: (sku, listingId) => void accepted.push([sku, listingId]),
    })
    const runs = createOutboundHandlers({
      outbound,
      onSendRequested: () => undefined,
      findPicture: () => null,
      describeHold: () => null,
      release: () => undefined,
    })
    return { scheduler, outbound, feature, runs }
  }
  let current = open()
  const stopAll = async (): Promise<void> => {
    await Promise.all([current.scheduler.stop(), current.outbound.stop(), current.feature.stop()])
  }

  const rig = {
    clock,
    log,
    platform,
    database,
    accepted,
    costs,
    notices,
    /** Orders of one piece, by the platform's clock. */
    bought,
    /** The shop's last sales, by currency. */
    lastSales,
    changes: () => changes,
    call: () => current.feature.handlers,
    runs: () => current.runs,
    outbound: () => current.outbound,
    feature: () => current.feature,
    setAway: async (isAway: boolean): Promise<void> => {
      connection.set(!isAway)
      await settle()
    },
    start: async (): Promise<void> => {
      current.outbound.start()
      await current.feature.start()
      await clock.advance(1)
    },
    /** Opens the feature again over the same database, as after a crash. */
    restart: async (): Promise<void> => {
      await stopAll()
      current = open()
      current.outbound.start()
      await current.feature.start()
      await settle()
    },
    /** Ends without a stop, as a kill does. */
    crash: async (): Promise<void> => {
      void current.scheduler.stop()
      current = open()
      current.outbound.start()
      await current.feature.start()
      await settle()
    },
    stop: stopAll,
    open: async (): Promise<readonly BestOffer[]> =>
      (await current.feature.handlers.open({ offset: 0, limit: 100 })).rows,
    /** What the window sends back of an offer that it shows. */
    seen: async (offerId: string) => {
      const offer = await current.feature.handlers.offer({ offerId })
      if (offer === null) throw new Error(`No offer ${offerId}`)
      return { offerId, price: offer.price, quantity: offer.quantity, message: '' }
    },
    states: (): readonly string[] =>
      database.column<string>(`SELECT state FROM outbound WHERE is_open = 1 ORDER BY created_at_ms, id`),
  }
  return rig
}

/** Lets a command run whose answer comes only when the clock has moved. */
export const pressing = <T>(work: T | Promise<T>) => {
  const done = Promise.resolve(work).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error as { readonly detail?: { readonly kind: string; readonly message: string } } }),
  )
  return done
}

type Rig = ReturnType<typeof openOffers>
type Seen = Awaited<ReturnType<Rig['seen']>>

/** The seller's answers: each resolves with what the window gets. */
export const createUser = (rig: Rig) => {
  const toSeen = (offer: string | Seen): Promise<Seen> =>
    typeof offer === 'string' ? rig.seen(offer) : Promise.resolve(offer)
  const press = async <T>(work: T | Promise<T>) => {
    const done = pressing(work)
    await settle()
    await rig.clock.advance(10)
    return done as Promise<{ readonly value?: T; readonly error?: { readonly detail?: { readonly message: string } } }>
  }
  return {
    seen: rig.seen,
    accept: async (offer: string | Seen, message = '', undoMs = 0) => {
      const seen = await toSeen(offer)
      return press((async () => rig.call().accept({ ...seen, message, undoMs }))())
    },
    counter: async (offer: string, counter: string, message = '') => {
      const seen = await toSeen(offer)
      return press((async () => rig.call().counter({ ...seen, counter, message, undoMs: 0 }))())
    },
    decline: async (offers: readonly (string | Seen)[], message: string, undoMs = 0) => {
      const seen: Seen[] = []
      for (const offer of offers) seen.push(await toSeen(offer))
      const plain = seen.map(({ offerId, price, quantity }) => ({ offerId, price, quantity }))
      return press((async () => rig.call().decline({ offers: plain, message, undoMs }))())
    },
  }
}
