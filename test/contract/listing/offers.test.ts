import { afterEach, describe, expect, it } from 'vitest'
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { completeFields, completeItem, failureOf, type ListingRig, openListing } from './listing-rig.ts'

let rig: ListingRig
afterEach(() => rig.close())

const typeAll = (sku: string, fields: Partial<Record<string, string>> = {}) =>
  rig.listing.saveDraft({ sku, fields: { ...completeFields, ...fields } })

describe.each<PlatformId>(['neutral', 'ebay'])('an offer on %s', (platform) => {
  it('LST-01 goes from a complete item to a live listing, one step after the other', async () => {
    rig = await openListing(platform)
    await rig.addItem('LAMP-1')
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    expect(await rig.listing.listing({ sku: 'LAMP-1' })).toMatchObject({ state: 'notListed', next: 'fix' })
    await typeAll('LAMP-1')
    expect(await rig.listing.listing({ sku: 'LAMP-1' })).toMatchObject({ next: 'saveOffer' })
    expect(await rig.saveOffer('LAMP-1')).toMatchObject({ state: 'sent', known: 'answer' })
    expect(await rig.listing.listing({ sku: 'LAMP-1' })).toMatchObject({
      state: 'offer',
      next: 'publish',
      hasDraft: false,
    })
    const confirmed = await rig.readConfirmed('LAMP-1')
    expect(confirmed).toMatchObject({ price: '129.00', quantity: 2 })
    expect(confirmed.fees).toEqual([{ feeType: 'InsertionFee', amount: '0.35', currency: 'USD' }])
    expect(await rig.listing.publish({ sku: 'LAMP-1', confirmed })).toMatchObject({ state: 'sent', known: 'answer' })
    const listing = await rig.listing.listing({ sku: 'LAMP-1' })
    expect(listing).toMatchObject({ state: 'published', next: 'none', work: [] })
    expect(await rig.offersOf('LAMP-1')).toMatchObject([{ listing: { listingId: listing.listingId } }])
    const writes = rig.requests.filter(({ lane, operation }) => lane === 'write' && operation !== 'getListingFees')
    expect(writes.map(({ operation }) => operation)).toEqual(['createOffer', 'publishOffer'])
    const { rows } = await rig.inventory.items({ listing: 'published' })
    expect(rows).toMatchObject([{ sku: 'LAMP-1', listingState: 'published', price: { amount: 129, currency: 'USD' } }])
  })

  it('LST-08 ends a listing, keeps the offer, and publishes it again', async () => {
    rig = await openListing(platform)
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    const first = (await rig.listing.listing({ sku: 'LAMP-1' })).listingId ?? ''
    expect(await rig.listing.withdraw({ sku: 'LAMP-1', listingId: first })).toMatchObject({
      state: 'sent',
      known: 'answer',
    })
    expect(await rig.listing.listing({ sku: 'LAMP-1' })).toMatchObject({
      state: 'ended',
      listingId: first,
      next: 'publish',
    })
    await rig.publish('LAMP-1')
    const again = await rig.listing.listing({ sku: 'LAMP-1' })
    expect(again.state).toBe('published')
    expect(again.listingId).not.toBe(first)
  })
})

