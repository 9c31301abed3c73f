/** The counted calls of each connection, stored in the settings so that a restart keeps them. */
import * as z from 'zod'
import { getPlatform } from '../../shared/connection/profile.ts'
import type { CallLimit } from '../http/call-budget.ts'
import type { StoredBudgets } from '../http/call-ledger.ts'
import type { Service } from '../http/request.ts'
import type { Settings } from '../ports.ts'
import type { StatedLimits } from './stated-limits.ts'

const CALLS_KEY = 'countedCalls'

const count = z.int().min(0)
const timeMs = z.number()

const budgetSchema = z.object({
  hours: z.array(z.object({ hour: z.int(), seller: count, watch: count, readAhead: count })).max(30),
  refusedUntilMs: timeMs,
})

/** Unreadable counts are dropped and start again at zero. */
const storedSchema = z
  .record(z.string(), z.record(z.string(), budgetSchema.optional().catch(undefined)).catch({}))
  .catch({})

export const createStoredCalls = (settings: Settings, connectionId: string) => {
  const load = () => storedSchema.parse(settings.get(CALLS_KEY) ?? {})
  return {
    load: (): StoredBudgets => (load()[connectionId] ?? {}) as StoredBudgets,
    save: (budgets: StoredBudgets): void => settings.set(CALLS_KEY, { ...load(), [connectionId]: budgets }),
    remove: (): void => {
      const { [connectionId]: _, ...others } = load()
      settings.set(CALLS_KEY, others)
    },
  }
}

/**
 * The daily limit of a service (PLT-38): the one that the platform stated, else the published one. Without both, the
 * seller's setting for background reads.
 */
export const findCallLimit = (
  profile: Parameters<typeof getPlatform>[0] & { readonly limits: { readonly backgroundReadsPerDay: number } },
  service: Service,
  stated?: StatedLimits,
): CallLimit => {
  const statedPerDay = stated?.perDay[service]
  if (stated !== undefined && statedPerDay !== undefined) {
    return { perDay: statedPerDay, source: 'stated', atMs: stated.atMs }
  }
  const { callsPerDay } = getPlatform(profile).limits
  const known = (callsPerDay as Readonly<Partial<Record<Service, number>>>)[service]
  return known === undefined
    ? { perDay: profile.limits.backgroundReadsPerDay, source: 'unknown' }
    : { perDay: known, source: 'published' }
}
