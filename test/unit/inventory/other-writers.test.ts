/** INV-08 with another client writing to the same items at any moment, over slow and busy lanes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HttpRequest, HttpResponse, Send } from '../../../main/http/request.ts'
import { createInventoryFeature } from '../../../main/inventory/feature.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { type JsonObject, type JsonValue, sameJson, valueAt, withValueAt } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { noOfferCells } from '../../support/no-offer-cells.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { sendThrough } from '../../support/send-through.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound, withOutbound } from '../../support/test-outbound.ts'

const SKUS = ['A-1', 'A-2'] as const
const fields = ['title', 'quantity', 'condition'] as const
type Field = (typeof fields)[number]
type Sku = (typeof SKUS)[number]

const MAX_CHECK_AGE_MS = 2_000

const values: Readonly<Record<Field, readonly JsonValue[]>> = {
  title: ['Lamp', 'Desk lamp', 'Reading lamp'],
  quantity: [1, 5, 77],
  condition: ['NEW', 'USED_GOOD', 'USED_ACCEPTABLE'],
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('edit', 'other'),
      sku: fc.constantFrom(...SKUS),
      field: fc.constantFrom(...fields),
      value: fc.nat(2),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('save'), sku: fc.constantFrom(...SKUS) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('run') }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('busy'), retryAfterS: fc.integer({ min: 1, max: 50 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('slow'), latencyMs: fc.constantFrom(0, 300, 1_500, 4_000) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait'), ms: fc.constantFrom(100, 1_000, 5_000, 40_000) }) },
)
type Step = {
  act: string
  sku?: Sku
  field?: Field
  value?: number
  retryAfterS?: number
  latencyMs?: number
  ms?: number
}

const answer = (status: number, body: unknown = '', headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: new TextEncoder().encode(body === '' ? '' : JSON.stringify(body)),
  bodyCut: false,
})

/** Builds a body before the request takes its turn: the mistake that this test must be able to see. */
const buildEarly =
  (next: Send): Send =>
  async ({ freshBody, beforeLeaving, ...rest }) => {
    await beforeLeaving?.()
    return next(freshBody === undefined ? rest : { ...rest, body: await freshBody() })
  }

/** Plays the steps, reading inside the write lane or before it. Returns the changes overwritten unseen by the seller. */
const play = async (
  steps: readonly Step[],
  inLane = true,
): Promise<{ readonly lost: readonly string[]; readonly writes: number }> => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const items = new Map<string, JsonObject>(
    SKUS.map((sku) => [
      sku,
      fields.reduce<JsonObject>((item, name) => withValueAt(item, fieldPaths[name], values[name][0] ?? null), {}),
    ]),
  )
  const writtenAtMs = new Map<string, number>()
  const seen = new Map<string, JsonValue | undefined>()
  /** What the seller's own writes left, and no one changed since. A newer edit may replace it before the save has ended. */
  const own = new Map<string, JsonValue | undefined>()
  const lost: string[] = []
  let writes = 0
  let latencyMs = 0
  const onTheWay: { readonly endMs: number; readonly tookMs: number }[] = []
  let busyForS = 0

  const arrive = (sku: string, body: JsonObject): void => {
    writes += 1
    const before = items.get(sku)
    for (const name of fields) {
      const now = valueAt(before, fieldPaths[name])
      const next = valueAt(body, fieldPaths[name])
      if (sameJson(now, next)) continue
      const key = `${sku} ${name}`
      const isOwn = own.has(key) && sameJson(own.get(key), now)
      own.set(key, next)
      const ageMs = clock.monotonicMs() - (writtenAtMs.get(key) ?? Number.NEGATIVE_INFINITY)
      // A change between the read and the write's arrival can't be detected: two requests, each as slow as it was sent.
      const slowestMs = Math.max(
        ...onTheWay.filter(({ endMs }) => endMs >= clock.monotonicMs() - ageMs).map(({ tookMs }) => tookMs),
      )
      if (!isOwn && !sameJson(seen.get(key), now) && ageMs > MAX_CHECK_AGE_MS + 2 * slowestMs) {
        lost.push(`${key}: ${JSON.stringify(now)} was written ${ageMs} ms before`)
      }
    }
    items.set(sku, body)
  }

  const wire: Send = async (request: HttpRequest) => {
    onTheWay.push({ endMs: clock.monotonicMs() + latencyMs, tookMs: latencyMs })
    await new Promise<void>((resolve) => void clock.setTimer(resolve, latencyMs))
    const sku = decodeURIComponent(request.url.split('/').at(-1) ?? '')
    if (request.method === 'GET') return answer(200, items.get(sku))
    if (busyForS > 0) {
      const retryAfter = String(busyForS)
      busyForS = 0
      return answer(429, '', { 'retry-after': retryAfter })
    }
    const body = JSON.parse(request.body ?? '') as JsonObject
    if (request.method === 'PUT') {
      arrive(sku, body)
      return answer(204)
    }
    const requests = body.requests as readonly (JsonObject & { readonly sku: string })[]
    for (const { sku: one, ...item } of requests) arrive(one, item)
    return answer(200, { responses: requests.map(({ sku: one }) => ({ sku: one, statusCode: 204 })) })
  }

  const database = openTestDatabase()
  const scheduler = createScheduler(clock, log)
  const online = { isOnline: () => true, onChange: () => () => undefined }
  const outbound = createTestOutbound({ database, scheduler, clock, log, online })
  const feature = withOutbound(
    outbound,
    createInventoryFeature({
      locale: () => 'en-US',
      profile: completeProfile({ kind: 'sandbox', name: 'Shop', baseUrl: 'https://api.example.com' }),
      database,
      outbound,
      send: inLane ? sendThrough(wire, { clock }) : buildEarly(sendThrough(wire, { clock })),
      scheduler,
      online,
      secrets: { get: async () => undefined, set: async () => {}, delete: async () => {} },
      clock,
      log,
      random: () => 0.5,
      emit: () => undefined,
      offerCells: () => noOfferCells,
      notify: () => undefined,
    }),
  )
  await feature.start()
  const { handlers } = feature
  await handlers.addSkus({ skus: [...SKUS] })
  await clock.advance(60_000)

  const see = (sku: string): void => {
    for (const { path, was } of database
      .all<{ edit: string }>('SELECT edit FROM item_edits WHERE sku = ?', [sku])
      .flatMap(({ edit }) => (JSON.parse(edit) as { changes: { path: string[]; was?: JsonValue }[] }).changes)) {
      const name = fields.find((field) => sameJson([...fieldPaths[field]], path))
      if (name !== undefined) seen.set(`${sku} ${name}`, was)
    }
  }
  const quietly = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
  const act = async ({ act: name, sku = 'A-1', field = 'title', value = 0, ...rest }: Step): Promise<void> => {
    const wanted = values[field][value] ?? null
    switch (name) {
      case 'edit': {
        const { record, edit } = await handlers.item({ sku })
        const base = record ?? undefined
        await handlers.saveEdit({ sku, edit: withChange(edit ?? startEdit(base), base, fieldPaths[field], wanted) })
        return see(sku)
      }
      case 'other':
        items.set(sku, withValueAt(items.get(sku) ?? {}, fieldPaths[field], wanted))
        own.delete(`${sku} ${field}`)
        return void writtenAtMs.set(`${sku} ${field}`, clock.monotonicMs())
      case 'save':
        return void quietly(async () => {
          const { previewToken, deletions } = await handlers.previewSave({ sku })
          await handlers.save({ sku, previewToken, confirmedDeletions: deletions.map(({ id }) => id) })
        })
      case 'run':
        return void quietly(async () => {
          const { planToken } = await handlers.planRun({ scope: { kind: 'changed' }, excluded: [] })
          await new Promise<void>((resolve) => void clock.setTimer(resolve, 10_000))
          outbound.runs.start({ planToken, deletions: 'leftOut' })
        })
      case 'busy':
        busyForS = rest.retryAfterS ?? 1
        return
      case 'slow':
        latencyMs = rest.latencyMs ?? 0
        return
      default:
        return clock.advance(rest.ms ?? 0)
    }
  }
  for (const one of steps) await act(one)
  await clock.advance(300_000)
  const stopping = feature.stop()
  await clock.advance(120_000)
  await stopping
  await scheduler.stop()
  database.close()
  return { lost, writes }
}

