/** Puts the bearer token on a request, and answers a 401 by one renewal and one more try (AUT-02). */
import type { HttpRequest, Send } from './request.ts'

export type Credential = Exclude<HttpRequest['credential'], 'none'>

/** Where tokens come from. Both methods may throw `Failure`; it always means that the call itself was not carried out. */
export type TokenSource = {
  /** A token that is good for now. */
  readonly current: (credential: Credential) => Promise<string>
  /**
   * A token in place of one that was answered with 401. All who bring the same rejected one share one renewal; the same
   * one comes back where nothing better is to be had, and the 401 then stands.
   */
  readonly renew: (credential: Credential, rejected: string) => Promise<string>
}

/**
 * Documents 1 to 3, section 5. A second 401 is the answer: nothing is renewed for ever (AUT-03), and a 403 or a missing
 * scope renews nothing at all. A 401 says that the call was not carried out, so that one that must not be repeated may
 * be tried again here too.
 */
export const withAuth =
  (next: Send, deps: { readonly tokens: TokenSource }): Send =>
  async (request) => {
    if (request.credential === 'none') return next(request)
    const { credential } = request
    const sendWith = (token: string) =>
      next({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })

    const token = await deps.tokens.current(credential)
    const answer = await sendWith(token)
    if (answer.status !== 401) return answer
    const renewed = await deps.tokens.renew(credential, token)
    return renewed === token ? answer : sendWith(renewed)
  }
