import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { formatHeaders, parseHeaders } from '../../../main/notifications/log/headers.ts'
import { type CaptureFile, captureFileSchema } from '../../../shared/notifications/capture-file.ts'
import { newSigner, type Rig, type RigOptions, sale, signatureFor, startRig } from './notifications-rig.ts'

const rigs: Rig[] = []
const start = async (options: RigOptions = {}): Promise<Rig> => {
  const rig = await startRig(options)
  rigs.push(rig)
  return rig
}
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
})

const everything = { filter: {}, search: '' } as const
const parseFile = (content: string): CaptureFile => captureFileSchema.parse(JSON.parse(content))
const decodeBody = ({ captures }: CaptureFile, at = 0): string =>
  Buffer.from(captures[at]?.bodyBase64 ?? '', 'base64').toString('utf8')

/** A rig that received two deliveries of one sale, and another sale, with headers that hold secrets. */
const received = async (options: RigOptions = {}) => {
  const rig = await start(options)
  const headers = (body: string) => ({
    'x-svc-signature': signatureFor(rig.platform.signer, body),
    authorization: 'Basic canary-basic',
    'x-gateway-api-key': 'canary-key',
    cookie: 'session=canary-cookie',
  })
  const one = sale({ transactionId: '1', filler: '<Note>größe €</Note>' })
  const two = sale({ transactionId: '2' })
  for (const [index, body] of [one, one, two].entries()) {
    await rig.post(body, headers(body))
    // Each to its end before the next: on a busy machine one that came later is filed first.
    await rig.until((log) => log.reduce((sum, { deliveryCount }) => sum + deliveryCount, 0) === index + 1)
  }
  await rig.until((log) => log.length === 2 && log.every(({ processing }) => processing === 'processed'))
  return { rig, one, two }
}

describe('a file of captures', () => {
  it('holds raw bytes, headers in their order and times, the newest event first, and no secret', async () => {
    const { rig, one, two } = await received()
    const { name, content, captures, leftOut } = await rig.handlers.exportCaptures(everything)
    expect(name).toBe('captures-2026-11-21.json')
    expect([captures, leftOut]).toEqual([3, 0])
    const file = parseFile(content)
    expect([decodeBody(file, 0), decodeBody(file, 1), decodeBody(file, 2)]).toEqual([two, one, one])
    const [first] = file.captures
    expect(first?.headers.map(([header]) => header.toLowerCase()).slice(0, 5)).toEqual([
      'content-type',
      'x-svc-signature',
      'authorization',
      'x-gateway-api-key',
      'cookie',
    ])
    expect(first?.headers[1]?.[1]).not.toBeNull()
    expect(first?.headers.slice(2, 5).map(([, value]) => value)).toEqual([null, null, null])
    expect(first?.signature).toBe('verified')
    expect(Object.values(first?.times ?? {})).toHaveLength(4)
    expect(content).not.toContain('canary')
    for (const [secret, value] of rig.secrets) expect(content, secret).not.toContain(value)
  })

  it('exports one event without its replays', async () => {
    const { rig, one } = await received()
    const [, older] = await rig.events()
    await rig.handlers.replay({ eventIds: [older?.eventId ?? 0], times: 5, delayMs: 0, order: 'oldestFirst' })
    await rig.until((log) => log[1]?.replayCount === 5)
    const { content, captures } = await rig.handlers.exportCaptures({ eventId: older?.eventId ?? 0 })
    expect(captures).toBe(2)
    expect(decodeBody(parseFile(content))).toBe(one)
  })

  it('says how many captures it left out', async () => {
    const rig = await start()
    const filler = `<F>${'x'.repeat(1_900_000)}</F>`
    for (let index = 0; index < 11; index += 1) await rig.deliver(sale({ transactionId: String(index), filler }))
    await rig.until((log) => log.length === 11 && log.every(({ processing }) => processing === 'processed'))
    const { content, captures, leftOut } = await rig.handlers.exportCaptures(everything)
    expect(captures + leftOut).toBe(11)
    expect(leftOut).toBeGreaterThan(0)
    expect(content.length).toBeLessThanOrEqual(24_000_000)
  })
})

