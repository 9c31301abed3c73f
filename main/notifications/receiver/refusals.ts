/**
 * What was turned away, for the seller to see: why, and the head of the request as it came.
 *
 * A flood of bad requests must not become a flood of writes: equal refusals within ten seconds are one line with a count
 * and the head of the first.
 */
import type { Cancel, Clock } from '../../ports.ts'
import type { Refusal } from '../receiver-store.ts'
import type { NotificationStore } from '../store.ts'

const GATHER_MS = 10_000
const MOST_KINDS = 50
/** Characters of a body that is not kept, as much as tells what it was. */
const BEGINNING = 400
const LONGEST_PATH = 400

/** What was refused. A request that was no HTTP has no method, path or headers. */
export type Refused = {
  readonly reason: string
  readonly status: number
  readonly method?: string | undefined
  /** Without its query. */
  readonly path?: string | undefined
  /** node:http's list of names and values, in turn. */
  readonly rawHeaders?: readonly string[] | undefined
  readonly body?: Uint8Array | undefined
}

export type Refusals = {
  readonly note: (refused: Refused) => void
  /** Writes what was gathered. A disk that takes nothing is no reason for anybody else to stop. */
  readonly flush: () => void
}

const headersOf = (rawHeaders: readonly string[] = []): string =>
  JSON.stringify(
    Array.from({ length: Math.floor(rawHeaders.length / 2) }, (_, index) => [
      rawHeaders[index * 2],
      rawHeaders[index * 2 + 1],
    ]),
  )

export const createRefusals = (store: NotificationStore, clock: Clock, changed: () => void): Refusals => {
  const gathered = new Map<string, { -readonly [K in keyof Refusal]: Refusal[K] }>()
  let timer: Cancel | undefined

  const flush = (): void => {
    timer?.()
    timer = undefined
    if (gathered.size === 0) return
    try {
      for (const [name, refusal] of gathered) {
        store.addRefusal(refusal)
        gathered.delete(name)
      }
    } catch {
      // A disk that takes nothing: what is left is kept here, and written with what is refused next.
    }
    changed()
  }

  return {
    note: ({ reason, status, method, path, rawHeaders, body }) => {
      const nowMs = clock.nowMs()
      const name = `${status} ${reason}`
      const known = gathered.get(name)
      if (known !== undefined) {
        known.count += 1
        known.lastAtMs = nowMs
      } else if (gathered.size < MOST_KINDS) {
        gathered.set(name, {
          reason,
          status,
          count: 1,
          firstAtMs: nowMs,
          lastAtMs: nowMs,
          method: method ?? null,
          path: path?.slice(0, LONGEST_PATH) ?? null,
          headers: headersOf(rawHeaders),
          beginning: body === undefined ? null : Buffer.from(body.subarray(0, BEGINNING)).toString('utf8'),
        })
      }
      timer ??= clock.setTimer(flush, gathered.size === 1 && known === undefined ? 250 : GATHER_MS)
    },
    flush,
  }
}
