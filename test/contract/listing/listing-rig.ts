/** The listing and inventory features over real HTTP against a practice shop with only the items that a test adds. */
import type { HttpRequest, Send } from '../../../main/http/request.ts'
import { TransportFailure } from '../../../main/http/request.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createInventoryFeature } from '../../../main/inventory/feature.ts'
import { createEventBus } from '../../../main/ipc/event-bus.ts'
import { createRouter } from '../../../main/ipc/router.ts'
import { createListingFeature } from '../../../main/listing/feature.ts'
import { createOutboundHandlers } from '../../../main/outbound/handlers.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { inventoryContract } from '../../../shared/inventory/contract.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { Client } from '../../../shared/ipc/define.ts'
import type { Confirmed } from '../../../shared/listing/contract.ts'
import { listingContract } from '../../../shared/listing/contract.ts'
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import { outboundContract } from '../../../shared/outbound/contract.ts'
import { Failure, type Result } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { inProcessTransport } from '../../support/in-process.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { sendThrough } from '../../support/send-through.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound } from '../../support/test-outbound.ts'

const contract = { inventory: inventoryContract, listing: listingContract, outbound: outboundContract }
type Calls = Client<typeof contract>

/** A desk lamp that can be listed: only its offer is missing. */
export const completeItem: JsonObject = {
  availability: { shipToLocationAvailability: { quantity: 2 } },
  condition: 'USED_GOOD',
  product: {
    title: 'Desk lamp, chrome',
    description: 'A lamp from 1962.',
    aspects: { Brand: ['Unbranded'], Type: ['Desk Lamp'] },
    imageUrls: ['https://pictures.practice.invalid/lamp-1.png'],
  },
}

/** A complete offer for it, with the practice shop's policies and location. */
export const completeFields = {
  price: '129.00',
  quantity: '2',
  categoryId: '112581',
  fulfillmentPolicyId: '6100001',
  paymentPolicyId: '6200001',
  returnPolicyId: '6300001',
  merchantLocationKey: 'home',
} as const satisfies Partial<Record<OfferField, string>>

/**
 * What becomes of a request: sent and answered, sent with its answer lost, lost itself, or not sent at all. `short`: the last
 * element of a bulk call is neither carried out nor answered.
 */
export type ChooseFate = (request: HttpRequest) => 'fine' | 'lost' | 'swallowed' | 'down' | 'short'

const withoutLast = (request: HttpRequest): HttpRequest => {
  const { requests } = JSON.parse(request.body ?? '') as { readonly requests: readonly JsonObject[] }
  return { ...request, body: JSON.stringify({ requests: requests.slice(0, -1) }) }
}

