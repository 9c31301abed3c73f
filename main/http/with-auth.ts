/** Adds the bearer token, and answers a 401 with one renewal and one more attempt (AUT-02). */
import { Failure } from '../../shared/result.ts'
import { redactSecrets } from './redact.ts'
import type { RefusedSignIns } from './refused-sign-ins.ts'
import type { HttpRequest, Send } from './request.ts'
import { answerToStatus, retryTable } from './retry-table.ts'

export type Credential = Exclude<HttpRequest['credential'], 'none'>

/** Both methods may throw a `Failure`, which always means that the request itself was not sent. */
export type TokenSource = {
  readonly current: (credential: Credential) => Promise<string>
  /**
   * A token to replace `rejected`, which got a 401. Concurrent callers share one renewal. Returns `rejected` if there
   * is nothing better.
   */
  readonly renew: (credential: Credential, rejected: string) => Promise<string>
}

const refusesSignIn = (): Failure =>
  new Failure({
    kind: 'signInNeeded',
    message: 'The platform does not accept the sign-in. Sign in again in Settings.',
  })

/**
 * A second 401 is final (AUT-03); a 403 renews nothing. A 401 means that the request wasn't carried out, so even one
 * that isn't `repeatable` is sent again. After a final 401 the service gets no background reads for a while, and the
 * seller's calls are sent once, without a new token. Throws `signInNeeded` for such a read: nothing was sent.
 */
export const withAuth =
  (next: Send, deps: { readonly tokens: TokenSource; readonly refused?: RefusedSignIns }): Send =>
  async (request) => {
    if (request.credential === 'none') return next(request)
    const { credential, tokenHeader, tokenScheme = 'Bearer' } = request
    const { tokens, refused } = deps
    const isWaiting = refused?.isWaiting(request) === true
    if (isWaiting && request.purpose !== undefined) throw refusesSignIn()
    const sendWith = async (token: string) => {
      const auth = tokenHeader === undefined ? { authorization: `${tokenScheme} ${token}` } : { [tokenHeader]: token }
      return redactSecrets(await next({ ...request, headers: { ...request.headers, ...auth } }), [token])
    }

    const token = await tokens.current(credential)
    let response = await sendWith(token)
    if (retryTable[answerToStatus(response.status)].http === 'renewToken' && !isWaiting) {
      const renewed = await tokens.renew(credential, token)
      if (renewed !== token) response = await sendWith(renewed)
    }
    refused?.note(request, response)
    return response
  }
