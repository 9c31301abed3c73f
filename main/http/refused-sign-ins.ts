/**
 * Remembers services that answered 401 to a fresh token, so that background work doesn't keep calling them (AUT-03).
 * Without it, a service that always answers 401 costs two calls and a new token at each check for news.
 */
import { type Backoff, backoffMs } from '../backoff.ts'
import type { Clock } from '../ports.ts'
import type { HttpRequest, HttpResponse, Service } from './request.ts'

/** From a refusal that a renewal didn't fix to the next renewal. */
const waits: Backoff = { firstMs: 60_000, maxMs: 3_600_000 }

/** `count`: refusals in a row. `untilMs` is monotonic. */
type Refused = { readonly count: number; readonly untilMs: number }

type Call = Pick<HttpRequest, 'service' | 'credential'>

export type RefusedSignIns = {
  /** Whether another 401 is expected, whatever the token. */
  readonly isWaiting: (call: Call) => boolean
  /** Call with the final answer: a 401 counts as refused, an answer of the service itself as accepted. */
  readonly note: (call: Call, response: Pick<HttpResponse, 'status'>) => void
  /** The services that refuse the seller's sign-in. `all`: no service has accepted it. */
  readonly ofSeller: () => { readonly services: readonly Service[]; readonly all: boolean }
  /** Call when tokens or secrets changed, or the seller wants to try again. */
  readonly forget: () => void
}

/** `onChange`: called when `ofSeller` has changed. */
export const createRefusedSignIns = (clock: Clock, onChange: () => void = () => undefined): RefusedSignIns => {
  const refused = new Map<string, Call & Refused>()
  const accepted = new Set<string>()
  const toKey = ({ service, credential }: Call): string => `${service} ${credential}`
  const isWaiting = (call: Call): boolean => clock.monotonicMs() < (refused.get(toKey(call))?.untilMs ?? 0)

  return {
    isWaiting,
    note: ({ service, credential }, { status }) => {
      const key = toKey({ service, credential })
      if (status === 401) {
        accepted.delete(key)
        const before = refused.get(key)
        // Concurrent calls count once.
        if (isWaiting({ service, credential })) return
        const count = (before?.count ?? 0) + 1
        refused.set(key, { service, credential, count, untilMs: clock.monotonicMs() + backoffMs(waits, count) })
        if (before === undefined) onChange()
      } else if (status < 500 && status !== 429) {
        const isFirst = !accepted.has(key)
        accepted.add(key)
        if (refused.delete(key) || (isFirst && refused.size > 0)) onChange()
      }
    },
    ofSeller: () => {
      const services = [...refused.values()].filter(({ credential }) => credential === 'user').map((one) => one.service)
      return { services, all: ![...accepted].some((key) => key.endsWith(' user')) }
    },
    forget: () => {
      const hadAny = refused.size > 0
      refused.clear()
      accepted.clear()
      if (hadAny) onChange()
    },
  }
}
