/** Answers to buyers' offers through the outbound queue. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createUser, type FakeOffer, HOUR_MS, openOffers, pressing } from './offers-rig.ts'

const arrange = async (options: Parameters<typeof openOffers>[0] = {}, more: Partial<FakeOffer> = {}) => {
  const rig = openOffers(options)
  onTestFinished(rig.stop)
  rig.platform.list('L1')
  const offer = rig.platform.make('o1', more)
  await rig.start()
  return { rig, offer, ...createUser(rig) }
}

describe('an answer', () => {
  it('LST-25 accepts an offer once, and the offer is closed here at once', async () => {
    const { rig, offer, accept } = await arrange()
    expect(await accept('o1')).toMatchObject({ value: { state: 'sent', known: 'answer' } })
    expect(offer.status).toBe('Accepted')
    expect(rig.platform.answers).toEqual([{ offerId: 'o1', action: 'Accept', price: undefined }])
    expect(await rig.open()).toEqual([])
    expect(rig.accepted).toEqual([['SKU-L1', 'L1']])
  })

  it('LST-25 counters with a price as typed, for as many pieces as the buyer wants, and a message', async () => {
    const { rig, counter } = await arrange({}, { price: '80.00', quantity: 2 })
    expect(await counter('o1', '$91.50', 'Both for this, with free shipping.')).toMatchObject({
      value: { state: 'sent' },
    })
    const sent = rig.platform.answers
    expect(sent).toEqual([{ offerId: 'o1', action: 'Counter', price: '91.50' }])
    expect(rig.platform.offers[0]).toMatchObject({
      status: 'Countered',
      sellerMessage: 'Both for this, with free shipping.',
    })
  })

  it.each([
    ['50.01', 1, 'The listing asks $50.00. Enter at most that.'],
    ['100.01', 2, 'The listing asks $100.00 for 2 pieces. Enter at most that.'],
    ['40', 1, 'The buyer offers $40.00. Accept that, or ask for more.'],
    ['a lot', 1, 'Enter the price as a number with at most two decimals, such as 12.50.'],
  ])('FACT-172 LST-25 a counter of %s for %s is refused before anything is sent', async (typed, quantity, message) => {
    const { rig, counter } = await arrange({}, { quantity })
    const result = await counter('o1', typed)
    expect(result).toMatchObject({
      error: { detail: { kind: 'validation', message, issues: [{ path: 'input.counter' }] } },
    })
    expect(rig.states()).toEqual([])
    expect(rig.platform.count('RespondToBestOffer')).toBe(0)
  })

  it('FACT-172 LST-25 declines of one listing share a call, an accept is alone, and the message goes to all', async () => {
    const { rig, decline } = await arrange()
    rig.platform.list('L2')
    rig.platform.make('o2', { buyer: 'nora' })
    rig.platform.make('o3', { buyer: 'kees' })
    rig.platform.make('o4', { buyer: 'lea', listingId: 'L2' })
    await rig.call().refresh({})
    const { value } = await decline(['o1', 'o2', 'o3', 'o4'], 'Sorry, that is too low.')
    expect(value?.results.map(({ problem }) => problem)).toEqual([null, null, null, null])
    await rig.clock.advance(10_000)
    expect(rig.platform.offers.map(({ status }) => status)).toEqual(Array(4).fill('Declined'))
    expect(rig.platform.offers.every(({ sellerMessage }) => sellerMessage === 'Sorry, that is too low.')).toBe(true)
    expect(rig.platform.count('RespondToBestOffer')).toBe(2)
  })

  it('LST-25 one of several declines that can’t go doesn’t stop the others', async () => {
    const { rig, decline, seen } = await arrange()
    rig.platform.make('o2', { buyer: 'nora' })
    await rig.call().refresh({})
    const both = [await seen('o1'), await seen('o2')]
    const first = rig.platform.offers[0]
    if (first !== undefined) first.status = 'Retracted'
    const { value } = await decline(both, '')
    await rig.clock.advance(10_000)
    expect(value?.results[0]).toMatchObject({ act: null, problem: 'The buyer withdrew this offer. Nothing was sent.' })
    expect(rig.platform.answers.map(({ offerId }) => offerId)).toEqual(['o2'])
  })

  it('LST-25 a second answer is refused at once while the first is on its way', async () => {
    const { rig, accept, counter, decline } = await arrange()
    rig.platform.failNext('GetBestOffers', 'offline')
    await accept('o1')
    expect(rig.states()).toEqual(['queued'])
    for (const second of [await accept('o1'), await counter('o1', '45')]) {
      expect(second.error?.detail).toMatchObject({ kind: 'conflict', message: expect.stringContaining('on its way') })
    }
    expect((await decline(['o1'], '')).value?.results).toMatchObject([{ act: null, problem: expect.any(String) }])
    await rig.clock.advance(60_000)
    expect(rig.platform.answers).toHaveLength(1)
  })

  it('OFF-09 LST-25 is withdrawn while it waits, and another one can follow', async () => {
    const { rig, accept, decline } = await arrange()
    rig.platform.failNext('GetBestOffers', 'offline')
    const { value } = await accept('o1')
    await rig.runs().discard({ ids: [value?.id ?? ''] })
    expect(await rig.open()).toMatchObject([{ offerId: 'o1', pending: null }])
    await decline(['o1'], '')
    await rig.clock.advance(60_000)
    expect(rig.platform.answers.map(({ action }) => action)).toEqual(['Decline'])
  })

  it('OFF-09 LST-25 waits until it can no longer be undone, and is sent then', async () => {
    const { rig, accept } = await arrange()
    expect(await accept('o1', '', 10_000)).toMatchObject({ value: { state: 'waiting' } })
    expect(await rig.open()).toMatchObject([{ offerId: 'o1', pending: { state: 'delayed', canDiscard: true } }])
    await rig.clock.advance(9_000)
    expect(rig.platform.answers).toEqual([])
    await rig.clock.advance(2_000)
    expect(rig.platform.answers.map(({ action }) => action)).toEqual(['Accept'])
  })

  it('OFF-09 LST-25 that was undone in its time never leaves', async () => {
    const { rig, decline } = await arrange()
    const { value } = await decline(['o1'], '', 10_000)
    await rig.runs().discard({ ids: value?.results.flatMap(({ act }) => act?.id ?? []) ?? [] })
    await rig.clock.advance(60_000)
    expect(rig.platform.answers).toEqual([])
    expect(await rig.open()).toMatchObject([{ offerId: 'o1', pending: null }])
  })

  it('OFF-09 LST-25 to an offer that ends within the minute doesn’t wait to be undone', async () => {
    const { rig, offer, accept } = await arrange()
    offer.expiresAtMs = rig.clock.nowMs() + 65_000
    await rig.call().refresh({})
    expect(await accept('o1', '', 10_000)).toMatchObject({ value: { state: 'sent' } })
  })

  it('LST-25 to an offer that has ended is refused with what happened', async () => {
    const { rig, offer, accept, seen } = await arrange()
    offer.status = 'Expired'
    await rig.call().refresh({})
    expect((await accept('o1')).error?.detail?.message).toBe('This offer has expired.')
    const unknown = await pressing(rig.call().accept({ ...(await seen('o1')), offerId: 'o9', undoMs: 0 }))
    expect(unknown).toMatchObject({ error: { detail: { kind: 'notFound' } } })
  })

  it.each([
    ['price', { price: { minor: 4_500, currency: 'USD' } }],
    ['currency', { price: { minor: 4_000, currency: 'EUR' } }],
    ['number of pieces', { quantity: 2 }],
  ])('LST-25 to a %s that the seller didn’t see is refused', async (_, change) => {
    const { rig, accept } = await arrange()
    expect(await accept({ ...(await rig.seen('o1')), ...change })).toMatchObject({
      error: { detail: { kind: 'conflict', message: expect.stringContaining('changed this offer') } },
    })
    expect(rig.platform.answers).toEqual([])
  })

  it('LST-25 after the offer’s end is refused before anything is asked', async () => {
    const { rig, accept } = await arrange()
    const before = await rig.seen('o1')
    rig.platform.failNext('GetBestOffers', ...Array(900).fill('offline'))
    await rig.clock.advance(48 * HOUR_MS + 1)
    expect((await accept(before)).error?.detail?.message).toContain('too late')
    expect(rig.states()).toEqual([])
  })

  it('OFF-01 LST-25 accepting alone takes pieces, so only then the listing is read again', async () => {
    const { rig, counter, decline } = await arrange()
    rig.platform.make('o2', { buyer: 'nora' })
    await rig.call().refresh({})
    await counter('o1', '45')
    await decline(['o2'], '')
    await rig.clock.advance(10_000)
    expect(rig.platform.answers).toHaveLength(2)
    expect(rig.accepted).toEqual([])
  })

  it('LST-25 that was refused makes room for the next one', async () => {
    const { rig, accept, decline } = await arrange()
    await rig.setAway(true)
    rig.platform.failNext('GetBestOffers', 'offline')
    await accept('o1')
    const offer = rig.platform.offers[0]
    if (offer !== undefined) offer.price = '45.00'
    await rig.setAway(false)
    await rig.clock.advance(120_000)
    expect(rig.states()).toEqual(['refused'])
    expect(await rig.open()).toMatchObject([
      { pending: { state: 'refused', message: expect.stringContaining('now offers $45.00'), canDiscard: true } },
    ])
    await decline(['o1'], '')
    await rig.clock.advance(10_000)
    expect(rig.states()).toEqual([])
    expect(rig.platform.answers.map(({ action }) => action)).toEqual(['Decline'])
  })
})

it('LST-25 a reading that began before the answer doesn’t open the offer again', async () => {
  let release: (() => void) | undefined
  const rig = openOffers({
    network: (platform) => async (request) => {
      const response = await platform.send(request)
      const isList = request.body?.includes('<BestOfferStatus>Active') === true
      if (isList && release !== undefined) await new Promise<void>((resolve) => (release = resolve))
      return response
    },
  })
  onTestFinished(rig.stop)
  rig.platform.list('L1')
  rig.platform.make('o1')
  await rig.start()
  release = () => undefined
  const reading = Promise.resolve(rig.call().refresh({}))
  await rig.clock.advance(100)
  expect(await createUser(rig).accept('o1')).toMatchObject({ value: { state: 'sent' } })
  release()
  release = undefined
  await reading
  expect(await rig.call().offer({ offerId: 'o1' })).toMatchObject({ status: 'Accepted', isOpen: false })
})

describe('before an answer leaves', () => {
  it.each([
    ['withdrawn', { status: 'Retracted' }, 'The buyer withdrew this offer. Nothing was sent.'],
    ['raised', { price: '45.00' }, 'The buyer now offers $45.00. Nothing was sent. Answer that offer.'],
    [
      'for more pieces',
      { quantity: 2 },
      'The buyer now offers $40.00 for 2 pieces. Nothing was sent. Answer that offer.',
    ],
    ['declined elsewhere', { status: 'Declined' }, 'This offer is declined already. Nothing was sent.'],
    ['countered elsewhere', { status: 'Countered' }, 'This offer has a counter already. Nothing was sent.'],
    ['ended by the platform', { status: 'AdminEnded' }, 'eBay ended this offer. Nothing was sent.'],
  ] as const)('OFF-08 LST-25 the offer is read, and one that was %s is not accepted', async (_, change, message) => {
    const { rig, offer, accept } = await arrange()
    Object.assign(offer, change)
    expect((await accept('o1')).error?.detail?.message).toBe(message)
    expect(rig.platform.answers).toEqual([])
    expect(rig.states()).toEqual([])
  })

  it('OFF-08 LST-25 a buyer who withdrew and offers more is named with the new price', async () => {
    const { rig, offer, accept } = await arrange()
    offer.status = 'Retracted'
    rig.platform.make('o2', { price: '46.00' })
    expect((await accept('o1')).error?.detail?.message).toBe(
      'The buyer withdrew this offer. They now offer $46.00. Nothing was sent.',
    )
    expect((await rig.open()).map(({ offerId }) => offerId)).toEqual(['o2'])
  })

  it('OFF-08 LST-25 an answer that is there already is not sent again', async () => {
    const { rig, offer, accept } = await arrange()
    offer.status = 'Accepted'
    expect(await accept('o1')).toMatchObject({ value: { state: 'sent', known: 'reading' } })
    expect(rig.platform.answers).toEqual([])
  })

  it('OFF-08 LST-25 a counter above a price that fell meanwhile is not sent', async () => {
    const { rig, counter } = await arrange()
    rig.platform.list('L1', { price: '44.00' })
    expect((await counter('o1', '45')).error?.detail?.message).toBe(
      'The listing asks $44.00. Enter at most that. Nothing was sent.',
    )
  })

  it('OFF-08 the reading is at most two seconds old when the answer leaves, however long it waited', async () => {
    const { rig, offer, accept } = await arrange()
    let waited = false
    rig.platform.state.before = async (operation) => {
      if (operation !== 'RespondToBestOffer' || waited) return
      waited = true
      await rig.clock.advance(3_000)
      offer.status = 'Retracted'
    }
    expect((await accept('o1')).error?.detail?.message).toBe('The buyer withdrew this offer. Nothing was sent.')
    expect(rig.platform.answers).toEqual([])
  })

  it('OFF-08 of several declines, one whose buyer withdrew in the last moment is left out of the call', async () => {
    const { rig, offer, decline } = await arrange()
    rig.platform.make('o2', { buyer: 'nora' })
    await rig.call().refresh({})
    rig.platform.state.before = async (operation) => {
      if (operation !== 'RespondToBestOffer' || offer.status !== 'Pending') return
      await rig.clock.advance(3_000)
      offer.status = 'Retracted'
    }
    await decline(['o1', 'o2'], '')
    await rig.clock.advance(10_000)
    expect(rig.platform.answers).toEqual([{ offerId: 'o2', action: 'Decline', price: undefined }])
  })
})

describe('an answer that waits', () => {
  it('OFF-01 LST-25 is kept offline over a restart, and sent once the platform answers', async () => {
    const { rig, accept } = await arrange()
    await rig.setAway(true)
    rig.platform.failNext('GetBestOffers', 'offline', 'offline')
    expect(await accept('o1')).toMatchObject({ value: { state: 'waiting' } })
    expect(await rig.open()).toMatchObject([{ pending: { state: 'queued', action: 'Accept', canDiscard: true } }])
    await rig.restart()
    await rig.setAway(false)
    await rig.clock.advance(60_000)
    expect(rig.platform.answers).toHaveLength(1)
  })

  it('LST-25 past the offer’s end is said to be too late, also without a connection, and is never sent', async () => {
    const { rig, accept } = await arrange()
    await rig.setAway(true)
    rig.platform.failNext('GetBestOffers', ...Array(40).fill('offline'))
    await accept('o1')
    await rig.clock.advance(47 * HOUR_MS)
    expect(rig.states()).toEqual(['queued'])
    await rig.clock.advance(HOUR_MS)
    expect(await rig.runs().list({})).toMatchObject({
      entries: [{ state: 'refused', error: { message: expect.stringContaining('too late') } }],
    })
    rig.platform.failNext('GetBestOffers')
    await rig.setAway(false)
    await rig.clock.advance(HOUR_MS)
    expect(rig.platform.answers).toEqual([])
  })

  it('LST-25 past the end of an offer is too late by the platform’s clock, not this computer’s', async () => {
    const { rig, accept } = await arrange({ platformAheadMs: 3 * HOUR_MS })
    await rig.setAway(true)
    rig.platform.failNext('GetBestOffers', ...Array(400).fill('offline'))
    await accept('o1')
    rig.clock.jump(-3 * HOUR_MS)
    await rig.clock.advance(48 * HOUR_MS - 60_000)
    expect(rig.states()).toEqual(['queued'])
  })

  it('LST-25 after a restart past the offer’s end it is too late at once', async () => {
    const { rig, accept } = await arrange()
    await rig.setAway(true)
    rig.platform.failNext('GetBestOffers', ...Array(400).fill('offline'))
    await accept('o1')
    await rig.stop()
    await rig.clock.advance(49 * HOUR_MS)
    await rig.restart()
    expect(rig.states()).toEqual(['refused'])
    expect(rig.platform.answers).toEqual([])
  })

  it('OFF-04 LST-25 nothing goes while the outbox is on hold', async () => {
    const { rig, accept } = await arrange()
    rig.platform.failNext('GetBestOffers', 'offline')
    await accept('o1')
    rig.database.run(`INSERT INTO outbound_hold (reason, since_ms) VALUES ('restored', 0)`)
    await rig.restart()
    await rig.clock.advance(10 * 60_000)
    expect(rig.platform.answers).toEqual([])
  })
})

describe('an answer without an answer of the platform', () => {
  it.each([
    ['accept', 'Accepted'],
    ['counter', 'Countered'],
    ['decline', 'Declined'],
  ] as const)('LST-25 %s is settled by reading the offer, without a second send', async (act, status) => {
    const { rig, offer, accept, counter, decline } = await arrange()
    rig.platform.failNext('RespondToBestOffer', 'lostAfter')
    if (act === 'accept') await accept('o1')
    else if (act === 'counter') await counter('o1', '45')
    else await decline(['o1'], '')
    expect(rig.states()).toEqual(['unknown'])
    await rig.clock.advance(60_000)
    expect(rig.states()).toEqual([])
    expect(offer.status).toBe(status)
    expect(rig.platform.answers).toHaveLength(1)
    expect(await rig.call().offer({ offerId: 'o1' })).toMatchObject({ status, pending: null })
  })

  it('LST-25 one that didn’t arrive is known after half a minute, and can be sent again by the seller', async () => {
    const { rig, accept } = await arrange()
    rig.platform.failNext('RespondToBestOffer', 'lostBefore')
    await accept('o1')
    expect(await rig.open()).toMatchObject([
      { pending: { state: 'unknown', message: expect.stringMatching(/\w/), canSendNow: false, canDiscard: false } },
    ])
    await rig.clock.advance(40_000)
    expect(rig.states()).toEqual(['notFound'])
    expect(rig.platform.answers).toEqual([])
    expect(await accept('o1')).toMatchObject({ value: { state: 'sent' } })
    expect(rig.platform.answers).toHaveLength(1)
  })

  it('LST-25 another answer of the same offer waits until it is known', async () => {
    const { rig, accept, decline } = await arrange()
    rig.platform.failNext('RespondToBestOffer', 'lostAfter')
    rig.platform.failNext('GetBestOffers')
    await accept('o1')
    expect((await decline(['o1'], '')).value?.results).toMatchObject([{ act: null }])
    await rig.clock.advance(60_000)
    expect(rig.platform.answers.map(({ action }) => action)).toEqual(['Accept'])
  })

  it('LST-25 a crash in the middle of the send is settled by reading', async () => {
    const { rig, accept } = await arrange()
    rig.platform.state.before = (operation) =>
      operation === 'RespondToBestOffer' ? new Promise(() => undefined) : Promise.resolve()
    const never = accept('o1')
    await rig.clock.advance(1_000)
    expect(rig.states()).toEqual(['sending'])
    rig.platform.state.before = async () => undefined
    await rig.crash()
    await rig.clock.advance(60_000)
    expect(rig.states()).toEqual(['notFound'])
    expect(rig.platform.answers).toEqual([])
    void never
  })
})
