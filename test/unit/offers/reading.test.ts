/** Reading buyers' offers, and what the window shows of them. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createUser, HOUR_MS, openOffers } from './offers-rig.ts'

const open = async (options: Parameters<typeof openOffers>[0] = {}) => {
  const rig = openOffers(options)
  onTestFinished(rig.stop)
  rig.platform.list('L1')
  return rig
}

describe('the open offers', () => {
  it('LST-25 are read at start and shown with price, percent, message, conversation and deadline, the first to expire first', async () => {
    const rig = await open()
    const late = rig.platform.make('o1', { message: 'Does it work?' })
    rig.platform.make('o2', { buyer: 'nora', expiresAtMs: late.expiresAtMs - HOUR_MS, price: '90.00', quantity: 2 })
    await rig.start()
    expect(await rig.open()).toMatchObject([
      { offerId: 'o2', buyer: 'nora', price: { minor: 9_000 }, quantity: 2, percentBelow: 10, conversationId: null },
      {
        offerId: 'o1',
        title: 'Lamp L1',
        sku: 'SKU-L1',
        asked: { minor: 5_000, currency: 'USD' },
        percentBelow: 20,
        message: 'Does it work?',
        conversationId: 'c-jules',
        expiresAtMs: late.expiresAtMs,
        isOpen: true,
      },
    ])
    expect(await rig.call().counts({})).toEqual({
      open: 2,
      belowFloor: 0,
      firstExpiresAtMs: late.expiresAtMs - HOUR_MS,
    })
  })

  it('LST-25 are found by the item, the buyer and the conversation', async () => {
    const rig = await open()
    rig.platform.list('L2')
    rig.platform.make('o1')
    rig.platform.make('o2', { listingId: 'L2' })
    rig.platform.make('o3', { listingId: 'L2', buyer: 'nora' })
    await rig.start()
    const ids = async (filter: object) =>
      (await rig.call().open({ offset: 0, limit: 10, ...filter })).rows.map(({ offerId }) => offerId).toSorted()
    expect(await ids({ itemKey: 'SKU-L2' })).toEqual(['o2', 'o3'])
    expect(await ids({ buyer: 'jules.b' })).toEqual(['o1', 'o2'])
    expect(await ids({ conversationId: 'c-jules' })).toEqual(['o1'])
    expect(await ids({ conversationId: 'c-unknown' })).toEqual([])
  })

  it('LST-25 one offer is shown with the buyer’s orders and earlier offers and with the others for the thing', async () => {
    const rig = await open()
    rig.platform.make('o0', { status: 'Pending' })
    rig.platform.make('o1')
    rig.platform.make('o2', { buyer: 'nora', price: '30.00' })
    rig.platform.make('o3', { buyer: 'kees', price: '45.00' })
    await rig.start()
    const earlier = rig.platform.offers.find(({ offerId }) => offerId === 'o0')
    if (earlier !== undefined) earlier.status = 'Accepted'
    await rig.call().refresh({})
    expect(await rig.call().offer({ offerId: 'o1' })).toMatchObject({
      buyerOrders: { count: 3 },
      earlierOffers: { count: 1, accepted: 1 },
      available: 2,
      others: [{ offerId: 'o3' }, { offerId: 'o2' }],
    })
    expect(await rig.call().offer({ offerId: 'unknown' })).toBeNull()
  })

  it('LST-25 are read again every five minutes while one is open, else every fifteen', async () => {
    const rig = await open()
    await rig.start()
    expect(rig.platform.count('GetBestOffers')).toBe(1)
    await rig.clock.advance(14 * 60_000)
    expect(rig.platform.count('GetBestOffers')).toBe(1)
    rig.platform.make('o1')
    await rig.clock.advance(2 * 60_000)
    expect(await rig.open()).toHaveLength(1)
    await rig.clock.advance(20 * 60_000)
    expect(rig.platform.count('GetBestOffers')).toBe(6)
    expect(rig.platform.requests.every(({ purpose }) => purpose === 'watch')).toBe(true)
  })

  it('FACT-172 LST-25 are read as soon as a notification tells of one', async () => {
    const rig = await open()
    await rig.start()
    rig.platform.make('o1')
    rig.feature().offersChanged()
    await rig.clock.advance(1)
    expect(await rig.open()).toHaveLength(1)
  })

  it('LST-25 are read page by page, and one that another page hid is not taken for gone', async () => {
    const rig = await open()
    rig.platform.state.perPage = 2
    for (let index = 0; index < 5; index += 1) rig.platform.make(`o${index}`)
    await rig.start()
    expect(await rig.open()).toHaveLength(5)
    // While the second page is read, the first offer ends: each later one moves up, and one is on no page that is read.
    let pages = 0
    rig.platform.state.before = async () => {
      pages += 1
      const [first] = rig.platform.offers
      if (pages === 2 && first !== undefined) first.status = 'Retracted'
    }
    await rig.call().refresh({})
    expect((await rig.open()).map(({ offerId }) => offerId)).toEqual(['o0', 'o1', 'o2', 'o3', 'o4'])
    await rig.call().refresh({})
    expect((await rig.open()).map(({ offerId }) => offerId)).toEqual(['o1', 'o2', 'o3', 'o4'])
    expect(await rig.call().offer({ offerId: 'o0' })).toMatchObject({ status: 'Retracted', isOpen: false })
  })

  it.each(['Accepted', 'Declined', 'Expired', 'Retracted', 'AdminEnded'])(
    'LST-25 one that ended elsewhere as %s is shown so and is no longer open',
    async (status) => {
      const rig = await open()
      const offer = rig.platform.make('o1')
      await rig.start()
      offer.status = status
      await rig.call().refresh({})
      expect(await rig.open()).toEqual([])
      expect(await rig.call().offer({ offerId: 'o1' })).toMatchObject({ status, isOpen: false })
    },
  )

  it('LST-25 a counter of the seller waits for the buyer and is not open', async () => {
    const rig = await open()
    rig.platform.make('o1', { type: 'SellerCounterOffer' })
    rig.platform.make('o2', { type: 'BuyerCounterOffer' })
    await rig.start()
    expect((await rig.open()).map(({ offerId, type }) => [offerId, type])).toEqual([['o2', 'BuyerCounterOffer']])
  })

  it('LST-25 say why they could not be read, and are tried again', async () => {
    const rig = await open()
    rig.platform.failNext('GetBestOffers', 500)
    await rig.start()
    expect(await rig.call().reading({})).toMatchObject({ canRead: true, readAtMs: null, problem: { kind: 'service' } })
    rig.platform.make('o1')
    await rig.clock.advance(16 * 60_000)
    expect(await rig.call().reading({})).toMatchObject({ problem: null, readAtMs: expect.any(Number) })
    expect(await rig.open()).toHaveLength(1)
  })

  it('PLT-18 those of a closed account are not stored again', async () => {
    const rig = await open({ erasedNames: new Set(['jules.b']) })
    rig.platform.make('o1')
    rig.platform.make('o2', { buyer: 'nora' })
    await rig.start()
    expect((await rig.open()).map(({ buyer }) => buyer)).toEqual(['nora'])
  })

  it('FACT-174 a platform without offers says so, and asks for none', async () => {
    const rig = await open({ platform: 'neutral' })
    await rig.start()
    await rig.clock.advance(HOUR_MS)
    expect(await rig.call().reading({})).toMatchObject({ canRead: false, canOfferWatchers: false })
    expect(await rig.call().open({ offset: 0, limit: 10 })).toEqual({ rows: [], total: 0 })
    expect(() => rig.call().refresh({})).toThrow('has no buyers’ offers')
    expect(rig.platform.requests).toEqual([])
  })
})

describe('the deadline of an offer', () => {
  it('FACT-172 LST-25 is 48 hours after it was made, also over the change to daylight saving', async () => {
    // In the night to November 1, 2026, clocks in the United States go back by an hour.
    const madeAtMs = Date.UTC(2026, 9, 31, 20, 0, 0)
    const rig = await open({ startMs: madeAtMs })
    const { expiresAtMs } = rig.platform.make('o1')
    await rig.start()
    expect(expiresAtMs - madeAtMs).toBe(48 * HOUR_MS)
    await rig.clock.advance(48 * HOUR_MS - 60_000)
    expect((await rig.open())[0]).toMatchObject({ offerId: 'o1', isOpen: true, expiresAtMs })
    await rig.clock.advance(60_000)
    expect(await rig.open()).toEqual([])
    await rig.clock.advance(10 * 60_000)
    expect(await rig.call().offer({ offerId: 'o1' })).toMatchObject({ status: 'Expired' })
  })

  it.each([
    ['ahead', 3 * HOUR_MS],
    ['behind', -3 * HOUR_MS],
  ])('LST-25 is the platform’s, if its clock is %s of this computer’s', async (_, platformAheadMs) => {
    const rig = await open({ platformAheadMs })
    rig.platform.make('o1')
    await rig.start()
    expect(await rig.call().reading({})).toMatchObject({ clockAheadMs: platformAheadMs })
    await rig.clock.advance(48 * HOUR_MS - 60_000)
    expect(await rig.open()).toHaveLength(1)
    await rig.clock.advance(60_000)
    expect(await rig.open()).toEqual([])
  })
})

it('LST-25 a clock that is set forward by two days hides no open offer, and keeps none from being answered', async () => {
  const rig = await open()
  rig.platform.make('o1')
  await rig.start()
  rig.clock.jump(49 * HOUR_MS)
  expect(await rig.open()).toHaveLength(1)
  expect(await createUser(rig).accept('o1')).toMatchObject({ value: { state: 'sent' } })
})

describe('a floor', () => {
  it('LST-25 marks offers below it, and stays on this computer', async () => {
    const rig = await open()
    rig.platform.make('o1')
    rig.platform.make('o2', { buyer: 'nora', price: '90.00', quantity: 2 })
    await rig.start()
    const before = rig.platform.requests.length
    await rig.call().saveFloor({ itemKey: 'SKU-L1', floor: '$42.00' })
    expect(await rig.call().floor({ itemKey: 'SKU-L1' })).toEqual({ floor: { minor: 4_200, currency: 'USD' } })
    expect((await rig.open()).map(({ offerId, isBelowFloor }) => [offerId, isBelowFloor])).toEqual([
      ['o1', true],
      ['o2', false],
    ])
    expect(await rig.call().counts({})).toMatchObject({ open: 2, belowFloor: 1 })
    expect(() => rig.call().saveFloor({ itemKey: 'SKU-L1', floor: 'cheap' })).toThrow()
    await rig.call().saveFloor({ itemKey: 'SKU-L1', floor: null })
    expect(await rig.call().floor({ itemKey: 'SKU-L1' })).toEqual({ floor: null })
    expect(rig.platform.requests.length).toBe(before)
  })
})

describe('a notice', () => {
  it('LST-25 tells of a new offer, and leads to it', async () => {
    const rig = await open()
    rig.platform.make('o1')
    await rig.start()
    expect(rig.notices).toEqual([])
    rig.platform.make('o2', { buyer: 'nora', price: '90.00', quantity: 2 })
    await rig.call().refresh({})
    expect(rig.notices).toEqual([
      {
        title: 'New offer',
        text: '$90.00 of $100.00 · 2 × Lamp L1 · by nora · 48 h left',
        place: '#/inbox/~offers/o2',
      },
    ])
    await rig.call().refresh({})
    expect(rig.notices).toHaveLength(1)
  })

  it('LST-25 is one for many offers, and none for one that was answered or has expired', async () => {
    const rig = await open()
    await rig.start()
    rig.platform.make('old', { expiresAtMs: rig.clock.nowMs() - 1 })
    rig.platform.make('done', { status: 'Declined' })
    await rig.call().refresh({})
    expect(rig.notices).toEqual([])
    for (const id of ['a', 'b', 'c', 'd']) rig.platform.make(id, { buyer: id })
    await rig.call().refresh({})
    expect(rig.notices).toMatchObject([{ title: '4 new offers', place: '#/inbox/~offers' }])
  })
})

describe('what would be left of an offer', () => {
  const cost = (rig: ReturnType<typeof openOffers>, ...minors: readonly number[]): void =>
    void rig.costs.set(
      'SKU-L1',
      minors.map((minor) => ({ each: { minor, currency: 'USD' }, pieces: null, boughtOn: null })),
    )

  it('LST-25 is counted from the cost of its pieces and the fees of the last sales', async () => {
    const rig = await open()
    cost(rig, 900)
    rig.lastSales.set('USD', { sales: 32, priceMinor: 100_000, feesMinor: 13_000 })
    rig.platform.make('o1', { price: '90.00', quantity: 2 })
    await rig.start()
    expect(await rig.call().offer({ offerId: 'o1' })).toMatchObject({
      cost: { minor: 1_800, currency: 'USD' },
      fees: { amount: { minor: 1_170, currency: 'USD' }, sales: 32 },
    })
  })

  it('LST-25 names no fees without enough sales, and no cost where that depends on the piece', async () => {
    const rig = await open()
    cost(rig, 900, 1_100)
    rig.platform.make('o1')
    await rig.start()
    expect(await rig.call().offer({ offerId: 'o1' })).toMatchObject({ cost: null, fees: null })
  })
})
