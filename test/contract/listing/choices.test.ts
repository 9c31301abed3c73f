import { afterEach, expect, it } from 'vitest'
import { failureOf, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const pngOf = (bytes: number): string => {
  const picture = Buffer.alloc(bytes)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(picture)
  return picture.toString('base64')
}

it('LST-05 reads the policies and locations of the marketplace', async () => {
  rig = await openListing()
  await rig.listing.refreshChoices({})
  const choices = await rig.listing.choices({})
  expect(choices).toMatchObject({ marketplaceId: 'EBAY_US', currency: 'USD', hasPolicies: true, problem: null })
  expect(choices.policies.map(({ kind, name }) => `${kind}: ${name}`)).toEqual([
    'fulfillment: Parcel, two days',
    'fulfillment: Letter, next day',
    'fulfillment: Parcel, by weight and distance',
    'payment: Pay at once',
    'return: Returns within 30 days',
    'return: No returns',
  ])
  expect(choices.locations).toEqual([
    { merchantLocationKey: 'home', name: 'Home', address: '95125, US', isEnabled: true },
  ])
})

it('LST-05 creates a location, and offers it', async () => {
  rig = await openListing()
  const location = {
    ...{ merchantLocationKey: 'berlin', name: 'Berlin', addressLine1: '', city: 'Berlin', stateOrProvince: '' },
    ...{ postalCode: '10115', country: 'DE' },
  }
  await rig.listing.createLocation(location)
  const { locations } = await rig.listing.choices({})
  expect(locations.map(({ name, address }) => `${name}: ${address}`)).toContain('Berlin: 10115 Berlin, DE')
  const { fields } = await rig.listing.listing({ sku: 'LAMP-1' })
  expect(fields.find(({ field }) => field === 'merchantLocationKey')?.text).toBe('berlin')
  expect(await failureOf(rig.listing.createLocation(location))).toMatchObject({ kind: 'conflict' })
  const nowhere = await failureOf(rig.listing.createLocation({ ...location, postalCode: '', city: '' }))
  expect(nowhere).toMatchObject({ kind: 'validation' })
})

it('PLT-45 reads the locations again when an offer names one that the platform made by itself', async () => {
  rig = await openListing()
  await rig.addItem('LAMP-1')
  await rig.listing.refreshChoices({})
  const keys = async () =>
    (await rig.listing.choices({})).locations.map(({ merchantLocationKey }) => merchantLocationKey)
  expect(await keys()).toEqual(['home'])
  const location = { name: 'Made by itself', location: { address: { postalCode: '95125', country: 'US' } } }
  await rig.asSeller('POST', '/sell/inventory/v1/location/auto-1', location)
  await rig.asSeller('POST', '/sell/inventory/v1/offer', {
    sku: 'LAMP-1',
    marketplaceId: 'EBAY_US',
    format: 'FIXED_PRICE',
    merchantLocationKey: 'auto-1',
  })
  await rig.listing.refreshListing({ sku: 'LAMP-1' })
  expect(await keys()).toContain('auto-1')
  const { fields } = await rig.listing.listing({ sku: 'LAMP-1' })
  expect(fields.find(({ field }) => field === 'merchantLocationKey')).toMatchObject({ text: 'auto-1', problem: null })
})

it('LST-05 joins business policies, and says so if the seller has them already', async () => {
  rig = await openListing()
  expect((await rig.listing.optIn({})).message).toContain('already')
})

it('LST-06 suggests categories with their path, and reads specifics and conditions of one', async () => {
  rig = await openListing()
  const { categories } = await rig.listing.categorySuggestions({ text: 'Desk lamp, chrome' })
  expect(categories[0]).toEqual({ categoryId: '112581', name: 'Lamps', ancestors: ['Home & Garden', 'Lighting'] })
  const category = await rig.listing.category({ categoryId: '112581' })
  expect(category).toMatchObject({ name: 'Lamps', problem: null })
  expect(category.aspects.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['Brand', 'Type'])
  expect(category.conditions?.map(({ condition }) => condition)).toContain('USED_GOOD')
  const reads = rig.requests.length
  await rig.listing.category({ categoryId: '112581' })
  expect(rig.requests).toHaveLength(reads)
})

it('LST-06 reads the name of a category once, and reports an unknown category as having none', async () => {
  rig = await openListing()
  expect(await rig.listing.categoryName({ categoryId: '112581' })).toEqual({ name: 'Lamps' })
  expect(await rig.listing.categoryName({ categoryId: '112581' })).toEqual({ name: 'Lamps' })
  expect(rig.sent('getCategorySubtree')).toHaveLength(1)
  expect(await rig.listing.categoryName({ categoryId: '404404' })).toEqual({ name: null })
})

it('FACT-95 LST-10 uploads a picture and reports its progress', async () => {
  rig = await openListing()
  const { imageUrl } = await rig.listing.uploadPicture({ uploadId: 'one', name: 'lamp.png', base64: pngOf(300_000) })
  expect(imageUrl).toMatch(/^https:\/\/pictures\.practice\.invalid\/00\/s\/.+\/z\/~/)
  const progress = rig.emitted().flatMap(({ name, data }) => (name === 'listing.uploadProgressed' ? [data] : []))
  expect(progress.length).toBeGreaterThan(3)
  const last = progress.at(-1) as { uploadId: string; sentBytes: number; totalBytes: number }
  expect(last).toMatchObject({ uploadId: 'one', sentBytes: last.totalBytes })
})

it.each([
  ['no picture', Buffer.from('<svg onload="alert(1)"/>').toString('base64'), 'isn’t a PNG, JPEG, GIF or WebP'],
  ['too large', pngOf(12 * 1024 * 1024 + 1), 'larger than 12 MB'],
])('LST-10 refuses a file that is %s before any call', async (_what, base64, message) => {
  rig = await openListing()
  const detail = await failureOf(rig.listing.uploadPicture({ uploadId: 'one', name: 'lamp.png', base64 }))
  expect(detail.kind).toBe('validation')
  expect(JSON.stringify(detail)).toContain(message)
  expect(rig.sent('createImageFromFile')).toEqual([])
})

it('LST-10 says so if the platform stores no pictures', async () => {
  rig = await openListing('neutral')
  expect((await rig.listing.choices({})).canUploadPictures).toBe(false)
  const upload = rig.listing.uploadPicture({ uploadId: 'one', name: 'lamp.png', base64: pngOf(10) })
  expect(await failureOf(upload)).toMatchObject({ kind: 'conflict' })
})

it('LST-12 uses the category of a preview for a new offer, unless one was typed', async () => {
  rig = await openListing()
  await rig.addItem('LAMP-1')
  expect(rig.suggestCategory('LAMP-1', '112581')).toBe(true)
  const readCategory = async () =>
    (await rig.listing.listing({ sku: 'LAMP-1' })).fields.find(({ field }) => field === 'categoryId')?.text
  expect(await readCategory()).toBe('112581')
  expect(rig.suggestCategory('LAMP-1', '34')).toBe(false)
  expect(await readCategory()).toBe('112581')
})
