/** Chooses a connection's adapter for offers, by `profile.platform`. */
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import type { Services } from '../../feature.ts'
import type { OffersPlatform } from './adapter.ts'
import { createEbayOffers } from './ebay.ts'

type Create = (deps: Pick<Services, 'profile' | 'send' | 'secrets' | 'clock' | 'log'>) => OffersPlatform

/** The neutral platform's documents have no offers of buyers. */
const adapters: Readonly<Record<PlatformId, Create | null>> = { neutral: null, ebay: createEbayOffers }

/** Null if the platform has no offers. */
export const createOffersPlatform = (deps: Parameters<Create>[0]): OffersPlatform | null =>
  adapters[deps.profile.platform]?.(deps) ?? null
