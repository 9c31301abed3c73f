/**
 * A request to the platform, its answer, and the failures without an answer.
 */
import { type AppError, type BlockedBy, Failure } from '../../shared/result.ts'

export type Service =
  | 'oauth'
  | 'inventory'
  | 'mapping'
  | 'messages'
  | 'notification'
  | 'identity'
  | 'account'
  | 'catalog'
  | 'media'
  | 'trading'
  | 'fulfillment'
  | 'postOrder'
  | 'negotiation'
  | 'finances'
  | 'analytics'
  | 'keyManagement'
  | 'pictures'
  | 'practice'

export type HttpRequest = {
  readonly service: Service
  /** The platform's name of the operation: `sendMessage`. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** What the log shows instead of the URL: `/inventory_item/{sku}`. */
  readonly pathTemplate: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A body of bytes, instead of `body`. */
  readonly bytes?: Uint8Array
  /** Called as `bytes` leave. */
  readonly onSent?: (sentBytes: number, totalBytes: number) => void
  /** Builds the body right before the request leaves, again for each attempt. If it rejects, nothing is sent. */
  readonly freshBody?: () => Promise<string>
  /** The same for a request without a body: called right before it leaves. */
  readonly beforeLeaving?: (() => Promise<unknown>) | undefined
  readonly lane: 'read' | 'write'
  /** Whether it may be repeated after an unknown outcome: true for reads, never for sends and item changes. */
  readonly repeatable: boolean
  /** Whose token it carries. `none`: no Authorization header. */
  readonly credential: 'user' | 'application' | 'none'
  /** The header that carries the bare token, instead of Authorization (PLT-19). */
  readonly tokenHeader?: string
  /** Whether a successful status hides that the token is refused. Such a call wasn't carried out. */
  readonly refusesToken?: (response: HttpResponse) => boolean
  /** The scheme of the Authorization header; `Bearer` by default. */
  readonly tokenScheme?: string
  readonly timeoutMs?: number
  /** The largest answer to read; 10 MiB by default. */
  readonly maxBytes?: number
  /**
   * Why a write is sent: by default the seller just acted. `queue`: queued work. `view`: the seller only viewed
   * something. Decides how production asks for consent.
   */
  readonly trigger?: 'queue' | 'view' | undefined
  /**
   * What a read is for: by default the seller waits for it. `watch` checks for news, `readAhead` reads what was never
   * opened; neither uses calls reserved for the seller.
   */
  readonly purpose?: 'watch' | 'readAhead'
  /** How long it may wait for a pause of its lane to end; a minute by default. */
  readonly maxWaitMs?: number
  readonly signal?: AbortSignal | undefined
}

export type Credential = Exclude<HttpRequest['credential'], 'none'>

export type HttpResponse = {
  readonly status: number
  /** Lower-case names; repeated headers joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** True if the connection broke inside the body: the status is known, the content is incomplete. */
  readonly bodyCut: boolean
  /** For a 429: how long to leave the service alone. `isGuess`: the platform didn't say how long. */
  readonly pause?: { readonly ms: number; readonly untilMs: number; readonly isGuess: boolean }
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>

/** Marks every read sent through it with this purpose. */
export const forPurpose =
  (next: Send, purpose: NonNullable<HttpRequest['purpose']>): Send =>
  (request) =>
    next({ ...request, purpose })

/**
 * Whether the platform acted on a request.
 *
 * - `carriedOut`: a 2xx status line arrived, whatever became of the body.
 * - `refused`: another status below 500 arrived; nothing was done.
 * - `notNow`: 401 or 429; nothing was done, and the same request can succeed later.
 * - `notReached`: no byte of the request left (connection refused, unknown name, TLS failed).
 * - `unknown`: the connection broke after the first byte, timed out, was aborted, or the platform answered 5xx.
 */
export type OutcomeName = 'notReached' | 'notNow' | 'refused' | 'carriedOut' | 'unknown'

/** A request that ended without a status line. */
export class TransportFailure extends Failure {
  readonly outcome: 'notReached' | 'unknown'

  constructor(outcome: 'notReached' | 'unknown', why: string | AppError, cause?: unknown) {
    super(
      typeof why !== 'string' ? why : { kind: outcome === 'notReached' ? 'offline' : 'unknown', message: why },
      cause,
    )
    this.name = 'TransportFailure'
    this.outcome = outcome
  }
}

/** No connection was opened. `reason`: why, without the consequences. */
export class NotConnected extends TransportFailure {
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super('notReached', `${reason} Nothing was sent.`, cause)
    this.reason = reason
  }
}

/** A request that was stopped on this computer. */
export class BlockedRequest extends TransportFailure {
  constructor(blockedBy: BlockedBy, message: string, cause?: unknown) {
    super('notReached', { kind: 'offline', message, blockedBy }, cause)
  }
}
