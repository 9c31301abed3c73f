import { afterEach, describe, expect, it } from 'vitest'
import { type Rig, type RigOptions, sale, signatureFor, startRig } from './notifications-rig.ts'

const rigs: Rig[] = []
const start = async (options: RigOptions = {}): Promise<Rig> => {
  const rig = await startRig(options)
  rigs.push(rig)
  return rig
}
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
})

/** A rig with `count` processed sales in its log; ids oldest first. */
const withSales = async (count: number, options: RigOptions = {}) => {
  const rig = await start(options)
  for (let index = 1; index <= count; index += 1) await rig.deliver(sale({ transactionId: String(index) }))
  const log = await rig.until(
    (now) => now.length === count && now.every(({ processing }) => processing === 'processed'),
  )
  return { rig, eventIds: log.map(({ eventId }) => eventId).reverse() }
}
describe('a replay', () => {
  it('RCV-07 uses the real socket, is marked, and is not processed again', async () => {
    const { rig, eventIds } = await withSales(1)
    const before = await rig.page(eventIds[0] ?? 0)
    expect(await rig.handlers.replay({ eventId: eventIds[0] ?? 0 })).toEqual({ status: 200 })
    const [event] = await rig.until((log) => log[0]?.replayCount === 1)
    const after = await rig.page(eventIds[0] ?? 0)
    expect(await rig.events()).toHaveLength(1)
    expect(rig.notices).toHaveLength(1)
    expect(after.raw).toEqual(before.raw)
    expect(after.headers).toEqual(before.headers)
    expect(after.deliveries[0]).toEqual(before.deliveries[0])
    expect(event).toMatchObject({
      deliveryCount: 1,
      origin: 'platform',
      receivedAtMs: before.receivedAtMs,
      lastDeliveryAtMs: before.lastDeliveryAtMs,
    })
    expect(after.deliveries[1]).toMatchObject({
      origin: 'replay',
      signature: 'verified',
    })
  })

  it('RCV-04 has the original headers in their order and no trace of the ticket', async () => {
    const { rig, eventIds } = await withSales(1)
    await rig.handlers.replay({ eventId: eventIds[0] ?? 0 })
    await rig.until((log) => log[0]?.replayCount === 1)
    const kept = rig.database
      .all<{ readonly headers: string }>('SELECT headers FROM notification_captures ORDER BY id')
      .map(({ headers }) =>
        (JSON.parse(headers) as [string, string][]).map(([name, value]) => [name.toLowerCase(), value]),
      )
    const senderHeaders = (headers: readonly (readonly string[])[] = []) =>
      headers.filter(([name]) => !['host', 'connection', 'content-length'].includes(name ?? ''))
    expect(senderHeaders(kept[1])).toEqual(senderHeaders(kept[0]))
    expect(JSON.stringify(kept)).not.toContain('x-stallhand-replay')
  })

  it.each([
    ['wrong', (rig: Rig) => ({ 'x-svc-signature': signatureFor(rig.platform.signer, 'else') })],
    ['none', () => ({})],
  ] as const)('RCV-08 of an event whose signature is %s stays quarantined', async (signature, headers) => {
    const rig = await start()
    await rig.post(sale(), headers(rig))
    const [quarantined] = await rig.until((log) => log[0]?.processing === 'quarantined')
    for (let count = 0; count < 3; count += 1) await rig.handlers.replay({ eventId: quarantined?.eventId ?? 0 })
    const log = await rig.until((now) => now[0]?.replayCount === 3)
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ signature, processing: 'quarantined', deliveryCount: 1, origin: 'platform' })
    expect(rig.notices.map(({ title }) => title)).toEqual(
      signature === 'wrong' ? ['Not from the platform: ignored'] : [],
    )
  })

  it('RCV-07 of an event that was never processed processes it', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await rig.deliver(sale())
    const [waiting] = await rig.until((log) => log[0]?.processing === 'waiting')
    rig.platform.state.online = true
    await rig.handlers.replay({ eventId: waiting?.eventId ?? 0 })
    const log = await rig.until((now) => now[0]?.processing === 'processed')
    expect(log).toMatchObject([{ eventId: waiting?.eventId }])
    expect(rig.notices).toHaveLength(1)
  })

  it('is refused for a missing event', async () => {
    const { rig } = await withSales(1)
    await expect(async () => rig.handlers.replay({ eventId: 99 })).rejects.toMatchObject({
      detail: { kind: 'notFound' },
    })
  })
})

