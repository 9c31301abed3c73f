import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../support/test-database.ts'
import { waitFor } from '../../support/wait-for.ts'
import { newSigner, type Rig, type RigOptions, SOAP, sale, signatureFor, startRig } from './notifications-rig.ts'

const rigs: Rig[] = []
const start = async (options: RigOptions = {}): Promise<Rig> => {
  const rig = await startRig(options)
  rigs.push(rig)
  return rig
}
/** Starts again with the same disk, platform and secrets. */
const again = (rig: Rig, options: RigOptions = {}): Promise<Rig> =>
  start({ database: rig.database, platform: rig.platform, secrets: rig.secrets, ...options })

afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
})

/** Delivers copies of one sale at once. */
const deliverTimes = async (times: number, rig: Rig): Promise<void> => {
  const answers = await Promise.all(Array.from({ length: times }, () => rig.deliver(sale())))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
}

const envelope = (inside: string): string => `<s:Envelope xmlns:s="${SOAP}"><s:Body>${inside}</s:Body></s:Envelope>`

describe('a verified notification', () => {
  it('RCV-04 is verified by the key that its header names, shown, and notified', async () => {
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
        title: 'Sold',
        text: 'Listing 110000000001 sold for $12.50',
        place: `#/notifications/${event?.eventId}`,
      },
    ])
    const page = await rig.page(event?.eventId ?? 0)
    expect(page.raw?.text).toBe(sale())
    expect(page.occurrences).toMatchObject([{ price: '12.50', currency: 'USD' }])
  })

  it('RCV-07 is processed once, however many copies arrive before its key is cached', async () => {
    const rig = await start()
    await deliverTimes(100, rig)
    const [event] = await rig.until((log) => log[0]?.deliveryCount === 100 && log[0].processing === 'processed')
    expect(await rig.events()).toHaveLength(1)
    expect(rig.notices).toHaveLength(1)
    expect((await rig.page(event?.eventId ?? 0)).deliveries).toHaveLength(100)
  })

  it('RCV-07 is processed once, however many copies arrive with a cached key', async () => {
    const rig = await start()
    await rig.deliver(sale({ transactionId: 'first' }))
    await rig.until((log) => log[0]?.processing === 'processed')
    await deliverTimes(100, rig)
    const log = await rig.until((now) => now[0]?.deliveryCount === 100 && now[0].processing === 'processed')
    expect(log).toHaveLength(2)
    expect(rig.notices).toHaveLength(2)
  })

  it('RCV-07 null control: without claims, identical deliveries are processed more than once', async () => {
    const database = openTestDatabase()
    const rig = await start({
      database: {
        ...database,
        get: (sql, params) => (sql.includes('notification_claims') ? undefined : database.get(sql, params)),
      },
    })
    await deliverTimes(100, rig)
    await rig.until((now) => now.reduce((sum, { deliveryCount }) => sum + deliveryCount, 0) === 100)
    await waitFor(() => expect(rig.notices.length).toBeGreaterThan(1))
  })

  it('RCV-07 a repeat in other bytes joins the same event', async () => {
    const rig = await start()
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.processing === 'processed')
    await rig.deliver(sale({ filler: '<Again/>' }))
    const log = await rig.until((now) => now[0]?.deliveryCount === 2)
    expect(log).toHaveLength(1)
    expect(rig.notices).toHaveLength(1)
  })

  it('RCV-07 claims each transaction: only the new one of two is processed', async () => {
    const rig = await start()
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
    expect(rig.notices.map(({ title }) => title)).toEqual(['Sold (2 times)', 'Sold'])
  })

  it('RCV-07 two feedbacks at the same moment are two events', async () => {
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

  it('RCV-09 is kept in full as failed, with the reason, if it is unreadable', async () => {
    const rig = await start()
    await rig.deliver('<NotSoap/>')
    const [event] = await rig.until((log) => log[0]?.processing === 'failed')
    const page = await rig.page(event?.eventId ?? 0)
    expect(page).toMatchObject({ signature: 'verified', why: 'It is XML, but not a SOAP envelope.', tree: null })
    expect(page.raw?.text).toBe('<NotSoap/>')
  })

  it('RCV-07 of the REST service is recognized by its notificationId', async () => {
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

describe('an event with the name of something in a prototype', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'RCV-09 %s is shown like any other',
    async (topic) => {
      const rig = await start()
      await rig.deliver(
        JSON.stringify({ metadata: { topic }, notification: { notificationId: topic, data: { a: 1 } } }),
      )
      const [event] = await rig.until((log) => log[0]?.processing === 'processed')
      expect(await rig.page(event?.eventId ?? 0)).toMatchObject({ name: topic, paths: [] })
    },
  )
})

describe('an unverified notification', () => {
  it.each([
    [
      'a tampered body',
      (rig: Rig) => rig.post(sale({ itemId: '2' }), { 'x-svc-signature': signatureFor(rig.platform.signer, sale()) }),
    ],
    ['an unknown key', (rig: Rig) => rig.deliver(sale(), newSigner('key-unknown'))],
    ['a foreign key under the known id', (rig: Rig) => rig.deliver(sale(), { ...newSigner('key-1') })],
  ])('RCV-08 with %s is quarantined, shown, and never processed', async (_, send) => {
    const rig = await start()
    expect((await send(rig)).status).toBe(200)
    const [event] = await rig.until((log) => log[0]?.processing === 'quarantined')
    expect(event?.signature).toBe('wrong')
    expect(rig.notices.map(({ title }) => title)).toEqual(['Not from the platform: ignored'])
  })

  it('RCV-08 without a signature is quarantined', async () => {
    const rig = await start()
    expect((await rig.post(sale())).status).toBe(200)
    const [event] = await rig.until((log) => log.length === 1)
    expect(event).toMatchObject({ signature: 'none', processing: 'quarantined' })
  })

  it('RCV-08 does not block the real one if it comes first', async () => {
    const rig = await start()
    await rig.deliver(sale(), newSigner('key-unknown'))
    await rig.until((log) => log.length === 1)
    await rig.deliver(sale())
    const log = await rig.until((now) => now.some(({ processing }) => processing === 'processed'))
    expect(log.map(({ signature, processing }) => [signature, processing])).toEqual([
      ['verified', 'processed'],
      ['wrong', 'quarantined'],
    ])
  })

  it('NOT-11 cannot use up the call limit with ever new key ids', async () => {
    const rig = await start()
    await Promise.all(Array.from({ length: 100 }, (_, index) => rig.deliver(sale(), newSigner(`unknown-key-${index}`))))
    await rig.until((log) => log.reduce((sum, { deliveryCount }) => sum + deliveryCount, 0) === 100)
    expect(rig.platform.callsOf('getPublicKey').length).toBeLessThanOrEqual(30)
  })
})

describe('while the platform is offline', () => {
  it('RCV-08 a notification is answered 200, stored, shown as not checked, and verified later', async () => {
    const rig = await start()
    rig.platform.state.online = false
    expect((await rig.deliver(sale())).status).toBe(200)
    const [waiting] = await rig.until((log) => log[0]?.signature === 'notVerifiableNow')
    expect(waiting?.processing).toBe('waiting')
    await waitFor(async () =>
      expect((await rig.page(waiting?.eventId ?? 0)).signatureMessage).toContain('can’t be reached'),
    )
    expect(rig.notices).toEqual([])
    rig.setOnline(true)
    const [event] = await rig.until((log) => log[0]?.processing === 'processed')
    expect(event).toMatchObject({ eventId: waiting?.eventId, signature: 'verified', deliveryCount: 1 })
    expect(rig.notices).toHaveLength(1)
  })

  it('RCV-08 the check is retried on a schedule', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.signature === 'notVerifiableNow')
    rig.platform.state.online = true
    await waitFor(() => expect(rig.scheduler.plannedAtMs('notifications.retry')).toBeDefined())
    await rig.clock.advance(61_000)
    await rig.until((log) => log[0]?.processing === 'processed')
  })

  it('RCV-08 a waiting forgery is separated from the real event once the key arrives', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await rig.deliver(sale())
    await rig.post(sale(), { 'x-svc-signature': signatureFor(rig.platform.signer, 'something else') })
    await rig.until((log) => log[0]?.deliveryCount === 2)
    rig.setOnline(true)
    const log = await rig.untilLater(
      (now) => now.length === 2 && now.every(({ signature }) => signature !== 'notVerifiableNow'),
    )
    expect(log.map(({ signature, deliveryCount }) => [signature, deliveryCount]).sort()).toEqual([
      ['verified', 1],
      ['wrong', 1],
    ])
  })

  it('RCV-08 a 404 of a proxy does not count as an unknown key', async () => {
    const rig = await start()
    rig.platform.state.answer = () => [404, '<html>not here</html>']
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.signature === 'notVerifiableNow')
    rig.platform.state.answer = undefined
    rig.setOnline(true)
    await rig.untilLater((log) => log[0]?.processing === 'processed')
  })
})

