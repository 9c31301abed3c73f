/** Builds a request's body right before the request leaves. */
import type { Send } from './request.ts'

/**
 * A replace must be built from what the platform has now (INV-08), and a request may wait a minute for its lane or
 * token. Inside both, `freshBody` runs at the last moment, again for each attempt. If it rejects, nothing was sent.
 */
export const withFreshBody =
  (next: Send): Send =>
  async (request) => {
    const { freshBody, ...rest } = request
    return next(freshBody === undefined ? request : { ...rest, body: await freshBody() })
  }
