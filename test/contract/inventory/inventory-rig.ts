/** The inventory feature over real HTTP against a practice shop with only the items that a test adds. */
import { expect } from 'vitest'
import type { Database } from '../../../main/database/database.ts'
import type { HttpRequest, HttpResponse, Send } from '../../../main/http/request.ts'
import type { TokenSource } from '../../../main/http/sender.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { createInventoryFeature } from '../../../main/inventory/feature.ts'
import { createEventBus } from '../../../main/ipc/event-bus.ts'
import { createRouter } from '../../../main/ipc/router.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import { inventoryContract } from '../../../shared/inventory/contract.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject, JsonPath, JsonValue } from '../../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../../shared/inventory/json-text.ts'
import type { Client, FeatureHandlers } from '../../../shared/ipc/define.ts'
import { runContract } from '../../../shared/outbound/run-contract.ts'
import { Failure, type Result } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { inProcessTransport } from '../../support/in-process.ts'
import { noOfferCells } from '../../support/no-offer-cells.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { sendThrough } from '../../support/send-through.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound, withOutbound } from '../../support/test-outbound.ts'
import { waitFor } from '../../support/wait-for.ts'

const contract = { inventory: inventoryContract, runs: runContract }
type Calls = Client<typeof contract>

type RigOptions = {
  /** A database that was in use before. */
  readonly database?: Database
  /** What the platform has before the app starts, by SKU. */
  readonly there?: Readonly<Record<string, JsonObject>>
}

