/** One log line for each exchange on the wire. */
import type { Clock, Log } from '../ports.ts'
import { type Send, TransportFailure } from './request.ts'

/**
 * SECURITY (AUT-04): operation, method, path template, status and time; never a header, a body, a URL or a query value,
 * each of which may hold a token or a buyer's name.
 */
export const withLog =
  (next: Send, deps: { readonly clock: Clock; readonly log: Log }): Send =>
  async (request) => {
    const { service, operation, method, pathTemplate } = request
    const startedMs = deps.clock.monotonicMs()
    const ms = (): number => Math.round(deps.clock.monotonicMs() - startedMs)
    try {
      const answer = await next(request)
      const fields = { service, operation, method, path: pathTemplate, status: answer.status, ms: ms() }
      const line = answer.status >= 400 ? deps.log.warn : deps.log.debug
      line('request answered', answer.bodyCut ? { ...fields, bodyCut: true } : fields)
      return answer
    } catch (error) {
      const outcome = error instanceof TransportFailure ? error.outcome : 'refused'
      deps.log.warn('request not answered', { service, operation, method, path: pathTemplate, outcome, ms: ms() })
      throw error
    }
  }
