/** How often public keys are fetched, and what made-up ids can use up (NOT-11, SEC-07). */
import { describe, expect, it } from 'vitest'
import { createKeyCache } from '../../../main/notifications/receiver/key-cache.ts'
import type { PublicKey } from '../../../main/notifications/receiver/signature.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newSigner } from './notifications-rig.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const good: PublicKey = { key: newSigner('k').publicPem, algorithm: 'ECDSA', digest: 'SHA1' }

const open = (stored = new Map<string, PublicKey & { fetchedAtMs: number }>()) => {
  const clock = createFakeClock(undefined, 90_000_000)
  const fetched: string[] = []
  const strangers: string[] = []
  let answer: (kid: string) => PublicKey | Promise<PublicKey> = () => good
  const cache = createKeyCache({
    clock,
    store: { key: (kid) => stored.get(kid), saveKey: (kid, key) => void stored.set(kid, key) },
    getPublicKey: async (kid, isStranger) => {
      fetched.push(kid)
      if (isStranger) strangers.push(kid)
      return answer(kid)
    },
  })
  const fail = (kind: 'notFound' | 'offline') => {
    answer = () => Promise.reject(new Failure({ kind, message: `It is ${kind}.` }))
  }
  const answerWith = (next: typeof answer): void => {
    answer = next
  }
  /** How many of these new keys are fetched. */
  const fetchMany = async (count: number, isKnownSender = false, prefix = 'new') => {
    const before = fetched.length
    for (let index = 0; index < count; index += 1) await cache.get(`${prefix}-${index}`, isKnownSender)
    return fetched.length - before
  }
  return { cache, clock, fetched, strangers, stored, fail, answerWith, fetchMany }
}

describe('a public key', () => {
  it('NOT-11 is kept for an hour, across restarts', async () => {
    const { cache, clock, fetched, stored } = open()
    expect(cache.cached('k')).toBeUndefined()
    expect(await cache.get('k', false)).toMatchObject({ kind: 'key' })
    expect(cache.cached('k')).toMatchObject({ kind: 'key' })
    const restarted = open(stored)
    expect(restarted.cache.cached('k')).toMatchObject({ kind: 'key' })
    clock.jump(HOUR_MS - 1)
    await cache.get('k', false)
    expect(fetched).toHaveLength(1)
    clock.jump(1)
    await cache.get('k', false)
    expect(fetched).toHaveLength(2)
  })

  it('NOT-11 is fetched again if the clock was set back', async () => {
    const { cache, clock, fetched } = open()
    await cache.get('k', false)
    clock.jump(-1)
    await cache.get('k', false)
    expect(fetched).toHaveLength(2)
  })

  it('NOT-11 is fetched once, however many deliveries ask for it', async () => {
    const { cache, fetched } = open()
    await Promise.all([cache.get('k', false), cache.get('k', false)])
    expect(fetched).toHaveLength(1)
  })

  it('NOT-11 that can’t be used is not fetched again before the hour is over', async () => {
    const { cache, fetched, answerWith } = open()
    answerWith(() => ({ ...good, digest: 'MD5' }))
    for (let count = 0; count < 3; count += 1) {
      expect(await cache.get('k', false)).toMatchObject({ kind: 'later', why: expect.stringContaining('MD5') })
    }
    expect(fetched).toHaveLength(1)
  })

  it('NOT-11 that the platform does not know is not asked for again for an hour', async () => {
    const { cache, clock, fetched, fail, answerWith } = open()
    fail('notFound')
    for (let count = 0; count < 3; count += 1) expect(await cache.get('k', false)).toEqual({ kind: 'unknown' })
    expect(fetched).toHaveLength(1)
    clock.jump(HOUR_MS)
    answerWith(() => good)
    expect(await cache.get('k', false)).toMatchObject({ kind: 'key' })
  })

  it.each([
    [() => Promise.reject(new Failure({ kind: 'offline', message: 'No connection.' })), 'No connection.'],
    [() => Promise.reject(new TypeError('a bug')), 'The key couldn’t be fetched.'],
  ])('NOT-11 that can’t be fetched is fetched later: %#', async (answer, why) => {
    const { cache, fetched, answerWith } = open()
    answerWith(answer)
    expect(await cache.get('k', false)).toEqual({ kind: 'later', why })
    await cache.get('k', false)
    expect(fetched).toHaveLength(2)
  })

  it('NOT-11 that arrives after the receiver stopped is not stored', async () => {
    const { cache, stored } = open()
    const asked = cache.get('k', false)
    cache.stop()
    expect(await asked).toMatchObject({ kind: 'later' })
    expect(stored.size).toBe(0)
  })

  it('RCV-08 is fetched again if the seller checks again', async () => {
    const { cache, fetched } = open()
    await cache.get('k', false)
    cache.forget('k')
    expect(cache.cached('k')).toBeUndefined()
    await cache.get('k', false)
    expect(cache.cached('k')).toMatchObject({ kind: 'key' })
    expect(fetched).toHaveLength(2)
  })

  it('RCV-08 that the platform no longer knows is unknown when the seller checks again', async () => {
    const { cache, fail } = open()
    await cache.get('k', false)
    cache.forget('k')
    fail('notFound')
    expect(await cache.get('k', false)).toEqual({ kind: 'unknown' })
    expect(cache.cached('k')).toEqual({ kind: 'unknown' })
  })

  it('RCV-08 is renewed at most once a minute, unless the renewal failed', async () => {
    const { cache, clock, fetched, fail, answerWith } = open()
    await cache.get('k', false)
    fail('offline')
    expect(await cache.renew('k')).toMatchObject({ kind: 'later' })
    expect(cache.mayRenew('k')).toBe(true)
    answerWith(() => good)
    expect(await cache.renew('k')).toMatchObject({ kind: 'key' })
    expect([cache.mayRenew('k'), cache.renew('k')]).toEqual([false, undefined])
    await clock.advance(MINUTE_MS - 1)
    expect(cache.mayRenew('k')).toBe(false)
    await clock.advance(1)
    expect(cache.mayRenew('k')).toBe(true)
    expect(fetched).toHaveLength(3)
  })
})

