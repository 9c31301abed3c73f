/**
 * Remembers rejected requests for the seller: the reason, and the head of the request.
 *
 * Equal rejections within ten seconds become one row with a count, so that a flood of bad requests causes few writes.
 */
import type { Cancel, Clock } from '../../ports.ts'
import { formatHeaders, toHeaders } from '../log/headers.ts'
import type { NotificationStore } from '../store.ts'
import type { Refusal } from './receiver-store.ts'

const FIRST_FLUSH_MS = 250
const FLUSH_MS = 10_000
const MAX_KINDS = 50
/** Characters of a body or path that are kept. */
const MAX_EXCERPT = 400

/** A request that wasn't HTTP has no method, path or headers. */
export type RejectedRequest = {
  readonly reason: string
  readonly status: number
  readonly method?: string | undefined
  /** Without its query. */
  readonly path?: string | undefined
  /** `rawHeaders` of node:http. */
  readonly rawHeaders?: readonly string[] | undefined
  readonly body?: Uint8Array | undefined
}

type RejectedRequests = {
  readonly add: (request: RejectedRequest) => void
  /** Writes what was gathered. */
  readonly flush: () => void
}

export const createRejectedRequests = (
  store: NotificationStore,
  clock: Clock,
  changed: () => void,
): RejectedRequests => {
  const gathered = new Map<string, Refusal>()
  let timer: Cancel | undefined

  const flush = (): void => {
    timer?.()
    timer = undefined
    if (gathered.size === 0) return
    try {
      for (const [kind, refusal] of gathered) {
        store.addRefusal(refusal)
        gathered.delete(kind)
      }
    } catch {
      // The disk refused: the rest stays gathered and is written with the next rejection.
    }
    changed()
  }

  return {
    add: ({ reason, status, method, path, rawHeaders, body }) => {
      const nowMs = clock.nowMs()
      const kind = `${status} ${reason}`
      const known = gathered.get(kind)
      if (known !== undefined) gathered.set(kind, { ...known, count: known.count + 1, lastAtMs: nowMs })
      else if (gathered.size < MAX_KINDS) {
        gathered.set(kind, {
          reason,
          status,
          count: 1,
          firstAtMs: nowMs,
          lastAtMs: nowMs,
          method: method ?? null,
          path: path?.slice(0, MAX_EXCERPT) ?? null,
          headers: formatHeaders(toHeaders(rawHeaders ?? [])),
          beginning: body === undefined ? null : Buffer.from(body.subarray(0, MAX_EXCERPT)).toString('utf8'),
        })
      }
      const isFirst = gathered.size === 1 && known === undefined
      timer ??= clock.setTimer(flush, isFirst ? FIRST_FLUSH_MS : FLUSH_MS)
    },
    flush,
  }
}
