import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGroupCommit } from '../../../main/notifications/receiver/group-commit.ts'
import { createNotificationStore, notificationsMigrations } from '../../../main/notifications/store.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const names = ['ItemSold', 'FeedbackLeft', 'BidReceived'] as const
const signatures = ['verified', 'wrong', 'notVerifiableNow', 'none'] as const
const processings = ['waiting', 'processed', 'failed', 'heldApart'] as const

const entry = fc.record({
  name: fc.constantFrom(...names),
  signature: fc.constantFrom(...signatures),
  processing: fc.constantFrom(...processings),
  buyer: fc.constantFrom('mia_vintage', 'tom-b', 'größe', null),
})
type Entry = {
  name: string
  signature: (typeof signatures)[number]
  processing: (typeof processings)[number]
  buyer: string | null
}

const fill = (entries: readonly Entry[]) => {
  const store = createNotificationStore(openTestDatabase(...notificationsMigrations))
  entries.forEach(({ name, signature, processing, buyer }, index) => {
    const occurrence = {
      itemId: `11000${index}`,
      transactionId: null,
      buyer,
      price: null,
      currency: null,
      commentType: null,
    }
    const facts = { name, format: 'soap' as const, timestamp: null, notificationId: null, occurrences: [occurrence] }
    store.putEvent(`trusted:${index}`, index, facts, { signature, signatureWords: '', processing, why: null })
  })
  return store
}

describe('the log', () => {
  it('pages hold every event that a filter lets pass, once, newest first, whatever filter and page size', () => {
    const filters = fc.record(
      {
        name: fc.constantFrom(...names),
        signature: fc.constantFrom(...signatures),
        processing: fc.constantFrom(...processings),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 60 }),
        filters,
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (entries, filter, size, searching) => {
          const store = fill(entries)
          const search = searching ? 'mia' : ''
          const got: number[] = []
          let cursor: number | null = null
          for (;;) {
            const page = store.events(filter, search, cursor, size)
            got.push(...page.map(({ id }) => id))
            const last = page.at(-1)
            if (last === undefined) break
            cursor = last.id
          }
          const expected = entries
            .map((each, index) => ({ ...each, id: index + 1 }))
            .filter(
              (each) =>
                (filter.name === undefined || each.name === filter.name) &&
                (filter.signature === undefined || each.signature === filter.signature) &&
                (filter.processing === undefined || each.processing === filter.processing) &&
                (!searching || each.buyer === 'mia_vintage'),
            )
            .map(({ id }) => id)
            .reverse()
          expect(got).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('finds by the beginning of words, all of them, in item, buyer, name and note, and never fails on what is typed', () => {
    const one: Entry = { name: 'ItemSold', signature: 'verified', processing: 'processed', buyer: 'größe' }
    const store = fill([one, { ...one, buyer: 'tom-b' }])
    const found = (search: string) => store.events({}, search, null, 10).map(({ id }) => id)
    expect(found('grö')).toEqual([1])
    expect(found('tom b items')).toEqual([2])
    expect(found('110001')).toEqual([2])
    expect(found('"-*()')).toEqual([])
    store.setNote(1, 'ask the carrier')
    expect(found('carr')).toEqual([1])
    fc.assert(fc.property(fc.string(), (typed) => Array.isArray(found(typed))))
  })

  it('names every event type that is in it', () => {
    const one: Entry = { name: 'ItemSold', signature: 'verified', processing: 'processed', buyer: null }
    expect(fill([]).names()).toEqual([])
    expect(fill([one, { ...one, name: 'BidReceived' }, one]).names()).toEqual(['BidReceived', 'ItemSold'])
  })
})

describe('writes that arrive together', () => {
  it('RCV-05 share one commit', async () => {
    const database = openTestDatabase(...notificationsMigrations)
    let transactions = 0
    const counting = {
      ...database,
      transaction: <T>(work: () => T) => {
        transactions += 1
        return database.transaction(work)
      },
    }
    const group = createGroupCommit(counting)
    const store = createNotificationStore(database)
    await Promise.all(Array.from({ length: 50 }, (_, index) => group.commit(() => store.setSetting(`s${index}`, 'x'))))
    expect(transactions).toBe(1)
    expect(store.setting('s49')).toBe('x')
  })

  it('RCV-05 one that fails takes no other with it', async () => {
    const database = openTestDatabase(...notificationsMigrations)
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
