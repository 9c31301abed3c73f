/** Item saves without a network: the real store, client, queue, saver and planner, and a platform that is a map of records. */
import { expect } from 'vitest'
import type { Database } from '../../../../main/database/database.ts'
import type { HttpRequest, HttpResponse, Send } from '../../../../main/http/request.ts'
import { createItemReader } from '../../../../main/inventory/items/item-reader.ts'
import { createInventoryClient } from '../../../../main/inventory/platform/inventory-client.ts'
import { createChangeBudget } from '../../../../main/inventory/saves/change-budget.ts'
import { createItemSaver } from '../../../../main/inventory/saves/item-saver.ts'
import { createRunPlanner } from '../../../../main/inventory/saves/run-planner.ts'
import { createInventoryStore } from '../../../../main/inventory/store.ts'
import { createHold } from '../../../../main/outbound/hold.ts'
import { createPlanContext } from '../../../../main/outbound/plan-rows.ts'
import { createScheduler } from '../../../../main/scheduler.ts'
import { completeProfile, getPlatform } from '../../../../shared/connection/profile.ts'
import type { PlanScope } from '../../../../shared/inventory/contract/plan-contract.ts'
import { startEdit, withChange } from '../../../../shared/inventory/item-edit.ts'
import type { JsonObject, JsonPath, JsonValue } from '../../../../shared/inventory/json.ts'
import type { Exclusion } from '../../../../shared/outbound/run-contract.ts'
import { Failure } from '../../../../shared/result.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { noOfferCells } from '../../../support/no-offer-cells.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import { openTestDatabase } from '../../../support/test-database.ts'
import { createTestOutbound } from '../../../support/test-outbound.ts'

/** One request, with its body as sent. */
export type Sent = {
  readonly method: HttpRequest['method']
  /** Undefined for a bulk call. */
  readonly sku: string | undefined
  readonly language: string | undefined
  readonly trigger: HttpRequest['trigger']
  readonly body: JsonObject
  /** Builds the body again, as after a 401. */
  readonly rebuild: () => Promise<void>
}

/** Undefined lets the platform carry the request out. */
type Answer = (sent: Sent) => HttpResponse | undefined | Promise<HttpResponse | undefined>

export const respond = (status: number, body?: JsonValue, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
  bodyCut: false,
})

/** An error answer of the platform. */
export const refuse = (status: number, message: string, field?: string): HttpResponse =>
  respond(status, {
    errors: [
      {
        errorId: 25_999,
        domain: 'API_INVENTORY',
        category: 'REQUEST',
        message,
        ...(field === undefined ? {} : { parameters: [{ name: 'fieldName', value: field }] }),
      },
    ],
  })

type Options = {
  readonly changesPerDay?: number
  readonly per?: 'seller' | 'listing'
  /** A database that was in use before, as after a restart. */
  readonly database?: Database
  readonly offerCells?: typeof noOfferCells
}

