import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Rig, signatureFor, startRig } from './notifications-rig.ts'

let rig: Rig
let sent = 0

beforeEach(async () => {
  sent = 0
  rig = await startRig()
})
afterEach(() => rig.stop())

const capture = async (topic: string, data: unknown, isForged = false): Promise<void> => {
  sent += 1
  const body = JSON.stringify({
    metadata: { topic, schemaVersion: '1.0', deprecated: false },
    notification: { notificationId: `n-${sent}`, eventDate: '2026-11-21T09:00:00.000Z', data },
  })
  await rig.post(body, {
    'content-type': 'application/json',
    'x-svc-signature': signatureFor(rig.platform.signer, isForged ? `${body} ` : body),
  })
}
const settled = (count: number) =>
  rig.until((log) => log.length === count && log.every(({ processing }) => processing !== 'waiting'))

const tryOut = async (filter: unknown, name: string | null = 'BUYER_QUESTION') =>
  rig.handlers.tryFilter({ filterSchema: JSON.stringify(filter), heldAgainst: 'data', name })

describe('a filter tried on what was captured', () => {
  it('NOT-07 tells of each event whether it would pass and why not, the newest first', async () => {
    await capture('BUYER_QUESTION', { buyer: 'ann', price: 5 })
    await capture('BUYER_QUESTION', { buyer: 'ben', price: 25 })
    await capture('LISTING', { price: 1 })
    await settled(3)
    const tried = await tryOut({ properties: { price: { minimum: 10 } }, required: ['price'] })
    expect(tried).toMatchObject({ isUsable: true, isAll: true, without: 0, marks: [] })
    expect(tried.events).toMatchObject([
      { name: 'BUYER_QUESTION', notificationId: 'n-2', passes: true, failure: null, failures: 0 },
      { notificationId: 'n-1', passes: false, failure: 'price: this is 5; the filter wants at least 10.', failures: 1 },
    ])
    const all = await tryOut({}, null)
    expect(all.events.map(({ name }) => name)).toEqual(['LISTING', 'BUYER_QUESTION', 'BUYER_QUESTION'])
  })

  it('shows every reason at its place in the event and at its keyword in the filter', async () => {
    await capture('BUYER_QUESTION', { buyer: 'ann', lines: [{ sku: 'A-1' }, { sku: 7 }] })
    const [event] = await settled(1)
    const filterSchema = JSON.stringify({
      properties: { lines: { items: { properties: { sku: { type: 'string' } } } } },
      required: ['price'],
    })
    const { text, passes, marks } = await rig.handlers.tryFilterOn({
      filterSchema,
      heldAgainst: 'data',
      eventId: event?.eventId ?? 0,
    })
    expect(passes).toBe(false)
    expect(
      marks.map(({ from, to, message, keyword }) => [
        text.slice(from, to),
        message,
        filterSchema.slice(keyword?.from ?? 0, keyword?.to ?? 0),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['7', 'This is a number; the filter wants text.', '"type":"string"'],
        ['{', 'The field price is missing.', '"required":["price"]'],
      ]),
    )
    expect(marks).toHaveLength(2)
  })

  it('flags a field that no captured event has, once, where the filter names it', async () => {
    await capture('BUYER_QUESTION', { buyer: { name: 'ann' }, lines: [{ sku: 'A-1' }] })
    await settled(1)
    const filter = {
      properties: {
        buyer: { properties: { name: {}, nmae: {}, address: { properties: { city: {} } } } },
        lines: { items: { properties: { sku: {}, colour: {} } } },
      },
      required: ['seller'],
    }
    const text = JSON.stringify(filter)
    const { marks } = await tryOut(filter)
    expect(
      marks.map(({ from, to, tone, message }) => [text.slice(from, to), tone, message.split(' in its')[0]]),
    ).toEqual([
      ['"nmae"', 'caution', 'No captured event has buyer.nmae'],
      ['"address"', 'caution', 'No captured event has buyer.address'],
      ['"colour"', 'caution', 'No captured event has lines[].colour'],
      ['"seller"', 'caution', 'No captured event has seller'],
    ])
  })

  it('flags no field while nothing was captured: nothing is known then', async () => {
    expect(await tryOut({ required: ['seller'] })).toEqual({
      marks: [],
      isUsable: true,
      events: [],
      isAll: true,
      without: 0,
    })
  })

  it('leaves out what was signed wrongly, and counts what has no such part', async () => {
    await capture('BUYER_QUESTION', { price: 5 }, true)
    await capture('BUYER_QUESTION', undefined)
    await capture('BUYER_QUESTION', { price: 6 })
    await settled(3)
    const tried = await tryOut({})
    expect(tried.events.map(({ notificationId }) => notificationId)).toEqual([`n-${sent}`])
    expect(tried.without).toBe(1)
    const whole = await rig.handlers.tryFilter({ filterSchema: '{}', heldAgainst: 'message', name: 'BUYER_QUESTION' })
    expect(whole.events).toHaveLength(2)
  })

  it('ends a filter that would take for ever and says so, and the receiver goes on', async () => {
    await capture('BUYER_QUESTION', { buyer: `${'a'.repeat(60)}b` })
    await settled(1)
    const tried = await tryOut({ properties: { buyer: { pattern: '^(a+)+$' } } })
    expect(tried.isUsable).toBe(false)
    expect(tried.marks.map(({ message }) => message).join()).toContain('This filter takes too long to run')
    await capture('BUYER_QUESTION', { buyer: 'ann' })
    await settled(2)
  })

  it('says of a filter with a fault what is wrong, and runs nothing', async () => {
    await capture('BUYER_QUESTION', { price: 5 })
    await settled(1)
    const { marks, isUsable, events } = await tryOut({ minimum: 'a' })
    expect({ isUsable, events }).toEqual({ isUsable: false, events: [] })
    expect(marks).toMatchObject([{ tone: 'danger', message: 'minimum takes a number; this is text.' }])
  })
})
