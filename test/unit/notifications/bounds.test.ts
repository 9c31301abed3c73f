/** What is read out of deliveries, and what becomes of those that can't be processed. */
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { packOccurrences, unpackOccurrences } from '../../../main/notifications/log/event-store.ts'
import { boundedDeliveriesSchema, notificationsSchema, unreadSalesSchema } from '../../../main/notifications/schema.ts'
import { outboundSchema, runSchema } from '../../../main/outbound/schema.ts'
import { openBareDatabase, openTestDatabase } from '../../support/test-database.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type Rig, type RigOptions, SOAP, sale, startRig } from './notifications-rig.ts'

const rigs: Rig[] = []
const start = async (options: RigOptions = {}): Promise<Rig> => {
  const rig = await startRig(options)
  rigs.push(rig)
  return rig
}
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
})

const field = fc.option(fc.string({ maxLength: 3 }), { nil: null })
const occurrence = fc.record({
  itemId: field,
  sku: field,
  transactionId: field,
  buyer: field,
  price: field,
  currency: field,
  commentType: field,
})

describe('the occurrences of a message', () => {
  it('SEC-09 are stored without losing any', () => {
    fc.assert(
      fc.property(fc.array(occurrence, { maxLength: 10 }), (all) => {
        expect(unpackOccurrences(packOccurrences(all))).toEqual(all)
      }),
    )
  })

  it('SEC-09 store a value that they share once', () => {
    const buyer = 'x'.repeat(1000)
    const empty = { itemId: '1', sku: null, transactionId: null, price: null, currency: null, commentType: null }
    const all = Array.from({ length: 100 }, (_, index) => ({ ...empty, buyer, transactionId: String(index) }))
    expect(packOccurrences(all).length).toBeLessThan(5000)
  })

  it('SEC-09 are limited to 100, with 1,000 characters a field, and the total is shown', async () => {
    const rig = await start()
    const transactions = Array.from(
      { length: 250 },
      (_, index) => `<Transaction><TransactionID>${index}</TransactionID></Transaction>`,
    )
    const item = `<Item><ItemID>${'9'.repeat(5000)}</ItemID></Item>`
    await rig.deliver(
      `<s:Envelope xmlns:s="${SOAP}"><s:Body><FixedPriceTransaction>${item}${transactions.join('')}</FixedPriceTransaction></s:Body></s:Envelope>`,
    )
    const [event] = await rig.until((log) => log[0]?.processing === 'processed')
    expect(event?.occurrences).toHaveLength(100)
    expect(event?.itemId).toHaveLength(1000)
    expect((await rig.page(event?.eventId ?? 0)).why).toContain('250')
  })
})

describe('a long verified message', () => {
  it('SEC-09 is shown in part, and says so', async () => {
    const rig = await start()
    await rig.deliver(sale({ filler: `<Description>${'x'.repeat(200_000)}</Description>${'<b/>'.repeat(5000)}` }))
    const [event] = await rig.until((log) => log[0]?.processing === 'processed')
    const page = await rig.page(event?.eventId ?? 0)
    expect(page).toMatchObject({ isTreeCut: true, raw: { isCut: true } })
    expect(JSON.stringify(page).length).toBeLessThan(400_000)
  })
})

describe('a delivery that cannot be processed', () => {
  const addFault = (rig: Rig): void => {
    rig.database.run(
      "CREATE TRIGGER fault BEFORE INSERT ON notification_claims BEGIN SELECT raise(ABORT, 'a fault'); END",
    )
  }
  const failThrice = async (): Promise<Rig> => {
    const rig = await start()
    addFault(rig)
    await rig.deliver(sale())
    await waitFor(async () => {
      await rig.clock.advance(601_000)
      expect((await rig.events())[0]?.processing).toBe('failed')
    })
    return rig
  }

  it('SEC-09 ends as failed after three failures, and says so', async () => {
    const rig = await failThrice()
    const page = await rig.page(1)
    expect(page).toMatchObject({ signature: 'verified', why: expect.stringContaining('failed 3 times') })
    expect(rig.database.all("SELECT id FROM notification_deliveries WHERE state = 'pending'")).toEqual([])
  })

  it('SEC-09 is processed if the seller tries again after the fault is gone', async () => {
    const rig = await failThrice()
    rig.database.run('DROP TRIGGER fault')
    const { eventId } = await rig.handlers.processAgain({ eventId: 1 })
    expect(await rig.page(eventId)).toMatchObject({ processing: 'processed', itemId: '110000000001' })
    expect(rig.notices).toHaveLength(1)
  })

  it('SEC-09 does not count a full disk as its failure', async () => {
    const database = openTestDatabase()
    let isFull = false
    const rig = await start({
      database: {
        ...database,
        durably: async (work) => {
          if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
          return database.durably(work)
        },
      },
    })
    rig.platform.state.online = false
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.processing === 'waiting')
    rig.platform.state.online = true
    isFull = true
    for (let pass = 0; pass < 6; pass += 1) await rig.clock.advance(601_000)
    isFull = false
    await rig.untilLater((log) => log[0]?.processing === 'processed')
  })
})

describe('a database of 0.2.2 with a poisoned delivery', () => {
  it('SEC-09 opens, drops the parsed data, and ends the delivery as failed', async () => {
    const database = openBareDatabase(outboundSchema, runSchema, notificationsSchema)
    const long = 'x'.repeat(10_000)
    const body = Buffer.from(sale({ filler: '<Transaction/>'.repeat(1000) }))
    database.run("INSERT INTO notification_captures (headers, body_digest, body) VALUES ('[]', 'digest', ?)", [body])
    database.run(
      `INSERT INTO notification_events (identity, received_at_ms, origin, name, format, item_id, buyer, occurrences, signature,
         signature_message, processing) VALUES ('unchecked:digest', 1, 'platform', ?, 'soap', ?, ?, ?, 'notVerifiableNow', '', 'waiting')`,
      [long, long, long, JSON.stringify(Array.from({ length: 1000 }, () => ({ itemId: long })))],
    )
    database.run(`INSERT INTO notification_search (rowid, text) VALUES (1, 'poisoned')`)
    database.run(
      `INSERT INTO notification_deliveries (id, received_at_ms, format, size_bytes, origin, state, signature, event_id)
       VALUES (1, 1, 'soap', ?, 'platform', 'pending', 'notVerifiableNow', 1)`,
      [body.length],
    )
    for (const sql of [boundedDeliveriesSchema, unreadSalesSchema].flatMap((each) => each.split(';\n')))
      if (sql.trim() !== '') database.run(sql)
    const rig = await start({ database })
    const [event] = await rig.until((log) => log[0]?.processing === 'quarantined')
    expect(event).toMatchObject({ name: 'Unverified', itemId: null, buyer: null, occurrences: [], signature: 'none' })
    const found = await rig.handlers.events({ filter: {}, search: 'poisoned', offset: 0, limit: 10 })
    expect(found.total).toBe(0)
  })
})
