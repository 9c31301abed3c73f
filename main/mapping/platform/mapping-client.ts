/** The mapping service's client: one method per operation. */
import { type ConnectionProfile, getPlatform, nameScope } from '../../../shared/connection/profile.ts'
import type { TaskResult } from '../../../shared/mapping/task-result.ts'
import { Failure } from '../../../shared/result.ts'
import { classifyResponse, joinSaid, readJson } from '../../http/answers.ts'
import { createErrorCatalog, responseFailure } from '../../http/failures.ts'
import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from '../../http/request.ts'
import { parseRetryAfter } from '../../http/retry-after.ts'
import { buildRequest } from '../../http/service-client.ts'
import { type Outcome, readOutcome, thrownOutcome } from '../../outbound/outcome.ts'
import type { PollOutcome } from '../tasks/watch.ts'
import { getMappingAdapter } from './choose-adapter.ts'
import { startAnswerSchema, taskAnswerSchema } from './mapping-answers.ts'
import { findGraphqlProblem } from './mapping-errors.ts'

/**
 * `unknown`: a task may run on the platform, but its id didn't arrive. Every other outcome but `carriedOut` is certain.
 */
type StartOutcome =
  | { readonly outcome: 'carriedOut'; readonly taskId: string }
  | Exclude<Outcome, { readonly outcome: 'carriedOut' }>

/** A result, and the errors that came with it. */
export type PollResult = { readonly lists: TaskResult; readonly remarks: readonly string[] }

export type PollAnswer = {
  readonly outcome: PollOutcome
  readonly requestedId: string | null
  readonly result: PollResult | null
}

export type MappingClient = {
  /** Sends a stored body byte for byte (MAP-15). Neither this client nor the HTTP layer repeats it. */
  readonly startListingPreviewsCreation: (
    body: string,
    signal: AbortSignal,
    options?: Pick<HttpRequest, 'trigger'>,
  ) => Promise<StartOutcome>
  /** Reads a task. Expected problems are outcomes, not exceptions (MAP-03, MAP-13). */
  readonly listingPreviewsCreationTaskById: (taskId: string, signal: AbortSignal) => Promise<PollAnswer>
}

/** 500 previews with sixty aspects each take several megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** The platform reports its limit inside HTTP 200, without a Retry-After. */
const LIMIT_WAIT_MS = 60_000

