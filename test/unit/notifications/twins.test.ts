import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Rig, startRig } from './notifications-rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.stop())

const at = '2026-07-08T21:41:17.849Z'
const line = { orderLineItemId: 'o-1', listingId: '11', quantity: 1 }

const write = (
  change: { id?: string; eventDate?: string | undefined; topic?: string; listingId?: string } = {},
): string => {
  const { id = 'n-1', topic = 'ORDER_CONFIRMATION', listingId = '11' } = change
  const eventDate = 'eventDate' in change ? change.eventDate : at
  const data = { user: { userId: 'u', username: 'my_shop' }, order: { orderLineItems: [{ ...line, listingId }] } }
  return JSON.stringify({
    metadata: { topic, schemaVersion: '1.0' },
    notification: { notificationId: id, eventDate, publishDate: id, publishAttemptCount: 1, data },
  })
}

const filed = (count: number) =>
  rig.until((log) => log.length === count && log.every(({ processing }) => processing === 'processed'))

describe('one event under two notification ids', () => {
  it('FACT-117 PLT-40 is counted once and shown as delivered twice', async () => {
    await rig.deliver(write())
    await filed(1)
    await rig.deliver(write({ id: 'n-2' }))
    await rig.until((log) => log[0]?.deliveryCount === 2)
    expect(await filed(1)).toMatchObject([{ deliveryCount: 2, raises: 'sale' }])
    expect(rig.notices).toHaveLength(1)
  })

  it('PLT-40 is recognised by either id afterwards', async () => {
    for (const id of ['n-1', 'n-2', 'n-2', 'n-1']) await rig.deliver(write({ id }))
    await rig.until((log) => log[0]?.deliveryCount === 4)
    expect(await filed(1)).toHaveLength(1)
  })

  it.each([
    ['another date', { id: 'n-2', eventDate: '2026-07-08T21:41:17.850Z' }],
    ['other data', { id: 'n-2', listingId: '12' }],
    ['another topic', { id: 'n-2', topic: 'LISTING' }],
    ['no date', { id: 'n-2', eventDate: undefined }],
  ])('PLT-40 is not assumed with %s', async (_, change) => {
    await rig.deliver(write())
    await rig.deliver(write(change))
    expect(await filed(2)).toHaveLength(2)
  })

  it('PLT-40 NOT-09 is not assumed for tests, which repeat one sample', async () => {
    await rig.deliver(write({ id: 'TEST-1' }))
    await rig.deliver(write({ id: 'TEST-2' }))
    expect(await filed(2)).toMatchObject([{ isTest: true }, { isTest: true }])
  })
})
