/** Earnings of a whole app against the practice platform. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import type {
  EarningsItem,
  EarningsOrder,
  EarningsPayout,
  EarningsState,
  EarningsTransaction,
} from '../../../shared/earnings/contract.ts'
import type { Order } from '../../../shared/orders/order.ts'
import { waitFor } from '../../support/wait-for.ts'
import { createTestHost } from '../connection/open-app.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const openShop = async (
  options: { readonly platform?: 'ebay' | 'neutral'; readonly faults?: readonly object[] } = {},
) => {
  const { platform: platformName = 'ebay', faults = [] } = options
  const platform = await startPracticePlatform({ platform: platformName, hasSales: true, conversations: 6, items: 12 })
  closing.push(platform.stop)
  const control = async <T>(path: string, body: object = {}): Promise<T> =>
    (await (
      await fetch(`${platform.url}/practice/${path}`, { method: 'POST', body: JSON.stringify(body) })
    ).json()) as T
  for (const fault of faults) await control('faults', fault)
  const host = createTestHost()
  closing.push(host.close)
  const profile = { id: 'shop', kind: 'practice', name: 'Shop', platform: platformName, baseUrl: platform.url } as const
  await host.start({ profile, file: 'shop.json' })
  return { host, control, state: () => host.ask<EarningsState>('earnings.state') }
}

/** Everything is read, and the orders of the sales are known. */
const openRead = async (options: Parameters<typeof openShop>[0] = {}) => {
  const shop = await openShop(options)
  await waitFor(async () =>
    expect(await shop.state()).toMatchObject({ isComplete: true, progress: null, problem: null }),
  )
  return shop
}

const transactionsOf = (host: Awaited<ReturnType<typeof openShop>>['host'], more: object = {}) =>
  host.ask<{ rows: readonly EarningsTransaction[]; total: number }>('earnings.transactions', {
    currency: 'USD',
    ...more,
  })

describe('the earnings of an eBay shop', () => {
  it('FIN-01 each order of the shop earned what its transactions say, and every payout adds up', async () => {
    const { host } = await openRead()
    const { rows: orders } = await host.ask<{ rows: readonly Order[] }>('orders.orders', { limit: 200 })
    expect(orders.length).toBeGreaterThan(10)
    for (const { orderId, total } of orders) {
      const { earned } = await host.ask<{ earned: readonly EarningsOrder[] }>('earnings.order', { orderId })
      expect(earned).toHaveLength(1)
      expect(earned[0]?.paid.minor).toBe(Math.round(Number(total?.value) * 100))
      expect(earned[0]?.isEstimate).toBe(false)
    }
    const { payouts } = await host.ask<{ payouts: readonly EarningsPayout[] }>('earnings.payouts', { currency: 'USD' })
    expect(payouts.length).toBeGreaterThanOrEqual(7)
    expect(payouts.map(({ check }) => check.state)).toEqual(payouts.map(() => 'addsUp'))
  })

  it('FIN-02 what the seller types as an item’s cost is taken from its sales', async () => {
    const { host } = await openRead()
    const sold = await waitFor(async () => {
      const { rows } = await transactionsOf(host, { type: 'SALE' })
      const { rows: orders } = await host.ask<{ rows: readonly Order[] }>('orders.orders', { limit: 200 })
      const sku = orders.find(
        ({ orderId, lineCount, refunded }) =>
          lineCount === 1 && refunded === 'none' && rows.some((row) => row.orderId === orderId && row.title !== null),
      )?.lines[0]?.sku
      if (sku == null) throw new Error('No sale has its item yet.')
      return sku
    })
    await host.ask('inventory.setPrivateField', { sku: sold, field: 'cost', text: '2.50' })
    await waitFor(async () => {
      const { items } = await host.ask<{ items: readonly EarningsItem[] }>('earnings.items', { skus: [sold] })
      expect(items[0]).toMatchObject({ cost: { minor: -250 * (items[0]?.sold ?? 0), currency: 'USD' } })
    })
  }, 30_000)

  it('FIN-01 a sale of today is there at once as an estimate, and then as the platform has it', async () => {
    const { host, control } = await openRead()
    const { orderId } = await control<{ orderId: string }>('purchases', { buyer: 'anna_wolle' })
    await control('clock', { advanceMs: 5_000 })
    await host.ask('orders.refresh')
    const earned = async () =>
      (await host.ask<{ earned: readonly EarningsOrder[] }>('earnings.order', { orderId })).earned
    await waitFor(async () => expect(await earned()).toMatchObject([{ isEstimate: true }]))
    await host.ask('earnings.readNow')
    expect(await earned()).toMatchObject([{ isEstimate: false, fees: [{ label: 'Final value fee' }, {}] }])
  })

  it('FACT-170 PLT-47 a seller of the EU or the UK has earnings too: the calls are signed', async () => {
    const { host } = await openRead({ faults: [{ operation: 'finances', fault: 'signaturesRequired' }] })
    expect((await transactionsOf(host)).total).toBeGreaterThan(20)
  })

  it('SEC-05 PLT-47 the key that signs is in the vault and nowhere else', async () => {
    const { host } = await openRead({ faults: [{ operation: 'finances', fault: 'signaturesRequired' }] })
    await host.ask('storage.backUpNow')
    await host.ask('app.problemReport')
    const exported = await host.ask<{ id: string }>('storage.export')
    const { content } = await host.ask<{ content: string }>('storage.exportPart', { id: exported.id, offset: 0 })
    const [, stored = '{}'] = [...host.vault].find(([name]) => name.endsWith('/signingKey')) ?? []
    // A stored secret is bound to where it may be sent; the key itself is JSON in it.
    const { secret } = JSON.parse(stored) as { readonly secret: string }
    const { privateKey } = JSON.parse(secret) as { readonly privateKey: string }
    expect(privateKey.length).toBeGreaterThan(40)
    const files = readdirSync(host.dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(host.dataDir, name))
      .filter((file) => statSync(file).isFile())
    expect(files.length).toBeGreaterThan(2)
    const places = new Map([
      ['the log', JSON.stringify(host.log.lines)],
      ['the settings', JSON.stringify([...host.settings])],
      ['the answers', host.reported.join('\n')],
      ['the export', gunzipSync(Buffer.from(content, 'base64')).toString('latin1')],
      ...files.map((file) => [file, readFileSync(file, 'latin1')] as const),
    ])
    expect([...places].filter(([, text]) => text.includes(privateKey)).map(([name]) => name)).toEqual([])
  }, 30_000)

  it('FIN-03 a platform without earnings says so, and that its orders are the estimate', async () => {
    const { host, state } = await openShop({ platform: 'neutral' })
    expect(await state()).toMatchObject({ canRead: false, problem: null })
    const error = await host.ask('earnings.readNow').catch((failure: unknown) => failure)
    expect(String(error)).toMatch(/estimated from your orders/)
  })
})
