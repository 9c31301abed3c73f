import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EventHandler } from '../../../main/notifications/receiver/settle.ts'
import { notificationsSchema } from '../../../main/notifications/store.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { newSigner, type Rig, type RigOptions, SOAP, sale, signatureFor, startRig } from './notifications-rig.ts'

const rigs: Rig[] = []
const start = async (options: RigOptions = {}): Promise<Rig> => {
  const rig = await startRig(options)
  rigs.push(rig)
  return rig
}
/** The same disk, platform and secrets, as after a crash. */
const again = (rig: Rig, options: RigOptions = {}): Promise<Rig> =>
  start({ database: rig.database, platform: rig.platform, secrets: rig.secrets, ...options })

afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
})

/** So many copies of one sale at once, each answered with 200. */
const deliverTimes = async (times: number, rig: Rig): Promise<void> => {
  const answers = await Promise.all(Array.from({ length: times }, () => rig.deliver(sale())))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
}

const envelope = (inside: string): string => `<s:Envelope xmlns:s="${SOAP}"><s:Body>${inside}</s:Body></s:Envelope>`

describe('a verified notification', () => {
  it('RCV-04 is verified by the key that its header names, shown and told', async () => {
    const rig = await start()
    await rig.deliver(sale())
    const [event] = await rig.until((log) => log[0]?.processing === 'processed')
    expect(event).toMatchObject({
      name: 'FixedPriceTransaction',
      signature: 'verified',
      itemId: '110000000001',
      transactionId: '7001',
      deliveryCount: 1,
    })
    expect(rig.notices).toEqual([
      {
        title: 'Somebody bought an item',
        text: 'Item 110000000001',
        place: `#/notifications/${event?.eventId}`,
      },
    ])
    const page = await rig.page(event?.eventId ?? 0)
    expect(page.raw.text).toBe(sale())
    expect(page.occurrences).toMatchObject([{ price: '12.50', currency: 'USD' }])
    for (const [name, ms] of Object.entries(page.deliveries[0]?.times ?? {})) expect(ms, name).not.toBeNull()
    expect(page.times).toEqual(page.deliveries[0]?.times)
  })

  it('RCV-07 100 identical deliveries at once: 100 answers of 200, one processed', async () => {
    const handled: number[] = []
    const rig = await start({ handler: { prepare: async ({ eventId }) => void handled.push(eventId) } })
    await deliverTimes(100, rig)
    const [event] = await rig.until((log) => log[0]?.deliveryCount === 100 && log[0].processing === 'processed')
    expect(await rig.events()).toHaveLength(1)
    expect(handled).toEqual([event?.eventId])
    expect(rig.notices).toHaveLength(1)
    expect((await rig.page(event?.eventId ?? 0)).deliveries).toHaveLength(100)
  })

  it('RCV-07 100 identical ones at once, whose key is at hand, that no handler has work with: one processed', async () => {
    const rig = await start()
    await rig.deliver(sale({ transactionId: 'first' }))
    await rig.until((log) => log[0]?.processing === 'processed')
    await deliverTimes(100, rig)
    const log = await rig.until((now) => now[0]?.deliveryCount === 100 && now[0].processing === 'processed')
    expect(log).toHaveLength(2)
    expect(rig.notices).toHaveLength(2)
  })

  it('RCV-07 null control: without claims, 100 identical ones are found to have been processed more than once', async () => {
    const database = openTestDatabase(notificationsSchema)
    const rig = await start({
      database: {
        ...database,
        get: (sql, params) => (sql.includes('notification_claims') ? undefined : database.get(sql, params)),
      },
    })
    await deliverTimes(100, rig)
    await rig.until((now) => now.reduce((sum, { deliveryCount }) => sum + deliveryCount, 0) === 100)
    await vi.waitFor(() => expect(rig.notices.length).toBeGreaterThan(1))
  })

  it('RCV-07 stacks a resend in other bytes on the same event', async () => {
    const rig = await start()
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.processing === 'processed')
    await rig.deliver(sale({ filler: '<Again/>' }))
    const log = await rig.until((now) => now[0]?.deliveryCount === 2)
    expect(log).toHaveLength(1)
    expect(rig.notices).toHaveLength(1)
  })

  it('RCV-07 claims each transaction: a message with one old and one new processes the new one alone', async () => {
    const seen: (string | null)[] = []
    const rig = await start({
      handler: { prepare: async ({ fresh }) => void seen.push(...fresh.map(({ transactionId }) => transactionId)) },
    })
    const message = (...ids: string[]) =>
      envelope(
        `<FixedPriceTransaction><Timestamp>T</Timestamp><Item><ItemID>1</ItemID></Item><TransactionArray>${ids
          .map((id) => `<Transaction><TransactionID>${id}</TransactionID></Transaction>`)
          .join('')}</TransactionArray></FixedPriceTransaction>`,
      )
    await rig.deliver(message('1', '2'))
    await rig.until((log) => log.length === 1 && log[0]?.processing === 'processed')
    await rig.deliver(message('2', '3'))
    await rig.until((log) => log.length === 2 && log.every(({ processing }) => processing === 'processed'))
    expect(seen).toEqual(['1', '2', '3'])
  })

  it('RCV-07 keeps two feedbacks of one moment apart', async () => {
    const rig = await start()
    const feedback = (user: string) =>
      envelope(
        `<FeedbackLeft><Timestamp>T</Timestamp><FeedbackDetail><CommentingUser>${user}</CommentingUser></FeedbackDetail></FeedbackLeft>`,
      )
    await rig.deliver(feedback('mia'))
    await rig.deliver(feedback('tom'))
    const log = await rig.until((now) => now.length === 2 && now.every(({ processing }) => processing === 'processed'))
    expect(log.map(({ buyer }) => buyer).sort()).toEqual(['mia', 'tom'])
  })

  it('RCV-09 that says nothing readable is kept whole, failed, with the reason', async () => {
    const rig = await start()
    await rig.deliver('<NotSoap/>')
    const [event] = await rig.until((log) => log[0]?.processing === 'failed')
    const page = await rig.page(event?.eventId ?? 0)
    expect(page).toMatchObject({ signature: 'verified', why: 'It is XML, but not a SOAP envelope.', tree: null })
    expect(page.raw.text).toBe('<NotSoap/>')
  })

  it('of the REST service is known again by its notificationId', async () => {
    const rig = await start()
    const message = (attempt: number) =>
      JSON.stringify({
        metadata: { topic: 'NEW_MESSAGE' },
        notification: { notificationId: 'n-1', publishAttemptCount: attempt, data: {} },
      })
    await rig.deliver(message(1))
    await rig.until((log) => log[0]?.processing === 'processed')
    await rig.deliver(message(2))
    const [event] = await rig.until((log) => log[0]?.deliveryCount === 2)
    expect(await rig.page(event?.eventId ?? 0)).toMatchObject({
      name: 'NEW_MESSAGE',
      notificationId: 'n-1',
      format: 'json',
    })
  })
})

