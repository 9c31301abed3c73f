/** Answers to offers as the outbox shows and sends them (LST-25). */
import { describe, expect, it } from 'vitest'
import { type AnswerPayload, type AnswerRow, createAnswerKind } from '../../../main/offers/answers/answer-kind.ts'
import type { BestOfferRecord, BestOffersPort } from '../../../main/offers/platform/adapter.ts'
import { createPlatformClock } from '../../../main/offers/reading/platform-clock.ts'
import { getPlatform } from '../../../shared/connection/profile.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const payload: AnswerPayload = {
  offerId: 'o1',
  listingId: 'L1',
  sku: 'LAMP-1',
  title: 'Reading lamp',
  buyer: 'jules.b',
  action: 'Accept',
  seen: { price: usd(4_000), quantity: 1 },
  counter: null,
  message: '',
  expiresAtMs: null,
}
const record: BestOfferRecord = {
  ...{ offerId: 'o1', listingId: 'L1', buyer: 'jules.b', type: 'BuyerBestOffer', status: 'Pending' },
  ...{ price: usd(4_000), quantity: 1, asked: usd(5_000), title: 'Reading lamp', expiresAtMs: null },
  ...{ buyerMessage: null, sellerMessage: null },
} as BestOfferRecord

/** `found`: what the platform has of the offer, and of the open ones of its listing. */
const open = (found: BestOfferRecord | null = record, others: readonly BestOfferRecord[] = []) => {
  const clock = createFakeClock()
  const stored = new Map<string, unknown>()
  const platformClock = createPlatformClock(clock, {
    load: (key: string) => stored.get(key),
    store: (key: string, value: unknown) => void stored.set(key, value),
  } as never)
  const answered: unknown[] = []
  const saved: (readonly BestOfferRecord[])[] = []
  let error: Error | undefined
  const port: BestOffersPort = {
    listOpen: async () => ({ offers: [], pages: 1, atMs: null }),
    listOpenOf: async () => ({ offers: others, pages: 1, atMs: null }),
    read: async () => {
      if (error !== undefined) throw error
      return { offer: found ?? undefined, atMs: clock.nowMs() + 7_200_000 }
    },
    respond: async (answer, prepare) => {
      answered.push([answer, await prepare()])
      return new Map([['o1', { outcome: 'done' as const, atMs: clock.nowMs() } as never]])
    },
  }
  let refreshes = 0
  const kind = createAnswerKind({
    port,
    clock,
    platformClock,
    words: { name: getPlatform({ platform: 'ebay' }).name, money: ({ minor }) => `$${(minor / 100).toFixed(2)}` },
    onRead: (offers) => void saved.push(offers),
    onState: () => undefined,
    onChange: () => undefined,
    refresh: () => {
      refreshes += 1
    },
  })
  const row = (more: Partial<AnswerPayload> = {}) => ({ id: 'r1', payload: { ...payload, ...more } }) as AnswerRow
  const { signal } = new AbortController()
  return {
    ...{ kind, clock, platformClock, answered, saved, row, signal },
    refreshes: () => refreshes,
    fail: (thrown: Error) => {
      error = thrown
    },
    check: (more: Partial<AnswerPayload> = {}) => kind.check(row(more), signal),
    settle: async () => (typeof kind.settle === 'function' ? kind.settle(row(), null, signal) : undefined),
  }
}

describe('in the outbox', () => {
  it.each([
    ['Accept', 'jules.b', null, 'Accept the offer of jules.b, $40.00 for Reading lamp'],
    ['Decline', null, null, 'Decline the offer, $40.00 for Reading lamp'],
    ['Counter', 'jules.b', usd(4_500), 'Answer the offer of jules.b, $40.00 for Reading lamp, with $45.00'],
  ] as const)('LST-25 an answer says what it does: %s', (action, buyer, counter, text) => {
    const { kind, row } = open()
    expect(kind.describe(row({ action, buyer, counter }))).toBe(text)
  })

  it('LST-25 an answer leads to its item, or to its listing where there is none', () => {
    const { kind } = open()
    expect(kind.page?.(payload)).toEqual({ page: 'item', id: 'LAMP-1' })
    expect(kind.page?.({ ...payload, sku: null })).toEqual({ page: 'listing', id: 'L1' })
  })

  it('LST-25 what was written to the buyer is found with its listing; without a message there is nothing', () => {
    const { kind } = open()
    expect(kind.written?.(payload)).toBeNull()
    expect(kind.written?.({ ...payload, message: 'Thank you.' })).toMatchObject({
      ...{ to: 'jules.b', topic: 'Reading lamp', text: 'Thank you.', listingId: 'L1', isCopiedToSender: false },
    })
  })
})

