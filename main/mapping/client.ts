/** The mapping service: one method per operation, named as document 1, section 4, names it. */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import type { TaskResult } from '../../shared/mapping/result.ts'
import type { PollOutcome } from '../../shared/mapping/task.ts'
import { Failure } from '../../shared/result.ts'
import { readJson, readText, responseFailure } from '../http/answers.ts'
import { classifyStatus, type HttpResponse, type Send, TransportFailure } from '../http/request.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { graphqlProblemOf, mappingErrors, mappingScope } from './errors.ts'
import { startAnswerSchema, taskAnswerSchema } from './wire.ts'

/**
 * What became of a start.
 *
 * `notStarted` is certain: nothing runs on the platform. `uncertain` is not: a task may run there whose id we never saw.
 */
export type StartOutcome =
  | { readonly kind: 'started'; readonly taskId: string }
  | { readonly kind: 'notStarted'; readonly message: string; readonly scope: string | null }
  | { readonly kind: 'unknown'; readonly message: string }

/** What a poll brought, and where it brought a result, that result and the answer as it came. */
export type PollAnswer = {
  readonly outcome: PollOutcome
  readonly requestedId: string | null
  readonly result: { readonly raw: string; readonly lists: TaskResult; readonly remarks: readonly string[] } | null
}

export type MappingClient = {
  /**
   * Starts a task with a body that is on disk already, sent to the byte.
   *
   * Never repeated: not by a retry layer and not here. Its input's shape is not shown by the document; document and
   * variables are the connection's (MAP-15).
   */
  readonly startListingPreviewsCreation: (body: string, signal: AbortSignal) => Promise<StartOutcome>
  /**
   * Reads a task: null result means processing (MAP-03); "Task not found" and "Access denied" inside an HTTP 200 are told
   * apart (MAP-13). It never throws an expected problem: each is an outcome that the schedule knows what to do with.
   */
  readonly listingPreviewsCreationTaskById: (taskId: string, signal: AbortSignal) => Promise<PollAnswer>
}

/** 500 products with sixty aspects each are some megabytes. */
const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024

const UNCERTAIN_START =
  'The platform may have taken this task, but its answer did not arrive. Stallhand does not send it again by itself, since that could start a second one.'

export const mappingUrl = (profile: ConnectionProfile): string => `${profile.baseUrl}${profile.dialect.graphqlPath}`

