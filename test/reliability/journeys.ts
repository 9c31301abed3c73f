/**
 * Work to interrupt by a kill: one journey for each part of the app that writes.
 *
 * A journey can resume after a kill: it first reads the current state and continues from there. `ack` reports what main
 * acknowledged; `found` reports what exists at the start. Everything acknowledged must be found after a restart.
 */

import { Failure } from '../../shared/result.ts'
import { deleteShown } from '../support/delete-shown.ts'

export type Driver = {
  readonly ask: <T>(method: string, input?: unknown) => Promise<T>
  /** Reports that main acknowledged this as saved. */
  readonly ack: (what: string) => void
  /** Reports that this exists. */
  readonly found: (what: string) => void
  /** Calls the practice platform's control API. */
  readonly practice: <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>
}

export type Journey = {
  /** Matches the journey's own steps. All others belong to background work and occur at any time. */
  readonly steps: RegExp
  /** Waits until the data it works on exists. */
  readonly prepare: (driver: Driver) => Promise<unknown>
  /** Resolves with a word for the ending. */
  readonly run: (driver: Driver) => Promise<string>
}

const PAUSE_MS = 5
const MAX_SETTLING_MS = process.env.STALLHAND_LONG === '1' ? 60_000 : 3_000

/** Repeats `look` until it returns a value. */
const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const answer = await look()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

type Thread = {
  readonly draft: { readonly revision: number; readonly content: { readonly messageText: string } } | null
  readonly outbox: readonly OutboxEntry[]
  readonly messages: readonly { readonly text: string | null }[]
  readonly buyerMessages: number
}
type OutboxEntry = { readonly id: string; readonly kind: string; readonly state: string }

export const REPLY = 'It leaves tomorrow morning.'
const DRAFTS = ['It leaves', 'It leaves tomorrow', REPLY]

const someConversation = ({ ask }: Driver): Promise<string> =>
  until(async () => {
    const { rows } = await ask<{ rows: readonly { conversationId: string; buyer?: unknown }[] }>(
      'messaging.conversations',
      { view: 'all' },
    )
    return rows.map(({ conversationId }) => conversationId).sort()[0]
  })

/** Resolves with the thread once its messages are read, which a draft is based on. */
const readThread = ({ ask }: Driver, conversationId: string): Promise<Thread> =>
  until(async () => {
    const thread = await ask<Thread>('messaging.thread', { conversationId })
    return thread.messages.length === 0 ? undefined : thread
  })

const write = async ({ ask }: Driver, conversationId: string, text: string): Promise<number> => {
  const { draft, buyerMessages } = await ask<Thread>('messaging.thread', { conversationId })
  const { revision } = await ask<{ revision: number }>('messaging.saveDraft', {
    target: { conversationId },
    content: { messageText: text, messageMedia: [], reference: null, emailCopyToSender: false },
    revision: draft?.revision ?? null,
    buyerMessagesSeen: buyerMessages,
  })
  return revision
}

const someThread = async (driver: Driver): Promise<Thread> => readThread(driver, await someConversation(driver))

const draft: Journey = {
  steps: /^(before|after) commit of .*\bdrafts\b/,
  prepare: someThread,
  run: async (driver) => {
    const conversationId = await someConversation(driver)
    const thread = await readThread(driver, conversationId)
    const there = thread.draft?.content.messageText ?? ''
    for (const text of DRAFTS.slice(0, DRAFTS.indexOf(there) + 1)) driver.found(`draft ${text}`)
    for (const text of DRAFTS.slice(DRAFTS.indexOf(there) + 1)) {
      await write(driver, conversationId, text)
      driver.ack(`draft ${text}`)
    }
    return 'kept'
  },
}

const finalStates = ['sent', 'refused', 'notFound', 'discarded']

