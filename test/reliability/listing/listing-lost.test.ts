/** Nothing is listed twice, even if answers are lost or the app is killed at any request (LST-02). */
import { afterEach, describe, expect, it } from 'vitest'
import { completeFields, type ListingRig, openListing } from '../../contract/listing/listing-rig.ts'
import { isLong } from '../long.ts'

let rig: ListingRig
afterEach(() => rig.close())

/** How many listings the platform created for the SKU: one per publish. */
const countPublishes = (sku: string): number =>
  rig.sent('publishOffer').length === 0
    ? 0
    : rig.sent('publishOffer').filter(({ url }) => url.includes(offerIds.get(sku) ?? '?')).length
const offerIds = new Map<string, string>()

it('LST-02 lists each item once, even if the answer to every publish is lost', async () => {
  rig = await openListing()
  rig.setFate(({ operation }) => (operation === 'publishOffer' ? 'lost' : 'fine'))
  const skus = Array.from({ length: isLong ? 200 : 25 }, (_, index) => `LAMP-${index}`)
  for (const sku of skus) {
    await rig.addOffer(sku)
    offerIds.set(sku, (await rig.listing.listing({ sku })).offerId ?? '')
    expect(await rig.publish(sku)).toMatchObject({ state: 'unknown' })
    await rig.clock.advance(3_000)
  }
  await rig.settle()
  const states = await Promise.all(skus.map(async (sku) => (await rig.offersOf(sku)).map(({ status }) => status)))
  expect(states).toEqual(skus.map(() => ['PUBLISHED']))
  expect(skus.map(countPublishes)).toEqual(skus.map(() => 1))
  expect((await rig.inventory.items({ listing: 'published' })).total).toBe(skus.length)
})

/** The seller's steps until the item is live; can be repeated after a crash. */
const list = async (sku: string): Promise<void> => {
  await rig.listing.refreshListing({ sku })
  await rig.listing.saveDraft({ sku, fields: completeFields })
  if ((await rig.listing.listing({ sku })).next === 'saveOffer') await rig.saveOffer(sku)
  if ((await rig.listing.listing({ sku })).next === 'publish') await rig.publish(sku)
}

/** Requests of `list`, at each of which the app is killed. */
const PLACES = 16

describe.each(Array.from({ length: isLong ? 20 : 1 }, (_, round) => round))('round %i', (round) => {
  it.each(['before', 'after'] as const)(
    'LST-02 lists an item once, wherever the app is killed %s a request',
    async (moment) => {
      let places = 0
      for (let place = round % 2; place < PLACES; place += 1) {
        rig = await openListing()
        await rig.addItem('LAMP-1')
        let count = 0
        let killing: Promise<void> | undefined
        rig.setFate(() => {
          if (killing !== undefined) return 'fine'
          count += 1
          if (count <= place) return 'fine'
          killing = rig.kill()
          places += 1
          return moment === 'before' ? 'down' : 'fine'
        })
        await list('LAMP-1').catch((error: Error) => {
          if (!/killed/.test(error.message)) throw error
        })
        await killing
        await rig.settle()
        if ((await rig.listing.listing({ sku: 'LAMP-1' })).state !== 'published') {
          await list('LAMP-1')
          await rig.settle()
        }
        expect(await rig.offersOf('LAMP-1')).toMatchObject([{ status: 'PUBLISHED' }])
        expect(rig.sent('createOffer').length, `killed ${moment} request ${place}`).toBe(1)
        expect(rig.sent('publishOffer').length, `killed ${moment} request ${place}`).toBe(1)
        if (place < PLACES - 1) await rig.close()
      }
      // Null control: the app really was killed.
      expect(places).toBeGreaterThan(8)
    },
  )
})