export const createMappingClient = (deps: {
  readonly profile: ConnectionProfile
  readonly send: Send
}): MappingClient => {
  const { profile, send } = deps
  const scope = mappingScope(profile.scopes.user)

  const post = (operation: string, lane: 'read' | 'write', body: string, signal: AbortSignal): Promise<HttpResponse> =>
    send({
      service: 'mapping',
      operation,
      method: 'POST',
      url: mappingUrl(profile),
      pathTemplate: profile.dialect.graphqlPath,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      lane,
      // A start must not be repeated at all; a poll is repeated by the polling schedule, and a second layer of retries
      // below it would make polls the schedule does not know of.
      repeatable: false,
      credential: 'user',
      maxBytes: LARGEST_ANSWER_BYTES,
      signal,
    })

  const startedOrNot = (response: HttpResponse): StartOutcome => {
    let answer: ReturnType<typeof startAnswerSchema.parse>
    try {
      answer = readJson(response, startAnswerSchema, 'The answer to the start')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { kind: 'unknown', message: UNCERTAIN_START }
    }
    if (answer.taskId !== null && answer.taskId !== '') return { kind: 'started', taskId: answer.taskId }
    const complaint = answer.complaints.find((text) => text !== '')
    if (complaint !== undefined) {
      return { kind: 'notStarted', scope: null, message: `The platform did not take the products: ${complaint}` }
    }
    const problem = graphqlProblemOf(answer.errors, scope)
    if (problem === undefined) return { kind: 'unknown', message: UNCERTAIN_START }
    if (problem.kind === 'accessDenied') return { kind: 'notStarted', scope: problem.scope, message: problem.message }
    const wasRefused = !answer.wasExecuted || problem.kind === 'refusedInput' || problem.kind === 'rateLimited'
    return wasRefused
      ? { kind: 'notStarted', scope: null, message: `The platform did not take the task: ${problem.message}` }
      : { kind: 'unknown', message: `${UNCERTAIN_START} The platform said: ${problem.message}` }
  }

  const outcomeOf = (failure: Failure): PollOutcome => {
    const { detail } = failure
    // A read that got no answer has changed nothing, however far it came: for the watch, the line is down.
    if (failure instanceof TransportFailure) {
      const broke = 'The connection broke or timed out before an answer came.'
      return { kind: 'offline', message: failure.outcome === 'unknown' ? broke : detail.message }
    }
    switch (detail.kind) {
      case 'offline':
        return { kind: 'offline', message: detail.message }
      case 'rateLimited':
        return { kind: 'rateLimited', message: detail.message, retryAfterMs: detail.retryAfterMs }
      case 'signInNeeded':
        return { kind: 'signInNeeded', message: detail.message }
      case 'forbidden':
        return { kind: 'accessDenied', message: detail.message, scope: detail.scope ?? scope }
      default:
        return { kind: 'troubled', message: detail.message, retryAfterMs: 0 }
    }
  }

  const without = (outcome: PollOutcome): PollAnswer => ({ outcome, requestedId: null, result: null })

  const readTask = (response: HttpResponse): PollAnswer => {
    const answer = readJson(response, taskAnswerSchema, 'The answer about the task')
    const { requestedId } = answer
    if (answer.result !== null && answer.completionStatus !== null) {
      return {
        outcome: { kind: 'ended', status: answer.completionStatus },
        requestedId,
        result: {
          raw: readText(response),
          lists: answer.result,
          // A result with errors beside it is whole but for the fields they name; the user is told, and has the rest.
          remarks: answer.errors.map(({ message }) => message),
        },
      }
    }
    const problem = graphqlProblemOf(answer.errors, scope)
    if (problem === undefined) {
      return answer.hasTask
        ? { outcome: { kind: 'processing' }, requestedId, result: null }
        : without({ kind: 'unknownTask', message: 'The platform answered without a task for this id.' })
    }
    if (problem.kind === 'unknownTask' || problem.kind === 'accessDenied') return without(problem)
    if (problem.kind === 'rateLimited') {
      return without({
        kind: 'rateLimited',
        message: problem.message,
        retryAfterMs: retryAfterMs(response.headers) ?? 0,
      })
    }
    return without({ kind: 'troubled', message: `The platform said: ${problem.message}`, retryAfterMs: 0 })
  }

  return {
    startListingPreviewsCreation: async (body, signal) => {
      try {
        const response = await post('startListingPreviewsCreation', 'write', body, signal)
        const outcome = classifyStatus(response.status)
        if (outcome === 'carriedOut') return startedOrNot(response)
        if (outcome === 'unknown') return { kind: 'unknown', message: UNCERTAIN_START }
        throw responseFailure('mapping', response, mappingErrors, { scope })
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error instanceof TransportFailure && error.outcome === 'unknown') {
          return { kind: 'unknown', message: UNCERTAIN_START }
        }
        const { detail } = error
        return {
          kind: 'notStarted',
          scope: detail.kind === 'forbidden' ? (detail.scope ?? scope) : null,
          message: detail.message,
        }
      }
    },

    listingPreviewsCreationTaskById: async (taskId, signal) => {
      const body = JSON.stringify({ query: profile.mapping.taskDocument, variables: { input: { id: taskId } } })
      try {
        const response = await post('listingPreviewsCreationTaskById', 'read', body, signal)
        if (response.status >= 200 && response.status < 300) return readTask(response)
        const failure = responseFailure('mapping', response, mappingErrors, { scope })
        const outcome = outcomeOf(failure)
        // A 503 may say when to come back, as a 429 does.
        const waitMs = retryAfterMs(response.headers) ?? 0
        return without(outcome.kind === 'troubled' ? { ...outcome, retryAfterMs: waitMs } : outcome)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return without(outcomeOf(error))
      }
    },
  }
}