export const openInventory = async (
  profileFile: Partial<ProfileFile> = {},
  items = 0,
  { database: given, there = {} }: RigOptions = {},
) => {
  /** How often the high-water mark rose. */
  let marks = 0
  const clock = createFakeClock()
  const log = createRecordingLog()
  const platform = await startPracticePlatform({
    now: clock.nowMs,
    conversations: 0,
    items,
    ...(profileFile.platform === undefined ? {} : { platform: profileFile.platform }),
  })
  const profile = completeProfile(
    { kind: 'sandbox', name: 'Shop', baseUrl: platform.url, ...profileFile },
    platform.url,
  )
  const database = given ?? openTestDatabase()
  const requests: HttpRequest[] = []
  /** When each request was sent, by monotonic time. */
  const sentAtMs: number[] = []
  const wire = createUndiciSend({ origins: [platform.url] })
  /** Rewrites answers, to test some that the practice platform never gives. */
  let bend: ((request: HttpRequest, answer: HttpResponse) => HttpResponse | Promise<HttpResponse>) | undefined
  /** Throws to stop a request. */
  let gate: ((request: HttpRequest) => void) | undefined
  let perSecond = Number.POSITIVE_INFINITY
  const arrivals: number[] = []
  const isOverLimit = (): boolean => {
    const nowMs = clock.monotonicMs()
    const isOver = arrivals.filter((atMs) => nowMs - atMs < 1_000).length >= perSecond
    if (!isOver) arrivals.push(nowMs)
    return isOver
  }
  let onTheWire = 0
  const recorded: Send = async (request) => {
    gate?.(request)
    requests.push(request)
    sentAtMs.push(clock.monotonicMs())
    if (isOverLimit()) return { status: 429, headers: { 'retry-after': '1' }, body: new Uint8Array(), bodyCut: false }
    onTheWire += 1
    try {
      const answer = await wire.send(request)
      return (await bend?.(request, answer)) ?? answer
    } finally {
      onTheWire -= 1
    }
  }
  const fetchToken = async (): Promise<string> => {
    const answer = await fetch(profile.oauth.tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: practiceCredentials.refreshToken,
      }).toString(),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  /** Changes an item on the platform, as another tool of the seller might. */
  const putElsewhere = async (sku: string, item: JsonObject): Promise<void> => {
    const response = await fetch(`${platform.url}/sell/inventory/v1/inventory_item/${sku}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await fetchToken()}`,
        'content-type': 'application/json',
        'accept-language': 'en-US',
        'content-language': 'en-US',
      },
      body: jsonText(item),
    })
    expect([201, 204]).toContain(response.status)
  }
  let token: string | undefined
  const tokens: TokenSource = {
    current: async () => {
      token ??= await fetchToken()
      return token
    },
    renew: async () => {
      token = await fetchToken()
      return token
    },
  }

  /** Runs of the app so far. An ended run sends nothing more, and answers to it are dropped. */
  let runs = 0
  const sendOfRun = (): Send => {
    runs += 1
    const own = runs
    const never = new Promise<never>(() => {})
    const whileRunning: Send = async (request) => {
      if (own !== runs) return never
      return recorded(request).then(
        (answer) => (own === runs ? answer : never),
        (error: unknown) => (own === runs ? Promise.reject(error) : never),
      )
    }
    // Each run has its own lanes: the requests of an ended one never finish and would keep them full.
    return sendThrough(whileRunning, { clock, tokens })
  }

  const online = new Set<(isOnline: boolean) => void>()
  /** Starts a run of the app on the same database. */
  const start = async () => {
    const events = createEventBus(
      () => 'test',
      () => {},
    )
    const scheduler = createScheduler(clock, log)
    const onlineState = {
      isOnline: () => true,
      onChange: (listener: (isOnline: boolean) => void) => {
        online.add(listener)
        return () => void online.delete(listener)
      },
    }
    const outbound = createTestOutbound({ database, scheduler, clock, log, online: onlineState }, () => {
      marks += 1
    })
    const inventory = createInventoryFeature({
      locale: () => 'en-US',
      profile,
      database,
      send: sendOfRun(),
      scheduler,
      online: onlineState,
      outbound,
      secrets: { get: async () => undefined, set: async () => {}, delete: async () => {} },
      clock,
      log,
      random: () => 0.5,
      emit: (name, data) => events.emit(`inventory.${name}`, data),
      offerCells: () => noOfferCells,
      notify: () => {},
    })
    const feature = withOutbound(outbound, inventory)
    await feature.start()
    return { events, scheduler, feature, outbound }
  }
  for (const [sku, item] of Object.entries(there)) await putElsewhere(sku, item)
  let run = await start()

  const runHandlers = (): FeatureHandlers<typeof runContract> => {
    const { runs } = run.outbound
    return {
      planRows: ({ planToken, show, offset, limit }) => {
        const { rows, total } = runs.planRows(planToken, show, offset, limit)
        return { rows: rows.map((row) => ({ ...row, pictureUrl: null })), total }
      },
      startRun: (request) => ({ runId: runs.start(request) }),
      planRevert: ({ runId, excluded }) => runs.planRevert(runId, excluded),
      runs: () => ({ runs: runs.list() }),
      run: ({ runId }) => runs.find(runId),
      runRows: ({ runId, states, offset, limit }) => runs.rows(runId, states, offset, limit),
      pauseRun: ({ runId }) => runs.pause(runId),
      resumeRun: ({ runId }) => runs.resume(runId),
      nextSteps: () => ({ steps: runs.nextSteps() }),
      dismissNext: ({ runId }) => runs.dismissNext(runId),
      stopRun: ({ runId }) => ({ withdrawn: runs.stop(runId) }),
    }
  }
  const call = inProcessTransport(
    createRouter(contract, () => ({ inventory: run.feature.handlers, runs: runHandlers() }), {
      log,
      newReference: () => 'test',
    }),
    run.events,
  ).call
  /** Calls that go through the outbound queue, which starts its work by a timer. */
  const queued = ['inventory.save']
  const callsOf = (feature: keyof typeof contract) =>
    Object.fromEntries(
      Object.keys(contract[feature]).map((name) => [
        name,
        async (input: unknown) => {
          const calling = call(`${feature}.${name}`, input)
          if (queued.includes(`${feature}.${name}`)) await clock.advance(0)
          const result = (await calling) as Result<unknown>
          if (result.ok) return result.value
          throw new Failure(result.error)
        },
      ]),
    )
  const client = callsOf('inventory') as unknown as Calls['inventory']

  const practice = (method: string, path: string, body?: JsonObject): Promise<Response> =>
    fetch(`${platform.url}/practice/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  /** Advances the fake clock until `look` no longer throws. The answers in between need real time. */
  const until = (look: () => void | Promise<void>): Promise<void> =>
    waitFor(async () => {
      await clock.advance(1_000)
      await look()
    })

  return {
    client,
    /** The outbound queue's calls about runs. */
    runs: callsOf('runs') as unknown as Calls['runs'],
    clock,
    log,
    database,
    requests,
    sentAtMs,
    platform,
    items: run.feature.items,
    puts: () => requests.filter(({ method }) => method === 'PUT'),
    fault: async (fault: JsonObject): Promise<void> => {
      expect((await practice('POST', 'faults', fault)).status).toBe(200)
    },
    clearFaults: () => practice('DELETE', 'faults'),
    until,
    /** Finishes everything due now: timers and requests. */
    idle: async (): Promise<void> => {
      for (let calm = 0; calm < 3; calm = onTheWire === 0 ? calm + 1 : 0) await clock.advance(0)
    },
    /** Calls the practice platform's control API. */
    practice: async (method: string, path: string, body?: JsonObject) => (await practice(method, path, body)).json(),
    /** Every queued change. */
    waiting: () => run.outbound.list(),
    outbound: () => run.outbound,
    /** From now on the platform answers 429 beyond so many calls in any second, and asks for a second's pause. */
    limitCalls: (calls: number): void => {
      perSecond = calls
    },
    bendAnswers: (how: typeof bend): void => {
      bend = how
    },
    setGate: (check: typeof gate): void => {
      gate = check
    },
    backOnline: (): void => {
      for (const listener of [...online]) listener(true)
    },
    putElsewhere,
    marks: (): number => marks,
    /** The item on the platform; undefined if there is none. */
    onPlatform: async (sku: string): Promise<JsonObject | undefined> => {
      const response = await practice('GET', `items/${sku}`)
      return response.ok ? (parseJson(await response.text()) as JsonObject) : undefined
    },
    /** Adds the SKU and reads it now. */
    open: async (sku: string) => {
      await client.addSkus({ skus: [sku] })
      await client.refreshItem({ sku })
      return client.item({ sku })
    },
    edit: async (sku: string, ...changes: readonly (readonly [JsonPath, JsonValue | undefined])[]) => {
      const { record, edit } = await client.item({ sku })
      const base = record ?? undefined
      await client.saveEdit({
        sku,
        edit: changes.reduce((patch, [path, value]) => withChange(patch, base, path, value), edit ?? startEdit(base)),
      })
    },
    /** Previews and saves, confirming every deletion. */
    save: async (sku: string) => {
      const { previewToken, deletions } = await client.previewSave({ sku })
      return client.save({ sku, previewToken, confirmedDeletions: deletions.map(({ id }) => id) })
    },
    /** Stops this run and starts another on the same disk. */
    restart: async (): Promise<void> => {
      await run.scheduler.stop()
      online.clear()
      run = await start()
    },
    /** Ends this run during its work, drops every pending answer, and starts another. */
    kill: async (): Promise<void> => {
      runs += 1
      void run.scheduler.stop()
      online.clear()
      run = await start()
    },
    close: async (): Promise<void> => {
      await run.feature.stop()
      await run.scheduler.stop()
      await wire.close()
      await platform.stop()
      database.close()
    },
  }
}

export type InventoryRig = Awaited<ReturnType<typeof openInventory>>

/** Resolves with the detail of the `Failure` that `work` rejects with. */
export const failureOfCall = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof Failure) return error.detail
    throw error
  }
  throw new Error('The call did not fail')
}
