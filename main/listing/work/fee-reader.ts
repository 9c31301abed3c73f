/** Reads the fees of publishing offers right before they are published (LST-04). */
import type { Fee } from '../../../shared/outbound/run-contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { OfferClient } from '../platform/offer-client.ts'

/** Null if the platform doesn't say. Throws an error that may pass. */
export type FeeReader = (offerIds: readonly string[], signal: AbortSignal) => Promise<readonly Fee[] | null>

export const createFeeReader =
  (client: OfferClient): FeeReader =>
  async (offerIds, signal) => {
    try {
      return await client.getListingFees(offerIds, signal)
    } catch (error) {
      const isAnswer =
        error instanceof Failure && ['service', 'notFound', 'forbidden', 'conflict'].includes(error.detail.kind)
      if (isAnswer && !(error.detail.kind === 'service' && error.detail.status >= 500)) return null
      throw error
    }
  }
