/** Strangers can do little harm to the log and to real notifications through the receiver. */
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../support/test-database.ts'
import { newSigner, type Rig, type RigOptions, sale, startRig } from './notifications-rig.ts'

const rigs: Rig[] = []
const start = async (options: RigOptions = {}): Promise<Rig> => {
  const rig = await startRig(options)
  rigs.push(rig)
  return rig
}
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
const stored = (rig: Rig): { n: number; bytes: number } =>
  rig.database.get<{ n: number; bytes: number }>(
    'SELECT count(*) AS n, coalesce(sum(length(body)), 0) AS bytes FROM notification_captures',
  ) ?? { n: 0, bytes: 0 }
/** The number of an event is its place in the order of arrival. */
const forged = (rig: Rig, index: number) => rig.post(sale({ transactionId: `forged-${index}` }))

describe('SEC-07 the quota for strangers', () => {
  it('limits their notifications by number, and keeps the newest', async () => {
    const rig = await start({ strangers: { bytes: 1_000_000, deliveries: 20 } })
    for (let index = 0; index < 60; index += 1) expect((await forged(rig, index)).status).toBe(200)
    const log = await rig.until((now) => now[0]?.eventId === 60)
    expect(log.length).toBeLessThanOrEqual(20)
    expect(stored(rig).n).toBe(log.length)
  })

  it('limits their notifications by bytes', async () => {
    const rig = await start({ strangers: { bytes: 50_000, deliveries: 1000 } })
    const filler = `<x>${'y'.repeat(10_000)}</x>`
    for (let index = 0; index < 20; index += 1) await rig.post(sale({ transactionId: `forged-${index}`, filler }))
    await rig.until((now) => now[0]?.eventId === 20)
    expect(stored(rig).bytes).toBeLessThanOrEqual(50_000)
  })

  it('limits their headers', async () => {
    const rig = await start({ strangers: { bytes: 50_000, deliveries: 1000 } })
    for (let index = 0; index < 20; index += 1) {
      await rig.post(sale({ transactionId: `forged-${index}` }), { 'user-agent': 'y'.repeat(10_000) })
    }
    await rig.until((now) => now[0]?.eventId === 20)
    expect(
      rig.database.get('SELECT sum(length(headers)) AS bytes FROM notification_captures')?.bytes,
    ).toBeLessThanOrEqual(50_000)
  })

  it('never costs a verified notification', async () => {
    const rig = await start({ strangers: { bytes: 1_000_000, deliveries: 10 } })
    for (let index = 0; index < 15; index += 1) await rig.deliver(sale({ transactionId: `real-${index}` }))
    await rig.until((log) => log.filter(({ processing }) => processing === 'processed').length === 15)
    for (let index = 0; index < 40; index += 1) await forged(rig, index)
    const log = await rig.until((now) => now[0]?.eventId === 55)
    expect(log.filter(({ processing }) => processing === 'processed')).toHaveLength(15)
  })

  it('answers 503 to more with made-up keys, and still accepts those with a key that was once valid', async () => {
    const rig = await start({ strangers: { bytes: 1_000_000, deliveries: 5 } })
    await rig.deliver(sale({ transactionId: 'first' }))
    await rig.until((log) => log[0]?.processing === 'processed')
    await rig.clock.advance(2 * HOUR)
    rig.platform.state.online = false
    const answers: number[] = []
    for (let index = 0; index < 8; index += 1) {
      answers.push((await rig.deliver(sale({ transactionId: `${index}` }), newSigner(`made-up-${index}`))).status)
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 503, 503, 503])
    expect((await rig.deliver(sale({ transactionId: 'real' }))).status).toBe(200)
    rig.setOnline(true)
    await rig.untilLater((log) => log.some((row) => row.transactionId === 'real' && row.processing === 'processed'))
  })

  it('reserves disk space for drafts and messages', async () => {
    const database = openTestDatabase()
    let freeBytes = 1e12
    const rig = await start({ database: { ...database, freeDiskBytes: () => freeBytes } })
    freeBytes = 50 * 1024 * 1024
    const refused = await rig.deliver(sale())
    expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('reserved for drafts and messages') })
    expect(stored(rig).n).toBe(0)
    freeBytes = 1e12
    expect((await rig.deliver(sale())).status).toBe(200)
  })

  it('RCV-05 reports that a full disk refuses deliveries, until it has space again', async () => {
    const database = openTestDatabase()
    let freeBytes = 50 * 1024 * 1024
    const rig = await start({ database: { ...database, freeDiskBytes: () => freeBytes } })
    for (let index = 0; index < 3; index += 1) await rig.deliver(sale())
    const view = await rig.view()
    expect(view).toMatchObject({
      state: 'refusing',
      why: expect.stringMatching(/almost full.*3 notifications were refused/),
    })
    expect(rig.notices.map(({ title }) => title)).toEqual(['Notifications are refused'])
    freeBytes = 1e12
    await rig.clock.advance(31_000)
    expect(await rig.view()).toMatchObject({ state: 'listening', why: null })
  })
})