const outbox: Journey = {
  steps: /\boutbound\b|send_message/,
  prepare: someThread,
  run: async (driver) => {
    const conversationId = await someConversation(driver)
    const { ask } = driver
    const thread = await readThread(driver, conversationId)
    let id = thread.outbox[0]?.id
    if (id !== undefined) driver.found('outbox')
    else if (thread.messages.some(({ text }) => text === REPLY)) {
      driver.found('outbox')
      return 'sent'
    } else {
      const revision = await write(driver, conversationId, REPLY)
      id = (await ask<{ id: string }>('messaging.send', { target: { conversationId }, revision })).id
      driver.ack('outbox')
    }
    const stateNow = async (): Promise<string> => {
      const now = await ask<Thread>('messaging.thread', { conversationId })
      const entry = now.outbox.find((known) => known.id === id)
      if (entry !== undefined) return entry.state
      return now.messages.some(({ text }) => text === REPLY) ? 'sent' : 'gone'
    }
    if ((await stateNow()) === 'delayed') await ask('outbound.sendNow', { ids: [id] }).catch(() => undefined)
    return until(async () => {
      const state = await stateNow()
      return finalStates.includes(state) ? state : undefined
    })
  },
}

export const NEW_TITLE = 'A title that was changed once'

type Item = {
  readonly state: string
  readonly record: { readonly product?: { readonly title?: string } } | null
  readonly edit: unknown
}

const someItem = async ({ ask }: Driver): Promise<{ readonly sku: string; readonly item: Item }> =>
  until(async () => {
    const { rows } = await ask<{ rows: readonly { sku: string }[] }>('inventory.items', { limit: 10 })
    const sku = rows[0]?.sku
    if (sku === undefined) return undefined
    const item = await ask<Item>('inventory.item', { sku })
    // An unknown save is settled by reading the item; nothing is sent before that.
    if (item.state === 'unknown') await ask('inventory.refreshItem', { sku })
    return item.record === null || item.state === 'unknown' ? undefined : { sku, item }
  })

const item: Journey = {
  steps: /\b(item_edits|item_saves|item_change_ledger)\b|PUT .*inventory_item/,
  prepare: someItem,
  run: async (driver) => {
    const { ask } = driver
    const { sku, item: now } = await someItem(driver)
    const title = now.record?.product?.title
    if (now.edit !== null) driver.found('edit')
    if (title === NEW_TITLE) {
      for (const what of ['edit', 'save']) driver.found(what)
      return 'saved'
    }
    if (now.edit === null) {
      const change = {
        op: 'set',
        path: ['product', 'title'],
        value: NEW_TITLE,
        ...(title === undefined ? {} : { was: title }),
      }
      await ask('inventory.saveEdit', { sku, edit: { onto: 'existing', changes: [change] } })
      driver.ack('edit')
    }
    const save = async (): Promise<string> => {
      const { previewToken } = await ask<{ previewToken: string }>('inventory.previewSave', { sku })
      const input = { sku, previewToken, confirmedDeletions: [] }
      return (await ask<{ state: string }>('inventory.save', input)).state
    }
    // An interrupted save is still queued and settles itself: at once if a read shows it, otherwise after the settling time,
    // which only the long form waits for.
    const endsAtMs = performance.now() + MAX_SETTLING_MS
    const state = await until(() =>
      save().catch(async (error: unknown) => {
        const isBusy = error instanceof Failure && error.detail.kind === 'conflict'
        if (!isBusy) throw error
        // The queue sent it meanwhile.
        if ((await ask<Item>('inventory.item', { sku })).edit === null) return 'sent'
        return performance.now() < endsAtMs ? undefined : 'inProgress'
      }),
    )
    if (state !== 'sent') return state
    driver.ack('save')
    return 'saved'
  },
}

const nothing = async (): Promise<void> => undefined