describe('importing captures', () => {
  it('RCV-08 marks them and never processes them, even with a valid signature', async () => {
    const { rig, one } = await received()
    const { content } = await rig.handlers.exportCaptures(everything)
    const other = await start({ platform: rig.platform })
    expect(await other.handlers.importCaptures({ content })).toEqual({ imported: 3, known: 0 })
    const log = await other.events()
    expect(log.map(({ origin, processing, deliveryCount }) => [origin, processing, deliveryCount])).toEqual([
      ['import', 'imported', 2],
      ['import', 'imported', 1],
    ])
    // A file doesn't make the receiver fetch keys.
    expect(log.map(({ signature }) => signature)).toEqual(['notVerifiableNow', 'notVerifiableNow'])
    expect(rig.platform.callsOf('getPublicKey')).toHaveLength(1)
    const page = await other.page(log[0]?.eventId ?? 0)
    expect(page.raw.text).toBe(one)
    expect(page.canProcessAgain).toBe(true)
    expect(page.deliveries[0]?.times).toEqual(parseFile(content).captures[1]?.times)

    await other.handlers.processAgain({ eventId: page.eventId })
    expect(await other.page(page.eventId)).toMatchObject({ signature: 'verified', processing: 'imported' })
    expect(other.notices).toEqual([])
    expect(other.database.all('SELECT key FROM notification_claims')).toEqual([])
  })

  it('RCV-07 an imported capture neither blocks nor joins the real event, not even by a replay', async () => {
    const { rig, two } = await received()
    const [newest] = await rig.events()
    const { content } = await rig.handlers.exportCaptures({ eventId: newest?.eventId ?? 0 })
    const other = await start({ platform: rig.platform })
    await other.handlers.importCaptures({ content })
    const [imported] = await other.events()
    await other.handlers.processAgain({ eventId: imported?.eventId ?? 0 })
    await other.handlers.replay({ eventIds: [imported?.eventId ?? 0], times: 2, delayMs: 0, order: 'oldestFirst' })
    await other.until((log) => log[0]?.replayCount === 2)
    expect(await other.events()).toMatchObject([{ origin: 'import', processing: 'imported', signature: 'verified' }])
    expect(other.notices).toEqual([])
    await other.deliver(two)
    const log = await other.until((now) => now.length === 2 && now[0]?.processing === 'processed')
    expect(log.map(({ origin }) => origin)).toEqual(['platform', 'import'])
    expect(other.notices).toHaveLength(1)
  })

  it('imports the same file only once', async () => {
    const { rig } = await received()
    const { content } = await rig.handlers.exportCaptures(everything)
    const other = await start()
    await other.handlers.importCaptures({ content })
    expect(await other.handlers.importCaptures({ content })).toEqual({ imported: 0, known: 3 })
    expect(await other.events()).toHaveLength(2)
    expect(await other.handlers.removeMarked({ origin: 'import' })).toEqual({ removed: 3 })
    expect(await other.events()).toEqual([])
    expect((await other.handlers.events({ filter: {}, search: '', offset: 0, limit: 10 })).names).toEqual([])
  })

  it('NOT-11 fetches no key that a file names', async () => {
    const rig = await start()
    const { content } = await (await received()).rig.handlers.exportCaptures(everything)
    const [capture] = parseFile(content).captures
    if (capture === undefined) throw new Error('there is a capture')
    const captures = Array.from({ length: 100 }, (_, index) => {
      const body = sale({ transactionId: `f${index}` })
      const header = signatureFor(newSigner(`key-of-file-${index}`), body)
      const headers = capture.headers.map(([name, value]): [string, string | null] => [
        name,
        name.toLowerCase() === 'x-svc-signature' ? header : value,
      ])
      return { ...capture, headers, bodyBase64: Buffer.from(body).toString('base64') }
    })
    const file = { ...parseFile(content), captures }
    expect(await rig.handlers.importCaptures({ content: JSON.stringify(file) })).toEqual({ imported: 100, known: 0 })
    await rig.clock.advance(3_600_000)
    expect(rig.platform.callsOf('getPublicKey')).toEqual([])
  })

  const good = {
    receivedAt: '2026-11-21T09:00:00.000Z',
    headers: [['Content-Type', 'text/xml']],
    bodyBase64: Buffer.from(sale()).toString('base64'),
    times: { acceptMs: 1, persistMs: 1, answerMs: 1, processMs: null },
    signature: null,
  }
  const file = (change: object = {}, captures: readonly object[] = [good]): string =>
    JSON.stringify({ format: 'stallhand-captures', version: 1, exportedAt: good.receivedAt, captures, ...change })
  const body = (text: string) => ({ bodyBase64: Buffer.from(text).toString('base64') })

  it.each([
    ['plain text', 'hello', "isn't valid JSON"],
    ['other JSON', '{"a":1}', "isn't a capture file"],
    ['a list', '[]', 'expected object'],
    ['a newer version', file({ version: 2 }), 'newer version'],
    ['an unknown field', file({ extra: 1 }), 'nrecognized'],
    ['a field of the prototype', file().replace('"version"', '"__proto__":{"x":1},"version"'), 'nrecognized'],
    [
      'more captures than a file holds',
      file(
        {},
        Array.from({ length: 5_001 }, () => good),
      ),
      '5,000',
    ],
    ['a body that is not base64', file({}, [good, { ...good, bodyBase64: '***' }]), 'Capture 2: A body must be base64'],
    ['a body that is too large', file({}, [{ ...good, ...body('x'.repeat(2_200_000)) }]), '2 MB'],
    ['an invalid time', file({}, [{ ...good, receivedAt: 'yesterday' }]), 'Capture 1: A time must look like'],
    [
      'a body that is not a notification',
      file({}, [good, { ...good, ...body('hello') }]),
      "Capture 2 isn't a notification",
    ],
    ['an entity bomb', file({}, [{ ...good, ...body('<!DOCTYPE l [<!ENTITY a "b">]><l>&a;</l>') }]), 'document type'],
    ['brackets without end', '['.repeat(2_000_000), 'nested too deep'],
    ['a header that is too long', file({}, [{ ...good, headers: [['a', 'x'.repeat(20_000)]] }]), 'Capture 1: '],
  ])('refuses %s, says why, and imports nothing', async (_, content, message) => {
    const rig = await start()
    await expect(rig.handlers.importCaptures({ content })).rejects.toMatchObject({
      detail: { kind: 'validation', message: expect.stringContaining(message) as string },
    })
    expect(await rig.events()).toEqual([])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('either imports or refuses any content', async () => {
    const rig = await start()
    const junk = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constant(file()).chain((text) => fc.nat(text.length - 1).map((at) => text.slice(0, at))),
    )
    await fc.assert(
      fc.asyncProperty(junk, async (content) => {
        await expect(rig.handlers.importCaptures({ content })).rejects.toMatchObject({ detail: { kind: 'validation' } })
      }),
      { numRuns: 60 },
    )
  })
})

describe('stored headers', () => {
  it.each([
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'X-Api-Key',
    'CF-Access-Client-Secret',
    'Cf-Access-Jwt-Assertion',
    'X-Forwarded-Access',
    'X-Unheard-Of',
    'X-SVC-SIGNATURE-KEY',
  ])('SEC-05 keep the name of %s without its value', (name) => {
    const stored = formatHeaders([[name, 'canary']])
    expect(parseHeaders(stored)).toEqual([[name, null]])
    expect(stored).not.toContain('canary')
  })

  it.each([
    'X-SVC-SIGNATURE',
    'x-ebay-signature',
    'Content-Type',
    'Host',
    'User-Agent',
    'SOAPAction',
    'Content-Length',
  ])('keep %s', (name) => {
    expect(parseHeaders(formatHeaders([[name, 'a value']]))).toEqual([[name, 'a value']])
  })
})
