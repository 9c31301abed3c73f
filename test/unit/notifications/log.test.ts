import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGroupCommit } from '../../../main/database/group-commit.ts'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import type { Raises } from '../../../shared/notifications/log-contract.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const names = ['ItemSold', 'FeedbackLeft', 'BidReceived'] as const
const signatures = ['verified', 'wrong', 'notVerifiableNow', 'none'] as const
const processings = ['waiting', 'processed', 'failed', 'quarantined'] as const
const origins = ['platform', 'replay'] as const

const facets = {
  name: fc.constantFrom(...names),
  signature: fc.constantFrom(...signatures),
  processing: fc.constantFrom(...processings),
  origin: fc.constantFrom(...origins),
}
const entry = fc.record({ ...facets, buyer: fc.constantFrom('mia_vintage', 'tom-b', 'größe', null) })
type Entry = {
  readonly name: string
  readonly signature: (typeof signatures)[number]
  readonly processing: (typeof processings)[number]
  readonly origin: (typeof origins)[number]
  readonly buyer: string | null
}
const one: Entry = {
  name: 'ItemSold',
  signature: 'verified',
  processing: 'processed',
  origin: 'platform',
  buyer: 'mia_vintage',
}

const openStore = () => createNotificationStore(openTestDatabase(), noErasedPersons)
type Store = ReturnType<typeof openStore>

const add = (
  store: Store,
  identity: number,
  { name, signature, processing, origin, buyer }: Entry,
  raises: Raises | null = null,
): number => {
  const occurrence = {
    itemId: `11000${identity}`,
    sku: null,
    transactionId: null,
    buyer,
    price: null,
    currency: null,
    commentType: null,
  }
  return store.saveEvent(
    `event:${identity}`,
    { receivedAtMs: identity, origin },
    { name, format: 'soap', timestamp: null, notificationId: null, occurrences: [occurrence] },
    { signature, signatureMessage: '', processing, why: null, raises, isTest: false, sameSaleAs: null },
  )
}

const fill = (entries: readonly Entry[]): Store => {
  const store = openStore()
  for (const [index, each] of entries.entries()) add(store, index, each)
  return store
}

const findIds = (store: Store, search: string): readonly number[] =>
  store.events({ filter: {}, search, offset: 0, limit: 100 }).rows.map(({ eventId }) => eventId)