describe('saving an offer', () => {
  it('LST-03 keeps every field that the seller did not change', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const [before = {}] = await rig.offersOf('LAMP-1')
    const { offerId, status: _status, sku: _sku, marketplaceId: _marketplace, format: _format, ...fields } = before
    const other = { ...fields, tax: { applyTax: true, vatPercentage: 19.5 }, lotSize: 4, storeCategoryNames: ['Lamps'] }
    await rig.asSeller('PUT', `/sell/inventory/v1/offer/${String(offerId)}`, other)
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '99,5' } })
    await rig.saveOffer('LAMP-1')
    const [after = {}] = await rig.offersOf('LAMP-1')
    const pricingSummary = { price: { value: '99.50', currency: 'USD' } }
    expect(after).toEqual({ ...before, ...other, pricingSummary })
  })

  it.each([
    ['three seconds passed', 3_000],
    ['the clock was put back', -3_600_000],
  ])('LST-03 keeps what others wrote while the save waited and %s', async (_, ms) => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const [{ offerId, status: _status, sku: _sku, marketplaceId: _marketplace, format: _format, ...fields } = {}] =
      await rig.offersOf('LAMP-1')
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '140.00' } })
    const { previewToken } = await rig.listing.previewOffer({ sku: 'LAMP-1' })
    // The offer is read again before the save, then the save waits for its token.
    rig.whileWaiting(1, async () => {
      rig.clock.jump(ms)
      await rig.asSeller('PUT', `/sell/inventory/v1/offer/${String(offerId)}`, { ...fields, lotSize: 4 })
    })
    const saved = await rig.listing.saveOffer({ sku: 'LAMP-1', previewToken, confirmedDeletions: [] })
    expect(saved).toMatchObject({ state: 'sent', known: 'answer' })
    const pricingSummary = { price: { value: '140.00', currency: 'USD' } }
    expect(await rig.offersOf('LAMP-1')).toMatchObject([{ lotSize: 4, pricingSummary }])
  })

  it('LST-03 keeps an emptied default empty over a restart', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await rig.listing.refreshChoices({})
    const textOf = async () =>
      (await rig.listing.listing({ sku: 'LAMP-1' })).fields.find(({ field }) => field === 'quantity')?.text
    expect(await textOf()).toBe('2')
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { quantity: '' } })
    await rig.kill()
    expect(await textOf()).toBe('')
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    expect(await textOf()).toBe('')
  })

  it('LST-03 shows what changes and asks for each deletion by name', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1', { quantityLimitPerBuyer: '1' })
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '140', quantityLimitPerBuyer: '' } })
    const preview = await rig.listing.previewOffer({ sku: 'LAMP-1' })
    expect(preview.changes).toContainEqual({ label: 'Price', old: '129.00', value: '140.00' })
    expect(preview.deletions.map(({ name }) => name)).toEqual(['Limit per buyer: 1'])
    const call = { sku: 'LAMP-1', previewToken: preview.previewToken, confirmedDeletions: [] }
    expect(await failureOf(rig.listing.saveOffer(call))).toMatchObject({ kind: 'validation' })
    expect(rig.sent('updateOffer')).toEqual([])
  })

  it('LST-03 stops at a field that changed on the platform meanwhile, and saves the seller’s choice', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '99.00' } })
    const [offer = {}] = await rig.offersOf('LAMP-1')
    await rig.asSeller('POST', '/sell/inventory/v1/bulk_update_price_quantity', {
      requests: [
        { sku: 'LAMP-1', offers: [{ offerId: offer.offerId ?? '', price: { value: '150.00', currency: 'USD' } }] },
      ],
    })
    await rig.listing.previewOffer({ sku: 'LAMP-1' })
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).fields.find(({ field }) => field === 'price')).toMatchObject({
      text: '99.00',
      platformText: '150.00',
      conflict: true,
    })
    expect(await failureOf(rig.saveOffer('LAMP-1'))).toMatchObject({ kind: 'conflict' })
    await rig.listing.resolveConflicts({ sku: 'LAMP-1', keep: { price: 'mine' } })
    expect(await rig.saveOffer('LAMP-1')).toMatchObject({ state: 'sent', known: 'answer' })
  })

  it.each([
    ['price', '0', 'The price is 0'],
    ['price', '12 EUR', 'in USD'],
    ['quantity', '0', 'The quantity is 0'],
    ['fulfillmentPolicyId', '999', 'no such policy'],
    ['merchantLocationKey', 'moon', 'no location'],
    ['categoryId', '625', 'leaf'],
  ] as const)('LST-01 says at the field %s what is wrong with “%s”, before any call', async (field, text, problem) => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await typeAll('LAMP-1', { [field]: text })
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    const { fields } = await rig.listing.listing({ sku: 'LAMP-1' })
    const found = fields.find((one) => one.field === field)
    expect(found).toMatchObject({ text })
    expect(found?.problem).toContain(problem)
    expect(await failureOf(rig.saveOffer('LAMP-1'))).toMatchObject({ kind: 'validation', issues: [{ path: field }] })
    expect(rig.sent('createOffer')).toEqual([])
  })

  it('LST-06 names the specifics that the category requires and the item lacks', async () => {
    rig = await openListing()
    const product = { ...(completeItem.product as JsonObject), aspects: { Colour: ['Silver'] } }
    await rig.addItem('LAMP-1', { ...completeItem, product })
    await typeAll('LAMP-1')
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    const { requirements } = await rig.listing.listing({ sku: 'LAMP-1' })
    expect(requirements.find(({ key }) => key === 'aspects')).toEqual({
      key: 'aspects',
      state: 'missing',
      message: 'Add the item specifics Brand and Type',
      fix: { at: 'item', path: ['product', 'aspects', 'Brand'] },
      fill: null,
    })
  })

  it('LST-05 names the policies that are not chosen; the only payment policy is', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    const { requirements } = await rig.listing.listing({ sku: 'LAMP-1' })
    expect(requirements.find(({ key }) => key === 'policies')).toMatchObject({
      message: 'Choose a shipping policy and a return policy',
    })
  })

  it('LST-05 starts a new offer with the policies and location of the last one', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await rig.addItem('LAMP-2')
    const { fields } = await rig.listing.listing({ sku: 'LAMP-2' })
    const texts = Object.fromEntries(fields.map(({ field, text }) => [field, text]))
    expect(texts).toMatchObject({
      quantity: '2',
      fulfillmentPolicyId: '6100001',
      paymentPolicyId: '6200001',
      returnPolicyId: '6300001',
      merchantLocationKey: 'home',
    })
  })
})