describe('a notification that cannot be trusted', () => {
  it.each([
    [
      'a tampered body',
      (rig: Rig) => rig.post(sale({ itemId: '2' }), { 'x-svc-signature': signatureFor(rig.platform.signer, sale()) }),
    ],
    ['a key that the platform does not know', (rig: Rig) => rig.deliver(sale(), newSigner('key-unknown'))],
    ["another's key under the known id", (rig: Rig) => rig.deliver(sale(), { ...newSigner('key-1') })],
    ['a header that cannot be read', (rig: Rig) => rig.post(sale(), { 'x-svc-signature': 'hello' })],
  ])('RCV-08 %s: kept apart, shown, never processed', async (_, send) => {
    const rig = await start()
    expect((await send(rig)).status).toBe(200)
    const [event] = await rig.until((log) => log[0]?.processing === 'heldApart')
    expect(event?.signature).toBe('wrong')
    expect(rig.notices).toEqual([])
  })

  it('RCV-08 without any signature it is held apart under that name', async () => {
    const rig = await start()
    expect((await rig.post(sale())).status).toBe(200)
    const [event] = await rig.until((log) => log.length === 1)
    expect(event).toMatchObject({ signature: 'none', processing: 'heldApart' })
  })

  it('RCV-08 a forgery that comes first does not keep the real one from being processed', async () => {
    const rig = await start()
    await rig.deliver(sale(), newSigner('key-unknown'))
    await rig.until((log) => log.length === 1)
    await rig.deliver(sale())
    const log = await rig.until((now) => now.some(({ processing }) => processing === 'processed'))
    expect(log.map(({ signature, processing }) => [signature, processing])).toEqual([
      ['verified', 'processed'],
      ['wrong', 'heldApart'],
    ])
  })

  it('NOT-11 a stranger with ever new key ids cannot spend the call limit', async () => {
    const rig = await start()
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => rig.deliver(sale(), newSigner(`key-of-nobody-${index}`))),
    )
    await rig.until((log) => log.reduce((sum, { deliveryCount }) => sum + deliveryCount, 0) === 100)
    expect(rig.platform.callsOf('getPublicKey').length).toBeLessThanOrEqual(30)
  })
})

