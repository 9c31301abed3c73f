import { describe, expect, it } from 'vitest'
import { createStoredLimits, rateLimitsSchema, readLimits } from '../../../main/connection/stated-limits.ts'
import { findCallLimit } from '../../../main/connection/stored-calls.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'

const DAY_S = 86_400
const reset = '2026-11-22T00:00:00.000Z'

const rate = (limit: number, remaining = limit, timeWindow = DAY_S) => ({
  count: limit - remaining,
  limit,
  remaining,
  reset,
  timeWindow,
})

const answer = (resources: readonly unknown[]) =>
  rateLimitsSchema.parse({ rateLimits: [{ apiContext: 'sell', apiName: 'inventory', resources }] })

const read = (...answers: readonly (readonly unknown[])[]) => Object.fromEntries(readLimits(answers.map(answer)))

describe('the limits that the platform states', () => {
  it('PLT-38 FACT-76 count by day, whatever other windows a resource has', () => {
    const rates = [rate(5_400, 5_400, 60), rate(4_000)]
    expect(read([{ name: 'commerce.taxonomy', rates }])).toEqual({ catalog: { perDay: 4_000, exhaustedUntilMs: null } })
    expect(read([{ name: 'commerce.taxonomy', rates: [rate(5_400, 5_400, 60)] }])).toEqual({})
  })

  it('PLT-38 FACT-142 are the lowest where several resources count for a service', () => {
    const returned = { name: 'post-order.return', rates: [rate(5_000)] }
    const inquiry = { name: 'post-order.inquiry', rates: [rate(3_000)] }
    expect(read([returned, inquiry])).toMatchObject({ postOrder: { perDay: 3_000 } })
    expect(
      read(
        [{ name: 'commerce.identity', rates: [rate(9_000)] }],
        [{ name: 'commerce.identity.user', rates: [rate(40)] }],
      ),
    ).toMatchObject({ identity: { perDay: 40 } })
  })

  it('PLT-38 say until when a service has no calls left', () => {
    expect(read([{ name: 'sell.inventory', rates: [rate(100, 0)] }])).toEqual({
      inventory: { perDay: 100, exhaustedUntilMs: Date.parse(reset) },
    })
  })

  it.each([
    ['an unknown resource', [{ name: 'sell.unheard_of', rates: [rate(5)] }]],
    ['a resource without figures', [{ name: 'sell.inventory', rates: [] }, { name: 'commerce.message' }]],
    ['a limit of nothing', [{ name: 'sell.inventory', rates: [rate(0)] }]],
    ['a limit in words', [{ name: 'sell.inventory', rates: [{ ...rate(5), limit: 'many' }] }, null, 'text']],
  ])('PLT-38 leave out %s', (_, resources) => {
    expect(read(resources)).toEqual({})
  })

  it('PLT-38 come before the published ones, which count where none is stated', () => {
    const profile = completeProfile({ kind: 'production', name: 'Shop', platform: 'ebay' })
    const stated = { atMs: 1_000, perDay: { inventory: 700 } }
    expect(findCallLimit(profile, 'inventory', stated)).toEqual({ perDay: 700, source: 'stated', atMs: 1_000 })
    expect(findCallLimit(profile, 'account', stated)).toEqual({ perDay: 25_000, source: 'published' })
  })

  it('PLT-38 belong to a keyset: those of another client ID don’t count', () => {
    const kept = new Map<string, unknown>()
    const settings = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: unknown) => void kept.set(key, value),
    }
    const store = createStoredLimits(settings, 'shop')
    store.save('Seller-PRD-1', { atMs: 1, perDay: { inventory: 700 } })
    expect(store.load('Seller-PRD-1')).toMatchObject({ perDay: { inventory: 700 } })
    expect(store.load('Seller-PRD-2')).toBeUndefined()
    store.remove()
    expect(store.load('Seller-PRD-1')).toBeUndefined()
    kept.set('statedLimits', { shop: 'broken' })
    expect(store.load('Seller-PRD-1')).toBeUndefined()
  })
})