const task: Journey = {
  steps: /\bmapping_\w+|graphql/,
  prepare: nothing,
  run: async (driver) => {
    const { ask } = driver
    const { rows } = await ask<{ rows: readonly unknown[] }>('mapping.tasks')
    if (rows.length > 0) driver.found('task')
    // The same key means the same request, before and after a crash.
    const { taskRefs } = await ask<{ taskRefs: readonly number[] }>('mapping.start', {
      products: ['lamp', 'chair'].map((name) => ({ externalProductId: name, title: `An old ${name}` })),
      requestKey: 'one-and-the-same-act',
    })
    driver.ack('task')
    const taskRef = taskRefs[0]
    // The seller resends a start that certainly was not accepted.
    const { state: stateBefore } = await ask<{ state: string }>('mapping.task', { taskRef })
    if (stateBefore === 'notStarted') await ask('mapping.startAgain', { taskRef })
    return until(async () => {
      const { state } = await ask<{ state: string }>('mapping.task', { taskRef })
      if (['waiting', 'starting', 'processing'].includes(state)) {
        await driver.practice('POST', '/practice/clock', { advanceMs: 60_000 })
        await ask('mapping.checkNow', { taskRef }).catch(() => undefined)
        return undefined
      }
      return state
    })
  },
}

type Waiting = { readonly kind: string; readonly state: string; readonly nextAtMs: number | null }

/** Waits until changes of these kinds have left the outbox or wait for the seller. Resolves with the remaining states. */
const untilDecided = ({ ask }: Driver, kinds: readonly string[]): Promise<readonly string[]> =>
  until(async () => {
    const { entries } = await ask<{ entries: readonly Waiting[] }>('outbound.list')
    const own = entries.filter(({ kind }) => kinds.includes(kind))
    const isMoving = own.some(({ state, nextAtMs }) => nextAtMs !== null || state === 'sending')
    return isMoving ? undefined : own.map(({ state }) => state)
  })

type Filed = { readonly conversationId: string; readonly unread: boolean; readonly archived: boolean }

/** The two conversations of the shop, in the order of their ids. */
const readFiled = ({ ask }: Driver): Promise<readonly [Filed, Filed]> =>
  until(async () => {
    const list = async (view: 'all' | 'archived') =>
      (await ask<{ rows: readonly Filed[] }>('messaging.conversations', { view })).rows
    const [first, second, ...others] = [...(await list('all')), ...(await list('archived'))].sort((a, b) =>
      a.conversationId < b.conversationId ? -1 : 1,
    )
    const isWhole = others.length === 0 && first?.conversationId !== second?.conversationId
    return isWhole && first !== undefined && second !== undefined ? [first, second] : undefined
  })

/** Archives, reads, marks as unread and restores the first, and reads the second. Each step leaves a different state. */
const filingSteps = [
  { from: 'inbox unread, unread', which: 0, action: 'archive' },
  { from: 'archived unread, unread', which: 0, action: 'read' },
  { from: 'archived read, unread', which: 1, action: 'read' },
  { from: 'archived read, read', which: 0, action: 'unread' },
  { from: 'archived unread, read', which: 0, action: 'active' },
] as const
export const FILED = 'inbox unread, read'
export const formatFiled = ([first, second]: readonly Pick<Filed, 'unread' | 'archived'>[]): string =>
  `${first?.archived ? 'archived' : 'inbox'} ${first?.unread ? 'unread' : 'read'}, ${second?.unread ? 'unread' : 'read'}`

const filing: Journey = {
  steps: /\boutbound\b|bulk_update|update_conversation/,
  prepare: someConversation,
  run: async (driver) => {
    const formatNow = async () => formatFiled(await readFiled(driver))
    const now = await formatNow()
    const started = now === FILED ? filingSteps.length : filingSteps.findIndex(({ from }) => from === now)
    for (const { action, from } of filingSteps.slice(0, started)) driver.found(`${action} of ${from}`)
    for (const { action, from, which } of filingSteps.slice(started)) {
      const { conversationId } = (await readFiled(driver))[which]
      await driver.ask('messaging.file', { conversationIds: [conversationId], action })
      driver.ack(`${action} of ${from}`)
      const [left] = await untilDecided(driver, ['archive', 'read', 'unread', 'restore'])
      if (left !== undefined) return left
    }
    await untilDecided(driver, ['archive', 'read', 'unread', 'restore'])
    return formatNow()
  },
}

/** The platform's count of conversations, without deleted ones. */
const countConversations = async ({ practice }: Driver): Promise<number> =>
  (await practice<{ counts: { conversations: number } }>('GET', '/practice/status')).counts.conversations

