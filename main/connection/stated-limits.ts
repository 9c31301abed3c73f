/**
 * The daily limits that the platform states about a keyset (PLT-38): reads its answers to getRateLimits and
 * getUserRateLimits, and keeps the last one across restarts.
 */
import * as z from 'zod'
import type { Service } from '../http/request.ts'
import type { Settings } from '../ports.ts'

const KEY = 'statedLimits'

/** A resource may have several windows; only the one of a day is a daily limit (FACT-76). */
const DAY_S = 86_400

/**
 * The resources that a service's calls count against, in lower case. Several count as the lowest. Legacy calls are limited
 * by call, pictures have no figure, and no answer with a resource for mapping has been seen.
 */
const resourceNames: Readonly<Partial<Record<Service, readonly string[]>>> = {
  inventory: ['sell.inventory'],
  account: ['sell.account'],
  catalog: ['commerce.taxonomy', 'sell.metadata'],
  messages: ['commerce.message'],
  notification: ['commerce.notification'],
  identity: ['commerce.identity', 'commerce.identity.user'],
  fulfillment: ['sell.fulfillment'],
  finances: ['sell.finances'],
  postOrder: ['post-order.return', 'post-order.inquiry', 'post-order.cancellation'],
  negotiation: ['sell.negotiation'],
  trading: [
    'getmyebayselling',
    'getnotificationpreferences',
    'setnotificationpreferences',
    'getbestoffers',
    'respondtobestoffer',
  ],
  analytics: ['developer.analytics.app_rate_limit'],
}

const lenientList = <S extends z.ZodType>(element: S) =>
  z
    .array(element.nullable().catch(null))
    .nullish()
    .transform((list) => (list ?? []).flatMap((one) => (one === null ? [] : [one])))

const rateSchema = z.object({
  limit: z.int().positive(),
  remaining: z.int().nullish().catch(null),
  reset: z.string().nullish().catch(null),
  timeWindow: z.int(),
})

/** An answer without limits is an empty body (204), or a list without elements. */
export const rateLimitsSchema = z.object({
  rateLimits: lenientList(
    z.object({ resources: lenientList(z.object({ name: z.string(), rates: lenientList(rateSchema) })) }),
  ),
})
export type RateLimits = z.output<typeof rateLimitsSchema>

/** `exhaustedUntilMs`: no call is left until then; null if some are. */
export type ReadLimit = { readonly perDay: number; readonly exhaustedUntilMs: number | null }

/** The daily limit of each service that the answers name. The lower one counts where both name it. */
export const readLimits = (answers: readonly RateLimits[]): ReadonlyMap<Service, ReadLimit> => {
  const rates = answers
    .flatMap(({ rateLimits }) => rateLimits.flatMap(({ resources }) => resources))
    .flatMap(({ name, rates: all }) =>
      all.filter(({ timeWindow }) => timeWindow === DAY_S).map((rate) => ({ ...rate, name: name.toLowerCase() })),
    )
  const limits = new Map<Service, ReadLimit>()
  for (const [service, names] of Object.entries(resourceNames) as [Service, readonly string[]][]) {
    const own = rates.filter(({ name }) => names.includes(name))
    if (own.length === 0) continue
    const ends = own.flatMap(({ remaining, reset }) => {
      const resetMs = Date.parse(reset ?? '')
      return remaining != null && remaining <= 0 && !Number.isNaN(resetMs) ? [resetMs] : []
    })
    limits.set(service, {
      perDay: Math.min(...own.map(({ limit }) => limit)),
      exhaustedUntilMs: ends.length === 0 ? null : Math.max(...ends),
    })
  }
  return limits
}

const storedSchema = z
  .record(
    z.string(),
    z
      .object({
        clientId: z.string(),
        atMs: z.number(),
        perDay: z.record(z.string(), z.int().positive()),
      })
      .optional()
      .catch(undefined),
  )
  .catch({})

export type StatedLimits = {
  readonly atMs: number
  readonly perDay: Readonly<Partial<Record<Service, number>>>
}

/** Limits belong to a keyset, so those of another client ID don't count. */
export const createStoredLimits = (settings: Settings, connectionId: string) => {
  const loadAll = () => storedSchema.parse(settings.get(KEY) ?? {})
  return {
    load: (clientId: string): StatedLimits | undefined => {
      const stored = loadAll()[connectionId]
      return stored?.clientId === clientId ? stored : undefined
    },
    save: (clientId: string, limits: StatedLimits): void =>
      settings.set(KEY, { ...loadAll(), [connectionId]: { clientId, ...limits } }),
    remove: (): void => {
      const { [connectionId]: _, ...others } = loadAll()
      settings.set(KEY, others)
    },
  }
}