describe('SEC-07 quarantined notifications', () => {
  it('are removed after the time the seller chose, but verified ones are not', async () => {
    const rig = await start()
    await rig.deliver(sale({ transactionId: 'real' }))
    await forged(rig, 1)
    await rig.until((log) => log.length === 2 && log.every(({ processing }) => processing !== 'waiting'))
    await rig.clock.advance(1000)
    rig.clock.jump(8 * DAY)
    await rig.handlers.setQuarantineDays({ days: 7 })
    rig.emitted.splice(0)
    await rig.clock.advance(1000)
    await rig.until((log) => log.length === 1 && log[0]?.transactionId === 'real')
    expect(rig.emitted).toContainEqual({ name: 'logChanged', data: {} })
    expect((await rig.view()).quarantineDays).toBe(7)
  })

  it('are kept as long as the quota allows if the seller chose that', async () => {
    const rig = await start()
    await forged(rig, 1)
    await rig.until((log) => log[0]?.processing === 'quarantined')
    rig.clock.jump(100 * DAY)
    await rig.handlers.setQuarantineDays({ days: null })
    await rig.clock.advance(1000)
    expect(await rig.events()).toHaveLength(1)
  })
})

describe('SEC-07 made-up key ids', () => {
  it('do not delay a notification whose key was once valid and must be fetched again', async () => {
    const rig = await start()
    await rig.deliver(sale({ transactionId: 'first' }))
    await rig.until((log) => log[0]?.processing === 'processed')
    await rig.clock.advance(2 * HOUR)
    await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        rig.deliver(sale({ transactionId: `forged-${index}` }), newSigner(`made-up-${index}`)),
      ),
    )
    await rig.deliver(sale({ transactionId: 'real' }))
    // The clock stands still: less than a minute passes.
    await rig.until((log) => log.some((row) => row.transactionId === 'real' && row.processing === 'processed'))
  })

  it('use none of the calls reserved for the seller', async () => {
    const rig = await start()
    await rig.deliver(sale({ transactionId: 'forged' }), newSigner('made-up'))
    await rig.until((log) => log[0]?.processing === 'quarantined')
    expect(rig.platform.callsOf('getPublicKey').map(({ purpose }) => purpose)).toEqual(['watch'])
  })
})

describe('SEC-07 idle connections', () => {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  const open = (port: number, text: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
      socket.on('error', reject)
      socket.on('error', () => {})
      sockets.push(socket)
    })

  it.each([
    ['send nothing', ''],
    ['never end their headers', 'POST /notifications HTTP/1.1\r\nHost: x\r\n'],
  ])('that %s do not shut a delivery out', async (_, text) => {
    const rig = await start({ limits: { connections: 16 } })
    for (let index = 0; index < 40; index += 1) await open(rig.port, text)
    expect((await rig.deliver(sale())).status).toBe(200)
  })

  it('do not take the place of a delivery by sending large bodies slowly', async () => {
    const rig = await start({ limits: { totalBytes: 100_000, bodyBytes: 50_000 } })
    const head = `POST /notifications HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\nContent-Length: 40000\r\n\r\n`
    for (let index = 0; index < 4; index += 1) await open(rig.port, head + 'x'.repeat(32_000))
    expect((await rig.deliver(sale())).status).toBe(200)
  })
})
