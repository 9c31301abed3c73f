/** Logs one line per exchange on the wire. */
import type { Clock, Log } from '../ports.ts'
import { type Send, TransportFailure } from './request.ts'

/** SECURITY: a header comes from outside, so only the characters of such ids are kept. */
const readRequestId = (header: string | undefined): string | undefined =>
  header !== undefined && /^[\w.%~*?()+=:;,/-]{1,200}$/.test(header) ? header : undefined

/**
 * SECURITY (AUT-04): logs operation, method, path template, status and time; never a body, URL or query value, which may contain
 * a token or a buyer's name. Of the headers only the id of a failed request (`rlogid`), which the platform's support asks for.
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
      const requestId = response.status >= 400 ? readRequestId(response.headers.rlogid) : undefined
      write('request answered', {
        ...fields,
        ...(response.bodyCut ? { bodyCut: true } : {}),
        ...(requestId === undefined ? {} : { rlogid: requestId }),
      })
      return response
    } catch (error) {
      const outcome = error instanceof TransportFailure ? error.outcome : 'refused'
      deps.log.warn('request not answered', { service, operation, method, path, outcome, ms: elapsedMs() })
      throw error
    }
  }
