/**
 * The developer analytics service: what a keyset may call in a day; eBay only.
 *
 * The figures, the several windows of one resource and the resource without a figure were observed in answers of the real
 * service on 24 September 2026: https://github.com/ttakci/sellerhill. The form is that of the published description.
 */
import type { Faults, PracticeApp, Service } from '../control/faults.ts'
import type { Practice } from '../shop/shop-state.ts'
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'
import { authenticate, type Call, createService, requireScope } from './service.ts'

const DOMAIN = 'API_ANALYTICS'
const DAY_S = 86_400

type Resource = {
  readonly name: string
  /** Whose calls count, and which fault can lower the limit. */
  readonly service?: Service
  /** Calls by window in seconds. */
  readonly limits: readonly (readonly [windowS: number, limit: number])[]
}
type Api = { readonly context: string; readonly name: string; readonly version: string; readonly resources: Resource[] }

const daily = (name: string, limit: number, service?: Service): Resource => ({
  name,
  limits: [[DAY_S, limit]],
  ...(service === undefined ? {} : { service }),
})

const applicationLimits: readonly Api[] = [
  { context: 'buy', name: 'browse', version: 'v1', resources: [daily('buy.browse', 5_000)] },
  { context: 'sell', name: 'inventory', version: 'v1', resources: [daily('sell.inventory', 2_000_000, 'inventory')] },
  { context: 'sell', name: 'account', version: 'v1', resources: [daily('sell.account', 25_000, 'account')] },
  {
    context: 'sell',
    name: 'fulfillment',
    version: 'v1',
    resources: [
      daily('sell.fulfillment', 100_000, 'fulfillment'),
      daily('sell.fulfillment.refund', 100_000),
      {
        name: 'sell.fulfillment.payment_dispute',
        limits: [
          [DAY_S, 250_000],
          [300, 5_000],
        ],
      },
    ],
  },
  {
    context: 'sell',
    name: 'finances',
    version: 'v1',
    resources: [daily('sell.finances', 15_000, 'finances')],
  },
  {
    context: 'sell',
    name: 'recommendation',
    version: 'v1',
    resources: [
      {
        name: 'sell.recommendation',
        limits: [
          [60, 5_400],
          [DAY_S, 5_000],
        ],
      },
    ],
  },
  {
    context: 'commerce',
    name: 'taxonomy',
    version: 'v1',
    resources: [daily('commerce.taxonomy', 5_000, 'catalog'), daily('commerce.taxonomy.bulk', 100)],
  },
  { context: 'commerce', name: 'message', version: 'v1', resources: [daily('commerce.message', 500_000, 'messaging')] },
  {
    context: 'commerce',
    name: 'notification',
    version: 'v1',
    resources: [daily('commerce.notification', 10_000, 'notifications')],
  },
  {
    context: 'commerce',
    name: 'media',
    version: 'v1_beta',
    resources: [{ name: 'Image (commerce, v1_beta)', limits: [] }],
  },
  {
    context: 'post-order',
    name: 'post-order',
    version: 'v2',
    resources: ['return', 'casemanagement', 'inquiry', 'cancellation'].map((name) =>
      daily(`post-order.${name}`, 5_000, 'postOrder'),
    ),
  },
  {
    context: 'developer',
    name: 'analytics',
    version: 'v1_beta',
    resources: [daily('developer.analytics.app_rate_limit', 5_000, 'analytics')],
  },
  {
    context: 'TradingAPI',
    name: 'TradingAPI',
    version: 'v1',
    resources: [
      daily('AddItem', 100_000),
      daily('GetMyeBaySelling', 5_000, 'trading'),
      daily('GetNotificationPreferences', 5_000, 'trading'),
      daily('SetNotificationPreferences', 5_000, 'trading'),
    ],
  },
]

/** Which resources count by user was observed; the figures are made up. */
const userLimits: readonly Api[] = [
  {
    context: 'commerce',
    name: 'identity',
    version: 'v1',
    resources: [daily('commerce.identity.user', 50_000, 'identity')],
  },
  { context: 'TradingAPI', name: 'TradingAPI', version: 'v1', resources: [daily('AddItem', 100_000)] },
]

const { refuse } = createRefusals(DOMAIN)

export const createAnalyticsService = (practice: Practice, faults: Faults): PracticeApp => {
  const describeRates = ({ service, limits }: Resource) =>
    limits.map(([windowS, published]) => {
      const nowMs = practice.now()
      const windowMs = windowS * 1_000
      const usage = service === undefined || windowS !== DAY_S ? undefined : faults.usage(service)
      const limit = Math.min(published, usage?.cap ?? published)
      const count = usage?.calls ?? 0
      return {
        count,
        limit,
        remaining: Math.max(0, limit - count),
        reset: new Date((Math.floor(nowMs / windowMs) + 1) * windowMs).toISOString(),
        timeWindow: windowS,
      }
    })

  const list = (apis: readonly Api[]) => (c: Call) => {
    const [name, context] = [c.req.query('api_name'), c.req.query('api_context')].map((one) => one?.toLowerCase())
    const rateLimits = apis
      .filter((api) => name === undefined || api.name.toLowerCase() === name)
      .filter((api) => context === undefined || api.context.toLowerCase() === context)
      .map((api) => ({
        apiContext: api.context,
        apiName: api.name,
        apiVersion: api.version,
        resources: api.resources.map((resource) => ({ name: resource.name, rates: describeRates(resource) })),
      }))
    return rateLimits.length === 0 ? c.body(null, 204) : c.json({ rateLimits })
  }

  /** Each operation takes one kind of token: the application's, or a user's with a scope of selling. */
  const admit = (c: Call): void => {
    const isUser = c.req.path.includes('/user_rate_limit/')
    const token = authenticate(practice, c, DOMAIN)
    if (token.kind !== (isUser ? 'user' : 'application')) refuse(403, 1100, 'Access denied: the wrong kind of token.')
    requireScope(token, isUser ? [scopes.inventory, scopes.inventoryReadonly, scopes.marketing] : [scopes.root], DOMAIN)
  }
  return createService(faults, { service: 'analytics', base: '/developer/analytics/v1_beta', admit }, [
    ['GET', '/rate_limit/', 'getRateLimits', list(applicationLimits)],
    ['GET', '/user_rate_limit/', 'getUserRateLimits', list(userLimits)],
  ])
}
