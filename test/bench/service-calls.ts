/**
 * Calls of services through the whole client (gate, lanes, retry, budget, authorization, log, schemas), compared with a public
 * client of eBay doing the same, and with undici alone. The answers come from another process and are the same for all.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EBayApi from 'ebay-api'
import { AxiosRequest } from 'ebay-api/request.js'
import { Pool } from 'undici'
import { systemClock } from '../../main/hosts/common/clock.ts'
import { openFileLog } from '../../main/hosts/common/file-log.ts'
import { createExchange } from '../../main/http/exchange.ts'
import { createPauses } from '../../main/http/pauses.ts'
import { createRefusedSignIns } from '../../main/http/refused-sign-ins.ts'
import { createSend } from '../../main/http/sender.ts'
import { createUndiciSend } from '../../main/http/undici-send.ts'
import { createWriteGate } from '../../main/http/write-gate.ts'
import { createInventoryClient } from '../../main/inventory/platform/inventory-client.ts'
import { createMessageClient } from '../../main/messaging/platform/message-client.ts'
import { createFulfillmentClient } from '../../main/orders/platform/fulfillment-client.ts'
import { createScheduler } from '../../main/scheduler.ts'
import { completeProfile } from '../../shared/connection/profile.ts'
import { createTestLedger } from '../support/test-ledger.ts'
import { type Measure, ROUNDS, type Row, root, takeTurns } from './measure.ts'

const CALLS = 300
const TOKEN = 'v^1.1#i^1#bench'

const paths = {
  item: '/sell/inventory/v1/inventory_item/CAM-1',
  orders: '/sell/fulfillment/v1/order',
  thread: '/commerce/message/v1/conversation/c1',
} as const

const answers = {
  [paths.item]: {
    sku: 'CAM-1',
    locale: 'en_US',
    availability: { shipToLocationAvailability: { quantity: 3 } },
    condition: 'USED_GOOD',
    product: {
      title: 'Film camera with case',
      description: '<p>Works as it should.</p>'.repeat(60),
      aspects: { Brand: ['Kestrel'], Colour: ['Black', 'Chrome'], Type: ['Rangefinder'] },
      imageUrls: Array.from({ length: 8 }, (_, index) => `https://pictures.example/${index}.jpg`),
    },
  },
  [paths.orders]: {
    total: 20,
    orders: Array.from({ length: 20 }, (_, index) => ({
      orderId: `12-00000-${index}`,
      creationDate: '2026-11-20T09:00:00.000Z',
      lastModifiedDate: '2026-11-20T09:00:00.000Z',
      orderFulfillmentStatus: 'NOT_STARTED',
      buyer: { username: `buyer_${index}` },
      pricingSummary: { total: { value: '12.50', currency: 'USD' } },
      lineItems: [{ lineItemId: `${index}`, legacyItemId: '110000000001', title: 'Lamp', quantity: 1, sku: 'LAMP-1' }],
    })),
  },
  [paths.thread]: {
    total: 25,
    messages: Array.from({ length: 25 }, (_, index) => ({
      messageId: `m${index}`,
      messageBody: 'Is it still available? '.repeat(8),
      senderUsername: index % 2 === 0 ? 'buyer' : 'seller',
      createdDate: `2026-11-20T09:00:${String(index).padStart(2, '0')}.000Z`,
    })),
  },
}

const startAnswers = (file: string) =>
  new Promise<{ readonly url: string; readonly stop: () => void }>((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', 'test/bench/fixed-answers.ts', file], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.once('data', (port: Buffer) =>
      resolve({ url: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill('SIGTERM') }),
    )
    child.once('exit', () => reject(new Error('The server ended before it answered.')))
  })

const ourClients = (url: string, folder: string) => {
  const clock = systemClock
  const log = openFileLog(folder)
  const profile = completeProfile({ kind: 'practice', name: 'Practice', baseUrl: url, platform: 'ebay' }, undefined)
  const ledger = createTestLedger(clock)
  const { send } = createSend({
    exchange: createExchange({ wire: createUndiciSend({ origins: [url] }).send, clock, log, ledger }),
    pauses: createPauses({ clock, onRefused: ledger.refuse }),
    tokens: { current: async () => TOKEN, renew: async () => TOKEN },
    refused: createRefusedSignIns(clock),
    clock,
    random: Math.random,
    scheduler: createScheduler(clock, log),
    probe: async () => undefined,
    gate: createWriteGate({
      consent: { isGiven: () => true, give: () => undefined },
      isReadOnly: false,
      onChange: () => undefined,
      onAsk: () => undefined,
    }),
    ledger,
  })
  return {
    inventory: createInventoryClient({ profile, send, nowMs: clock.nowMs }),
    orders: createFulfillmentClient({ profile, send }),
    messages: createMessageClient({ profile, send, sellerNames: async () => ['seller'] }),
  }
}

const publicClient = (url: string): EBayApi => {
  const request = new AxiosRequest({ proxy: false })
  request.instance.interceptors.request.use((config) =>
    Object.assign(config, { url: config.url?.replace(/^https:\/\/\w+\.ebay\.com/, url) }),
  )
  const client = new EBayApi(
    { appId: 'app', certId: 'cert', sandbox: false, siteId: EBayApi.SiteId.EBAY_US, ruName: 'name' },
    request,
  )
  client.OAuth2.setCredentials({
    access_token: TOKEN,
    expires_in: 7_200,
    refresh_token: 'r',
    refresh_token_expires_in: 100_000,
    token_type: 'User Access Token',
  })
  return client
}

export const serviceCalls: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const { url, stop } = await startAnswers(file)
  const pool = new Pool(url, { connections: 1 })
  const ours = ourClients(url, folder)
  const peer = publicClient(url)
  const plain = async (path: string): Promise<unknown> =>
    (await pool.request({ method: 'GET', path, headers: { authorization: `Bearer ${TOKEN}` } })).body.json()

  const msOf = (call: () => Promise<unknown>) => async (): Promise<number> => {
    const startedMs = performance.now()
    for (let count = 0; count < CALLS; count += 1) await call()
    return (performance.now() - startedMs) / CALLS
  }
  const compare = async (
    what: string,
    path: string,
    viaOurs: () => Promise<unknown>,
    viaPeer: () => Promise<unknown>,
  ): Promise<readonly Row[]> => [
    {
      what: `A call of ${what}`,
      limit: 'the package `ebay-api`',
      ...(await takeTurns(ROUNDS, msOf(viaPeer), msOf(viaOurs))),
      unit: 'ms',
      goal: { atMost: 1 },
    },
    {
      what: `A call of ${what}, and its transport`,
      limit: '`undici` alone',
      ...(await takeTurns(
        ROUNDS,
        msOf(() => plain(path)),
        msOf(viaOurs),
      )),
      unit: 'ms',
      goal: { atMost: 2 },
    },
  ]

  try {
    return [
      ...(await compare(
        'getInventoryItem',
        paths.item,
        () => ours.inventory.getInventoryItem('CAM-1'),
        () => peer.sell.inventory.getInventoryItem('CAM-1'),
      )),
      ...(await compare(
        'getOrders, 20 orders',
        paths.orders,
        () => ours.orders.getOrders({ fromMs: null, toMs: null }, 0),
        () => peer.sell.fulfillment.getOrders({ limit: 200, offset: 0 }),
      )),
      ...(await compare(
        'getConversation, 25 messages',
        paths.thread,
        () => ours.messages.getConversation({ conversationId: 'c1', conversationType: 'FROM_MEMBERS' }),
        () => peer.commerce.message.getConversation('c1', { conversationType: 'FROM_MEMBERS', offset: 0, limit: 25 }),
      )),
    ]
  } finally {
    stop()
    await pool.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