describe('the last policies', () => {
  it('LST-05 are no default once the platform no longer has them', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await rig.addItem('LAMP-2')
    await fetch(`${rig.platform.url}/practice/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ hasPolicies: false }),
    })
    await rig.listing.refreshChoices({})
    const { fields } = await rig.listing.listing({ sku: 'LAMP-2' })
    expect(fields.find(({ field }) => field === 'fulfillmentPolicyId')).toMatchObject({ text: '', problem: null })
  })
})

describe('publishing', () => {
  it('LST-04 publishes nothing that differs from what the seller confirmed', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const confirmed = await rig.readConfirmed('LAMP-1')
    for (const wrong of [{ price: '12.00' }, { quantity: 1 }, { currency: 'EUR' }, { marketplaceId: 'EBAY_GB' }]) {
      const detail = await failureOf(rig.listing.publish({ sku: 'LAMP-1', confirmed: { ...confirmed, ...wrong } }))
      expect(detail.kind).toBe('conflict')
    }
    const detail = await failureOf(rig.listing.publish({ sku: 'LAMP-1', confirmed: { ...confirmed, fees: [] } }))
    expect(detail.message).toContain('costs $0.35 now')
    expect(rig.sent('publishOffer')).toEqual([])
  })

  it('LST-04 rereads the price before sending, and stops if it changed', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const confirmed = await rig.readConfirmed('LAMP-1')
    const [offer = {}] = await rig.offersOf('LAMP-1')
    await rig.asSeller('POST', '/sell/inventory/v1/bulk_update_price_quantity', {
      requests: [
        { sku: 'LAMP-1', offers: [{ offerId: offer.offerId ?? '', price: { value: '1.00', currency: 'USD' } }] },
      ],
    })
    const detail = await failureOf(rig.listing.publish({ sku: 'LAMP-1', confirmed }))
    expect(detail.message).toContain('The price is $1.00')
    expect(rig.sent('publishOffer')).toEqual([])
  })

  it('LST-04 rereads the item’s quantity before sending, and stops if it changed', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    const confirmed = await rig.readConfirmed('LAMP-1')
    await rig.asSeller('POST', '/sell/inventory/v1/bulk_update_price_quantity', {
      requests: [{ sku: 'LAMP-1', shipToLocationAvailability: { quantity: 1 } }],
    })
    const detail = await failureOf(rig.listing.publish({ sku: 'LAMP-1', confirmed }))
    expect(detail.message).toContain('The quantity is 1')
    expect(rig.sent('publishOffer')).toEqual([])
  })

  it('LST-01 shows the platform’s refusal at the field to correct, and publishes once it is corrected', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1', { price: '0.50' })
    expect(await failureOf(rig.publish('LAMP-1'))).toMatchObject({ kind: 'service', errorId: 25003 })
    const refused = await rig.listing.listing({ sku: 'LAMP-1' })
    expect(refused.state).toBe('refused')
    expect(refused.fields.find(({ field }) => field === 'price')?.refusal).toContain('at least 0.99')
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '5.00' } })
    await rig.saveOffer('LAMP-1')
    expect(await rig.publish('LAMP-1')).toMatchObject({ state: 'sent', known: 'answer' })
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).state).toBe('published')
  })

  it.each(['createOffer', 'updateOffer', 'publishOffer', 'withdrawOffer', 'deleteOffer'])(
    'LST-02 settles a %s without an answer by reading the offer, and never sends it again',
    async (operation) => {
      rig = await openListing()
      rig.setFate((request) => (request.operation === operation ? 'lost' : 'fine'))
      await rig.addOffer('LAMP-1')
      await rig.settle()
      await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '140.00' } })
      await rig.saveOffer('LAMP-1')
      await rig.settle()
      await rig.publish('LAMP-1')
      await rig.settle()
      const { listingId, offerId } = await rig.listing.listing({ sku: 'LAMP-1' })
      await rig.listing.withdraw({ sku: 'LAMP-1', listingId: listingId ?? '' })
      await rig.settle()
      await rig.listing.deleteOffer({ sku: 'LAMP-1', offerId: offerId ?? '', endsListing: false })
      await rig.settle()
      expect(rig.sent(operation)).toHaveLength(1)
      expect(await rig.listing.listing({ sku: 'LAMP-1' })).toMatchObject({ state: 'notListed', work: [] })
    },
  )

  it('OFF-01 queues an offer and its publication offline, and sends both in order', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    await typeAll('LAMP-1')
    rig.setFate(() => 'down')
    expect(await rig.saveOffer('LAMP-1')).toMatchObject({ state: 'waiting' })
    const { confirm, next } = await rig.listing.listing({ sku: 'LAMP-1' })
    expect(next).toBe('publish')
    const fees = [{ feeType: 'InsertionFee', amount: '0.35', currency: 'USD' }]
    if (confirm === null) throw new Error('nothing to confirm')
    expect(await rig.listing.publish({ sku: 'LAMP-1', confirmed: { ...confirm, fees } })).toMatchObject({
      state: 'waiting',
    })
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).state).toBe('publishing')
    await rig.kill()
    expect(rig.waiting().map(({ kind }) => kind)).toEqual(['offerSave', 'offerPublish'])
    expect(rig.waiting().map(({ title }) => title)).toEqual([
      'Save the listing draft of Desk lamp, chrome (LAMP-1)',
      expect.stringMatching(/^Publish Desk lamp, chrome \(LAMP-1\) for /),
    ])
    rig.setFate(() => 'fine')
    await rig.settle()
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).state).toBe('published')
  })

  it('OFF-01 answers a save of the item at once while a change to its offer waits', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await rig.listing.refreshListing({ sku: 'LAMP-1' })
    await typeAll('LAMP-1')
    const change = { op: 'set', path: ['product', 'title'], value: 'A lamp', was: 'Desk lamp, chrome' } as const
    await rig.inventory.saveEdit({ sku: 'LAMP-1', edit: { onto: 'existing', changes: [change] } })
    rig.setFate(() => 'down')
    await rig.saveOffer('LAMP-1')
    const { previewToken } = await rig.inventory.previewSave({ sku: 'LAMP-1' })
    expect(await rig.inventory.save({ sku: 'LAMP-1', previewToken, confirmedDeletions: [] })).toMatchObject({
      state: 'waiting',
      message: expect.stringContaining('after the earlier changes'),
    })
  })

  it('LST-09 refuses a SKU managed by the legacy calls, and says why', async () => {
    rig = await openListing()
    await rig.addItem('LAMP-1')
    await rig.inventory.recordFamily({ sku: 'LAMP-1', family: 'trading', evidence: 'seller', note: '' })
    await typeAll('LAMP-1')
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).refusal).toContain('made with another tool')
    expect(await failureOf(rig.saveOffer('LAMP-1'))).toMatchObject({ kind: 'conflict' })
  })

  it('INV-17 records that a SKU published here is managed by offers', async () => {
    rig = await openListing()
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    expect((await rig.inventory.item({ sku: 'LAMP-1' })).family).toMatchObject({
      family: 'offers',
      evidence: 'listing',
    })
  })

  it('PLT-14 counts changes of a live listing together with saves of its item, and waits once none are left', async () => {
    rig = await openListing('ebay', { itemChangesPerDay: 2 })
    await rig.addOffer('LAMP-1')
    await rig.publish('LAMP-1')
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).revisions).toEqual({ used: 0, cap: 2 })
    for (const price of ['140.00', '141.00']) {
      await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price } })
      await rig.saveOffer('LAMP-1')
    }
    expect((await rig.listing.listing({ sku: 'LAMP-1' })).revisions.used).toBe(2)
    expect(await rig.inventory.budget({})).toMatchObject({ per: 'listing', used: 2 })
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '142.00' } })
    expect(await rig.saveOffer('LAMP-1')).toMatchObject({
      state: 'waiting',
      message: expect.stringContaining('2 of 2'),
    })
    expect(rig.sent('updateOffer')).toHaveLength(2)
  })
})

describe('a connection without listing', () => {
  it('INV-16 refuses every step, and makes no call', async () => {
    rig = await openListing('neutral', { canList: false })
    await rig.addItem('LAMP-1')
    await typeAll('LAMP-1')
    const before = rig.requests.length
    expect((await rig.listing.choices({})).refusal).toContain('switched off')
    expect(await failureOf(rig.listing.refreshListing({ sku: 'LAMP-1' }))).toMatchObject({ kind: 'conflict' })
    expect(await failureOf(rig.saveOffer('LAMP-1'))).toMatchObject({ kind: 'conflict' })
    expect(rig.requests).toHaveLength(before)
  })

  it('INV-16 says that the platform does not offer listing if the address is unknown there', async () => {
    rig = await openListing('neutral', { at: '/elsewhere' })
    expect((await failureOf(rig.listing.refreshListing({ sku: 'LAMP-1' }))).message).toContain('has no listing service')
    expect((await rig.listing.choices({})).refusal).toContain('has no listing service')
  })
})

it('USE-05 a large change of a live listing’s price is named in its preview, as in the sheet', async () => {
  rig = await openListing()
  await rig.addOffer('LAMP-1')
  await rig.publish('LAMP-1')
  await rig.settle()
  const cautionAt = async (price: string): Promise<string | null> => {
    await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price } })
    return (await rig.listing.previewOffer({ sku: 'LAMP-1' })).caution
  }
  expect(await cautionAt('120.00')).toBeNull()
  expect(await cautionAt('12.90')).toBe('$12.90 is 90% less than $129.00.')
  expect(await cautionAt('1290.00')).toBe('$1,290.00 is 10 times $129.00.')
})

it('USE-05 a draft that buyers don’t see may have any new price', async () => {
  rig = await openListing()
  await rig.addOffer('LAMP-1')
  await rig.listing.saveDraft({ sku: 'LAMP-1', fields: { price: '1.00' } })
  expect((await rig.listing.previewOffer({ sku: 'LAMP-1' })).caution).toBeNull()
})
