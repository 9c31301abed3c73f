import { createHash, generateKeyPairSync } from 'node:crypto'
import { practiceCredentials } from './credentials.ts'
import type {
  MappingProduct,
  PastEvent,
  PracticeState,
  StoredConversation,
  StoredItem,
  StoredMessage,
  StoredTask,
} from './records.ts'
import { scopes } from './scopes.ts'
import { buyers, closings, notices, shopItems, threads } from './seed-texts.ts'

/**
 * The shop a practice platform starts with: a seller of vintage cameras, lamps, ceramics, tools and the like.
 *
 * The same seed, size and start time give the same shop. Only the signing key is new each time, as its private half
 * should be, and so is its id: a key an app has cached under an old id is never mistaken for it.
 */
export type SeedOptions = {
  readonly nowMs: number
  readonly seed: number
  readonly conversations: number
  readonly items: number
}

export const pictureOrigin = 'https://pictures.practice.invalid'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A small generator of repeatable numbers from 0 to 1 (mulberry32). */
const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An id of a fixed length in digits or in base 36, the same for the same words. */
const digits = (words: string, length: number): string =>
  BigInt(`0x${createHash('sha256').update(words).digest('hex')}`)
    .toString(10)
    .slice(-length)
const letters = (words: string, length: number): string =>
  BigInt(`0x${createHash('sha256').update(words).digest('hex')}`)
    .toString(36)
    .slice(-length)

type SeedItem = { readonly sku: string; readonly title: string; readonly itemId: string }

