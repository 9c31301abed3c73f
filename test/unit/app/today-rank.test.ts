import { describe, expect, it } from 'vitest'
import { type DueEntry, rankDue, rankWaiting, splitDays } from '../../../renderer/today/rank.ts'
import { sumSales } from '../../../renderer/today/sales.ts'
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import type { OrderCase } from '../../../shared/orders/case.ts'
import type { Parcel } from '../../../shared/orders/packing-contract.ts'

const at = (day: number, hour = 0): number => new Date(2026, 11, day, hour).getTime()
const nowMs = at(1, 9)
const today = '2026-12-01'

const parcel = (key: string, shipBy: number | null, more: Partial<Parcel> = {}): Parcel =>
  ({
    key,
    orderIds: [key],
    due: shipBy === null ? { kind: 'none', day: null } : { kind: 'day', day: `2026-12-0${shipBy}` },
    shipByMs: shipBy === null ? null : at(shipBy + 1) - 1,
    ...more,
  }) as Parcel
const lateSince = (key: string, shipByMs: number): Parcel =>
  parcel(key, null, { due: { kind: 'late', day: null }, shipByMs })
const openCase = (caseId: string, dueAtMs: number | null, more: Partial<OrderCase> = {}): OrderCase =>
  ({ caseId, type: 'return', isOpen: true, todo: 'Answer', dueAtMs, ...more }) as OrderCase

const openOffer = (offerId: string, atMs: number | null, pending: BestOffer['pending'] = null) => ({
  offer: { offerId, pending } as BestOffer,
  atMs,
})

const nameOf = (entry: DueEntry): string => {
  if (entry.kind === 'ship') return entry.parcels.map(({ key }) => key).join('+')
  return entry.kind === 'case' ? entry.open.caseId : entry.offer.offerId
}
const rank = (
  parcels: readonly Parcel[],
  cases: readonly OrderCase[],
  offers: readonly ReturnType<typeof openOffer>[] = [],
) => {
  const { late, days, undated } = rankDue(parcels, cases, { nowMs, offers })
  return {
    late: late.map(nameOf),
    days: Object.fromEntries(days.map(({ day, entries }) => [day, entries.map(nameOf)])),
    undated: undated.map(nameOf),
  }
}

describe('what is due on Today', () => {
  it('ORD-04 an order late since Friday comes before a return that is late since today', () => {
    const { late } = rank([lateSince('order', at(-3))], [openCase('return', at(1, 6))])
    expect(late).toEqual(['order', 'return'])
  })

  it('ORD-04 a return due on Tuesday is no late line', () => {
    expect(rank([lateSince('order', at(-3))], [openCase('return', at(1, 12))])).toEqual({
      late: ['order'],
      days: { [today]: ['return'] },
      undated: [],
    })
  })

  it('LST-25 an offer stands among what is due that day, by its last hour', () => {
    const cases = [openCase('return', at(1, 12))]
    expect(rank([parcel('a', 1)], cases, [openOffer('offer', at(1, 11)), openOffer('later', at(2, 1))]).days).toEqual({
      [today]: ['offer', 'return', 'a'],
      '2026-12-02': ['later'],
    })
  })

  it('LST-25 an offer with an answer on its way, or past its deadline, isn’t due', () => {
    const pending = { state: 'delayed' } as BestOffer['pending']
    expect(rank([], [], [openOffer('answered', at(1, 11), pending), openOffer('expired', at(1, 8))])).toEqual({
      late: [],
      days: {},
      undated: [],
    })
  })

  it('LST-25 an offer whose answer was refused is due again', () => {
    const pending = { state: 'refused' } as BestOffer['pending']
    expect(rank([], [], [openOffer('offer', at(1, 11), pending)]).days).toEqual({ [today]: ['offer'] })
  })

  it('ORD-10 parcels of one day are one line', () => {
    expect(rank([parcel('a', 1), parcel('b', 2), parcel('c', 1)], []).days).toEqual({
      [today]: ['a+c'],
      '2026-12-02': ['b'],
    })
  })

  it('ORD-04 within a day the earlier time comes first, whatever its kind', () => {
    const cases = [openCase('evening', at(2, 19)), openCase('morning', at(2, 9))]
    expect(rank([parcel('a', 2)], cases).days).toEqual({ '2026-12-02': ['morning', 'evening', 'a'] })
  })

  it('ORD-04 a case in which the seller waits for somebody else is not due', () => {
    expect(rank([], [openCase('theirs', at(1, 12), { todo: null })]).days).toEqual({})
  })

  it('ORD-04 what has no date comes last', () => {
    expect(rank([parcel('a', null)], [openCase('return', null)]).undated).toEqual(['a', 'return'])
  })

  it.each([
    ['today and tomorrow', [1, 2, 3], [1, 2]],
    ['the first day if nothing is due by tomorrow', [4, 5], [4]],
  ])('ORD-10 lines are shown for %s', (_, due, near) => {
    const { days } = rankDue(
      due.map((day) => parcel(String(day), day)),
      [],
      { nowMs },
    )
    expect(splitDays(days, nowMs).near.map(({ day }) => Number(day.slice(-2)))).toEqual(near)
  })

  it('ORD-04 a case of a later day has its own line', () => {
    const { days } = rankDue([parcel('a', 1), parcel('b', 5)], [openCase('return', at(5, 9))], { nowMs })
    const { near, later } = splitDays(days, nowMs)
    expect(near.map(({ entries }) => entries.map(nameOf))).toEqual([['a'], ['return']])
    expect(later.map(({ entries }) => entries.map(nameOf))).toEqual([['b']])
  })
})

