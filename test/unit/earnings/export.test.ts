import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastMonth } from '../../../main/earnings/store/earnings-csv.ts'
import type { EarningsMonthDetail } from '../../../shared/earnings/contract.ts'
import { parseMoney } from '../../../shared/money.ts'
import { each, openEarnings } from './earnings-rig.ts'
import { ledger, ledgerMonths, ledgerOrders, ledgerPayouts } from './ledger.ts'

const rig = openEarnings()
beforeAll(async () => {
  rig.platform.put(...ledger.map(({ json }) => json))
  rig.platform.payouts.push(...ledgerPayouts)
  for (let item = 0; item < 9; item += 1) rig.lots.set(`ITEM-${item}`, [each(100 + item)])
  rig.putOrder(...ledgerOrders)
  await rig.start()
})
afterAll(() => rig.stop())

const rows = async (content: 'sums' | 'transactions', period: 'month' | 'quarter' | 'year', month: string) => {
  const { text } = await rig.call().exportFile({ currency: 'USD', month, period, content })
  return Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), { header: true, skipEmptyLines: true })
}
const minor = (text: string | undefined): number => parseMoney(text ?? '', 'USD')?.minor ?? 0
const total = (of: readonly Record<string, string>[], column: string): number =>
  of.reduce((sum, row) => sum + minor(row[column]), 0)
const month = async (name: string): Promise<EarningsMonthDetail> =>
  (await rig.call().month({ currency: 'USD', month: name })) as EarningsMonthDetail

it('FIN-04 the sums of a month’s file are those on screen', async () => {
  for (const name of ledgerMonths) {
    const { data } = await rows('sums', 'month', name)
    const shown = await month(name)
    const value = (kind: string): number => minor(data.find((row) => row.Kind === kind)?.Amount)
    expect(value('Left')).toBe(shown.left.minor)
    expect(value('Fees')).toBe(shown.fees.minor)
    expect(value('Cost of items sold')).toBe(shown.cost.minor)
    for (const { label, amount, count } of shown.kinds) {
      expect(data.find((row) => row.Kind === label)).toMatchObject({ Month: name, Transactions: String(count) })
      expect(value(label)).toBe(amount.minor)
    }
    expect(data.filter((row) => row.Kind !== 'Left').reduce((sum, row) => sum + minor(row.Amount), 0)).toBe(
      shown.left.minor,
    )
  }
})

it('FIN-04 the lines of a month’s file sum to those on screen', async () => {
  for (const name of ledgerMonths) {
    const { data } = await rows('transactions', 'month', name)
    const shown = await month(name)
    expect(total(data, 'Net')).toBe(shown.beforeCost.minor)
    expect(total(data, 'Paid')).toBe(shown.beforeCost.minor - shown.fees.minor)
    expect(total(data, 'Fees')).toBe(shown.fees.minor)
    expect(total(data, 'Moved')).toBe(shown.moved.reduce((sum, { amount }) => sum + amount.minor, 0))
  }
})

it('FIN-04 a quarter and a year have the months that they contain', async () => {
  const { data: quarter } = await rows('sums', 'quarter', '2026-10')
  expect(new Set(quarter.map((row) => row.Month))).toEqual(new Set(['2026-10', '2026-11']))
  const { data: year } = await rows('transactions', 'year', '2026-01')
  expect(year).toHaveLength(ledger.filter(({ currency }) => currency === 'USD').length)
  expect([lastMonth('2026-11', 'month'), lastMonth('2026-11', 'quarter'), lastMonth('2026-01', 'year')]).toEqual([
    '2026-11',
    '2027-01',
    '2026-12',
  ])
})

it('FIN-04 columns and order are stable: the oldest first, and the same file twice', async () => {
  const { data, meta } = await rows('transactions', 'year', '2026-01')
  expect(meta.fields).toEqual([
    ...['Date', 'Kind', 'Transaction', 'Order', 'Items', 'SKUs', 'Paid', 'Fees', 'Net', 'Moved', 'Cost', 'Currency'],
    ...['Payout', 'Estimate', 'Note'],
  ])
  const dates = data.map((row) => row.Date ?? '')
  expect(dates).toEqual(dates.toSorted())
  expect((await rows('transactions', 'year', '2026-01')).data).toEqual(data)
})

it('FIN-04 ORD-06 no file names a buyer', async () => {
  for (const content of ['sums', 'transactions'] as const) {
    const { text } = await rig.call().exportFile({ currency: 'USD', month: '2026-01', period: 'year', content })
    expect(text).not.toContain('anna_wolle')
  }
})
