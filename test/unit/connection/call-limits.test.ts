import { expect, it } from 'vitest'
import { findCallLimit } from '../../../main/connection/stored-calls.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'

it.each([
  ['account', 25_000],
  ['catalog', 5_000],
] as const)('FACT-76 PLT-38 calls of the %s service are limited as eBay was seen to limit them', (service, perDay) => {
  const profile = completeProfile({ kind: 'sandbox', name: 'Shop', platform: 'ebay' })
  expect(findCallLimit(profile, service)).toEqual({ perDay, source: 'published' })
})
