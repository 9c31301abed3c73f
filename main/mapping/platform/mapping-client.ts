/** The mapping service's client: one method per operation. */
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { TaskResult } from '../../../shared/mapping/task-result.ts'
import { Failure } from '../../../shared/result.ts'
import { readJson, readText, responseFailure } from '../../http/answers.ts'
import { classifyStatus, type HttpResponse, type Send, TransportFailure } from '../../http/request.ts'
import { parseRetryAfter } from '../../http/retry-after.ts'
import type { PollOutcome } from '../tasks/watch.ts'
import { getMappingAdapter } from './adapter.ts'
import { startAnswerSchema, taskAnswerSchema } from './mapping-answers.ts'
import { findGraphqlProblem, findMappingScope, mappingErrors } from './mapping-errors.ts'

/** `notStarted` is certain: nothing runs on the platform. With `unknown` a task may run there without an id here. */
export type StartOutcome =
  | { readonly kind: 'started'; readonly taskId: string }
  | { readonly kind: 'notStarted'; readonly message: string; readonly scope: string | null }
  | { readonly kind: 'unknown'; readonly message: string }

/** A result with the answer as it came, and the errors beside it. */
export type PollResult = { readonly raw: string; readonly lists: TaskResult; readonly remarks: readonly string[] }

export type PollAnswer = {
  readonly outcome: PollOutcome
  readonly requestedId: string | null
  readonly result: PollResult | null
}

export type MappingClient = {
  /** Sends a stored body byte for byte (MAP-15). Never repeated, neither here nor by the HTTP layer. */
  readonly startListingPreviewsCreation: (body: string, signal: AbortSignal) => Promise<StartOutcome>
  /** Reads a task. Expected problems are outcomes, not exceptions (MAP-03, MAP-13). */
  readonly listingPreviewsCreationTaskById: (taskId: string, signal: AbortSignal) => Promise<PollAnswer>
}

/** 500 previews with sixty aspects each take some megabytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024

const UNKNOWN_START: StartOutcome = {
  kind: 'unknown',
  message:
    'The platform may have accepted this task, but its answer did not arrive. To avoid starting it twice, Stallhand does not send it again automatically.',
}

export const createMappingClient = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
}): MappingClient => {
  const { profile, send } = deps
  const scope = findMappingScope(profile.scopes.user)
  const headers = getMappingAdapter(profile).headers(profile)

  const post = (operation: string, lane: 'read' | 'write', body: string, signal: AbortSignal): Promise<HttpResponse> =>
    send({
      service: 'mapping',
      operation,
      method: 'POST',
      url: profile.graphqlUrl,
      pathTemplate: new URL(profile.graphqlUrl).pathname,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body,
      lane,
      // A start must not be repeated. A poll is repeated by its watch, which must know of every poll.
      repeatable: false,
      credential: 'user',
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    })

  const readStart = (response: HttpResponse): StartOutcome => {
    let answer: ReturnType<typeof startAnswerSchema.parse>
    try {
      answer = readJson(response, startAnswerSchema, 'The answer to the start')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return UNKNOWN_START
    }
    if (answer.taskId !== null && answer.taskId !== '') return { kind: 'started', taskId: answer.taskId }
    const complaint = answer.complaints.find((text) => text !== '')
    if (complaint !== undefined) {
      return { kind: 'notStarted', scope: null, message: `The platform refused the products: ${complaint}` }
    }
    const problem = findGraphqlProblem(answer.errors, scope)
    if (problem === undefined) return UNKNOWN_START
    if (problem.kind === 'accessDenied') return { kind: 'notStarted', scope: problem.scope, message: problem.message }
    if (!answer.wasExecuted || problem.kind === 'refusedInput' || problem.kind === 'rateLimited') {
      return { kind: 'notStarted', scope: null, message: `The platform refused the task: ${problem.message}` }
    }
    return { kind: 'unknown', message: `${UNKNOWN_START.message} The platform reported: ${problem.message}` }
  }

  const toPollOutcome = (failure: Failure, retryMs = 0): PollOutcome => {
    const { detail } = failure
    // A read without an answer changed nothing, however far it got: for the watch, it is offline.
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
      default:
        return { kind: 'error', message: detail.message, retryAfterMs: retryMs }
    }
  }

  const withoutResult = (outcome: PollOutcome): PollAnswer => ({ outcome, requestedId: null, result: null })

  const readTask = (response: HttpResponse): PollAnswer => {
    const { requestedId, hasTask, result, errors } = readJson(response, taskAnswerSchema, 'The answer about the task')
    if (result !== null) {
      // Errors beside a result name fields that are missing; the rest of the result is complete.
      const remarks = errors.map(({ message }) => message)
      return {
        outcome: { kind: 'ended', state: result.state },
        requestedId,
        result: { raw: readText(response), lists: result.lists, remarks },
      }
    }
    const problem = findGraphqlProblem(errors, scope)
    if (problem === undefined) {
      return hasTask
        ? { outcome: { kind: 'processing' }, requestedId, result: null }
        : withoutResult({ kind: 'unknownTask', message: 'The platform returned no task for this id.' })
    }
    if (problem.kind === 'unknownTask' || problem.kind === 'accessDenied') return withoutResult(problem)
    const isRateLimited = problem.kind === 'rateLimited'
    return withoutResult({
      kind: isRateLimited ? 'rateLimited' : 'error',
      message: isRateLimited ? problem.message : `The platform reported: ${problem.message}`,
      retryAfterMs: isRateLimited ? (parseRetryAfter(response.headers) ?? 0) : 0,
    })
  }

  return {
    startListingPreviewsCreation: async (body, signal) => {
      try {
        const response = await post('startListingPreviewsCreation', 'write', body, signal)
        const outcome = classifyStatus(response.status)
        if (outcome === 'carriedOut') return readStart(response)
        if (outcome === 'unknown') return UNKNOWN_START
        throw responseFailure('mapping', response, mappingErrors, { scope })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error instanceof TransportFailure && error.outcome === 'unknown') return UNKNOWN_START
        const { detail } = error
        const missingScope = detail.kind === 'forbidden' ? (detail.scope ?? scope) : null
        return { kind: 'notStarted', scope: missingScope, message: detail.message }
      }
    },

    listingPreviewsCreationTaskById: async (taskId, signal) => {
      const body = JSON.stringify({ query: profile.mapping.taskDocument, variables: { input: { id: taskId } } })
      try {
        const response = await post('listingPreviewsCreationTaskById', 'read', body, signal)
        if (response.status >= 200 && response.status < 300) return readTask(response)
        const failure = responseFailure('mapping', response, mappingErrors, { scope })
        // A 503 may carry a Retry-After, as a 429 does.
        return withoutResult(toPollOutcome(failure, parseRetryAfter(response.headers)))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return withoutResult(toPollOutcome(error))
      }
    },
  }
}
