/**
 * Sends a request to the platform, from the question whether it may go to the answer.
 *
 * Read it from the bottom up: `createSend` asks the gate, repeats what may be repeated, and learns whether the platform answers.
 * `createSendOnce` makes one attempt: a place within the budget, a turn in the lane, a token, and the last checks right before the
 * request leaves. What follows each kind of answer is in `retry-table.ts`, and only there.
 */
import { Failure } from '../../shared/result.ts'
import { backoffMs } from '../backoff.ts'
import type { Clock } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import { answerTo } from './answers.ts'
import type { CallLedger } from './call-ledger.ts'
import { isCounted } from './exchange.ts'
import { SIGN_IN_REFUSED } from './failures.ts'
import { describePause, MAX_WAIT_MS } from './lanes.ts'
import { createOnlineMonitor, type OnlineMonitor } from './online-monitor.ts'
import { PausedMeanwhile, type Pauses, type Turn } from './pauses.ts'
import { redactSecrets } from './redact.ts'
import type { RefusedSignIns } from './refused-sign-ins.ts'
import { type Credential, type HttpRequest, type HttpResponse, type Send, TransportFailure } from './request.ts'
import { answerToStatus, reads, retryTable } from './retry-table.ts'
import { wait } from './wait.ts'
import type { WriteGate } from './write-gate.ts'

/** Both methods may throw a `Failure`, which always means that the request itself was not sent. */
export type TokenSource = {
  readonly current: (credential: Credential) => Promise<string>
  /**
   * A token to replace `rejected`, which got a 401. Concurrent callers share one renewal. Returns `rejected` if there
   * is nothing better.
   */
  readonly renew: (credential: Credential, rejected: string) => Promise<string>
}

/** How often one request is repeated after a 429. */
const MAX_REPEATS = 3

/** Two times are read one after the other. */
const ROUNDING_MS = 1_000

const stopped = (): Failure => new TransportFailure('notReached', 'The request was stopped before it was sent.')

const refusesSignIn = (): Failure => new Failure({ kind: 'signInNeeded', message: SIGN_IN_REFUSED })

/** Reports a pause requested by the platform as such: the seller's calls wait for it too. */
const backgroundUsedUp = (pauseMs: number, retryAfterMs: number, nowMs: number): Failure =>
  new Failure({
    kind: 'rateLimited',
    message:
      pauseMs + ROUNDING_MS >= retryAfterMs
        ? describePause(pauseMs)
        : 'Today’s calls for background reading are used up. What you do yourself still works.',
    retryAfterMs,
    untilMs: nowMs + retryAfterMs,
  })

export type RequestSigner = {
  /** The request with its signature, or the same one if it needs none. If it rejects, nothing was sent. */
  readonly sign: (request: HttpRequest) => Promise<HttpRequest>
  /** Whether a call was refused because it has no signature. From then on, `sign` adds one. */
  readonly misses: (request: HttpRequest, response: HttpResponse) => boolean
}

type OnceDeps = {
  /** See `createExchange`. */
  readonly exchange: Send
  readonly pauses: Pauses
  readonly clock: Clock
  /** For requests that carry a token. */
  readonly tokens?: TokenSource
  readonly refused?: RefusedSignIns
  /** For requests whose purpose has a budget. */
  readonly ledger?: Pick<CallLedger, 'waitMs' | 'pauseMs' | 'takeTurn'>
  /** For the calls that must be signed (PLT-47). */
  readonly signer?: RequestSigner
}

/**
 * The seller's calls go at once. Any other call waits for its turn within the second. Throws `rateLimited` once background reads
 * have used up their calls of the day, or the platform requested a pause: nothing was sent.
 */
const takeCall = async ({ ledger, clock }: OnceDeps, request: HttpRequest): Promise<void> => {
  const { service, purpose, signal } = request
  if (ledger === undefined || purpose === undefined || !isCounted(request)) return
  // Features check their own purpose before they start; once started, a read may use the calls left for checks for news.
  const waitMs = ledger.waitMs(service, 'watch')
  if (waitMs > 0) throw backgroundUsedUp(ledger.pauseMs(service), waitMs, clock.nowMs())
  const turnMs = ledger.takeTurn(service)
  if (turnMs > 0) await wait(clock, turnMs, signal)
  if (signal?.aborted === true) throw stopped()
}

/**
 * Sends when nothing can delay the request any more. A replace must be built from what the platform has now (INV-08, OFF-08), and a
 * pause holds requests that were ready too (OFF-10): so the body is built and signed here, and the pause is checked again for each
 * token. If one of them rejects, nothing was sent.
 */
const leave = async ({ exchange, signer }: OnceDeps, request: HttpRequest, turn: Turn): Promise<HttpResponse> => {
  const { freshBody, beforeLeaving, ...rest } = request
  if (beforeLeaving !== undefined) await beforeLeaving()
  const built = freshBody === undefined ? rest : { ...rest, body: await freshBody() }
  // SECURITY: over the body that leaves, so that no other one can be put in its place.
  const signed = signer === undefined ? built : await signer.sign(built)
  turn.leaving()
  const response = await exchange(signed)
  if (signer === undefined || signed !== built || !signer.misses(built, response)) return response
  // It was refused, so nothing was carried out.
  const again = await signer.sign(built)
  turn.leaving()
  return exchange(again)
}