describe('a wrong signature setting', () => {
  const pairs = (rig: Rig): string => {
    const { kid, signature } = JSON.parse(
      Buffer.from(signatureFor(rig.platform.signer, sale()), 'base64').toString(),
    ) as Record<string, string>
    return `keyId="${kid}", signature="${signature}"`
  }

  it('RCV-04 keeps the header in quarantine, raises no alarm, and names the setting', async () => {
    const rig = await start()
    const header = pairs(rig)
    await rig.post(sale(), { 'x-svc-signature': header })
    const [event] = await rig.until((log) => log[0]?.processing === 'quarantined')
    const page = await rig.page(event?.eventId ?? 0)
    expect(page.headers).toContainEqual({ name: 'x-svc-signature', value: header })
    expect(page.signatureMessage).toContain('choose that form in Settings')
    expect(rig.notices).toEqual([])
  })

  it.each([
    ['form', { receiver: { signatureForm: 'pairs' } }, (rig: Rig) => ({ 'x-svc-signature': pairs(rig) })],
    ['name', { headerWord: 'ACME' }, (rig: Rig) => ({ 'x-acme-signature': signatureFor(rig.platform.signer, sale()) })],
  ] as const)(
    "RCV-04 is corrected in the settings: a check releases what the header's %s kept back",
    async (_, profile, headers) => {
      const rig = await start()
      await rig.post(sale(), headers(rig))
      await rig.until((log) => log[0]?.processing === 'quarantined')
      expect(await rig.handlers.checkQuarantined({})).toEqual({ checked: 1, released: 0 })
      await rig.stop()
      const next = await again(rig, { profile })
      expect(await next.handlers.checkQuarantined({})).toEqual({ checked: 1, released: 1 })
      expect(await next.events()).toMatchObject([{ processing: 'processed', signature: 'verified' }])
    },
  )
})

