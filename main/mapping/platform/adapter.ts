/** How a platform expects the products of a start. `profile.platform` chooses the adapter, once. */
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import { ebayAdapter } from './ebay.ts'
import { neutralAdapter } from './neutral.ts'

export type MappingAdapter = {
  /** The variables of a start: what the seller entered, without empty fields (MAP-15). */
  readonly startVariables: (profile: Pick<ConnectionProfile, 'mapping'>, products: readonly Product[]) => object
  /** Headers of every call, in addition to those of JSON. */
  readonly headers: (profile: ConnectionProfile) => Readonly<Record<string, string>>
}

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