describe('while the platform is away', () => {
  it('RCV-08 a notification is answered 200, kept, shown as not checked, and verified when it is back', async () => {
    const rig = await start()
    rig.platform.state.online = false
    expect((await rig.deliver(sale())).status).toBe(200)
    const [waiting] = await rig.until((log) => log[0]?.signature === 'notVerifiableNow')
    expect(waiting?.processing).toBe('waiting')
    await vi.waitFor(async () =>
      expect((await rig.page(waiting?.eventId ?? 0)).signatureWords).toContain('cannot be reached'),
    )
    expect(rig.notices).toEqual([])
    rig.tellOnline(true)
    const [event] = await rig.until((log) => log[0]?.processing === 'processed')
    expect(event).toMatchObject({ eventId: waiting?.eventId, signature: 'verified', deliveryCount: 1 })
    expect(rig.notices).toHaveLength(1)
  })

  it('RCV-08 it is tried again by the clock too', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.signature === 'notVerifiableNow')
    rig.platform.state.online = true
    await vi.waitFor(() => expect(rig.scheduler.plannedAtMs('notifications.retry')).toBeDefined())
    await rig.clock.advance(61_000)
    await rig.until((log) => log[0]?.processing === 'processed')
  })

  it('RCV-08 a forgery among those that wait is told from the real ones once the key is there', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await rig.deliver(sale())
    await rig.post(sale(), { 'x-svc-signature': signatureFor(rig.platform.signer, 'something else') })
    await rig.until((log) => log[0]?.deliveryCount === 2)
    rig.tellOnline(true)
    const log = await rig.untilLater(
      (now) => now.length === 2 && now.every(({ signature }) => signature !== 'notVerifiableNow'),
    )
    expect(log.map(({ signature, deliveryCount }) => [signature, deliveryCount]).sort()).toEqual([
      ['verified', 1],
      ['wrong', 1],
    ])
  })

  it('RCV-08 an answer that says nothing of the key, such as a 404 of a proxy, makes nothing wrong', async () => {
    const rig = await start()
    rig.platform.state.answer = () => [404, '<html>not here</html>']
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.signature === 'notVerifiableNow')
    rig.platform.state.answer = undefined
    rig.tellOnline(true)
    await rig.untilLater((log) => log[0]?.processing === 'processed')
  })
})

