/** The adapter for a connection's mapping tasks, chosen once by `profile.platform`. */
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import type { MappingAdapter } from './adapter.ts'
import { ebayAdapter } from './ebay.ts'
import { neutralAdapter } from './neutral.ts'

const adapters: Readonly<Record<PlatformId, MappingAdapter>> = { neutral: neutralAdapter, ebay: ebayAdapter }

export const getMappingAdapter = ({ platform }: { readonly platform: PlatformId }): MappingAdapter => adapters[platform]

/** The body of a start, byte for byte: previewed, stored and sent. */
export const startBody = (
  profile: Pick<ConnectionProfile, 'platform' | 'mapping'>,
  products: readonly Product[],
): string =>
  JSON.stringify({
    query: profile.mapping.startDocument,
    variables: getMappingAdapter(profile).startVariables(profile, products),
  })
