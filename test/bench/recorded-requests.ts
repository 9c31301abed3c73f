/** The requests that the app made to a platform, and the same ones again without the app. */
import { channel } from 'node:diagnostics_channel'
import { Pool } from 'undici'

/** `atMs`: when it was made, by `performance.now()`. */
export type Asked = { readonly atMs: number; readonly path: string; readonly headers: Record<string, string> }

/** A request as undici reports it. Headers alternate names and values. */
type CreatedRequest = {
  readonly request: {
    readonly origin: string
    readonly path: string
    readonly method: string
    readonly headers: readonly string[]
  }
}

/** Records the reads whose address contains `part`, until stopped. */
export const recordRequests = (origin: string, part: string) => {
  const asked: Asked[] = []
  const hear = (message: unknown): void => {
    const { request } = message as CreatedRequest
    if (request.origin !== origin || request.method !== 'GET' || !request.path.includes(part)) return
    const headers: Record<string, string> = {}
    for (let at = 0; at + 1 < request.headers.length; at += 2)
      headers[request.headers[at] ?? ''] = request.headers[at + 1] ?? ''
    asked.push({ atMs: performance.now(), path: request.path, headers })
  }
  channel('undici:request:create').subscribe(hear)
  return { asked, stop: () => channel('undici:request:create').unsubscribe(hear) }
}

/** Makes the same requests in the same order, `atOnce` at a time, and drops the answers. Resolves with the time it took. */
export const fetchAndDrop = async (origin: string, asked: readonly Asked[], atOnce: number): Promise<number> => {
  const pool = new Pool(origin, { connections: atOnce, pipelining: 1 })
  const left = asked.values()
  const beganMs = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { path, headers } of left) {
        const answer = await pool.request({ method: 'GET', path, headers })
        if (answer.statusCode !== 200) throw new Error(`The platform answered ${answer.statusCode} to ${path}`)
        await answer.body.dump()
      }
    }),
  )
  const ms = performance.now() - beganMs
  await pool.close()
  return ms
}