describe('keys', () => {
  it('NOT-11 120 notifications with one key id cause one call and one window update', async () => {
    const rig = await start()
    const batch = (from: number) =>
      Promise.all(Array.from({ length: 60 }, (_, index) => rig.deliver(sale({ transactionId: String(from + index) }))))
    for (let from = 0; from < 120; from += 60) await batch(from)
    await waitFor(() =>
      expect(rig.database.get("SELECT count(*) AS n FROM notification_events WHERE processing = 'processed'")?.n).toBe(
        120,
      ),
    )
    expect(rig.platform.callsOf('getPublicKey')).toHaveLength(1)
    const updates = (): number => rig.emitted.filter(({ name }) => name === 'logChanged').length
    expect(updates()).toBe(0)
    await rig.clock.advance(100)
    expect(updates()).toBe(1)
  }, 20_000)

  it('NOT-11 are kept for one hour, across a restart too, and then fetched again', async () => {
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

describe('failed or interrupted filing', () => {
  const addFault = (rig: Rig): void => {
    rig.database.run(
      "CREATE TRIGGER fault BEFORE INSERT ON notification_claims BEGIN SELECT raise(ABORT, 'a fault'); END",
    )
  }

  it('RCV-07 releases the claim, and a retry processes the event once', async () => {
    const rig = await start()
    addFault(rig)
    expect((await rig.deliver(sale())).status).toBe(200)
    await waitFor(() => expect(rig.scheduler.plannedAtMs('notifications.retry')).toBeDefined())
    expect(rig.database.all('SELECT key FROM notification_claims')).toEqual([])
    expect(rig.notices).toEqual([])
    rig.database.run('DROP TRIGGER fault')
    await rig.deliver(sale())
    await waitFor(async () => {
      await rig.clock.advance(61_000)
      expect(rig.database.all("SELECT id FROM notification_deliveries WHERE state = 'pending'")).toEqual([])
    })
    expect(await rig.events()).toMatchObject([{ processing: 'processed', deliveryCount: 2 }])
    expect(rig.notices).toHaveLength(1)
  })

  it('RCV-13 is resumed after a restart', async () => {
    const first = await start()
    addFault(first)
    await first.deliver(sale())
    await waitFor(() => expect(first.scheduler.plannedAtMs('notifications.retry')).toBeDefined())
    await first.stop()
    first.database.run('DROP TRIGGER fault')
    const second = await again(first)
    await second.until((log) => log[0]?.processing === 'processed')
    expect(second.notices).toHaveLength(1)
  })

  it('RCV-13 processes stored events once after the next start if the app stopped before', async () => {
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

  it('leaves the database alone after the feature has stopped, even if a key arrives late', async () => {
    const rig = await start()
    const key = Promise.withResolvers<undefined>()
    rig.platform.state.answer = () => key.promise
    await Promise.all(Array.from({ length: 20 }, (_, index) => rig.deliver(sale({ transactionId: String(index) }))))
    await waitFor(() => expect(rig.platform.callsOf('getPublicKey')).toHaveLength(1))
    await rig.stop()
    const countChanges = () => rig.database.get('SELECT total_changes() AS changes')?.changes
    const before = countChanges()
    key.resolve(undefined)
    await rig.clock.advance(600_000)
    expect(countChanges()).toBe(before)
    expect(rig.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('reprocessing an event', () => {
  it('RCV-08 verifies the event if its key is known by then, and refuses a processed one', async () => {
    const rig = await start()
    const late = newSigner('key-late')
    await rig.deliver(sale(), late)
    const [quarantined] = await rig.until((log) => log[0]?.processing === 'quarantined')
    rig.platform.keys.set('key-late', { key: late.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
    const { eventId } = await rig.handlers.processAgain({ eventId: quarantined?.eventId ?? 0 })
    expect(await rig.page(eventId)).toMatchObject({ signature: 'verified', processing: 'processed' })
    expect(await rig.events()).toHaveLength(1)
    await expect(rig.handlers.processAgain({ eventId })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  })

  it('RCV-08 counts no event as released that only waits for its key', async () => {
    const rig = await start()
    await rig.deliver(sale(), newSigner('key-late'))
    await rig.until((log) => log[0]?.processing === 'quarantined')
    rig.platform.state.online = false
    expect(await rig.handlers.checkQuarantined({})).toEqual({ checked: 1, released: 0 })
    expect(await rig.events()).toMatchObject([{ processing: 'waiting' }])
  })

  it('RCV-08 keeps the id and the note of a waiting event whose signature turns out to be wrong', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await rig.post(sale(), { 'x-svc-signature': signatureFor(rig.platform.signer, 'something else') })
    const [waiting] = await rig.until((log) => log[0]?.signature === 'notVerifiableNow')
    const eventId = waiting?.eventId ?? 0
    await rig.handlers.setNote({ eventId, note: 'Asked the buyer' })
    rig.setOnline(true)
    await rig.untilLater((log) => log[0]?.processing === 'quarantined')
    expect(await rig.page(eventId)).toMatchObject({ signature: 'wrong', note: 'Asked the buyer' })
    expect(rig.notices).toHaveLength(1)
  })

  it('RCV-08 quarantines a wrong signature even if a minute passes while it is checked under the renewed key', async () => {
    const rig = await start()
    await rig.deliver(sale())
    await rig.until((log) => log[0]?.processing === 'processed')
    const fetches = rig.platform.callsOf('getPublicKey').length
    const monotonicMs = rig.clock.monotonicMs
    let laterMs = 0
    vi.spyOn(rig.clock, 'monotonicMs').mockImplementation(() => {
      if (rig.platform.callsOf('getPublicKey').length > fetches) laterMs += 61_000
      return monotonicMs() + laterMs
    })
    await rig.post(sale(), { 'x-svc-signature': signatureFor(rig.platform.signer, 'something else') })
    await rig.until((log) => log.some(({ processing }) => processing === 'quarantined'))
  })

  it('RCV-08 keeps the note of a quarantined event that turns out to be genuine, and counts its sale as new', async () => {
    const rig = await start()
    const late = newSigner('key-late')
    await rig.deliver(sale(), late)
    const [quarantined] = await rig.until((log) => log[0]?.processing === 'quarantined')
    await rig.handlers.setNote({ eventId: quarantined?.eventId ?? 0, note: 'Asked the buyer' })
    rig.handlers.markSeen({})
    rig.platform.keys.set('key-late', { key: late.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
    const { eventId } = await rig.handlers.processAgain({ eventId: quarantined?.eventId ?? 0 })
    expect(await rig.page(eventId)).toMatchObject({ processing: 'processed', note: 'Asked the buyer' })
    expect((await rig.handlers.events({ filter: {}, search: 'asked', offset: 0, limit: 10 })).total).toBe(1)
    expect((await rig.view()).counts.unseen).toBe(1)
  })

  it('RCV-08 moves the note of an event whose deliveries join a processed one', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await rig.deliver(sale({ filler: '<Again/>' }))
    await rig.deliver(sale({ filler: '<Again/>' }))
    const [waiting] = await rig.until((log) => log[0]?.deliveryCount === 2)
    await rig.handlers.setNote({ eventId: waiting?.eventId ?? 0, note: 'Asked the buyer' })
    rig.platform.state.online = true
    await rig.deliver(sale())
    const [event] = await rig.untilLater((log) => log.length === 1 && log[0]?.deliveryCount === 3)
    expect(event).toMatchObject({ processing: 'processed', note: 'Asked the buyer' })
  })

  it('RCV-08 a stranger with the same bytes does not move a waiting event to the quarantine', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await rig.deliver(sale())
    const [waiting] = await rig.until((log) => log[0]?.signature === 'notVerifiableNow')
    await rig.post(sale())
    await rig.until((log) => log.length === 2)
    expect(await rig.page(waiting?.eventId ?? 0)).toMatchObject({ processing: 'waiting' })
  })
})
