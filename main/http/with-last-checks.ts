/** What happens right before a request leaves, when nothing can delay it any more. */
import type { Send } from './request.ts'

/**
 * A replace must be built from what the platform has now (INV-08, OFF-08), and a pause that the platform asks for holds requests
 * that were ready too (OFF-10). A request may wait a minute for its lane or token. Inside both, the body is built and the pause is
 * checked, again for each attempt. If one of them rejects, nothing was sent.
 */
export const withLastChecks =
  (next: Send): Send =>
  async (request) => {
    const { freshBody, beforeLeaving, onLeaving, ...rest } = request
    if (beforeLeaving !== undefined) await beforeLeaving()
    const built = freshBody === undefined ? rest : { ...rest, body: await freshBody() }
    onLeaving?.()
    return next(built)
  }
