import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createOrderReader } from '../../../main/orders/reading/order-reader.ts'
import { createReadingState } from '../../../main/orders/reading/reading-state.ts'
import { createOrderStore } from '../../../main/orders/store/order-store.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'

type Served = { readonly orderId: string; readonly createdAtMs: number; modifiedAtMs: number; version: number }

/** What happens on the platform while a page is read. */
const changes = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const) }),
    fc.record({ kind: fc.constant('modify' as const), which: fc.nat(50) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20 * 60_000 }) }),
  ),
  { maxLength: 4 },
)

const orderings = {
  created: (a: Served, b: Served) => b.createdAtMs - a.createdAtMs,
  newestChangeFirst: (a: Served, b: Served) => b.modifiedAtMs - a.modifiedAtMs,
  oldestChangeFirst: (a: Served, b: Served) => a.modifiedAtMs - b.modifiedAtMs,
} as const

it('ORD-01 misses and doubles no order, however the list is sorted and whatever changes while its pages are read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(...(Object.keys(orderings) as (keyof typeof orderings)[])),
      fc.array(changes, { maxLength: 25 }),
      fc.integer({ min: -400, max: 400 }),
      async (initial, pageSize, ordering, script, wrongDays) => {
        const clock = createFakeClock()
        const startMs = clock.nowMs()
        const platformMs = () => startMs + clock.monotonicMs()
        // Only the platform's own clock may matter.
        clock.jump(Math.min(0, wrongDays) * 24 * 60 * 60_000)
        const served: Served[] = []
        const add = (): void => {
          const atMs = platformMs()
          served.push({ orderId: `o${served.length}`, createdAtMs: atMs, modifiedAtMs: atMs, version: 1 })
        }
        for (let count = 0; count < initial; count += 1) add()
        const remaining = [...script]
        const happen = async (): Promise<void> => {
          for (const change of remaining.shift() ?? []) {
            await clock.advance(1)
            if (change.kind === 'add') add()
            else if (change.kind === 'wait') await clock.advance(change.ms)
            else {
              const order = served[change.which % Math.max(1, served.length)]
              if (order === undefined) continue
              order.modifiedAtMs = platformMs()
              order.version += 1
            }
          }
        }
        const database = openTestDatabase()
        const store = createOrderStore(database, noErasedPersons)
        const reader = createOrderReader({
          client: {
            getOrders: async ({ fromMs }: { readonly fromMs: number | null }, offset: number) => {
              const found = served
                .filter(({ modifiedAtMs }) => modifiedAtMs >= (fromMs ?? 0))
                .toSorted(orderings[ordering])
              const page = found.slice(offset, offset + pageSize).map(({ orderId, modifiedAtMs, version }) => ({
                orderId,
                lastModifiedDate: new Date(modifiedAtMs).toISOString(),
                salesRecordReference: version,
              }))
              await happen()
              return { orders: page, total: found.length, step: page.length }
            },
          } as never,
          store,
          state: createReadingState(database),
          // Planned checks would only add readings.
          scheduler: { ...createScheduler(clock, createRecordingLog()), plan: () => undefined },
          online: { onChange: () => () => undefined } as never,
          clock,
          log: createRecordingLog(),
          onSaved: () => undefined,
          onChange: () => undefined,
        })
        for (let count = 0; count < 5; count += 1) await reader.refresh()
        // The platform is quiet now: the next reading has to bring everything.
        remaining.length = 0
        await reader.refresh()
        await reader.stop()
        const stored = database.all<{ id: string; version: number }>(
          `SELECT order_id AS id, record ->> '$.salesRecordReference' AS version FROM orders ORDER BY order_id`,
        )
        const expected = served.map(({ orderId, version }) => ({ id: orderId, version }))
        expect(stored).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      },
    ),
    { numRuns: 150 },
  )
})