describe('an edited replay', () => {
  const edit = async (rig: Rig, eventId: number, change: (body: string) => string) =>
    rig.handlers.replay({ eventId, body: change((await rig.handlers.eventBody({ eventId })).text ?? '') })

  it('RCV-08 fails its signature and becomes a separate event, marked, linked and never processed', async () => {
    const { rig, eventIds } = await withSales(1)
    const run = await edit(rig, eventIds[0] ?? 0, (body) => body.replace('12.50', '99.00'))
    expect(run).toEqual({ status: 200 })
    const [copy, original] = await rig.until((log) => log.length === 2 && log[0]?.processing === 'quarantined')
    expect(copy).toMatchObject({ origin: 'replay', signature: 'wrong', deliveryCount: 0, replayCount: 1 })
    expect(original).toMatchObject({ origin: 'platform', deliveryCount: 1, replayCount: 0, processing: 'processed' })
    const page = await rig.page(copy?.eventId ?? 0)
    expect(page.copyOf).toBe(eventIds[0])
    expect(page.raw).toBeNull()
    expect((await rig.handlers.eventBody({ eventId: page.eventId })).text).toContain('99.00')
    expect(rig.notices).toHaveLength(1)
  })

  it('RCV-12 is refused like any other request', async () => {
    const { rig, eventIds } = await withSales(1)
    expect(await edit(rig, eventIds[0] ?? 0, () => '<half')).toEqual({ status: 400 })
    expect(await rig.events()).toHaveLength(1)
  })

  it('SEC-05 neither stores nor resends header values of a tunnel', async () => {
    const rig = await start()
    const body = sale()
    await rig.post(body, { 'x-svc-signature': signatureFor(rig.platform.signer, body), 'x-proxy-token': 'canary' })
    const [event] = await rig.until((log) => log[0]?.processing === 'processed')
    const page = await rig.page(event?.eventId ?? 0)
    expect(page.headers).toContainEqual({ name: 'x-proxy-token', value: null })
    await edit(rig, event?.eventId ?? 0, (text) => text.replace('12.50', '1.00'))
    await rig.until((log) => log.length === 2)
    const kept = rig.database.all<{ readonly headers: string }>('SELECT headers FROM notification_captures ORDER BY id')
    expect(kept.map(({ headers }) => headers.includes('canary'))).toEqual([false, false])
    expect(kept[1]?.headers).not.toContain('x-proxy-token')
  })
})

describe('a replay ticket', () => {
  it('counts as an ordinary header if a stranger made it up', async () => {
    const rig = await start()
    const body = sale()
    const headers = { 'x-svc-signature': signatureFor(rig.platform.signer, body), 'x-stallhand-replay': 'made-up' }
    expect((await rig.post(body, headers)).status).toBe(200)
    const [event] = await rig.until((log) => log[0]?.processing === 'processed')
    expect(event).toMatchObject({ origin: 'platform', deliveryCount: 1, replayCount: 0 })
    expect((await rig.page(event?.eventId ?? 0)).headers).toContainEqual({
      name: 'x-stallhand-replay',
      value: null,
    })
  })
})

describe('removing replays', () => {
  it('keeps events from the platform and removes replayed ones', async () => {
    const { rig, eventIds } = await withSales(1)
    const eventId = eventIds[0] ?? 0
    for (let count = 0; count < 3; count += 1) await rig.handlers.replay({ eventId })
    await rig.handlers.replay({ eventId, body: sale({ itemId: '5' }) })
    const [copy] = await rig.until((log) => log[0]?.processing === 'quarantined' && log[1]?.replayCount === 3)
    await rig.handlers.removeReplays({ eventId })
    expect((await rig.events()).map(({ replayCount }) => replayCount)).toEqual([1, 0])
    await rig.handlers.removeReplays({ eventId: copy?.eventId ?? 0 })
    expect(await rig.events()).toMatchObject([{ eventId, deliveryCount: 1, replayCount: 0 }])
    // The claims stay, so a repeat by the platform doesn't count as the first.
    await rig.deliver(sale({ transactionId: '1' }))
    await rig.until((now) => now.some(({ deliveryCount }) => deliveryCount === 2))
    expect(rig.notices).toHaveLength(1)
  })
})
