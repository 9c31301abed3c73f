/** The item of a listing: from the message, from another message, or as the seller chose. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Rig, sale, signatureFor, startRig } from './notifications-rig.ts'

const itemId = '110000000001'

let rig: Rig

beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.stop())

const send = async (body: string, isForged = false): Promise<number> => {
  const before = (await rig.events()).length
  const answer = await rig.post(body, {
    'x-svc-signature': signatureFor(rig.platform.signer, isForged ? `${body} ` : body),
  })
  expect(answer.status).toBe(200)
  const settled = async () => (await rig.events()).filter(({ processing }) => processing !== 'waiting')
  await expect.poll(async () => (await settled()).length).toBe(before + 1)
  return (await rig.events())[0]?.eventId ?? 0
}
const listingOf = async (eventId: number) => (await rig.handlers.event({ eventId })).listings[0]

describe('the item of a listing', () => {
  it('is the one named by the message, or by another verified message about the listing', async () => {
    const silent = await send(sale({ transactionId: '1' }))
    expect(await listingOf(silent)).toEqual({ itemId, sku: null, by: null })
    await send(sale({ transactionId: '2', filler: '<SKU>FORGED-1</SKU>' }), true)
    expect(await listingOf(silent)).toEqual({ itemId, sku: null, by: null })
    const telling = await send(sale({ transactionId: '3', filler: '<SKU>CAM-014</SKU>' }))
    expect(await listingOf(telling)).toEqual({ itemId, sku: 'CAM-014', by: 'message' })
    expect(await listingOf(silent)).toEqual({ itemId, sku: 'CAM-014', by: 'otherMessage' })
    const another = await send(sale({ itemId: '220000000002', transactionId: '4' }))
    expect(await listingOf(another)).toEqual({ itemId: '220000000002', sku: null, by: null })
  })

  it('is the one whose offer has the listing, unless the message names another', async () => {
    await rig.stop()
    rig = await startRig({ findOffered: (listingId) => (listingId === itemId ? 'CAM-016' : undefined) })
    const silent = await send(sale({ transactionId: '1' }))
    expect(await listingOf(silent)).toEqual({ itemId, sku: 'CAM-016', by: 'offer' })
    const telling = await send(sale({ transactionId: '2', filler: '<SKU>CAM-014</SKU>' }))
    expect(await listingOf(telling)).toEqual({ itemId, sku: 'CAM-014', by: 'message' })
  })

  it('RCV-08 is unknown for a forgery, whatever it claims', async () => {
    await rig.stop()
    rig = await startRig({
      findOffered: () => 'CAM-016',
      findItem: () => ({ title: 'Kestrel 35', pictureUrl: null, currency: null }),
    })
    const eventId = await send(sale({ filler: '<SKU>CAM-014</SKU>' }), true)
    expect(await rig.handlers.event({ eventId })).toMatchObject({
      item: null,
      listings: [],
    })
    expect((await rig.events())[0]?.item).toBeNull()
  })

  it('is the one that the seller chose, until the choice is removed', async () => {
    const eventId = await send(sale({ transactionId: '1', filler: '<SKU>CAM-014</SKU>' }))
    await rig.handlers.linkListing({ itemId, sku: 'CAM-015' })
    expect(await listingOf(eventId)).toEqual({ itemId, sku: 'CAM-015', by: 'seller' })
    await rig.handlers.linkListing({ itemId, sku: null })
    expect(await listingOf(eventId)).toEqual({ itemId, sku: 'CAM-014', by: 'message' })
  })
})
