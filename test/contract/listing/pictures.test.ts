/** Uploaded pictures that no listing uses, and those that the platform doesn't keep (PLT-34). */
import { afterEach, expect, it } from 'vitest'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { createPng } from '../../support/png.ts'
import { completeFields, completeItem, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const DAY_MS = 86_400_000

const withPictures = (imageUrls: readonly string[]): JsonObject => ({
  ...completeItem,
  product: { ...(completeItem.product as JsonObject), imageUrls: [...imageUrls] },
})

const upload = async (width = 800, height = 600): Promise<string> => {
  const base64 = createPng(width, height).toString('base64')
  return (await rig.listing.uploadPicture({ uploadId: 'one', name: 'lamp.png', base64 })).imageUrl
}

const addDraft = async (imageUrls: readonly string[]): Promise<void> => {
  await rig.addItem('LAMP-1', withPictures(imageUrls))
  await rig.listing.refreshListing({ sku: 'LAMP-1' })
  await rig.listing.saveDraft({ sku: 'LAMP-1', fields: completeFields })
}

const view = () => rig.listing.listing({ sku: 'LAMP-1' })

it('FACT-97 PLT-34 warns a week before an unused picture is deleted, and says so once it is', async () => {
  rig = await openListing()
  await addDraft([await upload()])
  expect((await view()).notes).toEqual([])
  await rig.clock.advance(24 * DAY_MS)
  expect((await view()).notes).toEqual([expect.stringContaining('unless a listing uses it')])
  await rig.clock.advance(7 * DAY_MS)
  const { requirements } = await view()
  expect(requirements.find(({ key }) => key === 'pictures')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('deleted a picture'),
    fix: { at: 'item', path: ['product', 'imageUrls'] },
  })
})

it('FACT-97 PLT-34 a picture in a live listing does not expire', async () => {
  rig = await openListing()
  await addDraft([await upload()])
  await rig.saveOffer('LAMP-1')
  await rig.publish('LAMP-1')
  await rig.clock.advance(31 * DAY_MS)
  const { requirements, notes } = await view()
  expect(requirements.find(({ key }) => key === 'pictures')).toMatchObject({ state: 'met' })
  expect(notes.join(' ')).not.toContain('deleted')
})

it('FACT-96 FACT-97 reads when a picture expires from its own address if the answer has no body', async () => {
  rig = await openListing()
  const base64 = createPng(800, 600).toString('base64')
  const { expiresAtMs } = await rig.listing.uploadPicture({ uploadId: 'one', name: 'lamp.png', base64 })
  expect(expiresAtMs).toBe(rig.clock.nowMs() + 30 * DAY_MS)
})

it('FACT-98 PLT-34 says that a picture on another host has to stay there', async () => {
  rig = await openListing()
  await addDraft(['https://shop.example/lamp.jpg', 'https://i.ebayimg.com/00/s/x/z/y/$_1.JPG'])
  expect((await view()).notes).toEqual([expect.stringContaining('1 picture stays on shop.example')])
})

it('FACT-99 practice refuses to publish with a picture under 500 pixels', async () => {
  rig = await openListing()
  await addDraft([await upload(269, 331)])
  await rig.saveOffer('LAMP-1')
  await rig.publish('LAMP-1').catch(() => undefined)
  expect((await view()).refusals).toMatchObject([{ fix: { at: 'item', path: ['product', 'imageUrls'] } }])
})

it('FACT-55 says of a live listing that it is the record, not what buyers see', async () => {
  rig = await openListing()
  await rig.addOffer('LAMP-1')
  await rig.publish('LAMP-1')
  expect((await view()).notes.join(' ')).toContain('include changes made on')
})

it('FACT-33 LST-20 says of an ended listing that it gets a new number', async () => {
  rig = await openListing()
  await rig.addOffer('LAMP-1')
  await rig.publish('LAMP-1')
  const { listingId } = await view()
  await rig.listing.withdraw({ sku: 'LAMP-1', listingId: listingId ?? '' })
  expect((await view()).notes.join(' ')).toContain('new listing number')
})