export const openListing = async (
  platformId: PlatformId = 'ebay',
  { canList = true, at = '', itemChangesPerDay = 250, readsAhead = false } = {},
) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const platform = await startPracticePlatform({ now: clock.nowMs, conversations: 0, items: 0, platform: platformId })
  const profile = completeProfile(
    {
      kind: 'sandbox',
      name: 'Shop',
      baseUrl: `${platform.url}${at}`,
      platform: platformId,
      canList,
      limits: { itemChangesPerDay },
    },
    platform.url,
  )
  const database = openTestDatabase()
  const requests: HttpRequest[] = []
  let chooseFate: ChooseFate = () => 'fine'
  let rewriting: { readonly operation: string; readonly change: (body: string) => string } | undefined
  let beforeSending: ((request: HttpRequest) => Promise<void>) | undefined
  const wire = createUndiciSend({ origins: [platform.url] })
  const recorded: Send = async (request) => {
    const fate = chooseFate(request)
    if (fate === 'down') throw new TransportFailure('notReached', 'The platform can’t be reached. Nothing was sent.')
    await beforeSending?.(request)
    requests.push(request)
    const body = request.operation === rewriting?.operation ? rewriting.change(request.body ?? '') : request.body
    const answer =
      fate === 'swallowed'
        ? undefined
        : await wire.send(fate === 'short' ? withoutLast(request) : body === undefined ? request : { ...request, body })
    if (fate === 'lost' || answer === undefined) throw new TransportFailure('unknown', 'The answer was lost.')
    return answer
  }
  const fetchToken = async (form: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const grants = {
    user: { grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken },
    application: { grant_type: 'client_credentials', scope: profile.scopes.application.join(' ') },
  }
  const tokens = { user: await fetchToken(grants.user), application: await fetchToken(grants.application) }
  /** Runs while a request waits for its token. */
  let beforeToken: (() => Promise<void>) | undefined
  const send = sendThrough(recorded, {
    clock,
    tokens: {
      current: async (credential) => {
        await beforeToken?.()
        return tokens[credential]
      },
      // A long history outlives the two hours of a token.
      renew: async (credential, rejected) => {
        if (tokens[credential] === rejected) tokens[credential] = await fetchToken(grants[credential])
        return tokens[credential]
      },
    },
  })

  const browsed: string[] = []
  let runs = 0
  const start = async () => {
    runs += 1
    const own = runs
    const never = new Promise<never>(() => {})
    /** Drops answers to an ended run. */
    const sendOfRun: Send = (request) =>
      send(request).then(
        (answer) => (own === runs ? answer : never),
        (error: unknown) => (own === runs ? Promise.reject(error) : never),
      )
    const events = createEventBus(
      () => 'test',
      () => {},
    )
    const emitted: { readonly name: string; readonly data: unknown }[] = []
    events.subscribe(({ name, data }) => emitted.push({ name, data }))
    const scheduler = createScheduler(clock, log)
    const shared = {
      profile,
      database,
      send: sendOfRun,
      scheduler,
      online: { isOnline: () => true, onChange: () => () => undefined },
      secrets: { get: async () => undefined, set: async () => {}, delete: async () => {} },
      clock,
      log,
      random: () => 0.5,
      notify: () => {},
    }
    const outbound = createTestOutbound(shared)
    const inventory = createInventoryFeature({
      locale: () => 'en-US',
      ...shared,
      outbound,
      emit: (name, data) => events.emit(`inventory.${name}`, data),
      offerCells: () => listing.offerCells,
    })
    const listing = createListingFeature(
      {
        ...shared,
        outbound,
        emit: (name, data) => events.emit(`listing.${name}`, data),
        openExternal: async (url) => void browsed.push(url),
        onSendRequested: () => undefined,
        locale: () => 'en-US',
      },
      inventory.items,
    )
    outbound.start()
    if (readsAhead) {
      await inventory.start()
      await listing.start()
    }
    const outboundHandlers = createOutboundHandlers({
      outbound,
      onSendRequested: () => undefined,
      findPicture: () => null,
      describeHold: () => null,
      release: () => undefined,
    })
    return { scheduler, outbound, outboundHandlers, inventory, listing, events, emitted }
  }
  let run = await start()

  const call = inProcessTransport(
    createRouter(
      contract,
      () => ({ inventory: run.inventory.handlers, listing: run.listing.handlers, outbound: run.outboundHandlers }),
      {
        log,
        newReference: () => 'test',
      },
    ),
    run.events,
  ).call

  /** Lets the queue work at the current time until `work` has ended. */
  const drive = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false
    const over = (): void => {
      isOver = true
    }
    void work.then(over, over)
    const own = runs
    while (!isOver) {
      if (own !== runs) throw new Error('The app was killed during this call')
      await clock.advance(0)
    }
    return work
  }
  const toClient = <F extends keyof typeof contract>(feature: F): Calls[F] =>
    Object.fromEntries(
      Object.keys(contract[feature]).map((name) => [
        name,
        async (input: unknown) => {
          const result = (await drive(call(`${feature}.${name}`, input))) as Result<unknown>
          if (result.ok) return result.value
          throw new Failure(result.error)
        },
      ]),
    ) as unknown as Calls[F]
  const listing = toClient('listing')
  const inventory = toClient('inventory')
  const outbound = toClient('outbound')

  const asSeller = async (method: string, path: string, body?: JsonObject): Promise<JsonObject> => {
    const response = await fetch(`${platform.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.user}`,
        'accept-language': 'en-US',
        'content-language': 'en-US',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text === '' ? {} : (JSON.parse(text) as JsonObject)
  }

  const addItem = async (sku: string, item: JsonObject = completeItem): Promise<void> => {
    await asSeller('PUT', `/sell/inventory/v1/inventory_item/${sku}`, item)
    await inventory.addSkus({ skus: [sku] })
    await inventory.refreshItem({ sku })
  }

  /** Previews and saves the offer, confirming every deletion. */
  const saveOffer = async (sku: string) => {
    const { previewToken, deletions } = await listing.previewOffer({ sku })
    return listing.saveOffer({ sku, previewToken, confirmedDeletions: deletions.map(({ id }) => id) })
  }

  /** Reads what the seller confirms before publishing, including fees. */
  const readConfirmed = async (sku: string): Promise<Confirmed> => {
    const { confirm } = await listing.listing({ sku })
    if (confirm === null) throw new Error(`${sku} can't be published`)
    const { fees } = await listing.fees({ sku }).catch((error: unknown) => {
      if (error instanceof Failure) return { fees: null }
      throw error
    })
    return { ...confirm, fees: fees === null ? null : [...fees] }
  }

  return {
    clock,
    database,
    requests,
    platform,
    profile,
    listing,
    inventory,
    outbound,
    browsed,
    drive,
    asSeller,
    addItem,
    /** Other tools list these; returns their listing ids. */
    listElsewhere: async (listings: readonly JsonObject[]): Promise<readonly string[]> => {
      const response = await fetch(`${platform.url}/practice/listings`, {
        method: 'POST',
        body: JSON.stringify({ listings }),
      })
      return ((await response.json()) as { listingIds: readonly string[] }).listingIds
    },
    /** The listing ends on the platform. */
    endElsewhere: async (listingId: string): Promise<void> => {
      await fetch(`${platform.url}/practice/listings/${listingId}`, { method: 'DELETE' })
    },
    saveOffer,
    readConfirmed,
    emitted: () => run.emitted,
    sellerHeaders: () => ({ authorization: `Bearer ${tokens.user}` }),
    /** Types a complete offer. */
    typeOffer: (sku: string) => listing.saveDraft({ sku, fields: completeFields }),
    /** Changes the body of each request of this operation on its way. */
    rewrite: (operation: string, change: (body: string) => string): void => {
      rewriting = { operation, change }
    },
    /** Starts reading the seller's items. */
    startItems: () => run.inventory.start(),
    /** Runs `work` once, before the next request of this operation leaves. */
    beforeSending: (operation: string, work: () => Promise<void>): void => {
      beforeSending = async (request) => {
        if (request.operation !== operation) return
        beforeSending = undefined
        await work()
      }
    },
    /** The run that was started last. */
    newestRun: async () => (await outbound.runs({})).runs[0],
    suggestCategory: (sku: string, categoryId: string) => run.listing.suggestCategory(sku, categoryId),
    waiting: () => run.outbound.list(),
    discard: (ids: readonly string[]) => run.outbound.discard(ids),
    sendNow: (ids: readonly string[]) => run.outbound.sendNow(ids),
    /** Skips `requests` requests, then runs `work` while the next one waits for its token. */
    whileWaiting: (requests: number, work: () => Promise<void>): void => {
      let left = requests
      beforeToken = async () => {
        left -= 1
        if (left >= 0) return
        beforeToken = undefined
        await work()
      }
    },
    setFate: (next: ChooseFate): void => {
      chooseFate = next
    },
    sent: (operation: string): readonly HttpRequest[] => requests.filter((request) => request.operation === operation),
    offersOf: async (sku: string): Promise<readonly JsonObject[]> => {
      const { offers } = await asSeller('GET', `/sell/inventory/v1/offer?sku=${sku}`)
      return (offers ?? []) as readonly JsonObject[]
    },
    /** Adds a complete item with an unpublished offer. */
    addOffer: async (sku: string, fields: Partial<Record<OfferField, string>> = {}): Promise<void> => {
      await addItem(sku)
      await listing.saveDraft({ sku, fields: { ...completeFields, ...fields } })
      await saveOffer(sku)
    },
    publish: async (sku: string) => listing.publish({ sku, confirmed: await readConfirmed(sku) }),
    /** Advances the clock by 40 s, long enough for the queue to settle. */
    settle: async (): Promise<void> => {
      for (let turn = 0; turn < 40; turn += 1) await clock.advance(1_000)
    },
    /** Ends this run during its work, drops every pending answer, and starts another on the same disk. */
    kill: async (): Promise<void> => {
      runs += 1
      void run.scheduler.stop()
      run = await start()
    },
    close: async (): Promise<void> => {
      await run.outbound.stop()
      await run.listing.stop()
      if (readsAhead) await run.inventory.stop()
      await run.scheduler.stop()
      await wire.close()
      await platform.stop()
      database.close()
    },
  }
}

export type ListingRig = Awaited<ReturnType<typeof openListing>>

/** Resolves with the detail of the `Failure` that `work` rejects with. */
export const failureOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof Failure) return error.detail
    throw error
  }
  throw new Error('The call did not fail')
}
