/**
 * The Post-Order service's searches: returns, missing parcels and cancellation requests (ORD-04). Only reads: the seller answers
 * on the platform's page.
 *
 * It takes `Authorization: IAF`, refuses `Bearer`, and wants the marketplace (FACT-15).
 * https://developer.ebay.com/Devzone/post-order/concepts/MakingACall.html
 */
import * as z from 'zod'
import { marketplaceHeader } from '../../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import type { CaseType } from '../../../shared/orders/case.ts'
import { createErrorCatalog, responseFailure } from '../../http/failures.ts'
import type { HttpRequest, Send } from '../../http/request.ts'
import { createServiceClient } from '../../http/service-client.ts'

const searches = {
  return: {
    operation: 'searchReturns',
    path: '/return/search',
    from: 'creation_date_range_from',
    to: 'creation_date_range_to',
    limit: 200,
    more: {},
  },
  inquiry: {
    operation: 'searchInquiries',
    path: '/inquiry/search',
    from: 'inquiry_creation_date_range_from',
    to: 'inquiry_creation_date_range_to',
    limit: 200,
    more: {},
  },
  // Without a role, the service lists only the seller's own cancellations (FACT-141).
  cancellation: {
    operation: 'searchCancellations',
    path: '/cancellation/search',
    from: 'creation_date_range_from',
    to: 'creation_date_range_to',
    limit: 200,
    more: { role: 'BUYER' },
  },
} as const satisfies Record<CaseType, unknown>

/** The longest window of a search (FACT-141). */
export const MAX_WINDOW_MS = 90 * 24 * 60 * 60_000

const pageSchema = z.looseObject({
  members: z.array(z.unknown()).nullish(),
  cancellations: z.array(z.unknown()).nullish(),
  paginationOutput: z.looseObject({ totalPages: z.number().catch(1) }).nullish(),
})

export type PostOrderClient = ReturnType<typeof createPostOrderClient>

export const createPostOrderClient = ({
  profile,
  send,
}: {
  readonly profile: ConnectionProfile
  readonly send: Send
}) => {
  const errors = createErrorCatalog(getPlatform(profile).name)
  const service = createServiceClient({
    send,
    service: 'postOrder',
    root: `${profile.baseUrl}/post-order/v2`,
    headers: { [marketplaceHeader(profile).toLowerCase()]: profile.marketplaceId },
    toFailure: (response) => responseFailure('postOrder', response, errors),
  })

  return {
    /** One page of the cases opened in a window; `page` counts from 1. */
    search: async (
      type: CaseType,
      window: { readonly fromMs: number; readonly toMs: number | null },
      page: number,
      options: Pick<HttpRequest, 'purpose' | 'signal'>,
    ): Promise<{ readonly cases: readonly unknown[]; readonly hasMore: boolean }> => {
      const { operation, path, from, to, limit, more } = searches[type]
      const { members, cancellations, paginationOutput } = await service.read(
        {
          ...options,
          tokenScheme: 'IAF',
          operation,
          path,
          query: {
            ...more,
            [from]: new Date(window.fromMs).toISOString(),
            ...(window.toMs === null ? {} : { [to]: new Date(window.toMs).toISOString() }),
            limit,
            offset: page,
          },
        },
        pageSchema,
        'The list of cases',
      )
      const cases = cancellations ?? members ?? []
      return { cases, hasMore: cases.length > 0 && page < (paginationOutput?.totalPages ?? 1) }
    },
  }
}