const deletion: Journey = {
  steps: /\boutbound\b|bulk_update/,
  prepare: someConversation,
  run: async (driver) => {
    const { ask } = driver
    const { entries } = await ask<{ entries: readonly Waiting[] }>('outbound.list')
    if (entries.length > 0 || (await countConversations(driver)) === 1) driver.found('deletion')
    else {
      await deleteShown(ask, [await someConversation(driver)])
      driver.ack('deletion')
    }
    return (await untilDecided(driver, ['delete']))[0] ?? 'deleted'
  },
}

type Listing = {
  readonly offerState: string
  readonly next: string
  readonly offerId: string | null
  readonly listingId: string | null
  readonly confirm: object | null
  readonly work: readonly { readonly action: string; readonly state: string }[]
  readonly fields: readonly { readonly field: string; readonly platformText: string }[]
}

/** The offer for the lamp, which isn't listed yet. */
const offerFields = {
  price: '129.00',
  quantity: '1',
  categoryId: '112581',
  fulfillmentPolicyId: '6100001',
  paymentPolicyId: '6200001',
  returnPolicyId: '6300001',
  merchantLocationKey: 'home',
}
const LAMP = 'LMP-0102'
/** Already listed. */
const CAMERA = 'CAM-0101'
const NEW_PRICE = '140.00'

/**
 * Creates, publishes and reprices the lamp's offer, ends its listing, then deletes the camera's offer. It reads its progress
 * from the platform, so it can resume after any kill.
 */
const listing: Journey = {
  steps: /\boutbound\b|\/offer|bulk_update_price/,
  prepare: someItem,
  run: async (driver) => {
    const { ask } = driver
    const read = async (sku: string): Promise<Listing> => {
      await ask('listing.refreshListing', { sku })
      return ask<Listing>('listing.listing', { sku })
    }
    const isAlready = async (): Promise<boolean> => {
      const { offerState, work } = await read(LAMP)
      return offerState !== 'notListed' || work.length > 0
    }
    await until(async () => {
      const { rows } = await ask<{ rows: readonly { title: string | null }[] }>('inventory.items')
      return rows.length === 2 && rows.every(({ title }) => title !== null) ? true : undefined
    })
    if (await isAlready()) driver.found('offer')

    const startRun = async (what: object): Promise<unknown> => {
      const plan = { skus: [LAMP], what }
      const { planToken } = await ask<{ planToken: string }>('listing.planRun', plan)
      return ask('outbound.startRun', { planToken })
    }
    /** Takes the lamp's next step. Returns true once its listing has ended. */
    const takeStep = async ({ offerState, listingId, next, confirm, fields }: Listing): Promise<boolean> => {
      const price = fields.find(({ field }) => field === 'price')?.platformText
      if (offerState === 'ended') return true
      if (offerState === 'published') {
        if (price !== NEW_PRICE) await startRun({ action: 'price', by: 'set', value: NEW_PRICE })
        else await ask('listing.withdraw', { sku: LAMP, listingId })
      } else if (next === 'publish') {
        const { fees } = await ask<{ fees: unknown }>('listing.fees', { sku: LAMP })
        await ask('listing.publish', { sku: LAMP, confirmed: { ...confirm, fees } })
      } else if (next === 'fix') await ask('listing.saveDraft', { sku: LAMP, fields: offerFields })
      else if (next === 'saveOffer') {
        const { previewToken } = await ask<{ previewToken: string }>('listing.previewOffer', { sku: LAMP })
        await ask('listing.saveOffer', { sku: LAMP, previewToken, confirmedDeletions: [] })
        driver.ack('offer')
      }
      return false
    }
    /** A step that certainly was not carried out isn't in progress: the seller repeats it. */
    const isInProgress = ({ work }: Listing): boolean => work.some(({ state }) => state !== 'notFound')
    await until(async () => {
      const lamp = await read(LAMP)
      if (isInProgress(lamp)) return undefined
      return (await takeStep(lamp)) ? true : undefined
    })
    return until(async () => {
      const camera = await read(CAMERA)
      if (camera.offerState === 'notListed') return 'ended'
      if (!isInProgress(camera)) {
        await ask('listing.deleteOffer', { sku: CAMERA, offerId: camera.offerId, endsListing: true })
      }
      return undefined
    })
  },
}