describe('questions on Today', () => {
  const row = (preview: string, waitingSinceMs: number) => ({ preview, waitingSinceMs, latestAtMs: null })
  const rankRows = (rows: readonly ReturnType<typeof row>[], total = rows.length, most = 12) =>
    rankWaiting(rows, { total, nowMs, most, isThanks: ({ preview }) => preview === 'Thanks' })

  it('come newest first', () => {
    const rows = [row('first', at(0, 8)), row('second', at(1, 8))]
    expect(rankRows(rows).questions.map(({ preview }) => preview)).toEqual(['second', 'first'])
  })

  it('from before yesterday are only counted, with those that were not read', () => {
    const { questions, others } = rankRows([row('older', at(-1, 23)), row('newer', at(0, 1))], 55)
    expect([questions.length, others]).toEqual([1, 54])
  })

  it('have thank-yous apart', () => {
    const { questions, thanks, others } = rankRows([row('Thanks', at(1)), row('question', at(1))])
    expect([questions.length, thanks.length, others]).toEqual([1, 1, 0])
  })

  it('beyond the shown lines are counted', () => {
    const { questions, others } = rankRows([row('a', at(1)), row('b', at(1)), row('c', at(1))], 3, 2)
    expect([questions.length, others]).toEqual([2, 1])
  })
})

describe('money on Today', () => {
  const day = (date: number, ...totals: readonly { readonly value: string; readonly currency: string }[]) => ({
    startMs: at(date),
    orders: totals.length,
    totals,
  })

  it('sums today and the week from Monday', () => {
    const days = [
      day(-1, { value: '7', currency: 'USD' }),
      day(0, { value: '136', currency: 'USD' }),
      day(1, { value: '96.40', currency: 'USD' }),
    ]
    const { currencies, ordersToday, ordersThisWeek } = sumSales(days, nowMs)
    expect(currencies).toEqual([{ currency: 'USD', today: 96.4, week: 232.4, days: [7, 136, 96.4] }])
    expect([ordersToday, ordersThisWeek]).toEqual([1, 2])
  })

  it('never adds currencies', () => {
    const { currencies } = sumSales([day(1, { value: '5', currency: 'GBP' }, { value: '9', currency: 'EUR' })], nowMs)
    expect(currencies.map(({ currency, today: sold }) => [currency, sold])).toEqual([
      ['EUR', 9],
      ['GBP', 5],
    ])
  })
})
