/**
 * One request, one answer, and how a request can end without one.
 *
 * Everything that goes to the platform passes through a `Send`. The wrappers (auth, retry, rate limit, log) are functions
 * from `Send` to `Send`; undici stands last.
 */
import { type AppError, Failure } from '../../shared/result.ts'

export type Service =
  | 'oauth'
  | 'inventory'
  | 'mapping'
  | 'messages'
  | 'notification'
  | 'trading'
  | 'pictures'
  | 'practice'

export type HttpRequest = {
  readonly service: Service
  /** The operation, named as the documents name it: `sendMessage`. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** What the log shows instead of the URL: `/inventory_item/{sku}`. */
  readonly pathTemplate: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Reads and writes wait in separate lanes, so that a long sync never holds up a reply. */
  readonly lane: 'read' | 'write'
  /** Whether a machine may repeat it after an end that is not known: true for reads, never for sends and item changes. */
  readonly repeatable: boolean
  /** Whose token it carries (documents 1 to 3, section 5). `none`: no Authorization header. */
  readonly credential: 'user' | 'application' | 'none'
  readonly timeoutMs?: number
  /** The largest answer that is read; 10 MiB where nothing is said. */
  readonly maxBytes?: number
  /**
   * Why a write goes out: left out, it is the seller's act of this moment. `queue`: an act of earlier, whose turn has come.
   * `look`: the seller only looked at something. It decides what production shows before it was allowed to send.
   */
  readonly occasion?: 'queue' | 'look'
  readonly signal?: AbortSignal
}

export type HttpResponse = {
  readonly status: number
  /** Names in lower case; repeated headers joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** True when the connection broke inside the body: the status is known, the content is not whole. */
  readonly bodyCut: boolean
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>

/**
 * Whether the platform acted on a request.
 *
 * - `carriedOut`: a 2xx status line arrived, whatever became of the body.
 * - `refused`: another status below 500 arrived; nothing was done.
 * - `notNow`: 401 or 429; nothing was done, and the same request can succeed later.
 * - `notReached`: no byte of the request left (connection refused, unknown name, TLS failed).
 * - `unknown`: the connection broke after the first byte, timed out, was aborted, or the platform answered 5xx.
 */
export type Outcome = 'notReached' | 'notNow' | 'refused' | 'carriedOut' | 'unknown'

/** A request that ended without a status line. */
export class TransportFailure extends Failure {
  readonly outcome: 'notReached' | 'unknown'

  constructor(outcome: 'notReached' | 'unknown', message: string, cause?: unknown) {
    const detail: AppError = outcome === 'notReached' ? { kind: 'offline', message } : { kind: 'unknown', message }
    super(detail, cause)
    this.name = 'TransportFailure'
    this.outcome = outcome
  }
}

export const classifyStatus = (status: number): Exclude<Outcome, 'notReached'> => {
  if (status >= 200 && status < 300) return 'carriedOut'
  if (status >= 500) return 'unknown'
  return status === 401 || status === 429 ? 'notNow' : 'refused'
}
