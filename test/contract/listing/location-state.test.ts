/** Disabling a location and enabling it again (LST-05). */
import { afterEach, describe, expect, it } from 'vitest'
import { failureOf, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const home = { merchantLocationKey: 'home' }
const open = async (): Promise<void> => {
  rig = await openListing()
  await rig.listing.refreshChoices({})
}
const isEnabled = async (): Promise<boolean | undefined> =>
  (await rig.listing.choices({})).locations.find((one) => one.merchantLocationKey === 'home')?.isEnabled
const calls = (): readonly string[] =>
  rig.requests.map(({ operation }) => operation).filter((name) => /ableInventoryLocation$/.test(name))

describe('disabling a location', () => {
  it('LST-05 counts the live listings and drafts that are sent from it', async () => {
    await open()
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    await rig.addOffer('LAMP-2')
    await rig.settle()
    expect(await rig.listing.locationUse(home)).toEqual({ live: 1, drafts: 1 })
    expect(await rig.listing.locationUse({ merchantLocationKey: 'other' })).toEqual({ live: 0, drafts: 0 })
  })

  it('LST-05 disables it on the platform, and enables it again', async () => {
    await open()
    expect(await rig.listing.setLocationState({ ...home, isEnabled: false })).toMatchObject({ state: 'sent' })
    await rig.settle()
    expect(await isEnabled()).toBe(false)
    expect(await rig.listing.setLocationState({ ...home, isEnabled: true })).toMatchObject({ state: 'sent' })
    await rig.settle()
    expect(await isEnabled()).toBe(true)
    expect(calls()).toEqual(['disableInventoryLocation', 'enableInventoryLocation'])
  })

  it('LST-05 leaves live listings live, and the platform refuses to change them', async () => {
    await open()
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    await rig.listing.setLocationState({ ...home, isEnabled: false })
    await rig.settle()
    expect((await rig.offersOf('LAMP-1'))[0]).toMatchObject({ status: 'PUBLISHED' })
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '99.00' } })
    expect(await failureOf(rig.saveOffer('LAMP-1'))).toMatchObject({ message: expect.stringMatching(/location/i) })
  })

  it('LST-05 settles a lost answer by reading the locations, and sends nothing twice', async () => {
    await open()
    rig.setFate(({ operation }) => (operation === 'disableInventoryLocation' ? 'lost' : 'fine'))
    expect(await rig.listing.setLocationState({ ...home, isEnabled: false })).toMatchObject({ state: 'unknown' })
    await rig.settle()
    expect(calls()).toEqual(['disableInventoryLocation'])
    await rig.listing.refreshChoices({})
    expect(await isEnabled()).toBe(false)
    expect(rig.waiting()).toEqual([])
  })

  it('LST-05 sends nothing if the location is disabled already', async () => {
    await open()
    await rig.asSeller('POST', '/sell/inventory/v1/location/home/disable', {})
    expect(await rig.listing.setLocationState({ ...home, isEnabled: false })).toMatchObject({ known: 'reading' })
    expect(calls()).toEqual([])
  })
})