const seedItems = (options: SeedOptions): { items: Map<string, StoredItem>; list: SeedItem[] } => {
  const random = createRandom(options.seed * 7919 + 1)
  const items = new Map<string, StoredItem>()
  const list: SeedItem[] = []
  for (let index = 0; index < options.items; index += 1) {
    const model = shopItems[index % shopItems.length]
    if (model === undefined) break
    const round = Math.floor(index / shopItems.length)
    const sku = `${model.kind}-${String(index + 101).padStart(4, '0')}`
    const title = round === 0 ? model.title : `${model.title} no. ${round + 1}`.slice(0, 80)
    const code = `40${digits(`ean ${options.seed} ${sku}`, 11)}`
    const pictures = 1 + Math.floor(random() * 3)
    // Some have no condition, no image, no code: an item can be saved long before it can be published.
    const hasCondition = index % 9 !== 4
    const hasImages = index % 11 !== 7
    const item = {
      availability: { shipToLocationAvailability: { quantity: index % 8 === 7 ? 0 : 1 + Math.floor(random() * 3) } },
      ...(hasCondition ? { condition: model.condition } : {}),
      ...(index % 6 === 2 ? { conditionDescription: 'Honest signs of use, see the pictures.' } : {}),
      product: {
        title,
        description: model.description,
        aspects: model.aspects,
        ...(hasImages
          ? {
              imageUrls: Array.from(
                { length: pictures },
                (_, picture) => `${pictureOrigin}/${sku.toLowerCase()}-${picture + 1}.png`,
              ),
            }
          : {}),
        ...(index % 5 === 0 ? { ean: code } : {}),
        ...(index % 13 === 6 ? { upc: digits(`upc ${options.seed} ${sku}`, 12) } : {}),
        // Fields the documents do not name. A full replace that drops them loses them.
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
    const itemId = `3${digits(`listing ${options.seed} ${sku}`, 11)}`
    items.set(sku, { json: JSON.stringify(item), contentLanguage: 'en-US', itemId })
    list.push({ sku, title, itemId })
  }
  return { items, list }
}

const fill = (text: string, title: string, name: string): string =>
  text.replaceAll('{item}', title.split(',')[0] ?? title).replaceAll('{name}', name)

const seedConversations = (options: SeedOptions, items: readonly SeedItem[]): StoredConversation[] => {
  const random = createRandom(options.seed * 104_729 + 2)
  const conversations: StoredConversation[] = []
  let newestAtMs = options.nowMs - 11 * minuteMs
  for (let index = 0; index < options.conversations; index += 1) {
    const conversationId = `c${digits(`conversation ${options.seed} ${index}`, 14)}`
    const isNotice = index % 12 === 5
    const item = items.length === 0 ? undefined : items[Math.floor(random() * items.length)]
    const messages: StoredMessage[] = []
    const say = (from: StoredMessage['from'], text: string, createdAtMs: number): void => {
      messages.push({
        messageId: `m${digits(`message ${options.seed} ${index} ${messages.length}`, 15)}`,
        text,
        from,
        createdAtMs: Math.floor(createdAtMs / 1000) * 1000,
        media: [],
      })
    }
    let subject: string
    let otherParty = 'Marketplace'
    if (isNotice) {
      const notice = notices[Math.floor(index / 12) % notices.length]
      if (notice === undefined) break
      subject = notice.subject
      say('platform', notice.text, newestAtMs)
    } else {
      // Each thread is taken once before any is taken again; names walk at another pace, so pairs rarely repeat.
      const thread = threads[index % threads.length]
      const buyer = buyers[(index * 5 + Math.floor(index / buyers.length)) % buyers.length]
      if (thread === undefined || buyer === undefined) break
      otherParty = buyer.username
      const title = item?.title ?? 'your listing'
      subject = fill(thread.subject, title, buyer.name).slice(0, 120)
      const said = thread.messages.slice()
      // A second round of the same questions ends in other words, some answered and some not.
      if (index >= threads.length && random() < 0.5) {
        const closing = closings[Math.floor(random() * closings.length)]
        if (closing !== undefined) said.push(closing)
      }
      let atMs = newestAtMs
      const times = said.map((_, position) => {
        const time = atMs
        atMs -= (25 + random() * 900) * minuteMs * (position % 3 === 2 ? 0.2 : 1)
        return time
      })
      times.reverse().forEach((time, position) => {
        const [from, text] = said[position] ?? ['buyer', '']
        say(from, fill(text, title, buyer.name), time)
      })
    }
    const unanswered = messages.at(-1)?.from !== 'seller'
    conversations.push({
      conversationId,
      conversationType: isNotice ? 'FROM_SVC' : 'FROM_MEMBERS',
      subject,
      otherParty,
      createdAtMs: messages[0]?.createdAtMs ?? newestAtMs,
      itemId: !isNotice && index % 7 !== 3 ? (item?.itemId ?? null) : null,
      status: index > 20 && index % 6 === 0 ? 'ARCHIVE' : 'ACTIVE',
      read: index < 14 ? !(unanswered && index % 3 !== 2) : index % 17 !== 9,
      messages,
    })
    // Busy days first, then sparser: about five weeks for 120 conversations.
    newestAtMs -= (0.4 + random() * (index < 30 ? 4 : 12)) * hourMs
  }
  return conversations
}

const seedTasks = (options: SeedOptions, items: readonly SeedItem[]): Map<string, StoredTask> => {
  const tasks = new Map<string, StoredTask>()
  const outcomes: readonly (readonly MappingProduct['outcome'][])[] = [
    ['mapped', 'mapped', 'mapped'],
    ['mapped', 'unmapped', 'mapped', 'invalid'],
    ['unprocessed', 'mapped'],
    ['unmapped', 'invalid'],
  ]
  outcomes.forEach((list, number) => {
    const id = letters(`task ${options.seed} ${number}`, 25)
    const startedAtMs = options.nowMs - (number + 1) * 3 * dayMs - 2 * hourMs
    const products = list.map((outcome, position): MappingProduct => {
      const item = items[(number * 5 + position) % Math.max(items.length, 1)]
      return {
        externalProductId: `${outcome === 'invalid' ? 'X-' : ''}${digits(`product ${options.seed} ${number} ${position}`, 8)}`,
        title: item?.title ?? 'Desk lamp, chrome',
        description: null,
        images: [],
        aspects: [],
        sku: item?.sku ?? null,
        upc: outcome === 'invalid' ? '222' : null,
        outcome,
      }
    })
    tasks.set(id, { id, startedAtMs, finishesAtMs: startedAtMs + 8000, products, announced: true })
  })
  return tasks
}

/** What happened in the shop before the app came: never told to anybody, and there to be delivered on request. */
const seedHistory = (options: SeedOptions, items: readonly SeedItem[]): PastEvent[] =>
  [
    'ItemSold',
    'FixedPriceTransaction',
    'AuctionCheckoutComplete',
    'FeedbackLeft',
    'BidReceived',
    'ItemEndedBySeller',
  ].flatMap((event, index): PastEvent[] => {
    const item = items[(index * 7) % Math.max(items.length, 1)]
    const buyer = buyers[(index * 3) % buyers.length]
    if (item === undefined || buyer === undefined) return []
    return [
      {
        eventId: `e${digits(`event ${options.seed} ${index}`, 12)}`,
        event,
        sku: item.sku,
        itemId: item.itemId,
        buyer: buyer.username,
        transactionId: digits(`transaction ${options.seed} ${index}`, 13),
        price: `${20 + index * 13}.50`,
        atMs: options.nowMs - (6 - index) * 9 * hourMs,
      },
    ]
  })

export const seedState = (options: SeedOptions): PracticeState => {
  const { items, list } = seedItems(options)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    version: 1,
    seed: options.seed,
    clockOffsetMs: 0,
    seller: 'harbour_attic',
    conversations: seedConversations(options, list),
    items,
    inventoryWritesAtMs: [],
    tasks: seedTasks(options, list),
    leftUnprocessed: [],
    tokens: new Map(),
    refreshTokens: new Map([[practiceCredentials.refreshToken, { scopes: Object.values(scopes) }]]),
    codes: new Map(),
    config: null,
    destinations: [],
    subscriptions: [],
    filters: [],
    signingKey: {
      kid: crypto.randomUUID(),
      privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    trading: { applicationUrl: null, enabled: false, verified: false, registeredUrls: [], events: new Map() },
    history: seedHistory(options, list),
    deliveries: [],
    settings: {
      mappingDurationMs: 8000,
      filterConfirmationMs: 3000,
      resendDelayMs: 10_000,
      receiverTimeoutMs: 30_000,
      verificationToken: 'practice-verification-token-0123456789',
    },
  }
}
