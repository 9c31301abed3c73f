/** What the answers to changes of offers mean: the outcome of one, or of each in a bulk call (PLT-26, PLT-27). */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { Failure } from '../../../shared/result.ts'
import { elementResponse, parseErrors, parseWarnings, type ServiceError } from '../../http/answers.ts'
import { type ErrorCatalog, responseFailure } from '../../http/failures.ts'
import { TransportFailure } from '../../http/request.ts'
import { type Outcome, readOutcome, thrownOutcome } from '../../outbound/outcome.ts'
import type { BulkAnswer } from './listing-wire.ts'

/** The permission of every call. */
export const SCOPE = { scope: 'sell.inventory' }
const USER_ERROR = 25002
const INVALID_QUANTITY = 25004
/** The wait after an internal error of the platform. */
const RETRY_MS = 60_000

/** The outcome of one change, with the platform's messages. */
export type StepResult = {
  readonly outcome: Outcome
  readonly errors: readonly ServiceError[]
  readonly warnings: readonly string[]
  readonly offerId?: string | undefined
  readonly listingId?: string | undefined
  /** The offer that the platform already has instead of the refused one. */
  readonly existingOfferId?: string | undefined
}

/** The result if the answer doesn't tell whether the change was carried out. */
export const lost: StepResult = {
  outcome: { outcome: 'unknown', reason: 'The answer doesn’t say whether this was carried out.' },
  errors: [],
  warnings: [],
}

/** Converts an element of a bulk answer. A missing one leaves the outcome unknown. */
export const toElementResult = (
  catalog: ErrorCatalog,
  answer: BulkAnswer | undefined,
  operation: string,
): StepResult => {
  const response = elementResponse(answer?.statusCode, answer?.errors)
  if (answer === undefined || response === undefined) return lost
  const { offerId, listingId } = answer
  const warnings = parseWarnings(answer)
  if (response.status < 300) return { outcome: { outcome: 'carriedOut' }, errors: [], warnings, offerId, listingId }
  return {
    outcome: readOutcome(response, catalog.platformName, (refused) =>
      responseFailure('inventory', refused, catalog, { ...SCOPE, operation }),
    ),
    errors: parseErrors(response),
    warnings,
  }
}

/**
 * A quantity of 0 is refused with 25004, but was seen to be applied anyway, so only a reading shows the result (PLT-27).
 */
export const doubtZero = (result: StepResult, quantity: number | undefined): StepResult => {
  const isDoubtful = quantity === 0 && result.errors.some(({ errorId }) => errorId === INVALID_QUANTITY)
  if (!isDoubtful || result.outcome.outcome !== 'refused') return result
  return { ...result, outcome: { outcome: 'unknown', reason: result.outcome.error.message } }
}

/** The id of the offer that a refused creation says there is already: in a parameter, or in the sentence alone. */
const findExisting = (errors: readonly ServiceError[]): string | undefined => {
  for (const { errorId, message = '', parameters = [] } of errors) {
    if (errorId !== USER_ERROR || !/already exists/i.test(message)) continue
    return parameters.find(({ name }) => name === 'offerId')?.value ?? /offerId:?\s*(\d+)/i.exec(message)?.[1]
  }
  return undefined
}

/** A creation that was refused because there is an offer already. */
export const nameExisting = (result: StepResult, { The }: PlatformName): StepResult => {
  const existingOfferId = findExisting(result.errors)
  if (existingOfferId === undefined || result.outcome.outcome !== 'refused') return result
  const message = `${The} already has a listing draft of this item (${existingOfferId}). It is shown now: check it, then save your changes to it.`
  return {
    ...result,
    outcome: { outcome: 'refused', error: { kind: 'conflict', message } },
    errors: [],
    existingOfferId,
  }
}

/** The outcome if nothing was sent, because the reading before the write failed or no longer allows the change. */
export const unsentOutcome = (error: unknown): Outcome => {
  if (!(error instanceof Failure) || error instanceof TransportFailure) return thrownOutcome(error)
  const { detail } = error
  if (detail.kind === 'service' && detail.status >= 500) return { outcome: 'notNow', error: detail, waitMs: RETRY_MS }
  const passes = ['offline', 'rateLimited', 'signInNeeded'].includes(detail.kind)
  return passes ? thrownOutcome(error) : { outcome: 'refused', error: detail }
}

/** The results of a bulk call, in the order of its elements, or one for all if the whole call failed or wasn't sent. */
export type BulkResults = { readonly whole: StepResult } | { readonly each: readonly StepResult[] }

export const resultAt = (results: BulkResults, index: number): StepResult =>
  'whole' in results ? results.whole : (results.each[index] ?? lost)

export const mapResults = (
  results: BulkResults,
  change: (result: StepResult, index: number) => StepResult,
): BulkResults => ('whole' in results ? results : { each: results.each.map(change) })
