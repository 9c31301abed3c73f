/** A new shop: a seller of vintage cameras, lamps, ceramics and tools. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { scopes } from '../api/scopes.ts'
import { practiceCredentials } from '../credentials.ts'
import { createSeedSales } from '../delivery/seed-sales.ts'
import { suggestCategories } from '../listing/categories.ts'
import { type PracticePlatformId, platformNames } from '../names.ts'
import { createSeedBestOffers } from '../negotiation/seed-best-offers.ts'
import { createPastOrders, createSeedOrders, createSeedParcels } from '../orders/seed-orders.ts'
import type {
  MappingProduct,
  PracticeState,
  StoredConversation,
  StoredItem,
  StoredMessage,
  StoredOffer,
  StoredTask,
} from './records.ts'
import { addVariations } from './seed-group.ts'
import { type SeedModel, seedModels } from './seed-items.ts'
import { createListings } from './seed-listings.ts'
import { seedBuyers, seedClosings, seedNotices, seedThreads } from './seed-threads.ts'

/**
 * The same options yield the same shop, except for the signing key: a cached key in an app never matches a new shop's
 * id.
 */
type SeedOptions = {
  readonly platform: PracticePlatformId
  readonly nowMs: number
  readonly seed: number
  readonly conversations: number
  readonly items: number
  readonly hasVariations: boolean
  readonly hasSales: boolean
}

const PICTURE_ORIGIN = 'https://pictures.practice.invalid'

export const DEFAULT_ORDER_LAG_MS = 3_000

const MINUTE_MS = 60_000
/** How long the seller took for an answer to a question that was asked again. */
const ANSWER_MINUTES = 90
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Repeatable numbers from 0 to 1 (mulberry32). */
const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An id that depends on `text` alone: digits, or digits and letters for radix 36. */
const hashId = (text: string, length: number, radix = 10): string =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(radix)
    .slice(-length)

/** The element at `index`, wrapping around at the end. Throws if the list is empty. */
const pick = <T>(list: readonly T[], index: number): T => {
  const value = list[Math.floor(index) % list.length]
  if (value === undefined) throw new Error('The list is empty.')
  return value
}

type SeedItem = { readonly sku: string; readonly title: string; readonly itemId: string }

/** The record of an item. Some lack a condition, pictures or a code: an item can be saved before it can be published. */
const createItem = (
  model: SeedModel,
  index: number,
  sku: string,
  title: string,
  seed: number,
  random: () => number,
) => {
  const pictures = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    (_, picture) => `${PICTURE_ORIGIN}/${sku.toLowerCase()}-${picture + 1}.png`,
  )
  return {
    availability: { shipToLocationAvailability: { quantity: index % 8 === 7 ? 0 : 1 + Math.floor(random() * 3) } },
    ...(index % 9 === 4 ? {} : { condition: model.condition }),
    ...(index % 6 === 2 ? { conditionDescription: 'Honest signs of use, see the pictures.' } : {}),
    product: {
      title,
      description: model.description,
      aspects: model.aspects,
      ...(index % 11 === 7 ? {} : { imageUrls: pictures }),
      ...(index % 5 === 0 ? { ean: `40${hashId(`ean ${seed} ${sku}`, 11)}` } : {}),
      ...(index % 13 === 6 ? { upc: hashId(`upc ${seed} ${sku}`, 12) } : {}),
      // Undocumented fields that a full replace must keep.
      ...(index % 3 === 0 ? { brand: model.aspects.Brand?.[0] ?? 'Unbranded', mpn: `P-${1000 + index * 7}` } : {}),
    },
    ...(index % 4 === 1
      ? {
          packageWeightAndSize: {
            packageType: 'PACKAGE_THICK_ENVELOPE',
            weight: { value: Math.round(random() * 40 + 4) / 10, unit: 'KILOGRAM' },
            dimensions: { length: 30, width: 22, height: 15, unit: 'CENTIMETER' },
          },
        }
      : {}),
    ...(index % 10 === 3 ? { shelf: { room: 'back', row: 1 + (index % 5) }, boughtFor: { value: '12.50' } } : {}),
  }
}

/** Whether the item at `index` is listed, if it has everything that publishing needs. */
const isListedAt = (index: number): boolean => index % 2 === 0

/** The item specifics of a live listing, which has those that its category requires. */
const completeAspects = ({ aspects }: SeedModel, title: string): SeedModel['aspects'] => {
  const required = suggestCategories(title)[0]?.aspects.filter((aspect) => aspect.required) ?? []
  // The last value is the widest.
  const suggested = required.map(({ name, values }) => [name, [values.at(-1) ?? title.split(',')[0] ?? title]])
  return { ...Object.fromEntries(suggested), ...aspects }
}