export const createMappingClient = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
}): MappingClient => {
  const { profile, send } = deps
  const scope = nameScope(profile, 'sell.listing_preview', 'sell.inventory.mapping')
  const { name: platformName } = getPlatform(profile)
  // The service documents no error ids; the platform's general ids still apply.
  const errorCatalog = createErrorCatalog(platformName)
  const headers = getMappingAdapter(profile).headers(profile)
  const { the, The } = platformName

  /** The settings where the seller can correct a document or an address that the platform refuses. */
  const checkSetting = (setting: string): string =>
    `Check “${setting}” under Settings, Open connection, Edit, with ${the}’s documentation.`

  const unknownStart = (cause: string): StartOutcome => ({
    outcome: 'unknown',
    reason: `${cause} ${The} may have accepted this task.`,
  })

  const post = (
    operation: string,
    lane: 'read' | 'write',
    body: string,
    signal: AbortSignal,
    options: Pick<HttpRequest, 'trigger'> = {},
  ): Promise<HttpResponse> =>
    send(
      buildRequest('mapping', profile.graphqlUrl, {
        ...options,
        operation,
        method: 'POST',
        path: '',
        headers,
        body,
        lane,
        // A start must not be repeated. The watch repeats polls and counts each.
        repeatable: false,
        maxBytes: MAX_ANSWER_BYTES,
        signal,
      }),
    )

  const readStart = (response: HttpResponse): StartOutcome => {
    let answer: ReturnType<typeof startAnswerSchema.parse>
    try {
      answer = readJson(response, startAnswerSchema, 'The answer to the start')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return unknownStart(error.message)
    }
    if (answer.taskId !== null && answer.taskId !== '') return { outcome: 'carriedOut', taskId: answer.taskId }
    const refuse = (message: string): StartOutcome => ({ outcome: 'refused', error: { kind: 'conflict', message } })
    const complaints = joinSaid(answer.complaints)
    if (complaints !== '') return refuse(`${The} refused the products: ${complaints}`)
    const problem = findGraphqlProblem(answer.errors, platformName, scope)
    switch (problem?.kind) {
      case undefined:
        return unknownStart('The answer doesn’t name the task.')
      case 'accessDenied':
        return { outcome: 'refused', error: { kind: 'forbidden', message: problem.message, scope: problem.scope } }
      case 'rateLimited': {
        const retryAfterMs = parseRetryAfter(response.headers) ?? LIMIT_WAIT_MS
        const error = {
          kind: 'rateLimited',
          message: `${The} reported: ${problem.message}`,
          retryAfterMs,
        } as const
        return { outcome: 'notNow', error, waitMs: retryAfterMs }
      }
      case 'refusedQuery':
        return refuse(
          `${The} doesn’t understand the query: ${problem.message} ${checkSetting('GraphQL document to start a task')}`,
        )
      default:
        return answer.wasExecuted && problem?.kind !== 'refusedInput'
          ? unknownStart(`${The} reported: ${problem?.message}`)
          : refuse(`${The} refused the task: ${problem?.message}`)
    }
  }

  /** The outcome of a start whose answer has no readable task id. */
  const withoutId = (outcome: Outcome): StartOutcome => {
    if (outcome.outcome === 'carriedOut') return unknownStart('The answer couldn’t be read.')
    return outcome.outcome === 'unknown' ? unknownStart(outcome.reason) : outcome
  }

  const refusedQuery = (message: string): PollOutcome => ({
    kind: 'refusedQuery',
    message: `${message} ${checkSetting('GraphQL document to read a task')} Then resume.`,
  })

  const toPollOutcome = (failure: Failure, retryMs = 0): PollOutcome => {
    const { detail } = failure
    // A read without an answer changed nothing, however far it got, so the watch treats it as offline.
    if (failure instanceof TransportFailure) {
      const message = failure.outcome === 'unknown' ? 'The connection failed before an answer arrived.' : detail.message
      return { kind: 'offline', message }
    }
    switch (detail.kind) {
      case 'offline':
      case 'signInNeeded':
        return { kind: detail.kind, message: detail.message }
      case 'rateLimited':
        return { kind: 'rateLimited', message: detail.message, retryAfterMs: detail.retryAfterMs }
      case 'forbidden':
        return { kind: 'accessDenied', message: detail.message, scope: detail.scope ?? scope }
      case 'notFound':
        return { kind: 'refusedQuery', message: `${detail.message} ${checkSetting('GraphQL address')}` }
      default:
        if (detail.kind === 'service' && detail.status === 400) return refusedQuery(detail.message)
        return { kind: 'error', message: detail.message, retryAfterMs: retryMs }
    }
  }

  const withoutResult = (outcome: PollOutcome): PollAnswer => ({ outcome, requestedId: null, result: null })

  const readTask = (response: HttpResponse): PollAnswer => {
    const { requestedId, hasTask, result, errors } = readJson(response, taskAnswerSchema, 'The answer about the task')
    if (result !== null) {
      // Errors that come with a result name its missing fields; all other fields are complete.
      const remarks = errors.map(({ message }) => message)
      return {
        outcome: { kind: 'ended', state: result.state },
        requestedId,
        result: { lists: result.lists, remarks },
      }
    }
    const problem = findGraphqlProblem(errors, platformName, scope)
    if (problem === undefined) {
      return hasTask
        ? { outcome: { kind: 'processing' }, requestedId, result: null }
        : withoutResult({ kind: 'unknownTask', message: `${The} returned no task for this ID.` })
    }
    if (problem.kind === 'unknownTask' || problem.kind === 'accessDenied') return withoutResult(problem)
    if (problem.kind === 'refusedQuery' || problem.kind === 'refusedInput') {
      return withoutResult(refusedQuery(`${The} doesn’t understand the query: ${problem.message}`))
    }
    const isRateLimited = problem.kind === 'rateLimited'
    return withoutResult({
      kind: isRateLimited ? 'rateLimited' : 'error',
      message: isRateLimited ? problem.message : `${The} reported: ${problem.message}`,
      retryAfterMs: isRateLimited ? (parseRetryAfter(response.headers) ?? 0) : 0,
    })
  }

  return {
    startListingPreviewsCreation: async (body, signal, options) => {
      try {
        const response = await post('startListingPreviewsCreation', 'write', body, signal, options)
        if (classifyResponse(response) === 'carriedOut') return readStart(response)
        const outcome = readOutcome(response, platformName, (refused) =>
          responseFailure('mapping', refused, errorCatalog, { scope }),
        )
        return withoutId(outcome)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const outcome = thrownOutcome(error)
        return withoutId(outcome)
      }
    },

    listingPreviewsCreationTaskById: async (taskId, signal) => {
      const body = JSON.stringify({ query: profile.mapping.taskDocument, variables: { input: { id: taskId } } })
      try {
        const response = await post('listingPreviewsCreationTaskById', 'read', body, signal)
        if (response.status >= 200 && response.status < 300) return readTask(response)
        const failure = responseFailure('mapping', response, errorCatalog, { scope })
        // A 503 may carry a Retry-After, as a 429 does.
        return withoutResult(toPollOutcome(failure, parseRetryAfter(response.headers)))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return withoutResult(toPollOutcome(error))
      }
    },
  }
}