/** `there`: what the platform has and the app has read, by SKU. */
export const openSaves = (there: Readonly<Record<string, JsonObject>> = {}, options: Options = {}) => {
  const { changesPerDay = 1_000, per = 'seller', offerCells = noOfferCells } = options
  const clock = createFakeClock(undefined, 700_000)
  const log = createRecordingLog()
  const database = options.database ?? openTestDatabase()
  const profile = completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl: 'https://platform.test' })
  const hold = createHold(database)
  const scheduler = createScheduler(clock, log, hold.isOn)
  const platform = new Map(Object.entries(there))
  const requests: Sent[] = []
  const shownItems: { readonly sku: string; readonly state: string | undefined }[] = []
  let answer: Answer = () => undefined
  let lane: (method: HttpRequest['method']) => Promise<void> = async () => undefined

  const carryOut = ({ method, sku, body }: Sent): HttpResponse => {
    if (method === 'GET') {
      const record = platform.get(sku ?? '')
      return record === undefined ? respond(404, { errors: [] }) : respond(200, record)
    }
    if (sku !== undefined) {
      platform.set(sku, body)
      return respond(204)
    }
    const elements = body.requests as unknown as readonly (JsonObject & { readonly sku: string })[]
    for (const { sku: own, locale: _, ...record } of elements) platform.set(own, record)
    return respond(200, { responses: elements.map((element) => ({ sku: element.sku, statusCode: 200 })) })
  }

  const send: Send = async ({ method, url, headers, body, freshBody, trigger, signal }) => {
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
    const build = async (): Promise<JsonObject> => JSON.parse((await freshBody?.()) ?? body ?? '{}') as JsonObject
    await lane(method)
    let current = await build()
    const sent: Sent = {
      method,
      sku: name.startsWith('bulk') ? undefined : name,
      language: headers['content-language'],
      trigger,
      get body() {
        return current
      },
      rebuild: async () => {
        current = await build()
      },
    }
    requests.push(sent)
    const given = await answer(sent)
    if (signal?.aborted) throw new Failure({ kind: 'offline', message: 'The request was stopped.' })
    return given ?? carryOut(sent)
  }

  const online = { isOnline: () => true, onChange: () => () => undefined }
  const store = createInventoryStore(database, getPlatform(profile), undefined, () => offerCells)
  const client = createInventoryClient({ profile, send, nowMs: clock.nowMs })
  const outbound = createTestOutbound({ database, scheduler, clock, log, online, hold })
  const onItem = (sku: string): void => void shownItems.push({ sku, state: store.item(sku)?.state })
  const { name: platformName } = getPlatform(profile)
  const common = { client, platformName, store, database, clock, log, scheduler, online, outbound, onItem }
  const budget = createChangeBudget({
    ...common,
    limits: { itemChangesPerDay: changesPerDay, changesCountedPer: per },
    reserve: store.changeReserve,
    run: 'test',
    onChange: () => undefined,
  })
  const reader = createItemReader({
    ...common,
    aheadClient: client,
    readsInBulk: getPlatform(profile).capabilities.bulkItemReads,
    list: undefined,
    onList: () => undefined,
  })
  const language = (sku: string): string => store.contentLanguage(sku) ?? profile.contentLanguage
  const saver = createItemSaver({ ...common, budget, reader, language })
  const planner = createRunPlanner({
    ...common,
    budget,
    reader,
    offerCells: () => offerCells,
    contentLanguage: profile.contentLanguage,
  })
  if (options.database === undefined) {
    store.add([...platform.keys()], clock.nowMs())
    for (const [sku, record] of platform) store.putRecord(sku, record, clock.nowMs())
  }
  outbound.start()

  /** Previews a save and confirms it with every deletion. Resolves after its first try. */
  const save = async (sku: string) => {
    const { token, preview } = await saver.prepare(sku)
    const saving = saver.save(
      sku,
      token,
      preview.deletions.map(({ id }) => id),
    )
    // A rejection is the caller's to handle, after time has passed.
    saving.catch(() => undefined)
    await clock.advance(0)
    return saving
  }

  const plan = (excluded: readonly Exclusion[] = [], scope: PlanScope = { kind: 'changed' }) =>
    outbound.runs.plan({ excluded, make: (context) => planner.draft(scope, context) })
  const draft = (excluded: readonly Exclusion[] = [], scope: PlanScope = { kind: 'changed' }) =>
    planner.draft(scope, createPlanContext(excluded, outbound.isBusy))

  return {
    clock,
    log,
    database,
    store,
    budget,
    reader,
    saver,
    draft,
    refreshPlan: planner.refresh,
    isBusy: outbound.isBusy,
    outbound,
    /** What the platform has. */
    platform,
    requests,
    /** The items that the window was asked to show again, with their states then. */
    shownItems,
    writes: (): readonly Sent[] => requests.filter(({ method }) => method !== 'GET'),
    reads: (): readonly Sent[] => requests.filter(({ method }) => method === 'GET'),
    /** Answers requests from now on in place of the platform. */
    answer: (how: Answer): void => {
      answer = how
    },
    /** Answers the next writes, in order, in place of the platform. */
    answerWrites: (...answers: readonly Answer[]): void => {
      const left = [...answers]
      answer = (sent) => (sent.method === 'GET' ? undefined : left.shift()?.(sent))
    },
    /** Each write from now on waits this long for its turn, before its body is built. */
    delayWrites: (waitMs: number, meanwhile: () => void = () => undefined): void => {
      lane = async (method) => {
        if (method === 'GET') return
        meanwhile()
        await new Promise<void>((done) => void clock.setTimer(done, waitMs))
      }
    },
    edit: (sku: string, ...changes: readonly (readonly [JsonPath, JsonValue | undefined])[]): void => {
      store.add([sku], clock.nowMs())
      const { record, edit = startEdit(record) } = store.content(sku) ?? {}
      const next = changes.reduce((all, [path, value]) => withChange(all, record, path, value), edit)
      store.putEdit(sku, next, clock.nowMs(), null)
    },
    save,
    plan,
    /** Starts a run of all edits, with their deletions. Returns its id. */
    startRun: async (): Promise<number> => {
      const { planToken } = await plan()
      return outbound.runs.start({ planToken, deletions: 'confirmed' })
    },
    /** The newest change of an item in the outbox; undefined if it is final. */
    waiting: (sku: string) => outbound.list().findLast(({ subject }) => subject === `item:${sku}`),
    used: (): number => budget.state().used,
    /** The message of the error that `work` ends with. */
    messageOf: async (work: Promise<unknown>): Promise<string> => {
      const error = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(Failure)
      return error instanceof Failure ? error.message : ''
    },
  }
}

export type SavesRig = ReturnType<typeof openSaves>