type Run = { readonly isOpen: boolean; readonly counts: Readonly<Record<string, number>> }

const run: Journey = {
  steps: /\b(run|outbound|item_saves)\b|bulk_create/,
  prepare: someItem,
  run: async (driver) => {
    const { ask } = driver
    const skus = await until(async () => {
      const { rows } = await ask<{ rows: readonly { sku: string; title: string | null }[] }>('inventory.items')
      return rows.length === 2 && rows.every(({ title }) => title !== null) ? rows.map(({ sku }) => sku) : undefined
    })
    const current = async (): Promise<Run | undefined> => (await ask<{ runs: readonly Run[] }>('outbound.runs')).runs[0]
    if ((await current()) !== undefined) driver.found('run')
    else {
      await ask('inventory.stageCells', { columns: ['title'], rows: skus.map((sku) => ({ sku, cells: [NEW_TITLE] })) })
      const { planToken } = await ask<{ planToken: string }>('inventory.planRun', { scope: { kind: 'skus', skus } })
      await ask('outbound.startRun', { planToken })
      driver.ack('run')
    }
    return until(async () => {
      const read = await current()
      return read?.isOpen === false ? `${read.counts.sent} saved, ${read.counts.notFound} not` : undefined
    })
  },
}

const subscription: Journey = {
  steps: /\boutbound\b|(POST|GET) .*\/subscription$|\/enable$/,
  prepare: nothing,
  run: async (driver) => {
    const { ask } = driver
    type View = { readonly destinations: { readonly entries: readonly { destinationId: string }[] } }
    const { entries } = await ask<{ entries: readonly Waiting[] }>('outbound.list')
    const { counts } = await driver.practice<{ counts: { subscriptions: number } }>('GET', '/practice/status')
    if (entries.length > 0 || counts.subscriptions > 0) driver.found('subscription')
    else {
      await ask('notifications.register', { events: ['ItemSold'] })
      await ask('notifications.getDestinations')
      const { destinations } = await ask<View>('notifications.subscriptions')
      const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }
      const { destinationId } = destinations.entries[0] ?? {}
      await ask('notifications.createSubscription', {
        topicId: 'FEEDBACK_RECEIVED',
        destinationId,
        status: 'DISABLED',
        payload,
      })
      driver.ack('subscription')
    }
    const [undecided] = await untilDecided(driver, ['subscriptionCreate'])
    if (undecided !== undefined) return undecided
    await ask('notifications.getSubscriptions')
    const { subscriptions } = await ask<{
      readonly subscriptions: { readonly entries: readonly { subscriptionId: string; status: string }[] }
    }>('notifications.subscriptions')
    const [{ subscriptionId = '', status = '' } = {}] = subscriptions.entries
    const isChanging = (await ask<{ entries: readonly Waiting[] }>('outbound.list')).entries.length > 0
    if (isChanging || status === 'ENABLED') driver.found('enabling')
    else {
      await ask('notifications.enableSubscription', { subscriptionId })
      driver.ack('enabling')
    }
    return (await untilDecided(driver, ['subscriptionChange']))[0] ?? 'enabled'
  },
}

const receive: Journey = {
  steps: /\bnotification_(captures|deliveries|events|claims)\b/,
  prepare: nothing,
  run: async (driver) => {
    const { ask, practice } = driver
    type Log = { readonly rows: readonly { readonly processing: string }[] }
    const log = (): Promise<Log> => ask<Log>('notifications.events')
    const logged = (await log()).rows.length
    if (logged > 0) driver.found('delivery')
    await ask('notifications.register', { events: ['FixedPriceTransaction'] })
    const sent = await practice<{ deliveries: readonly unknown[] }>('GET', '/practice/deliveries')
    if (sent.deliveries.length === 0) await practice('POST', '/practice/events', { event: 'FixedPriceTransaction' })
    // The platform resends an unanswered delivery after 30 seconds of its clock.
    else await practice('POST', '/practice/clock', { advanceMs: 120_000 })
    return until(async () => {
      const { deliveries } = await practice<{ deliveries: readonly { outcome: string }[] }>(
        'GET',
        '/practice/deliveries',
      )
      const { rows } = await log()
      if (deliveries.some(({ outcome }) => outcome === 'delivered') && rows.length > 0) driver.ack('delivery')
      return rows[0]?.processing === 'processed' ? `processed ${rows.length}` : undefined
    })
  },
}

