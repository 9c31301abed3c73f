/** Adds the bearer token, and answers a 401 by one renewal and one more try (AUT-02). */
import type { HttpRequest, Send } from './request.ts'

export type Credential = Exclude<HttpRequest['credential'], 'none'>

/** Both methods may throw a `Failure`, which always means that the request itself was not sent. */
export type TokenSource = {
  readonly current: (credential: Credential) => Promise<string>
  /**
   * A token to replace `rejected`, which got a 401. Concurrent callers share one renewal. Returns `rejected` if there is
   * nothing better.
   */
  readonly renew: (credential: Credential, rejected: string) => Promise<string>
}

/**
 * A second 401 is final (AUT-03); a 403 renews nothing. A 401 means that the request was not carried out, so even one that
 * is not `repeatable` is sent again.
 */
export const withAuth =
  (next: Send, deps: { readonly tokens: TokenSource }): Send =>
  async (request) => {
    if (request.credential === 'none') return next(request)
    const { credential, tokenHeader } = request
    const sendWith = (token: string) => {
      const auth = tokenHeader === undefined ? { authorization: `Bearer ${token}` } : { [tokenHeader]: token }
      return next({ ...request, headers: { ...request.headers, ...auth } })
    }

    const token = await deps.tokens.current(credential)
    const response = await sendWith(token)
    if (response.status !== 401) return response
    const renewed = await deps.tokens.renew(credential, token)
    return renewed === token ? response : sendWith(renewed)
  }
