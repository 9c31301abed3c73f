/** The form in which a platform expects the products of a start. */
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { Product } from '../../../shared/mapping/product.ts'

export type MappingAdapter = {
  /** The variables of a start: what the seller entered, without empty fields (MAP-15). */
  readonly startVariables: (profile: Pick<ConnectionProfile, 'mapping'>, products: readonly Product[]) => object
  /** Why the platform would refuse a product, as a sentence; undefined if it wouldn't. */
  readonly findProblem: (product: Product) => string | undefined
  /** Headers of every call, besides those of JSON. */
  readonly headers: (profile: ConnectionProfile) => Readonly<Record<string, string>>
}
