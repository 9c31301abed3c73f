/** One exchange on the wire: logged, counted, and read for what a gateway means by its status. */
import type { Clock, Log } from '../ports.ts'
import { parseErrors, readSaid } from './answers.ts'
import type { CallLedger } from './call-ledger.ts'
import { type HttpRequest, type HttpResponse, type Send, type Service, TransportFailure } from './request.ts'
import { saysUsedUp } from './used-up.ts'

const FORBIDDEN = 403
const RATE_LIMIT = 429
const MISSING_PERMISSION = 1100
const TOO_MANY_REQUESTS = 2001

/** Excludes calls that don't go to the platform's services: pictures, and the practice platform's own controls. */
const uncounted: readonly Service[] = ['pictures', 'practice']
export const isCounted = ({ service }: Pick<HttpRequest, 'service'>): boolean => !uncounted.includes(service)

/** SECURITY: a header comes from outside, so only the characters of such ids are kept. */
const readRequestId = (header: string | undefined): string | undefined =>
  header !== undefined && /^[\w.%~*?()+=:;,/-]{1,200}$/.test(header) ? header : undefined

const isUsedUp = (response: HttpResponse): boolean => {
  if (response.status !== FORBIDDEN) return false
  const errors = parseErrors(response)
  if (errors.some(({ errorId }) => errorId === MISSING_PERMISSION)) return false
  if (errors.some(({ errorId }) => errorId === TOO_MANY_REQUESTS)) return true
  const said = errors.flatMap(({ message = '', longMessage = '' }) => [message, longMessage])
  return [...said, readSaid(response) ?? ''].some(saysUsedUp)
}

/** Whether the platform may have received the request. */
const mayHaveArrived = (error: unknown): boolean => !(error instanceof TransportFailure) || error.outcome === 'unknown'

/**
 * Logs one line per exchange and counts it, unless it certainly never left. Some gateways answer 403 once the day's calls are used
 * up; that is returned as a 429, so that it pauses the service, keeps what waits, and is shown as what it is (MSG-20).
 *
 * SECURITY (AUT-04): the line has operation, method, path template, status and time; never a body, URL or query value, which may
 * contain a token or a buyer's name. Of the headers only the id of a failed request (`rlogid`), which the platform's support asks
 * for.
 */
export const createExchange = (deps: {
  /** undici, or a double in tests. */
  readonly wire: Send
  readonly clock: Clock
  readonly log: Log
  readonly ledger?: Pick<CallLedger, 'count'>
}): Send => {
  const { wire, clock, log, ledger } = deps
  return async (request) => {
    const { service, operation, method, pathTemplate: path, purpose = 'seller' } = request
    const startedMs = clock.monotonicMs()
    const about = () => ({ service, operation, method, path, ms: Math.round(clock.monotonicMs() - startedMs) })
    const count = (): void => {
      if (isCounted(request)) ledger?.count(service, purpose)
    }
    let response: HttpResponse
    try {
      response = await wire(request)
    } catch (error) {
      const outcome = error instanceof TransportFailure ? error.outcome : 'refused'
      log.warn('request not answered', { ...about(), outcome })
      if (mayHaveArrived(error)) count()
      throw error
    }
    const isFailed = response.status >= 400
    const requestId = isFailed ? readRequestId(response.headers.rlogid) : undefined
    const write = isFailed ? log.warn : log.debug
    write('request answered', {
      ...about(),
      status: response.status,
      ...(response.bodyCut ? { bodyCut: true } : {}),
      ...(requestId === undefined ? {} : { rlogid: requestId }),
    })
    count()
    return isUsedUp(response) ? { ...response, status: RATE_LIMIT } : response
  }
}
