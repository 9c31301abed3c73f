/**
 * Remembers rejected requests until the app ends: the reason, the count, and the head of the last one.
 *
 * SECURITY (SEC-07): they are never written to disk, so a flood of bad requests costs no space and no writes.
 */
import type { RefusalView } from '../../../shared/notifications/log-contract.ts'
import type { Cancel, Clock } from '../../ports.ts'
import { toHeaders, toHeaderViews } from '../log/headers.ts'

/** Rejections within this time reach the window as one change. */
const CHANGED_DELAY_MS = 250
const MAX_KINDS = 20
/** How many characters of a path are kept. */
const MAX_PATH = 400

/** A request that wasn't HTTP has no method, path or headers. */
export type RejectedRequest = {
  readonly reason: string
  readonly status: number
  readonly method?: string | undefined
  /** Without its query. */
  readonly path?: string | undefined
  /** `rawHeaders` of node:http. */
  readonly rawHeaders?: readonly string[] | undefined
  /** What a proxy or tunnel may have changed in it. */
  readonly hint?: string | null
}

export const createRejectedRequests = (clock: Clock, changed: () => void) => {
  let kinds: readonly RefusalView[] = []
  let timer: Cancel | undefined
  return {
    /** One entry for each reason, newest first. */
    list: (): readonly RefusalView[] => kinds,
    add: ({ reason, status, method, path, rawHeaders = [], hint = null }: RejectedRequest): void => {
      const nowMs = clock.nowMs()
      const known = kinds.find((kind) => kind.reason === reason)
      const kind: RefusalView = {
        reason,
        status,
        count: (known?.count ?? 0) + 1,
        firstAtMs: known?.firstAtMs ?? nowMs,
        lastAtMs: nowMs,
        method: method ?? null,
        path: path?.slice(0, MAX_PATH) ?? null,
        headers: toHeaderViews(toHeaders(rawHeaders)),
        hint: hint ?? known?.hint ?? null,
      }
      kinds = [kind, ...kinds.filter((other) => other !== known)].slice(0, MAX_KINDS)
      timer ??= clock.setTimer(() => {
        timer = undefined
        changed()
      }, CHANGED_DELAY_MS)
    },
    stop: (): void => timer?.(),
  }
}
