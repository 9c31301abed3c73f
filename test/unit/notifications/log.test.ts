import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGroupCommit } from '../../../main/notifications/receiver/group-commit.ts'
import { createNotificationStore, notificationsSchema } from '../../../main/notifications/store.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const names = ['ItemSold', 'FeedbackLeft', 'BidReceived'] as const
const signatures = ['verified', 'wrong', 'notVerifiableNow', 'none'] as const
const processings = ['waiting', 'processed', 'failed', 'heldApart', 'imported'] as const
const origins = ['platform', 'replay', 'import'] as const

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

const openStore = () => createNotificationStore(openTestDatabase(notificationsSchema))
type Store = ReturnType<typeof openStore>

const add = (store: Store, identity: number, { name, signature, processing, origin, buyer }: Entry): number => {
  const occurrence = {
    itemId: `11000${identity}`,
    sku: null,
    transactionId: null,
    buyer,
    price: null,
    currency: null,
    commentType: null,
  }
  return store.putEvent(
    `trusted:${identity}`,
    { receivedAtMs: identity, origin, replayOf: origin === 'replay' ? 1 : null, eventId: null },
    { name, format: 'soap', timestamp: null, notificationId: null, occurrences: [occurrence] },
    { signature, signatureWords: '', processing, why: null },
  )
}

const fill = (entries: readonly Entry[]): Store => {
  const store = openStore()
  for (const [index, each] of entries.entries()) add(store, index, each)
  return store
}

const idsOf = (store: Store, search: string): readonly number[] =>
  store.events({ filter: {}, search, offset: 0, limit: 100 }).rows.map(({ id }) => id)

describe('the log', () => {
  it('pages hold every event that a filter lets pass, once, newest first, whatever filter and page size, and count them', () => {
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
            store.setEventState(changed.id, processing, null)
            changed.processing = processing
          }
          const request = { filter, search: searching ? 'mia' : '', limit: size }
          const got: number[] = []
          let total = 0
          for (let offset = 0; offset <= entries.length; offset += size) {
            const page = store.events({ ...request, offset })
            got.push(...page.rows.map(({ id }) => id))
            total = page.total
            expect(page.totalIsFloor).toBe(false)
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

  it('chooses every page by an index that holds all it asks for, never by a sort', () => {
    const database = openTestDatabase(notificationsSchema)
    const plans: string[] = []
    const store = createNotificationStore({
      ...database,
      all: (sql, params) => {
        if (sql.includes('OFFSET')) {
          const steps = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)
          plans.push(steps.map(({ detail }) => detail).join(' '))
        }
        return database.all(sql, params)
      },
    })
    const kinds = [one, { ...one, signature: 'none', processing: 'heldApart' }, { ...one, origin: 'import' }] as const
    for (let index = 0; index < 30; index += 1) add(store, index, { ...one, ...kinds[index % 3] })
    let asked = 0
    for (const signature of [undefined, 'verified', 'none'] as const) {
      for (const processing of [undefined, 'processed', 'heldApart'] as const) {
        for (const origin of [undefined, 'platform', 'import'] as const) {
          for (const name of [undefined, 'ItemSold']) {
            const filter = { name, signature, processing, origin }
            if (store.events({ filter, search: '', offset: 0, limit: 10 }).total > 0) asked += 1
          }
        }
      }
    }
    expect(plans).toHaveLength(asked)
    for (const plan of plans)
      expect(plan).toMatch(/^(SCAN|SEARCH) e USING COVERING INDEX notification_log_\w+( \([^)]*\))?$/)
  })

  it('stops a search at 2,000 finds and says so', () => {
    const store = fill(Array.from({ length: 2_010 }, () => one))
    const page = store.events({ filter: {}, search: 'mia', offset: 1_990, limit: 100 })
    expect(page).toMatchObject({ total: 2_000, totalIsFloor: true })
    expect(page.rows.map(({ id }) => id)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11])
  })

  it('finds by the beginning of words, all of them, in item, buyer, name and note, and never fails on what is typed', () => {
    const store = fill([
      { ...one, buyer: 'größe' },
      { ...one, buyer: 'tom-b' },
    ])
    const found = (search: string) => idsOf(store, search)
    expect(found('grö')).toEqual([1])
    expect(found('tom b items')).toEqual([2])
    expect(found('110001')).toEqual([2])
    expect(found('"-*()')).toEqual([])
    store.setNote(1, 'ask the carrier')
    expect(found('carr')).toEqual([1])
    fc.assert(fc.property(fc.string(), (typed) => Array.isArray(found(typed))))
  })

  it('finds a new event by its words and by its note, whichever came first into the index', () => {
    const store = fill([one, one, one])
    store.setNote(2, 'ask the carrier')
    add(store, 77, { ...one, buyer: 'late_buyer' })
    expect(idsOf(store, 'carrier')).toEqual([2])
    expect(idsOf(store, 'mia')).toEqual([3, 2, 1])
    store.setNote(4, 'urgent')
    expect(idsOf(store, 'late urgent')).toEqual([4])
    store.setNote(2, '')
    expect(idsOf(store, 'carrier')).toEqual([])
  })

  it('names every event type that is in it', () => {
    expect(fill([]).names()).toEqual([])
    expect(fill([one, { ...one, name: 'BidReceived' }, one]).names()).toEqual(['BidReceived', 'ItemSold'])
  })
})

describe('writes that arrive together', () => {
  it('RCV-05 share one commit', async () => {
    const database = openTestDatabase(notificationsSchema)
    let transactions = 0
    const counting = {
      ...database,
      durably: <T>(work: () => T) => {
        transactions += 1
        return database.durably(work)
      },
    }
    const group = createGroupCommit(counting)
    const store = createNotificationStore(database)
    await Promise.all(Array.from({ length: 50 }, (_, index) => group.commit(() => store.setSetting(`s${index}`, 'x'))))
    expect(transactions).toBe(1)
    expect(store.setting('s49')).toBe('x')
  })

  it('RCV-05 one that fails takes no other with it', async () => {
    const database = openTestDatabase(notificationsSchema)
    const group = createGroupCommit(database)
    const store = createNotificationStore(database)
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
})