describe('sharing a call', () => {
  const key = (more: Partial<AnswerPayload>) => open().kind.batchKey?.({ ...payload, ...more })

  it('FACT-172 LST-25 is for declines of one listing with one message', () => {
    const decline = { action: 'Decline', message: 'Sorry' } as const
    expect(key({ ...decline, offerId: 'o1' })).toBe(key({ ...decline, offerId: 'o2' }))
    expect(key(decline)).not.toBe(key({ ...decline, message: 'No' }))
    expect(key(decline)).not.toBe(key({ ...decline, listingId: 'L2' }))
  })

  it('FACT-172 LST-25 is for no accept and no counter', () => {
    for (const action of ['Accept', 'Counter'] as const) {
      expect(key({ action, offerId: 'o1' })).not.toBe(key({ action, offerId: 'o2' }))
    }
  })
})

describe('the check before an answer leaves', () => {
  it('OFF-08 LST-25 keeps what it read, and the platform’s clock', async () => {
    const { check, saved, platformClock } = open()
    expect(await check()).toEqual({ decision: 'send', before: { status: 'Pending' } })
    expect(saved).toEqual([[record]])
    expect(platformClock.aheadMs()).toBe(7_200_000)
  })

  it('LST-25 of an offer that the platform no longer has keeps nothing', async () => {
    const { check, saved } = open(null)
    expect(await check()).toMatchObject({ decision: 'refuse' })
    expect(saved).toEqual([])
  })

  it('LST-25 names a newer offer of the same buyer, and nobody else’s', async () => {
    const gone = { ...record, status: 'Retracted' } as const
    const newer = (more: Partial<BestOfferRecord>) =>
      open(gone, [gone, { ...record, offerId: 'o2', price: usd(4_600), ...more }]).check()
    const said = async (more: Partial<BestOfferRecord>) => JSON.stringify(await newer(more))
    expect(await said({})).toContain('They now offer $46.00')
    expect(await said({ buyer: 'nora' })).not.toContain('They now offer')
    expect(await said({ offerId: 'o1' })).not.toContain('They now offer')
    expect(await said({ status: 'Declined' })).not.toContain('They now offer')
    const unnamed = open({ ...gone, buyer: null }, [{ ...record, offerId: 'o2', buyer: null, price: usd(4_600) }])
    expect(JSON.stringify(await unnamed.check())).not.toContain('They now offer')
  })

  it('LST-25 that can’t read past the offer’s end says that it is too late, and otherwise tries again', async () => {
    const offline = new Failure({ kind: 'offline', message: 'No connection' })
    const late = open()
    late.fail(offline)
    const endMs = late.clock.nowMs()
    await expect(late.check({ expiresAtMs: endMs + 60_000 })).rejects.toBe(offline)
    await late.clock.advance(61_000)
    expect(await late.check({ expiresAtMs: endMs + 60_000 })).toMatchObject({ decision: 'refuse' })
    const wrong = new TypeError('a mistake of ours')
    late.fail(wrong)
    await expect(late.check({ expiresAtMs: endMs })).rejects.toBe(wrong)
  })

  it('LST-25 that is stopped decides nothing', async () => {
    const { kind, row, fail, clock } = open()
    fail(new Failure({ kind: 'offline', message: 'Stopped' }))
    await expect(kind.check(row({ expiresAtMs: clock.nowMs() - 1 }), AbortSignal.abort())).rejects.toThrow('Stopped')
  })
})

describe('a lost answer', () => {
  it.each([
    ['accepted', { ...record, status: 'Accepted' } as const, true, { status: 'Accepted' }],
    ['open', record, false, { status: 'Pending' }],
  ])('LST-25 is settled by what a reading shows: %s', async (_, found, isDone, after) => {
    const { settle, clock } = open(found)
    expect(await settle()).toEqual({ isDone, after, atMs: clock.nowMs() })
  })

  it('LST-25 stays open where the platform has no such offer, and the seller can say what became of it', async () => {
    const { kind, settle } = open(null)
    expect(await settle()).toMatchObject({ isDone: null, after: null })
    expect(kind.canSellerSettle).toBe(true)
  })
})

it('LST-25 the open offers are read again after an answer', async () => {
  const { kind, refreshes, row, signal } = open()
  await kind.afterSend?.(row(), signal, undefined)
  expect(refreshes()).toBe(1)
})