const createItems = ({ seed, items: count }: SeedOptions): { items: Map<string, StoredItem>; list: SeedItem[] } => {
  const random = createRandom(seed * 7919 + 1)
  const items = new Map<string, StoredItem>()
  const list: SeedItem[] = []
  for (let index = 0; index < count; index += 1) {
    const model = pick(seedModels, index)
    const round = Math.floor(index / seedModels.length)
    const sku = `${model.kind}-${String(index + 101).padStart(4, '0')}`
    const title = round === 0 ? model.title : `${model.title} no. ${round + 1}`.slice(0, 80)
    const aspects = isListedAt(index) ? completeAspects(model, title) : model.aspects
    const itemId = `3${hashId(`listing ${seed} ${sku}`, 11)}`
    const item = createItem({ ...model, aspects }, index, sku, title, seed, random)
    items.set(sku, { json: JSON.stringify(item), contentLanguage: 'en-US', itemId })
    list.push({ sku, title, itemId })
  }
  return { items, list }
}

/** Every other item is listed, under the listing that its conversations refer to. */
const createOffers = (
  { platform, seed }: SeedOptions,
  items: ReadonlyMap<string, StoredItem>,
  list: readonly SeedItem[],
): Map<string, StoredOffer> => {
  const random = createRandom(seed * 15_485_863 + 3)
  const listed = list.filter(({ sku }, index) => isListedAt(index) && isPublishable(items.get(sku)))
  return new Map(
    listed.map(({ sku, title, itemId }): [string, StoredOffer] => {
      const offerId = hashId(`offer ${seed} ${sku}`, 12)
      const price = `${12 + Math.floor(random() * 160)}.50`
      const fields = {
        categoryId: suggestCategories(title)[0]?.id,
        merchantLocationKey: 'home',
        pricingSummary: { price: { value: price, currency: 'USD' } },
        listingPolicies: { fulfillmentPolicyId: '6100001', paymentPolicyId: '6200001', returnPolicyId: '6300001' },
        listingDuration: 'GTC',
        // Fields that a full replace must keep.
        storeCategoryNames: ['/Vintage'],
        quantityLimitPerBuyer: 1,
      }
      const listing = {
        listingId: itemId,
        status: 'ACTIVE',
        soldQuantity: Math.floor(random() * 3),
        isOnHold: false,
      } as const
      const { marketplaceId } = platformNames[platform]
      return [offerId, { offerId, sku, marketplaceId, format: 'FIXED_PRICE', fields, listing: { ...listing } }]
    }),
  )
}

const isPublishable = (item: StoredItem | undefined): boolean =>
  item?.json.includes('"condition"') === true && item.json.includes('"imageUrls"')

const fillIn = (text: string, title: string, name: string): string =>
  text.replaceAll('{item}', title.split(',')[0] ?? title).replaceAll('{name}', name)

const createConversations = (options: SeedOptions, items: readonly SeedItem[]): StoredConversation[] => {
  const random = createRandom(options.seed * 104_729 + 2)
  let newestAtMs = options.nowMs - 11 * MINUTE_MS
  return Array.from({ length: options.conversations }, (_, index): StoredConversation => {
    const isNotice = index % 12 === 5
    const item = items.length === 0 ? undefined : pick(items, random() * items.length)
    const messages: StoredMessage[] = []
    const addMessage = (from: StoredMessage['from'], text: string, createdAtMs: number): void => {
      messages.push({
        messageId: `m${hashId(`message ${options.seed} ${index} ${messages.length}`, 15)}`,
        text,
        from,
        createdAtMs: Math.floor(createdAtMs / 1000) * 1000,
        media: [],
      })
    }
    let subject: string
    let otherParty = 'Marketplace'
    if (isNotice) {
      const notice = pick(seedNotices, index / 12)
      subject = notice.subject
      addMessage('platform', notice.text, newestAtMs)
    } else {
      const thread = pick(seedThreads, index)
      // Names and threads advance at different rates, so pairs rarely repeat.
      const buyer = pick(seedBuyers, index * 5 + Math.floor(index / seedBuyers.length))
      const title = item?.title ?? 'your listing'
      otherParty = buyer.username
      subject = fillIn(thread.subject, title, buyer.name).slice(0, 120)
      const isUsedAgain = index >= seedThreads.length
      const laterAnswer = isUsedAgain ? thread.laterAnswer : []
      const lines = [...thread.messages, ...laterAnswer]
      // Some threads that are used again end with another line.
      if (isUsedAgain && random() < 0.5) {
        const closings = seedClosings.filter(([from]) => from !== lines.at(-1)?.[0])
        lines.push(pick(closings, random() * closings.length))
      }
      let atMs = newestAtMs
      const times = lines.map((line, position) => {
        const time = atMs
        const minutes = laterAnswer.includes(line) ? ANSWER_MINUTES : 25 + random() * 900
        atMs -= minutes * MINUTE_MS * (position % 3 === 2 ? 0.2 : 1)
        return time
      })
      lines.forEach(([from, text], position) => {
        addMessage(from, fillIn(text, title, buyer.name), times[lines.length - 1 - position] ?? newestAtMs)
      })
    }
    const isUnanswered = messages.at(-1)?.from !== 'seller'
    const conversation: StoredConversation = {
      conversationId: `c${hashId(`conversation ${options.seed} ${index}`, 14)}`,
      conversationType: isNotice ? 'FROM_SVC' : 'FROM_MEMBERS',
      subject,
      otherParty,
      createdAtMs: messages[0]?.createdAtMs ?? newestAtMs,
      itemId: !isNotice && index % 7 !== 3 ? (item?.itemId ?? null) : null,
      status: index > 20 && index % 6 === 0 ? 'ARCHIVE' : 'ACTIVE',
      read: index < 14 ? !(isUnanswered && index % 3 !== 2) : index % 17 !== 9,
      messages,
    }
    // Busy days first, then sparser ones: 120 conversations span about five weeks.
    newestAtMs -= (0.4 + random() * (index < 30 ? 4 : 12)) * HOUR_MS
    return conversation
  })
}

