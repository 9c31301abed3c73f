import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Rig, signatureFor, startRig } from '../notifications-rig.ts'

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

const testOn = async (filter: unknown, name: string | null = 'BUYER_QUESTION') =>
  rig.handlers.testFilter({ filterSchema: JSON.stringify(filter), part: 'data', name })

describe('a filter tested on captured events', () => {
  it('NOT-07 reports for each event whether it passes and why not, newest first', async () => {
    await capture('BUYER_QUESTION', { buyer: 'ann', price: 5 })
    await capture('BUYER_QUESTION', { buyer: 'ben', price: 25 })
    await capture('LISTING', { price: 1 })
    await settled(3)
    const tried = await testOn({ properties: { price: { minimum: 10 } }, required: ['price'] })
    expect(tried).toMatchObject({ isUsable: true, isComplete: true, skipped: 0, marks: [] })
    expect(tried.events).toMatchObject([
      { name: 'BUYER_QUESTION', notificationId: 'n-2', passes: true, failure: null, failures: 0 },
      { notificationId: 'n-1', passes: false, failure: 'price must be >= 10.', failures: 1 },
    ])
    const all = await testOn({}, null)
    expect(all.events.map(({ name }) => name)).toEqual(['LISTING', 'BUYER_QUESTION', 'BUYER_QUESTION'])
  })

  it('marks every reason in the event', async () => {
    await capture('BUYER_QUESTION', { buyer: 'ann', lines: [{ sku: 'A-1' }, { sku: 7 }] })
    const [event] = await settled(1)
    const filterSchema = JSON.stringify({
      properties: { lines: { items: { properties: { sku: { type: 'string' } } } } },
      required: ['price'],
    })
    const { text, passes, marks } = await rig.handlers.testFilterOnEvent({
      filterSchema,
      part: 'data',
      eventId: event?.eventId ?? 0,
    })
    expect(passes).toBe(false)
    expect(marks.map(({ from, to, message }) => [text.slice(from, to), message])).toEqual(
      expect.arrayContaining([
        ['7', 'It must be text in quotes.'],
        ['{', 'It must have "price".'],
      ]),
    )
    expect(marks).toHaveLength(2)
  })

  it('ignores wrong signatures, and counts messages without the part', async () => {
    await capture('BUYER_QUESTION', { price: 5 }, true)
    await capture('BUYER_QUESTION', undefined)
    await capture('BUYER_QUESTION', { price: 6 })
    await settled(3)
    const tried = await testOn({})
    expect(tried.events.map(({ notificationId }) => notificationId)).toEqual([`n-${sent}`])
    expect(tried.skipped).toBe(1)
    const whole = await rig.handlers.testFilter({ filterSchema: '{}', part: 'message', name: 'BUYER_QUESTION' })
    expect(whole.events).toHaveLength(2)
  })

  it('stops a filter that never finishes, while the receiver keeps running', async () => {
    await capture('BUYER_QUESTION', { buyer: `${'a'.repeat(60)}b` })
    await settled(1)
    const tried = await testOn({ properties: { buyer: { pattern: '^(a+)+$' } } })
    expect(tried.isUsable).toBe(false)
    expect(tried.marks.map(({ message }) => message).join()).toContain('This filter takes too long to run')
    await capture('BUYER_QUESTION', { buyer: 'ann' })
    await settled(2)
  })

  it('marks an error and runs nothing', async () => {
    await capture('BUYER_QUESTION', { price: 5 })
    await settled(1)
    const { marks, isUsable, events } = await testOn({ minimum: 'a' })
    expect({ isUsable, events }).toEqual({ isUsable: false, events: [] })
    expect(marks).toMatchObject([{ tone: 'danger', message: 'minimum must be a number.' }])
  })
})
