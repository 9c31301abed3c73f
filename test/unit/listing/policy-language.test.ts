import { expect, it } from 'vitest'
import { createChoicesClient } from '../../../main/listing/platform/choices-client.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'

const readHeaders = async (marketplaceId: string, contentLanguage: string): Promise<unknown[]> => {
  const seen: unknown[] = []
  const client = createChoicesClient({
    profile: completeProfile({ kind: 'production', name: 'Shop', platform: 'ebay', marketplaceId, contentLanguage }),
    send: async ({ headers }) => {
      seen.push([headers['content-language'], headers['accept-language']])
      return { status: 200, headers: {}, body: new TextEncoder().encode('{}'), bodyCut: false }
    },
  })
  for (const kind of ['fulfillment', 'payment', 'return'] as const) await client.getPolicies(kind)
  return seen
}

it.each([
  ['EBAY_CA', 'fr-CA', 'fr-CA'],
  ['EBAY_CA', 'en-CA', 'en-CA'],
  ['EBAY_BE', 'nl-BE', 'nl-BE'],
  ['EBAY_DE', 'de-DE', undefined],
])('PLT-35 policies of %s in %s are read with the Content-Language %s', async (marketplaceId, language, header) => {
  expect(await readHeaders(marketplaceId, language)).toEqual(Array.from({ length: 3 }, () => [header, language]))
})
