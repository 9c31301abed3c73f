/**
 * The first reading of a shop's orders, until the list is complete, stored and searchable, with answers that take as long as a
 * platform's on the internet.
 *
 * The limit is undici fetching the same pages one after the other, because only a page says whether there is a next one, and
 * dropping them. What the list leaves empty (shipments, requests to cancel) is read one by one afterwards, in the background.
 */
import { join } from 'node:path'
import { runLocal } from '../../main/hosts/local/run-local.ts'
import type { OrderReading } from '../../shared/orders/contract.ts'
import { createShopFolder } from './filled-shop.ts'
import { type LocalCaller, loggedIn } from './local-calls.ts'
import { comparePairs, type Measure, requireBuild, root } from './measure.ts'
import { delayAnswers, startShopWithOrders } from './practice-shop.ts'
import { type Asked, fetchAndDrop, recordRequests } from './recorded-requests.ts'

const ORDERS = 2_000
const ROUNDS = 5
const POLL_MS = 10
const ANSWER_MS = 50

const untilRead = async ({ call }: LocalCaller): Promise<void> => {
  for (;;) {
    const { completeToMs, problem } = await call<OrderReading>('orders.reading', {})
    if (problem !== null) throw new Error(`Could not read the orders: ${JSON.stringify(problem)}`)
    if (completeToMs !== null) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** From the first request for a page, so that starting the app is not counted. */
const readOnce = async (url: string): Promise<{ readonly ms: number; readonly asked: readonly Asked[] }> => {
  const { dataDir } = createShopFolder(url, 'ebay')
  const heard = recordRequests(url, '/sell/fulfillment/v1/order?')
  const host = await runLocal(
    { port: 0, dataDir: join(dataDir, 'data'), connection: join(dataDir, 'profile.json'), keyRing: false },
    join(root, 'out', 'main'),
  )
  const caller = await loggedIn(host.newAddress())
  try {
    await untilRead(caller)
    const { total } = await caller.call<{ readonly total: number }>('orders.orders', {})
    if (total !== ORDERS) throw new Error(`The app has ${total} of ${ORDERS} orders`)
    return { ms: performance.now() - (heard.asked[0]?.atMs ?? Number.NaN), asked: [...heard.asked] }
  } finally {
    heard.stop()
    await caller.close()
    await host.stop()
  }
}

export const firstOrders: Measure = async () => {
  requireBuild()
  const shop = await startShopWithOrders(ORDERS)
  try {
    await delayAnswers(shop, ANSWER_MS)
    const pairs: { limit: number; ours: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ms, asked } = await readOnce(shop.url)
      pairs.push({ limit: await fetchAndDrop(shop.url, asked, 1), ours: ms })
    }
    return [
      {
        what: `First reading of ${ORDERS.toLocaleString('en')} orders, ${ANSWER_MS} ms an answer`,
        limit: 'fetching the same pages in turn',
        ...comparePairs(pairs),
        unit: 'ms',
        goal: { atMost: 1.2 },
      },
    ]
  } finally {
    await shop.stop()
  }
}