describe('any history of saves and runs', () => {
  it('INV-08 overwrites no change unseen by the seller', async () => {
    let writes = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const played = await play(steps as readonly Step[])
        writes += played.writes
        expect(played.lost).toEqual([])
      }),
      { numRuns: 100 },
    )
    expect(writes).toBeGreaterThan(20)
  })

  it('INV-08 a newer edit of the seller replaces the value of a save that is being sent', async () => {
    const steps: readonly Step[] = [
      { act: 'slow', latencyMs: 1_500 },
      { act: 'edit', sku: 'A-2', field: 'quantity', value: 1 },
      { act: 'save', sku: 'A-2' },
      { act: 'wait', ms: 5_100 },
      { act: 'save', sku: 'A-2' },
      { act: 'edit', sku: 'A-2', field: 'quantity', value: 2 },
    ]
    expect(await play(steps)).toMatchObject({ lost: [], writes: 2 })
  })

  it('INV-08 a change that came while the request was on its way is no fault of the save', async () => {
    const steps: readonly Step[] = [
      { act: 'edit', sku: 'A-1', field: 'title', value: 1 },
      { act: 'slow', latencyMs: 4_000 },
      { act: 'save', sku: 'A-1' },
      { act: 'wait', ms: 5_000 },
      { act: 'wait', ms: 5_000 },
      { act: 'wait', ms: 1_000 },
      { act: 'wait', ms: 1_000 },
      { act: 'other', sku: 'A-1', field: 'title', value: 2 },
      { act: 'slow', latencyMs: 0 },
      { act: 'wait', ms: 40_000 },
    ]
    expect(await play(steps)).toEqual({ lost: [], writes: 1 })
  })

  it('null control: reading before the write lane is detected', async () => {
    const steps: readonly Step[] = [
      { act: 'edit', sku: 'A-1', field: 'title', value: 1 },
      { act: 'edit', sku: 'A-2', field: 'title', value: 1 },
      // The other item's write is refused once this one's body is built.
      { act: 'slow', latencyMs: 1_000 },
      { act: 'busy', retryAfterS: 30 },
      { act: 'save', sku: 'A-2' },
      { act: 'wait', ms: 1_000 },
      { act: 'save', sku: 'A-1' },
      { act: 'wait', ms: 5_000 },
      { act: 'other', sku: 'A-1', field: 'quantity', value: 2 },
      { act: 'wait', ms: 40_000 },
    ]
    expect((await play(steps, false)).lost).toHaveLength(1)
    expect((await play(steps)).lost).toEqual([])
  })
})