describe('the calls for keys', () => {
  it('SEC-07 of strangers are at most 20 a minute, and known senders and keys have calls of their own', async () => {
    const { cache, clock, stored, fetchMany, strangers } = open()
    stored.set('old', { ...good, fetchedAtMs: 0 })
    expect(await fetchMany(25)).toBe(20)
    expect(cache.get('one-more', false)).toMatchObject({ kind: 'later', isOverBudget: true })
    expect([cache.wasGood('old'), cache.wasGood('one-more')]).toEqual([true, false])
    expect(await cache.get('old', false)).toMatchObject({ kind: 'key' })
    expect(await fetchMany(12, true, 'known')).toBe(10)
    expect(strangers).toHaveLength(20)
    await clock.advance(MINUTE_MS)
    expect(await fetchMany(5, false, 'later')).toBe(5)
  })

  it.each([3, 10])('SEC-07 forgeries that name %d real keys all day delay no genuine delivery', async (ids) => {
    const { cache, clock, stored, fetched } = open()
    const kids = Array.from({ length: ids }, (_, index) => `real-${index}`)
    for (const kid of kids) stored.set(kid, { ...good, fetchedAtMs: clock.nowMs() })
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (const kid of kids) {
        expect(await cache.get(kid, false)).toMatchObject({ kind: 'key' })
        // The signature doesn't match, so the key may have been replaced.
        await cache.renew(kid)
      }
      await clock.advance(MINUTE_MS)
    }
    expect(fetched.length).toBeLessThan(ids * 200)
  })

  it('SEC-07 forgeries cannot keep one key from being fetched while another fails', async () => {
    const { cache, stored, answerWith } = open()
    for (const kid of ['failing', 'genuine']) stored.set(kid, { ...good, fetchedAtMs: 0 })
    answerWith((kid) =>
      kid === 'failing' ? Promise.reject(new Failure({ kind: 'offline', message: 'It is.' })) : good,
    )
    for (let count = 0; count < 50; count += 1) await cache.get('failing', false)
    expect(await cache.get('genuine', false)).toMatchObject({ kind: 'key' })
  })

  it('RCV-08 a replaced key is fetched again a minute later, even after many forgeries', async () => {
    const { cache, clock, answerWith } = open()
    await cache.get('k', false)
    for (let count = 0; count < 5; count += 1) {
      await cache.renew('k')
      await clock.advance(10 * MINUTE_MS)
    }
    answerWith(() => ({ ...good, key: newSigner('k').publicPem }))
    await cache.renew('k')
    expect(cache.mayRenew('k')).toBe(false)
    await clock.advance(MINUTE_MS)
    expect(cache.mayRenew('k')).toBe(true)
  })

  it('SEC-07 of strangers are at most 1,000 a day, however long made-up ids go on', async () => {
    const { clock, fail, fetchMany } = open()
    fail('notFound')
    let fetched = 0
    for (let minute = 0; minute < 60; minute += 1) {
      fetched += await fetchMany(20, false, `made-up-${minute}`)
      await clock.advance(MINUTE_MS)
    }
    expect(fetched).toBe(1_000)
    clock.jump(24 * HOUR_MS)
    expect(await fetchMany(1, false, 'after-a-jump')).toBe(0)
    await clock.advance(24 * HOUR_MS)
    expect(await fetchMany(1, false, 'the-next-day')).toBe(1)
  })

  it('SEC-07 for made-up ids are remembered for 1,000 of them', async () => {
    const { cache, clock, fail, fetchMany } = open()
    fail('notFound')
    for (let minute = 0; minute < 50; minute += 1) {
      await fetchMany(20, false, `made-up-${minute}`)
      await clock.advance(MINUTE_MS)
    }
    // Ids of the last hour, as long as there are not too many.
    expect(cache.cached('made-up-0-0')).toEqual({ kind: 'unknown' })
    await fetchMany(1, true, 'one-more')
    expect(cache.cached('made-up-0-0')).toBeUndefined()
    expect(cache.cached('made-up-0-1')).toEqual({ kind: 'unknown' })
  })
})
