/** How each platform spells the same things on the wire. */
import { scopes } from './api/scopes.ts'

export const practicePlatforms = ['neutral', 'ebay'] as const
export type PracticePlatformId = (typeof practicePlatforms)[number]

export type PlatformNames = {
  readonly id: PracticePlatformId
  /** Part of header names: X-{word}-SIGNATURE. */
  readonly headerWord: string
  /** The conversation type of the platform's own messages. */
  readonly noticeType: string
  readonly marketplaceId: string
  /** The marketplace's only language. */
  readonly language: string
  /** The prefix of scopes; null if any base is accepted, because the description leaves it open. */
  readonly scopeBase: string | null
  /** Maps the spelling in `scopes` to this platform's, where they differ. */
  readonly scopeSpellings: Readonly<Record<string, string>>
}

export const platformNames: Readonly<Record<PracticePlatformId, PlatformNames>> = {
  neutral: {
    id: 'neutral',
    headerWord: 'SVC',
    noticeType: 'FROM_SVC',
    marketplaceId: 'SVC_US',
    language: 'en-US',
    scopeBase: null,
    scopeSpellings: {},
  },
  ebay: {
    id: 'ebay',
    headerWord: 'EBAY',
    noticeType: 'FROM_EBAY',
    marketplaceId: 'EBAY_US',
    language: 'en-US',
    scopeBase: 'https://api.ebay.com',
    scopeSpellings: {
      [scopes.message]: '/oauth/api_scope/commerce.message',
      [scopes.listingPreview]: '/oauth/api_scope/sell.inventory.mapping',
    },
  },
}
