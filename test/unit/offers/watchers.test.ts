/** Offers to those who watch a listing, as runs of the outbound queue. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Discount } from '../../../shared/offers/watcher-offer.ts'
import { type FakeListing, HOUR_MS, openOffers } from './offers-rig.ts'

const arrange = async (
  listings: Readonly<Record<string, Partial<FakeListing>>>,
  options: Parameters<typeof openOffers>[0] = {},
) => {
  const rig = openOffers(options)
  onTestFinished(rig.stop)
  for (const [listingId, more] of Object.entries(listings)) rig.platform.list(listingId, { watchers: 3, ...more })
  await rig.start()
  const plan = (offers: Readonly<Record<string, Discount>>, more: { message?: string } = {}) =>
    rig.call().planWatcherOffers({
      offers: Object.entries(offers).map(([listingId, discount]) => ({ listingId, discount })),
      message: '',
      excluded: [],
      ...more,
    })
  const lines = async (planToken: string) =>
    (await rig.runs().planRows({ planToken, show: 'all', offset: 0, limit: 100 })).rows
  const start = async (planToken: string): Promise<number> => {
    const { runId } = await rig.runs().startRun({ planToken })
    await rig.clock.advance(10_000)
    return runId
  }
  const results = async (runId: number) => {
    const { rows } = await rig.runs().runRows({ runId, states: [], offset: 0, limit: 100 })
    return rows.map(({ sku, state, message }) => ({ sku, state, message }))
  }
  return { rig, plan, lines, start, results }
}

describe('the listings that can have an offer', () => {
  it('FACT-173 LST-26 are read from the platform and shown with price, watchers, floor and cost', async () => {
    const { rig } = await arrange({ L1: {}, L2: { watchers: 0 }, L3: { watchers: 9, price: '20.00' } })
    await rig.call().saveFloor({ itemKey: 'SKU-L1', floor: '36' })
    rig.costs.set('SKU-L1', [{ each: { minor: 900, currency: 'USD' }, pieces: null, boughtOn: null }])
    const { listings, isCut } = await rig.call().eligible({})
    expect(isCut).toBe(false)
    expect(listings).toMatchObject([
      {
        listingId: 'L1',
        price: { minor: 5_000 },
        watchers: 3,
        floor: { minor: 3_600 },
        cost: { minor: 900 },
        last: null,
      },
      { listingId: 'L3', price: { minor: 2_000 }, watchers: 9, floor: null, cost: null },
    ])
  })

  it('LST-26 a cost of several lots depends on what was sold, and is not shown', async () => {
    const { rig } = await arrange({ L1: {} })
    const each = { minor: 900, currency: 'USD' }
    rig.costs.set('SKU-L1', [
      { each, pieces: 2, boughtOn: null },
      { each, pieces: null, boughtOn: null },
    ])
    expect((await rig.call().eligible({})).listings).toMatchObject([{ cost: null }])
  })

  it('FACT-173 LST-26 there are none on a marketplace without such offers', async () => {
    const { rig, plan } = await arrange({ L1: {} }, { marketplaceId: 'EBAY_AT' })
    expect(await rig.call().reading({})).toMatchObject({ canRead: true, canOfferWatchers: false })
    await expect((async () => rig.call().eligible({}))()).rejects.toThrow('no offers to watchers')
    await expect((async () => plan({ L1: { percent: 10 } }))()).rejects.toThrow('no offers to watchers')
  })
})

describe('a plan of offers to watchers', () => {
  it('LST-26 OFF-06 shows the price before and after, says once what can’t be taken back, and sends nothing', async () => {
    const { rig, plan, lines } = await arrange({ L1: {}, L2: {} })
    const made = await plan({ L1: { percent: 10 }, L2: { price: '$38.50' } }, { message: 'For you' })
    expect(made).toMatchObject({
      label: 'watcherOffers',
      counts: { going: 2, leftOut: 0 },
      calls: 2,
      confirmation: 'Send an offer to the watchers of 2 listings. An offer can’t be taken back.',
    })
    const shown = await lines(made.planToken)
    expect(shown.map(({ sku, change }) => [sku, change?.label, change?.before, change?.after])).toEqual([
      ['L1', 'Price for watchers, 10% off', '50.00 USD', '45.00 USD'],
      ['L1', 'Message', null, 'For you'],
      ['L2', 'Price for watchers', '50.00 USD', '38.50 USD'],
      ['L2', 'Message', null, 'For you'],
    ])
    expect(rig.platform.count('sendOfferToInterestedBuyers')).toBe(0)
  })

  it.each([
    ['less than 5% off', { price: '47.51' }, 'Offer at least 5% less than $50.00.'],
    ['above the price', { price: '60' }, 'Offer at least 5% less than $50.00.'],
    ['below the floor', { percent: 40 }, 'This is below your lowest price of $36.00.'],
    ['no price', { price: 'cheap' }, 'Enter the price as a number with at most two decimals, such as 12.50.'],
  ] as const)('LST-26 leaves out what is %s, with the reason', async (_, discount, problem) => {
    const { rig, plan, lines } = await arrange({ L1: {} })
    await rig.call().saveFloor({ itemKey: 'SKU-L1', floor: '36' })
    const made = await plan({ L1: discount })
    expect(made.counts).toEqual({ going: 0, leftOut: 1 })
    expect((await lines(made.planToken))[0]).toMatchObject({ sku: 'L1', problem })
  })

  it('LST-26 leaves out a listing without watchers, one that isn’t known, and a repeated one', async () => {
    const { rig } = await arrange({ L1: {}, L2: { watchers: 0 } })
    const offer = (listingId: string) => ({ listingId, discount: { percent: 10 } })
    const made = await rig.call().planWatcherOffers({
      offers: [offer('L1'), offer('L1'), offer('L2'), offer('L9')],
      message: '',
      excluded: [],
    })
    expect(made.counts).toEqual({ going: 1, leftOut: 3 })
  })
})

describe('a run of offers to watchers', () => {
  it('LST-26 OFF-06 sends one offer for each listing, with its result', async () => {
    const { rig, plan, start, results } = await arrange({ L1: {}, L2: {}, L3: {} })
    const made = await plan({ L1: { percent: 10 }, L2: { price: '40' }, L3: { percent: 10 } }, { message: 'For you' })
    const ended = rig.platform.listings.get('L3')
    if (ended !== undefined) ended.hasEnded = true
    const runId = await start(made.planToken)
    expect(await results(runId)).toMatchObject([
      { sku: 'L1', state: 'sent' },
      { sku: 'L2', state: 'sent' },
      { sku: 'L3', state: 'refused', message: expect.stringContaining('The listing has ended.') },
    ])
    expect(rig.platform.sent.map(({ body }) => body)).toEqual([
      {
        allowCounterOffer: false,
        message: 'For you',
        offeredItems: [{ listingId: 'L1', quantity: 1, discountPercentage: '10' }],
      },
      {
        allowCounterOffer: false,
        message: 'For you',
        offeredItems: [{ listingId: 'L2', quantity: 1, price: { value: '40.00', currency: 'USD' } }],
      },
    ])
    expect(await rig.runs().run({ runId })).toMatchObject({ isOpen: false, canRevert: false })
  })

  it('LST-26 remembers until when an offer runs, and leaves the listing out until then', async () => {
    const { rig, plan, start, lines } = await arrange({ L1: {} })
    await start((await plan({ L1: { percent: 10 } })).planToken)
    const { rows } = await rig.call().watcherOffers({ offset: 0, limit: 10 })
    expect(rows).toMatchObject([{ listingId: 'L1', price: { minor: 4_500 }, buyers: 3, isRunning: true }])
    // Others begin to watch it.
    const listing = rig.platform.listings.get('L1')
    if (listing !== undefined) listing.watchers = 2
    const again = await plan({ L1: { percent: 20 } })
    expect(again.counts.going).toBe(0)
    expect((await lines(again.planToken))[0]?.problem).toMatch(/no one who watches|runs until/i)
    await rig.clock.advance(49 * HOUR_MS)
    expect((await rig.call().watcherOffers({ offset: 0, limit: 10 })).rows).toMatchObject([{ isRunning: false }])
    await rig.call().eligible({})
    expect((await plan({ L1: { percent: 20 } })).counts.going).toBe(1)
  })

  it('LST-26 counts what was bought at the offered price while the offer ran, and says the rest once all orders are here', async () => {
    const { rig, plan, start } = await arrange({ L1: {} })
    const runId = await start((await plan({ L1: { percent: 10 } })).planToken)
    const read = async () => (await rig.call().watcherOffers({ runId, offset: 0, limit: 10 })).rows
    const sentAtMs = rig.clock.nowMs()
    rig.bought.push({ listingId: 'L1', minor: 4_500, atMs: sentAtMs + HOUR_MS })
    rig.bought.push({ listingId: 'L1', minor: 5_000, atMs: sentAtMs + HOUR_MS })
    rig.bought.push({ listingId: 'L1', minor: 4_500, atMs: sentAtMs + 50 * HOUR_MS })
    expect(await read()).toMatchObject([{ isRunning: true, result: { bought: 1, isKnown: false } }])
    await rig.clock.advance(51 * HOUR_MS)
    expect(await read()).toMatchObject([{ isRunning: false, result: { bought: 1, isKnown: true } }])
    const others = await rig.call().watcherOffers({ runId: runId + 1, offset: 0, limit: 10 })
    expect(others.rows, 'of another run').toEqual([])
  })

  it('LST-26 OFF-02 a listing whose price changed since the plan gets no offer', async () => {
    const { rig, plan, start, results } = await arrange({ L1: {}, L2: {} })
    const { planToken } = await plan({ L1: { percent: 10 }, L2: { percent: 10 } })
    rig.platform.state.before = async (operation) => {
      if (operation === 'sendOfferToInterestedBuyers') rig.platform.list('L2', { watchers: 3, price: '30.00' })
    }
    expect(await results(await start(planToken))).toMatchObject([
      { sku: 'L1', state: 'sent' },
      { sku: 'L2', state: 'refused', message: 'The listing now costs $30.00. Nothing was sent. Review it again.' },
    ])
  })

  it('LST-26 OFF-06 a plan whose prices changed before its start is reviewed again', async () => {
    const { rig, plan } = await arrange({ L1: {} })
    const { planToken } = await plan({ L1: { percent: 10 } })
    rig.platform.list('L1', { watchers: 3, price: '30.00' })
    await expect((async () => rig.runs().startRun({ planToken }))()).rejects.toThrow('Review the changes again')
  })

  it('LST-26 a run of thirty reads the listings with watchers once', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `L${index}`)
    const { rig, plan, start, results } = await arrange(Object.fromEntries(ids.map((id) => [id, {}])))
    const { planToken } = await plan(Object.fromEntries(ids.map((id) => [id, { percent: 10 }])))
    const done = await results(await start(planToken))
    expect(done.map(({ state }) => state)).toEqual(Array(30).fill('sent'))
    expect(rig.platform.sent).toHaveLength(30)
    expect(rig.platform.count('findEligibleItems')).toBe(1)
  })

  it('LST-26 a lost answer is not sent again: the seller decides with what the readings showed', async () => {
    const { rig, plan, start, results } = await arrange({ L1: {} })
    rig.platform.failNext('sendOfferToInterestedBuyers', 'lostAfter')
    const runId = await start((await plan({ L1: { percent: 10 } })).planToken)
    await rig.clock.advance(120_000)
    expect(await results(runId)).toMatchObject([{ state: 'unknown' }])
    const { entries } = await rig.runs().list({})
    expect(entries).toMatchObject([
      {
        canSettle: true,
        title: 'Offer Lamp L1 to its watchers for $45.00. eBay no longer lists watchers who can get an offer',
      },
    ])
    expect(rig.platform.count('sendOfferToInterestedBuyers')).toBe(1)
    expect((await plan({ L1: { percent: 10 } })).counts.going).toBe(0)
    await rig.runs().settle({ id: entries[0]?.id ?? '', isDone: true })
    expect((await rig.call().watcherOffers({ offset: 0, limit: 10 })).rows).toMatchObject([
      { listingId: 'L1', buyers: null, untilMs: null },
    ])
  })

  it('LST-26 a lost answer doesn’t hold the rest of the run for ever', async () => {
    const { rig, plan, start, results } = await arrange({ L1: {}, L2: {} })
    rig.platform.failNext('sendOfferToInterestedBuyers', 'lostAfter')
    const runId = await start((await plan({ L1: { percent: 10 }, L2: { percent: 10 } })).planToken)
    await rig.clock.advance(120_000)
    expect(await results(runId)).toMatchObject([{ state: 'unknown' }, { state: 'sent' }])
  })

  it('LST-26 a lost send that never arrived says that watchers can still get an offer', async () => {
    const { rig, plan, start } = await arrange({ L1: {} })
    rig.platform.failNext('sendOfferToInterestedBuyers', 'lostBefore')
    await start((await plan({ L1: { percent: 10 } })).planToken)
    await rig.clock.advance(120_000)
    expect((await rig.runs().list({})).entries[0]?.title).toMatch(/still lists watchers/)
    expect(rig.platform.sent).toEqual([])
  })

  it('FACT-173 LST-26 refusals of the platform are explained', async () => {
    const { rig, plan, start, results } = await arrange({ L1: {} })
    const { planToken } = await plan({ L1: { percent: 10 } })
    const listing = rig.platform.listings.get('L1')
    if (listing !== undefined) listing.watchers = 0
    const runId = await start(planToken)
    expect((await results(runId))[0]).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('No one who watches this listing can get an offer now.'),
    })
    expect(rig.platform.sent).toEqual([])
  })
})

describe('what came of offers to watchers', () => {
  const send = async () => {
    const arranged = await arrange({ L1: {}, L2: { price: '20.00' } })
    const { rig, plan, start } = arranged
    const { planToken } = await plan({ L1: { percent: 10 }, L2: { percent: 10 } })
    const runId = await start(planToken)
    const ofRun = async () => (await rig.call().watcherOffers({ runId, offset: 0, limit: 10 })).rows
    return { rig, ofRun, runId }
  }

  it('LST-26 is the orders at the offered price while it ran, for each listing of a run', async () => {
    const { rig, ofRun, runId } = await send()
    const nowMs = rig.clock.nowMs()
    rig.bought.push(
      { listingId: 'L1', minor: 4_500, atMs: nowMs + HOUR_MS },
      { listingId: 'L1', minor: 5_000, atMs: nowMs + HOUR_MS },
      { listingId: 'L1', minor: 4_500, atMs: nowMs + 49 * HOUR_MS },
    )
    await rig.clock.advance(49 * HOUR_MS)
    expect(await ofRun()).toMatchObject([
      { listingId: 'L2', buyers: 3, isRunning: false, result: { bought: 0, isKnown: true } },
      { listingId: 'L1', buyers: 3, isRunning: false, result: { bought: 1, isKnown: true } },
    ])
    expect((await rig.call().watcherOffers({ runId: runId + 1, offset: 0, limit: 10 })).total).toBe(0)
  })

  it('LST-26 is not said to be all while an offer runs', async () => {
    const { ofRun } = await send()
    expect(await ofRun()).toMatchObject([
      { isRunning: true, result: { bought: 0, isKnown: false } },
      { isRunning: true, result: { bought: 0, isKnown: false } },
    ])
  })
})
