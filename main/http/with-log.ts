/** Logs one line per exchange on the wire. */
import type { Clock, Log } from '../ports.ts'
import { type Send, TransportFailure } from './request.ts'

/**
 * SECURITY (AUT-04): logs operation, method, path template, status and time; never a header, body, URL or query value,
 * which may contain a token or a buyer's name.
 */
export const withLog =
  (next: Send, deps: { readonly clock: Clock; readonly log: Log }): Send =>
  async (request) => {
    const { service, operation, method, pathTemplate: path } = request
    const startedMs = deps.clock.monotonicMs()
    const elapsedMs = (): number => Math.round(deps.clock.monotonicMs() - startedMs)
    try {
      const response = await next(request)
      const fields = { service, operation, method, path, status: response.status, ms: elapsedMs() }
      const write = response.status >= 400 ? deps.log.warn : deps.log.debug
      write('request answered', response.bodyCut ? { ...fields, bodyCut: true } : fields)
      return response
    } catch (error) {
      const outcome = error instanceof TransportFailure ? error.outcome : 'refused'
      deps.log.warn('request not answered', { service, operation, method, path, outcome, ms: elapsedMs() })
      throw error
    }
  }