describe('keys', () => {
  it('NOT-11 1,000 notifications with one key id make one call, and tell the window once', async () => {
    const rig = await start()
    const batch = (from: number) =>
      Promise.all(Array.from({ length: 100 }, (_, index) => rig.deliver(sale({ transactionId: String(from + index) }))))
    for (let from = 0; from < 1000; from += 100) await batch(from)
    await vi.waitFor(
      () =>
        expect(
          rig.database.get("SELECT count(*) AS n FROM notification_events WHERE processing = 'processed'")?.n,
        ).toBe(1000),
      { timeout: 15_000 },
    )
    expect(rig.platform.callsOf('getPublicKey')).toHaveLength(1)
    // The window is told of the whole burst at once, and reads its page again once: a thousand readings would freeze it.
    const told = (): number => rig.emitted.filter(({ name }) => name === 'logChanged').length
    expect(told()).toBe(0)
    await rig.clock.advance(100)
    expect(told()).toBe(1)
  }, 20_000)

  it('NOT-11 are kept for one hour, over a restart too, and then asked for again', async () => {
    const rig = await start()
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.processing === 'processed')
    await rig.stop()
    const next = await again(rig)
    await next.clock.advance(59 * 60_000)
    await next.deliver(sale({ transactionId: '2' }))
    await next.until((log) => log.length === 2 && log[0]?.processing === 'processed')
    expect(rig.platform.callsOf('getPublicKey')).toHaveLength(1)
    await next.clock.advance(2 * 60_000)
    await next.deliver(sale({ transactionId: '3' }))
    await next.until((log) => log.length === 3 && log[0]?.processing === 'processed')
    expect(rig.platform.callsOf('getPublicKey')).toHaveLength(2)
  })
})

