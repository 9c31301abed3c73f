/** Recognizes a 403 that means used-up calls, not a missing permission. */
import { parseErrors, readSaid } from './answers.ts'
import type { HttpResponse, Send } from './request.ts'
import { saysUsedUp } from './used-up.ts'

const FORBIDDEN = 403
const RATE_LIMIT = 429
const MISSING_PERMISSION = 1100
const TOO_MANY_REQUESTS = 2001

const isUsedUp = (response: HttpResponse): boolean => {
  if (response.status !== FORBIDDEN) return false
  const errors = parseErrors(response)
  if (errors.some(({ errorId }) => errorId === MISSING_PERMISSION)) return false
  if (errors.some(({ errorId }) => errorId === TOO_MANY_REQUESTS)) return true
  const said = errors.flatMap(({ message = '', longMessage = '' }) => [message, longMessage])
  return [...said, readSaid(response) ?? ''].some(saysUsedUp)
}

/**
 * Some gateways answer 403 once the day's calls are used up. As a 429 it pauses the service, keeps what waits, and is shown as
 * what it is (MSG-20).
 */
export const withUsedUp =
  (next: Send): Send =>
  async (request) => {
    const response = await next(request)
    return isUsedUp(response) ? { ...response, status: RATE_LIMIT } : response
  }
