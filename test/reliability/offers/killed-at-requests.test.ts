/** Answers to buyers' offers and offers to watchers, with the app killed at a request: nothing goes twice, and nothing is lost. */
import { describe, expect, it } from 'vitest'
import type { HttpRequest, Send } from '../../../main/http/request.ts'
import { settle } from '../../support/fake-clock.ts'
import { openOffers } from '../../unit/offers/offers-rig.ts'
import { isLong } from '../long.ts'
import { spread } from '../spread.ts'

const IN_SHORT = 4
const OFFERS = ['o1', 'o2', 'o3'] as const
const LISTINGS = ['L1', 'L2', 'L3'] as const

type Moment = 'before acting' | 'after acting'

/** Opens a shop whose app is killed at a request with this number, counted from 1; 0 for none. */
const open = async (killAt: number, moment: Moment) => {
  let count = 0
  let generation = 0
  let onKill: () => void = () => undefined
  const requests: HttpRequest[] = []
  const rig = openOffers({
    network: (platform): Send => {
      const own = generation
      return async (request) => {
        if (own !== generation) return new Promise(() => undefined)
        requests.push(request)
        count += 1
        if (count !== killAt) return platform.send(request)
        if (moment === 'after acting') await platform.send(request)
        generation += 1
        onKill()
        return new Promise(() => undefined)
      }
    },
  })
  for (const listingId of LISTINGS) rig.platform.list(listingId, { left: 5, watchers: 2 })
  for (const [index, offerId] of OFFERS.entries()) {
    rig.platform.make(offerId, { buyer: offerId, listingId: index === 2 ? 'L2' : 'L1' })
  }
  let isKilled = false
  onKill = () => {
    isKilled = true
  }
  /** Goes on for a while; a killed app is started again. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      await rig.clock.advance(1_000)
      await settle()
      if (!isKilled) continue
      isKilled = false
      await rig.crash()
    }
  }
  await rig.start()
  await pass(2_000)
  return { rig, pass, requests: () => requests.length }
}

type Shop = Awaited<ReturnType<typeof open>>

/** The seller answers what is still open, and again what certainly was not sent. */
const answerAll = async ({ rig, pass }: Shop): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    for (const { offerId, price, quantity, pending } of await rig.open()) {
      if (pending !== null && !['refused', 'notFound'].includes(pending.state)) continue
      const seen = { offerId, price, quantity }
      const work =
        offerId === 'o1'
          ? async () => rig.call().accept({ ...seen, message: '', undoMs: 0 })
          : async () => rig.call().decline({ offers: [seen], message: 'Sorry.', undoMs: 0 })
      void work().catch(() => undefined)
    }
    await pass(60_000)
  }
}

const offerToWatchers = async ({ rig, pass }: Shop): Promise<void> => {
  const plan = (async () => {
    const { planToken } = await rig.call().planWatcherOffers({
      offers: LISTINGS.map((listingId) => ({ listingId, discount: { percent: 10 } })),
      message: '',
      excluded: [],
    })
    await rig.runs().startRun({ planToken })
  })()
  void plan.catch(() => undefined)
  await pass(120_000)
}

/** Their numbers, counted from 1. */
const chooseRequests = (all: number): readonly number[] =>
  spread(all, isLong ? all : IN_SHORT).map((index) => index + 1)

const countRequests = async (story: (shop: Shop) => Promise<void>): Promise<number> => {
  const shop = await open(0, 'before acting')
  await story(shop)
  await shop.rig.stop()
  expect(shop.requests()).toBeGreaterThan(4)
  return shop.requests()
}

describe.each(['before acting', 'after acting'] as const)('killed at a request, %s', (moment) => {
  it('LST-25 each offer has one answer, and shows it', { timeout: 120_000 }, async () => {
    const all = await countRequests(answerAll)
    for (const killAt of chooseRequests(all)) {
      const shop = await open(killAt, moment)
      await answerAll(shop)
      const { rig } = shop
      const answered = rig.platform.answers.map(({ offerId, action }) => [offerId, action]).toSorted()
      expect(answered, `killed at request ${killAt}`).toEqual([
        ['o1', 'Accept'],
        ['o2', 'Decline'],
        ['o3', 'Decline'],
      ])
      expect(await rig.open()).toEqual([])
      await rig.stop()
    }
  })

  it('LST-26 the watchers of a listing get one offer at most, and one that isn’t known is the seller’s to decide', {
    timeout: 120_000,
  }, async () => {
    const all = await countRequests(offerToWatchers)
    for (const killAt of chooseRequests(all)) {
      const shop = await open(killAt, moment)
      await offerToWatchers(shop)
      const { rig } = shop
      const { rows } = await rig.call().watcherOffers({ offset: 0, limit: 10 })
      const unknown = (await rig.runs().list({})).entries.filter(({ state }) => state === 'unknown')
      for (const listingId of LISTINGS) {
        const sent = rig.platform.sent.filter((one) => one.listingId === listingId).length
        expect(sent, `killed at request ${killAt}`).toBeLessThanOrEqual(1)
        const isKnown = rows.some((row) => row.listingId === listingId)
        const isOpen = unknown.some(({ subject }) => subject === `watchers:${listingId}`)
        if (sent === 1) expect(isKnown || isOpen, `${listingId} killed at ${killAt}`).toBe(true)
      }
      await rig.stop()
    }
  })
})