const migrate: Journey = {
  steps: /commit of (schema|backup)/,
  prepare: nothing,
  run: async (driver) => {
    const { rows } = await driver.ask<{ rows: readonly unknown[] }>('messaging.conversations', { view: 'all' })
    return rows.length > 0 ? 'migrated' : 'empty'
  },
}

/** Reads what the shop earned, from the newest on until all of it is here. */
const earnings: Journey = {
  steps: /\bearnings_(?!search)\w+|finances/,
  prepare: nothing,
  run: async ({ ask }) => {
    const { total } = await until(async () => {
      const { isComplete, currencies } = await ask<{ isComplete: boolean; currencies: readonly unknown[] }>(
        'earnings.state',
      )
      if (!isComplete || currencies.length === 0) return undefined
      return ask<{ total: number }>('earnings.transactions', { currency: 'USD' })
    })
    return `${total} read`
  },
}

export const OFFERING_BUYER = 'nora.lind'

type PracticeOffers = {
  readonly offers: readonly { readonly offerId: string; readonly buyer: string; readonly status: string }[]
}
type Offer = {
  readonly status: string
  readonly price: unknown
  readonly quantity: number
  readonly pending: { readonly state: string } | null
}

/** Accepts the offer of a buyer. */
const offer: Journey = {
  steps: /\boutbound\b|\bbest_offers\b|api\.dll/,
  prepare: nothing,
  run: async ({ ask, ack, found, practice }) => {
    const { offers } = await practice<PracticeOffers>('GET', '/practice/offers')
    const offerId = offers.find(({ buyer }) => buyer === OFFERING_BUYER)?.offerId ?? ''
    const read = () => ask<Offer | null>('offers.offer', { offerId })
    const { price, quantity, status, pending } = await until(async () => (await read()) ?? undefined)
    if (status !== 'Pending' || pending !== null) found('answer')
    else {
      const accepted = await ask('offers.accept', { offerId, price, quantity }).catch((error: unknown) => {
        // The answer from before the kill is on its way again.
        if (!(error instanceof Failure && error.detail.kind === 'conflict')) throw error
      })
      if (accepted !== undefined) ack('answer')
    }
    return until(async () => {
      const now = await read()
      if (now?.pending == null) return now?.status === 'Pending' ? undefined : now?.status
      return finalStates.includes(now.pending.state) ? now.pending.state : undefined
    })
  },
}

export const journeys = {
  draft,
  outbox,
  filing,
  deletion,
  item,
  run,
  listing,
  task,
  subscription,
  receive,
  migrate,
  earnings,
  offer,
} as const satisfies Record<string, Journey>
export type JourneyName = keyof typeof journeys

/** Compares every count from main with the rows it counts. Returns the differences. */
export const recount = async ({ ask }: Driver): Promise<readonly string[]> => {
  const differs: string[] = []
  const { views, outbox: waiting } = await ask<{ views: Record<string, number>; outbox: number }>('messaging.counts')
  for (const [view, count] of Object.entries(views)) {
    const { rows } = await ask<{ rows: readonly unknown[] }>('messaging.conversations', { view })
    if (rows.length !== count) differs.push(`${view}: ${count} counted, ${rows.length} there`)
  }
  const { entries } = await ask<{ entries: readonly OutboxEntry[] }>('outbound.list')
  const notFinal = entries.filter(({ kind }) => kind === 'message').length
  if (waiting !== notFinal) differs.push(`outbox: ${waiting} counted, ${notFinal} there`)
  const items = await ask<{ rows: readonly { state: string }[]; counts: { all: number } }>('inventory.items')
  if (items.counts.all !== items.rows.length) {
    differs.push(`items: ${items.counts.all} counted, ${items.rows.length} there`)
  }
  return differs
}
