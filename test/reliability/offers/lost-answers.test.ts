/** Whatever is lost on the way, an offer is answered once at most, and the seller is never told something else. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createUser, type Fault, openOffers } from '../../unit/offers/offers-rig.ts'

const faults = fc.array(fc.constantFrom<Fault>('offline', 'lostBefore', 'lostAfter', 429, 500), { maxLength: 3 })
const act = fc.constantFrom('accept', 'counter', 'decline')
const changes = fc.constantFrom('none', 'withdrawn', 'answered')

it('LST-25 OFF-08 whatever is lost, an offer is answered once at most, and shown as the platform has it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(faults, { minLength: 2, maxLength: 2 }),
      fc.array(act, { minLength: 1, maxLength: 3 }),
      changes,
      fc.boolean(),
      async ([writes = [], reads = []], acts, change, restarts) => {
        const rig = openOffers()
        rig.platform.list('L1')
        const offer = rig.platform.make('o1')
        await rig.start()
        const user = createUser(rig)
        rig.platform.failNext('RespondToBestOffer', ...writes)
        rig.platform.failNext('GetBestOffers', ...reads)
        for (const one of acts) {
          if (one === 'accept') await user.accept('o1')
          else if (one === 'counter') await user.counter('o1', '45')
          else await user.decline(['o1'], '')
          if (restarts) await rig.restart()
          if (change === 'withdrawn' && offer.status === 'Pending') offer.status = 'Retracted'
          if (change === 'answered' && offer.status === 'Pending') offer.status = 'Declined'
        }
        await rig.clock.advance(3 * 3_600_000)
        expect(rig.platform.answers.length).toBeLessThanOrEqual(1)
        const waiting = rig.states().filter((state) => ['queued', 'waiting', 'sending'].includes(state))
        // What was carried out is known as sent, or is left to the seller; nothing is waiting to go again.
        if (rig.platform.answers.length === 1) expect(waiting).toEqual([])
        const shown = await rig.call().offer({ offerId: 'o1' })
        expect(shown?.isOpen).toBe(offer.status === 'Pending')
        if (shown?.pending == null) expect(shown?.status).toBe(offer.status)
        await rig.stop()
      },
    ),
    { numRuns: 80 },
  )
})

it('LST-26 whatever is lost, the watchers of a listing get one offer at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(faults, { minLength: 2, maxLength: 2 }),
      fc.boolean(),
      async ([writes = [], reads = []], restarts) => {
        const rig = openOffers()
        const ids = ['L1', 'L2', 'L3']
        for (const id of ids) rig.platform.list(id, { watchers: 2 })
        await rig.start()
        const { planToken } = await rig.call().planWatcherOffers({
          offers: ids.map((listingId) => ({ listingId, discount: { percent: 10 } })),
          message: '',
          excluded: [],
        })
        rig.platform.failNext('sendOfferToInterestedBuyers', ...writes)
        rig.platform.failNext('findEligibleItems', ...reads)
        await rig.runs().startRun({ planToken })
        await rig.clock.advance(10)
        if (restarts) await rig.restart()
        await rig.clock.advance(3 * 3_600_000)
        for (const id of ids) {
          expect(rig.platform.sent.filter(({ listingId }) => listingId === id).length).toBeLessThanOrEqual(1)
        }
        await rig.stop()
      },
    ),
    { numRuns: 40 },
  )
})