describe('work that fails or breaks off', () => {
  it('RCV-07 releases the claim, and the next delivery is processed', async () => {
    let failing = true
    const handle = vi.fn<NonNullable<EventHandler['prepare']>>(async () => {
      if (failing) throw new Error('the shelf is full')
    })
    const rig = await start({ handler: { prepare: handle } })
    await rig.deliver(sale())
    const [failed] = await rig.until((log) => log[0]?.processing === 'failed')
    expect(failed?.signature).toBe('verified')
    failing = false
    await rig.deliver(sale())
    const log = await rig.until((now) => now[0]?.processing === 'processed')
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ eventId: failed?.eventId, deliveryCount: 2 })
    await rig.clock.advance(3_600_000)
    expect(handle).toHaveBeenCalledTimes(2)
    expect(rig.database.all("SELECT id FROM notification_deliveries WHERE state = 'pending'")).toEqual([])
  })

  it('RCV-07 tries again by itself, and at once when the seller asks', async () => {
    let failing = true
    const rig = await start({
      handler: {
        prepare: async () => {
          if (failing) throw new Error('the shelf is full')
        },
      },
    })
    await rig.deliver(sale())
    const [failed] = await rig.until((log) => log[0]?.processing === 'failed')
    await vi.waitFor(() => expect(rig.scheduler.plannedAtMs('notifications.retry')).toBeDefined())
    failing = false
    await rig.handlers.processAgain({ eventId: failed?.eventId ?? 0 })
    expect((await rig.events())[0]?.processing).toBe('processed')
    await expect(rig.handlers.processAgain({ eventId: failed?.eventId ?? 0 })).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
  })

  it('RCV-07 a handler that hangs holds up nobody else, and counts as failed after 30 seconds', async () => {
    const hanging = vi.fn(() => new Promise<void>(() => {}))
    const rig = await start({
      handler: {
        prepare: ({ fresh }) => (fresh[0]?.transactionId === 'slow' ? hanging() : Promise.resolve()),
      },
    })
    await rig.deliver(sale({ transactionId: 'slow' }))
    await rig.deliver(sale({ transactionId: 'quick' }))
    await rig.until((log) => log.length === 2 && log[0]?.processing === 'processed')
    // On a busy machine the quick one is through before the slow one has begun; its 30 seconds count from there.
    await vi.waitFor(() => expect(hanging).toHaveBeenCalled())
    expect((await rig.events())[1]?.processing).toBe('waiting')
    await rig.clock.advance(31_000)
    await rig.until((log) => log[1]?.processing === 'failed')
  })

  it('RCV-07 handlers that hang are tried again a few at a time, without reading a body again', async () => {
    const many = 80
    let begun = 0
    let isHanging = true
    const database = openTestDatabase(notificationsSchema)
    const bodiesRead = vi.fn()
    const rig = await start({
      database: {
        ...database,
        get: (sql, params) => {
          if (sql.startsWith('SELECT body ')) bodiesRead()
          return database.get(sql, params)
        },
      },
      handler: {
        prepare: () => {
          begun += 1
          return isHanging ? new Promise(() => {}) : Promise.resolve()
        },
      },
    })
    await rig.deliver(sale({ transactionId: 'first' }))
    await vi.waitFor(() => expect(begun).toBe(1))
    // The first one's was let go of while the key was asked for.
    bodiesRead.mockClear()
    await Promise.all(Array.from({ length: many - 1 }, (_, index) => rig.deliver(sale({ transactionId: `${index}` }))))
    await vi.waitFor(() => expect(begun).toBe(many))
    await rig.clock.advance(31_000)
    await rig.until((log) => log.filter(({ processing }) => processing === 'failed').length === many)
    await rig.clock.advance(31_000)
    await vi.waitFor(() => expect(begun).toBe(many + 32))
    expect((await rig.events()).filter(({ processing }) => processing === 'waiting')).toHaveLength(32)
    isHanging = false
    // One that has hung for its limit makes room for the next.
    await rig.clock.advance(31_000)
    await rig.until((log) => log.filter(({ processing }) => processing === 'processed').length >= many - 32)
    await rig.clock.advance(600_000)
    await rig.until((log) => log.every(({ processing }) => processing === 'processed'))
    expect(rig.notices).toHaveLength(many)
    expect(bodiesRead).not.toHaveBeenCalled()
  })

  it('RCV-13 what was kept and not begun when the app stopped is processed after the next start, once', async () => {
    const first = await start()
    first.platform.state.online = false
    await first.deliver(sale())
    await first.until((log) => log[0]?.signature === 'notVerifiableNow')
    await first.stop()
    first.platform.state.online = true
    const second = await again(first)
    await second.until((log) => log[0]?.processing === 'processed')
    await second.stop()
    const third = await again(second)
    await third.deliver(sale())
    await third.until((log) => log[0]?.deliveryCount === 2)
    expect(second.notices).toHaveLength(1)
    expect(third.notices).toEqual([])
  })

  it('RCV-13 what was claimed when the app was killed is free again and processed', async () => {
    const first = await start({ handler: { prepare: () => new Promise(() => {}) } })
    await first.deliver(sale())
    await first.until((log) => log.length === 1)
    await vi.waitFor(() =>
      expect(first.database.get("SELECT 1 AS held FROM notification_claims WHERE state = 'held'")).toBeDefined(),
    )
    await first.stop()
    const handled: number[] = []
    const second = await again(first, { handler: { prepare: async ({ eventId }) => void handled.push(eventId) } })
    const [event] = await second.until((log) => log[0]?.processing === 'processed')
    expect(handled).toEqual([event?.eventId])
  })

  it('nothing touches the database after the room has stopped', async () => {
    const rig = await start({ handler: { prepare: () => new Promise(() => {}) } })
    await Promise.all(Array.from({ length: 20 }, (_, index) => rig.deliver(sale({ transactionId: String(index) }))))
    await rig.stop()
    const before = rig.database.get('SELECT total_changes() AS changes')?.changes
    await rig.clock.advance(600_000)
    expect(rig.database.get('SELECT total_changes() AS changes')?.changes).toBe(before)
    expect(rig.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('an event that is looked at again', () => {
  it('RCV-08 is another one when its key turns out to be known after all', async () => {
    const rig = await start()
    const late = newSigner('key-late')
    await rig.deliver(sale(), late)
    const [apart] = await rig.until((log) => log[0]?.processing === 'heldApart')
    rig.platform.keys.set('key-late', { key: late.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
    const { eventId } = await rig.handlers.processAgain({ eventId: apart?.eventId ?? 0 })
    expect(await rig.page(eventId)).toMatchObject({ signature: 'verified', processing: 'processed' })
    expect(await rig.events()).toHaveLength(1)
  })
})