const taskOutcomes: readonly (readonly MappingProduct['outcome'][])[] = [
  ['mapped', 'mapped', 'mapped'],
  ['mapped', 'unmapped', 'mapped', 'invalid'],
  ['unprocessed', 'mapped'],
  ['unmapped', 'invalid'],
]

const createTasks = ({ nowMs, seed }: SeedOptions, items: readonly SeedItem[]): Map<string, StoredTask> =>
  new Map(
    taskOutcomes.map((outcomes, number) => {
      const id = hashId(`task ${seed} ${number}`, 25, 36)
      const startedAtMs = nowMs - (number + 1) * 3 * DAY_MS - 2 * HOUR_MS
      const products = outcomes.map((outcome, position): MappingProduct => {
        const item = items[(number * 5 + position) % Math.max(items.length, 1)]
        return {
          externalProductId: `${outcome === 'invalid' ? 'X-' : ''}${hashId(`product ${seed} ${number} ${position}`, 8)}`,
          title: item?.title ?? 'Desk lamp, chrome',
          description: null,
          images: [],
          aspects: [],
          sku: item?.sku ?? null,
          upc: outcome === 'invalid' ? '222' : null,
          outcome,
        }
      })
      return [id, { id, startedAtMs, finishesAtMs: startedAtMs + 8000, products, announced: true }]
    }),
  )

export const createSeedState = (options: SeedOptions): PracticeState => {
  const { items, list } = createItems(options)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const conversations = createConversations(options, list)
  const offers = createOffers(options, items, list)
  const orders = createSeedOrders({ nowMs: options.nowMs, seed: options.seed, items, offers, conversations })
  const parcels =
    options.platform === 'ebay' && options.hasSales
      ? createSeedParcels({ nowMs: options.nowMs, seed: options.seed, items, offers })
      : { orders: [], cases: [] }
  const bestOffers =
    options.platform === 'ebay' && options.hasSales
      ? createSeedBestOffers({ nowMs: options.nowMs, seed: options.seed, offers })
      : []
  const past =
    options.platform === 'ebay' && options.hasSales
      ? createPastOrders({ nowMs: options.nowMs, seed: options.seed, items, offers })
      : []
  const announcesSales = options.platform === 'neutral' && options.hasSales
  const sales = announcesSales
    ? createSeedSales(orders, (sku) => [...offers.values()].some((offer) => offer.sku === sku))
    : { history: [], deliveries: [] }
  return {
    version: 2,
    seed: options.seed,
    clockOffsetMs: 0,
    seller: 'harbour_attic',
    conversations,
    items,
    offers,
    groups: addVariations(options, items, offers),
    listings: createListings(options),
    locations: new Map([
      [
        'home',
        {
          fields: {
            name: 'Home',
            location: { address: { postalCode: '95125', country: 'US' } },
            locationTypes: ['WAREHOUSE'],
          },
          isEnabled: true,
        },
      ],
    ]),
    uploads: new Map(),
    inventoryWritesAtMs: [],
    revisionsAtMs: new Map(),
    tasks: createTasks(options, list),
    leftUnprocessed: [],
    tokens: new Map(),
    refreshTokens: new Map([[practiceCredentials.refreshToken, { scopes: Object.values(scopes) }]]),
    codes: new Map(),
    config: null,
    destinations: [],
    subscriptions: [],
    filters: [],
    apiKeys: [],
    signingKey: {
      kid: crypto.randomUUID(),
      privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    trading: { applicationUrl: null, enabled: false, verified: false, registeredUrls: [], events: {} },
    history: sales.history,
    orders: [...past, ...orders, ...parcels.orders],
    cases: parcels.cases,
    bestOffers,
    sellerOffers: [],
    deliveries: sales.deliveries,
    settings: {
      mappingDurationMs: 8000,
      orderLagMs: DEFAULT_ORDER_LAG_MS,
      hasPolicies: true,
      filterConfirmationMs: 3000,
      resendDelayMs: 10_000,
      receiverTimeoutMs: 30_000,
      verificationToken: 'practice-verification-token-0123456789',
    },
  }
}
