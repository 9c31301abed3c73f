/** The practice platform's earnings as eBay: made of its orders, listed as the real service lists them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticeOptions, startPracticePlatform } from '../../../main/practice/platform.ts'
import { startMs } from './practice-shop.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared field by field
type Json = { readonly [name: string]: any }

const DAY_MS = 86_400_000
const base = '/sell/finances/v1'
const allScopes = ['', '/sell.fulfillment', '/sell.finances']

const openShop = async (
  options: Omit<PracticeOptions, 'platform'> = {},
  scopes: readonly string[] = allScopes,
  platformName: 'ebay' | 'neutral' = 'ebay',
) => {
  const platform = await startPracticePlatform({
    now: () => startMs,
    platform: platformName,
    hasSales: true,
    ...options,
  })
  onTestFinished(() => platform.stop())
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${platform.url}${path}`, { method, ...init })
    const text = await response.text()
    return { status: response.status, text, json: (text === '' ? {} : JSON.parse(text)) as Json }
  }
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const { json } = await send('POST', '/identity/v1/oauth2/token', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      scope: scopes.map((path) => `https://api.ebay.com/oauth/api_scope${path}`).join(' '),
    }),
  })
  const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
    send('GET', `${path}${Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`}`, {
      headers: { authorization: `Bearer ${String(json.access_token)}` },
    })
  const transactions = async (query: Readonly<Record<string, string>> = {}): Promise<readonly Json[]> =>
    (await get(`${base}/transaction`, { limit: '1000', ...query })).json.transactions ?? []
  const control = (path: string, body?: unknown) =>
    send('POST', `/practice/${path}`, body === undefined ? {} : { body: JSON.stringify(body) })
  return { get, transactions, control }
}

const cents = (amount: Json | undefined): number => Math.round(Number(amount?.value ?? 0) * 100)
const net = (one: Json): number => (one.bookingEntry === 'DEBIT' ? -1 : 1) * cents(one.amount)
const time = (atMs: number): string => new Date(atMs).toISOString()
const errorOf = ({ status, json }: { status: number; json: Json }) => [status, json.errors[0].errorId]

describe('the practice shop’s earnings', () => {
  it('FIN-01 has a sale for each order: what the buyer paid less the fees', async () => {
    const shop = await openShop()
    const { json } = await shop.get('/sell/fulfillment/v1/order', { limit: '200' })
    const sales = await shop.transactions({ filter: 'transactionType:{SALE}' })
    expect(sales).toHaveLength(json.orders.length)
    for (const { orderId, pricingSummary, buyer, lineItems } of json.orders) {
      const sale = sales.find((one) => one.orderId === orderId)
      expect(cents(sale?.amount) + cents(sale?.totalFeeAmount)).toBe(cents(pricingSummary.total))
      expect(sale?.buyer).toEqual({ username: buyer.username })
      expect(sale?.orderLineItems.map((line: Json) => line.lineItemId)).toEqual(
        lineItems.map((line: Json) => line.lineItemId),
      )
      const fees = sale?.orderLineItems.flatMap((line: Json) => line.marketplaceFees)
      expect(fees.reduce((sum: number, fee: Json) => sum + cents(fee.amount), 0)).toBe(cents(sale?.totalFeeAmount))
    }
  })

  it('FIN-01 has two months of it, with labels, charges, a refund, and payouts that add up', async () => {
    const shop = await openShop()
    const all = await shop.transactions()
    expect(new Set(all.map((one) => one.transactionType))).toEqual(
      new Set(['SALE', 'REFUND', 'SHIPPING_LABEL', 'NON_SALE_CHARGE']),
    )
    expect(Date.parse(all.at(-1)?.transactionDate)).toBeLessThan(startMs - 60 * DAY_MS)
    const { payouts } = (await shop.get(`${base}/payout`, { limit: '200' })).json
    expect(payouts.length).toBeGreaterThanOrEqual(7)
    for (const { payoutId, amount, transactionCount } of payouts) {
      const lines = await shop.transactions({ filter: `payoutId:{${payoutId}}` })
      expect(lines).toHaveLength(transactionCount)
      expect(lines.reduce((sum, one) => sum + net(one), 0)).toBe(cents(amount))
    }
  })

  it('FACT-171 lists at most 36 months at once and five years back, ninety days without an end', async () => {
    const shop = await openShop()
    const list = (fromMs: number, toMs: number | null) =>
      shop.get(`${base}/transaction`, {
        filter: `transactionDate:[${time(fromMs)}..${toMs === null ? '' : time(toMs)}]`,
      })
    expect((await list(startMs - 3 * 365 * DAY_MS, startMs)).status).toBe(200)
    expect(errorOf(await list(startMs - 4 * 365 * DAY_MS, startMs))).toEqual([400, 135008])
    expect(errorOf(await list(startMs - 6 * 365 * DAY_MS, startMs - 5.5 * 365 * DAY_MS))).toEqual([400, 135008])
    expect(errorOf(await list(startMs + DAY_MS, null))).toEqual([400, 135008])
    // From then on, for ninety days: before the shop's first sale.
    expect(await list(startMs - 300 * DAY_MS, null)).toMatchObject({ status: 204, text: '' })
  })

  it('FACT-171 refuses order_earnings, which only approved sellers have', async () => {
    const shop = await openShop()
    expect(errorOf(await shop.get(`${base}/order_earnings`))).toEqual([403, 1100])
  })

  it('FIN-03 refuses a token without the permission', async () => {
    const shop = await openShop({}, ['', '/sell.fulfillment'])
    expect(errorOf(await shop.get(`${base}/transaction`))).toEqual([403, 1100])
    expect(errorOf(await shop.get(`${base}/payout`))).toEqual([403, 1100])
  })

  it('FIN-03 a shop that was kept from before there were earnings grants the permission', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stallhand-practice-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const stateFile = join(folder, 'shop.json')
    await (await startPracticePlatform({ platform: 'ebay', hasSales: true, stateFile, now: () => startMs })).stop()
    const text = await readFile(stateFile, 'utf8')
    await writeFile(stateFile, text.replaceAll('"/oauth/api_scope/sell.finances",', ''))
    const shop = await openShop({ stateFile })
    expect((await shop.get(`${base}/payout`)).status).toBe(200)
  })

  it('FACT-170 refuses unsigned calls of sellers in the EU and the UK', async () => {
    const shop = await openShop()
    await shop.control('faults', { operation: 'finances', fault: 'signaturesRequired' })
    expect(errorOf(await shop.get(`${base}/transaction`))).toEqual([403, 215001])
    expect(errorOf(await shop.get(`${base}/payout`))).toEqual([403, 215001])
  })

  it('FIN-03 the neutral platform has no earnings', async () => {
    const shop = await openShop({}, [''], 'neutral')
    expect((await shop.get(`${base}/transaction`)).status).toBe(404)
  })

  it('FIN-01 filters by buyer, order, kind and status, also by several at once', async () => {
    const shop = await openShop()
    const all = await shop.transactions()
    const [sale] = all.filter((one) => one.transactionType === 'SALE')
    expect(await shop.transactions({ filter: `orderId:{${sale?.orderId}},transactionType:{SALE}` })).toEqual([sale])
    expect(await shop.transactions({ filter: `buyerUsername:{${sale?.buyer.username}}` })).toEqual(
      all.filter((one) => one.buyer?.username === sale?.buyer.username),
    )
    expect(errorOf(await shop.get(`${base}/transaction`, { filter: 'transactionId:{1}' }))).toEqual([400, 135009])
    expect(errorOf(await shop.get(`${base}/transaction`, { filter: 'transactionType:{GIFT}' }))).toEqual([400, 135006])
  })

  it('FIN-01 pages through the list', async () => {
    const shop = await openShop()
    const all = await shop.transactions()
    const pages = []
    for (let offset = 0; offset < all.length; offset += 7) {
      pages.push(...(await shop.transactions({ limit: '7', offset: String(offset) })))
    }
    expect(pages).toEqual(all)
  })

  it('FIN-01 a sale and its refund appear as they happen, and a case holds the money', async () => {
    const shop = await openShop()
    const { json } = await shop.control('purchases', { buyer: 'anna_wolle', sku: 'CAM-0101' })
    await shop.control('clock', { advanceMs: 60_000 })
    const of = () => shop.transactions({ filter: `orderId:{${json.orderId}}` })
    expect((await of()).map((one) => [one.transactionType, one.transactionStatus])).toEqual([
      ['SALE', 'FUNDS_PROCESSING'],
    ])
    const opened = await shop.control('cases', { orderId: json.orderId, kind: 'return' })
    expect((await of()).map((one) => one.transactionStatus)).toEqual(['FUNDS_ON_HOLD'])
    await shop.control(`cases/${opened.json.caseId}/close`, { outcome: 'accepted' })
    expect((await of()).map((one) => one.transactionType).toSorted()).toEqual(['REFUND', 'SALE'])
  })
})