describe('the log', () => {
  it('returns and counts every matching event once, newest first, whatever the filter and page size', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(59), fc.constantFrom(...processings)), { maxLength: 10 }),
        fc.record(facets, { requiredKeys: [] }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (entries, changes, filter, size, searching) => {
          const store = fill(entries)
          const now = entries.map((each, index) => ({ ...each, id: index + 1 }))
          for (const [index, processing] of changes) {
            const changed = now[index]
            if (changed === undefined) continue
            changed.processing = processing
            add(store, changed.id - 1, changed)
          }
          const request = { filter, search: searching ? 'mia' : '', limit: size }
          const got: number[] = []
          let total = 0
          for (let offset = 0; offset <= entries.length; offset += size) {
            const page = store.events({ ...request, offset })
            got.push(...page.rows.map(({ eventId }) => eventId))
            total = page.total
          }
          const expected = now
            .filter(
              (each) =>
                (filter.name === undefined || each.name === filter.name) &&
                (filter.signature === undefined || each.signature === filter.signature) &&
                (filter.processing === undefined || each.processing === filter.processing) &&
                (filter.origin === undefined || each.origin === filter.origin) &&
                (!searching || each.buyer === 'mia_vintage'),
            )
            .map(({ id }) => id)
            .reverse()
          expect(got).toEqual(expected)
          expect(total).toBe(expected.length)
          const waiting = now.filter(({ processing }) => processing === 'waiting')
          expect(store.counts().waiting).toBe(waiting.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('reads pages in order by an index, never by a sort', () => {
    const database = openTestDatabase()
    const plans: string[] = []
    const store = createNotificationStore(
      {
        ...database,
        all: (sql, params) => {
          if (sql.includes('OFFSET')) {
            const steps = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)
            plans.push(steps.map(({ detail }) => detail).join(' '))
          }
          return database.all(sql, params)
        },
      },
      noErasedPersons,
    )
    for (const signature of [undefined, 'verified', 'none'] as const) {
      for (const processing of [undefined, 'processed', 'quarantined'] as const) {
        for (const origin of [undefined, 'platform', 'replay'] as const) {
          for (const name of [undefined, 'ItemSold']) {
            for (const search of ['', 'mia'])
              for (const isNews of [undefined, true] as const)
                store.events({ filter: { name, signature, processing, origin, isNews }, search, offset: 0, limit: 10 })
          }
        }
      }
    }
    expect(plans).toHaveLength(3 * 3 * 3 * 2 * 2 * 2)
    for (const plan of plans) expect(plan).not.toMatch(/TEMP B-TREE/)
  })

  it('finds the newest sale or question however many other events came since', () => {
    const store = openStore()
    add(store, 0, one, 'sale')
    add(store, 1, one, 'question')
    // A second report of a sale raises nothing.
    add(store, 2, one)
    add(store, 3, { ...one, signature: 'wrong', processing: 'quarantined' }, 'forgery')
    for (let index = 4; index < 200; index += 1) add(store, index, { ...one, name: 'BidReceived' })
    const { rows, total } = store.events({ filter: { isNews: true }, search: '', offset: 0, limit: 5 })
    expect(rows.map(({ eventId }) => eventId)).toEqual([2, 1])
    expect(total).toBe(2)
  })

  it('RCV-07 finds the sales of an item since a time, and reads nothing older to find them', () => {
    const database = openTestDatabase()
    const plans: string[] = []
    const store = createNotificationStore(
      {
        ...database,
        all: (sql, params) => {
          const steps = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)
          plans.push(steps.map(({ detail }) => detail).join(' '))
          return database.all(sql, params)
        },
      },
      noErasedPersons,
    )
    for (let index = 0; index < 10; index += 1) add(store, index, one)
    const found = (...itemIds: string[]) => store.salesSince(itemIds, 5, 100).map(({ eventId }) => eventId)
    expect(found('110004')).toEqual([])
    expect(found('110006', '110009')).toEqual([10, 7])
    expect(found()).toEqual([])
    for (const plan of plans) {
      expect(plan).toContain('notification_events_by_arrival (received_at_ms>?)')
      expect(plan).not.toMatch(/TEMP B-TREE/)
    }
  })

  it('finds every typed term as a prefix in item, buyer, name and note, whatever is typed', () => {
    const store = fill([
      { ...one, buyer: 'größe' },
      { ...one, buyer: 'tom-b' },
    ])
    const found = (search: string) => findIds(store, search)
    expect(found('grö')).toEqual([1])
    expect(found('tom b items')).toEqual([2])
    expect(found('110001')).toEqual([2])
    expect(found('"-*()')).toEqual([])
    store.setNote(1, 'ask the carrier')
    expect(found('carr')).toEqual([1])
    fc.assert(fc.property(fc.string(), (typed) => Array.isArray(found(typed))))
  })

  it('finds an event by its note until the note changes', () => {
    const store = fill([one, one, one])
    store.setNote(2, 'ask the carrier')
    expect(findIds(store, 'carrier')).toEqual([2])
    expect(findIds(store, 'mia')).toEqual([3, 2, 1])
    store.setNote(2, '')
    expect(findIds(store, 'carrier')).toEqual([])
  })

  it('counts deliveries and replays of an event', () => {
    const store = fill([one])
    const deliver = (receivedAtMs: number, replayOf: number | null): void => {
      const deliveryId = store.addDelivery({
        receivedAtMs,
        format: 'soap',
        origin: replayOf === null ? 'platform' : 'replay',
        replayOf,
        headers: '[]',
        body: Buffer.from('x'),
        bodyDigest: 'x',
        sender: null,
      })
      store.assignDelivery(deliveryId, { eventId: 1, state: 'settled', signature: 'verified' })
    }
    deliver(10, null)
    deliver(20, null)
    deliver(30, 1)
    expect(store.event(1)).toMatchObject({ deliveryCount: 2, replayCount: 1, lastDeliveryAtMs: 20 })
  })

  it('names every event type in it', () => {
    expect(fill([]).names()).toEqual([])
    expect(fill([one, { ...one, name: 'BidReceived' }, one]).names()).toEqual(['BidReceived', 'ItemSold'])
  })
})

describe('group commit', () => {
  it('RCV-05 runs writes that arrive together in one transaction', async () => {
    const database = openTestDatabase()
    let transactions = 0
    const counting = {
      ...database,
      durably: <T>(work: () => T) => {
        transactions += 1
        return database.durably(work)
      },
    }
    const group = createGroupCommit(counting)
    const store = createNotificationStore(database, noErasedPersons)
    await Promise.all(Array.from({ length: 50 }, (_, index) => group.commit(() => store.setSetting(`s${index}`, 'x'))))
    expect(transactions).toBe(1)
    expect(store.setting('s49')).toBe('x')
  })

  it('RCV-05 rejects only the write that fails', async () => {
    const database = openTestDatabase()
    const group = createGroupCommit(database)
    const store = createNotificationStore(database, noErasedPersons)
    const outcomes = await Promise.allSettled([
      group.commit(() => store.setSetting('a', '1')),
      group.commit(() => {
        store.setSetting('half', '1')
        throw new Error('no')
      }),
      group.commit(() => store.setSetting('b', '1')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect([store.setting('a'), store.setting('half'), store.setting('b')]).toEqual(['1', undefined, '1'])
  })

  it('RCV-05 runs waiting writes when it closes, and refuses later ones', async () => {
    const database = openTestDatabase()
    const group = createGroupCommit(database)
    const store = createNotificationStore(database, noErasedPersons)
    const waiting = group.commit(() => store.setSetting('waiting', '1'))
    group.close()
    const late = group.commit(() => store.setSetting('late', '1'))
    await expect(late).rejects.toThrow('closing')
    await waiting
    expect([store.setting('waiting'), store.setting('late')]).toEqual(['1', undefined])
  })

  it('RCV-05 writes nothing after it closes during a failed batch', async () => {
    const database = openTestDatabase()
    const store = createNotificationStore(database, noErasedPersons)
    const group = createGroupCommit({
      ...database,
      durably: async (work) => {
        group.close()
        throw new Error(`no disk for ${typeof work}`)
      },
    })
    await expect(group.commit(() => store.setSetting('a', '1'))).rejects.toThrow('closing')
    expect(store.setting('a')).toBeUndefined()
  })
})