/**
 * Adds the token. A 401 means that the request wasn't carried out, so it is answered with one renewal and one more attempt, even for
 * a request that isn't `repeatable` (AUT-02), as is an answer that the request's `refusesToken` finds; a second 401 is final (AUT-03), and a 403 renews nothing. After a final 401 the service
 * gets no background reads for a while, and the seller's calls are sent once, without a new token. Throws `signInNeeded` for such a
 * read: nothing was sent.
 */
const sendAuthorized = async (deps: OnceDeps, request: HttpRequest, turn: Turn): Promise<HttpResponse> => {
  const { tokens, refused } = deps
  const { credential, tokenHeader, tokenScheme = 'Bearer' } = request
  if (credential === 'none') return leave(deps, request, turn)
  if (tokens === undefined) throw new TypeError(`${request.operation} carries a token, and there is none here`)
  const isWaiting = refused?.isWaiting(request) === true
  if (isWaiting && request.purpose !== undefined) throw refusesSignIn()
  const sendWith = async (token: string): Promise<HttpResponse> => {
    const auth = tokenHeader === undefined ? { authorization: `${tokenScheme} ${token}` } : { [tokenHeader]: token }
    return redactSecrets(await leave(deps, { ...request, headers: { ...request.headers, ...auth } }, turn), [token])
  }
  const isRefused = (answer: HttpResponse): boolean =>
    retryTable[answerToStatus(answer.status)].http === 'renewToken' || request.refusesToken?.(answer) === true
  const token = await tokens.current(credential)
  let response = await sendWith(token)
  if (isRefused(response) && !isWaiting) {
    const renewed = await tokens.renew(credential, token)
    if (renewed !== token) response = await sendWith(renewed)
  }
  refused?.note(request, isRefused(response) ? { status: 401 } : response)
  return response
}

/**
 * One attempt, in its turn. A 429 was not carried out and says how long to wait (MSG-20): a `repeatable` request waits and is sent
 * again, at most three times; any other returns its answer. Throws `rateLimited` if the pause exceeds what the request may wait:
 * nothing was sent.
 */
export const createSendOnce =
  (deps: OnceDeps): Send =>
  async (request) => {
    const { repeatable, maxWaitMs = MAX_WAIT_MS } = request
    await takeCall(deps, request)
    for (let repeats = 0; ; ) {
      const turn = await deps.pauses.enter(request)
      try {
        const response = turn.answered(await sendAuthorized(deps, request, turn))
        const { pause } = response
        if (pause === undefined || !repeatable || repeats === MAX_REPEATS || pause.ms > maxWaitMs) return response
        repeats += 1
      } catch (error) {
        if (!(error instanceof PausedMeanwhile)) throw error
      } finally {
        turn.leave()
      }
    }
  }

/** Whether the retry table repeats a read that ended like this. */
const isRepeated = (ended: { readonly response: HttpResponse } | { readonly error: unknown }): boolean => {
  if ('response' in ended) return retryTable[answerTo(ended.response)].http === 'repeat'
  // Other errors (no sign-in, a foreign host) don't change with a repetition.
  if (!(ended.error instanceof TransportFailure)) return false
  return retryTable[ended.error.outcome === 'unknown' ? 'lost' : 'notReached'].http === 'repeat'
}

type SendDeps = OnceDeps & {
  readonly gate: Pick<WriteGate, 'check'>
  /** Throws if the seller signed in without the permission that the request needs. */
  readonly requirePermission?: (request: HttpRequest) => void
  readonly random: () => number
  readonly scheduler: Scheduler
  /** Finds out whether the platform answers: by a safe read through `send`, or without a request. */
  readonly probe: (send: Send) => Promise<unknown>
  /** Called when the online status changes. */
  readonly onStatus?: () => void
}

export const createSend = (deps: SendDeps): { readonly send: Send; readonly online: OnlineMonitor } => {
  const { clock, gate } = deps
  const sendOnce = createSendOnce(deps)

  /**
   * Sends a request that is not `repeatable` exactly once, and the others again where the retry table says so. The last answer or
   * failure is the caller's.
   */
  const sendRepeating = async (request: HttpRequest): Promise<HttpResponse> => {
    const isStopped = (): boolean => request.signal?.aborted === true
    for (let attempt = 1; ; attempt += 1) {
      const ended = await sendOnce(request).then(
        (response) => ({ response }),
        (error: unknown) => ({ error }),
      )
      const isLast = !request.repeatable || attempt === reads.maxTries
      if (!isLast && !isStopped() && isRepeated(ended)) {
        await wait(clock, backoffMs(reads.backoff, attempt, deps.random()), request.signal)
        if (!isStopped()) continue
      }
      if ('error' in ended) throw ended.error
      return ended.response
    }
  }

  const online: OnlineMonitor = createOnlineMonitor({
    clock,
    scheduler: deps.scheduler,
    ...(deps.onStatus === undefined ? {} : { onStatus: deps.onStatus }),
    // Within the lanes, so that a pause applies to the probe too. Without repeats, because the next probe is one.
    probe: async () => {
      try {
        await deps.probe(sendOnce)
        online.record(true)
      } catch (error) {
        if (error instanceof TransportFailure) online.record(false)
        throw error
      }
    },
  })

  const send: Send = async (request) => {
    deps.requirePermission?.(request)
    gate.check(request)
    try {
      const response = await sendRepeating(request)
      online.record(true)
      return response
    } catch (error) {
      // A brief failure that a repeat fixed never shows as “offline”, and neither does what the caller stopped.
      if (error instanceof TransportFailure && request.signal?.aborted !== true) online.record(false)
      throw error
    }
  }
  return { send, online }
}
