/** Explains the platform's refusals: what an error means and what a seller can do about it (PLT-09). */
import { describePermission } from '../../shared/connection/permissions.ts'
import type { PlatformName } from '../../shared/connection/platforms.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import {
  endSentence,
  formatSaid,
  isWebPage,
  joinSaid,
  parseErrors,
  quote,
  readSaid,
  type ServiceError,
} from './answers.ts'
import { describePause } from './lanes.ts'
import type { HttpResponse, Service } from './request.ts'
import { parseRetryAfter } from './retry-after.ts'
import { classifyStatus } from './retry-table.ts'
import { saysDayUsedUp } from './used-up.ts'

/**
 * What an errorId means, and what to do about it. An id without `cause` has many causes; the platform's own sentence names the
 * actual one (PLT-09). `topic`: the help that explains it.
 */
export type ErrorMeaning = {
  readonly cause?: string
  readonly whatToDo: string
  readonly topic?: string
  /** The operations in which it means this; by default any. */
  readonly operations?: readonly string[]
  /** What the platform's sentence says where it means this; by default anything. */
  readonly says?: RegExp
}

/** By errorId. An id that means different things has a meaning for each operation or sentence, the first that fits counts (PLT-44). */
export type ErrorMeanings = Readonly<Record<number, ErrorMeaning | readonly ErrorMeaning[]>>

/** How the answers of one service are explained. Created once, where its client is. */
export type ErrorCatalog = {
  readonly platformName: PlatformName
  readonly meanings: ErrorMeanings
  /** Of the ids that mean the same in every service; `meanings` come first. */
  readonly common: ErrorMeanings
}

/** What the error means in this operation; undefined if only the platform's own sentence tells. */
export const findMeaning = (
  { errorId, message = '', longMessage = '' }: ServiceError,
  { meanings }: Pick<ErrorCatalog, 'meanings'>,
  operation?: string,
): ErrorMeaning | undefined => {
  const entry = errorId === undefined ? undefined : meanings[errorId]
  const candidates: readonly ErrorMeaning[] = entry === undefined ? [] : 'whatToDo' in entry ? [entry] : entry
  return candidates.find(
    ({ operations, says }) =>
      (operations === undefined || (operation !== undefined && operations.includes(operation))) &&
      (says === undefined || says.test(`${message} ${longMessage}`)),
  )
}

/** Ids that mean the same in every service. */
const commonErrors = ({ The }: PlatformName): ErrorMeanings => ({
  1001: { cause: 'The sign-in has expired.', whatToDo: 'Sign in again in Settings.', topic: 'AUT-02' },
  1002: { cause: 'The request had no sign-in.', whatToDo: 'Sign in again in Settings.' },
  1003: { cause: 'The sign-in has the wrong format.', whatToDo: 'Sign in again in Settings.' },
  1100: {
    cause: 'The sign-in lacks a permission for this, or has expired.',
    whatToDo: 'Grant the permission to the connection and sign in again in Settings.',
    topic: 'AUT-03',
  },
  2001: {
    cause: 'Too many requests in a short time.',
    whatToDo: 'Wait. Stallhand tries again when it is allowed to.',
  },
  2002: { cause: `${The} doesn’t know this address.`, whatToDo: 'Check the base URL of the connection.' },
  2003: { cause: `${The} has an internal problem.`, whatToDo: 'Try again in a few minutes.' },
  3004: { cause: `${The} isn’t available right now.`, whatToDo: 'Try again in a few minutes.' },
})

/** Without `meanings`, for a service that documents no ids of its own. */
export const createErrorCatalog = (platformName: PlatformName, meanings: ErrorMeanings = {}): ErrorCatalog => ({
  platformName,
  meanings,
  common: commonErrors(platformName),
})

/** For calls that only the practice platform has. */
export const practiceErrors = createErrorCatalog({ the: 'the practice platform', The: 'The practice platform' })

/** As in a sentence: `message service`. */
export const serviceLabels: Readonly<Record<Service, string>> = {
  oauth: 'sign-in service',
  inventory: 'inventory service',
  mapping: 'mapping service',
  messages: 'message service',
  notification: 'notification service',
  identity: 'identity service',
  account: 'account service',
  catalog: 'category service',
  media: 'media service',
  trading: 'trading service',
  fulfillment: 'order service',
  postOrder: 'service for returns and requests',
  negotiation: 'service for offers to watchers',
  finances: 'service for earnings',
  analytics: 'service for call limits',
  keyManagement: 'service for signing keys',
  pictures: 'picture host',
  practice: 'practice platform',
}

/** `Message service`. */
export const serviceLabel = (service: Service): string =>
  `${serviceLabels[service].charAt(0).toUpperCase()}${serviceLabels[service].slice(1)}`

export const SIGN_IN_REFUSED = 'The sign-in isn’t accepted. Sign in again in Settings.'

/** For a 429 without Retry-After to a request that used no lane. */
const DEFAULT_WAIT_MS = 30_000
/** The platform's own sentence, or `fallback` if neither it nor the catalog names the cause; then our explanation. */
const explainKnown = (
  { cause, whatToDo }: ErrorMeaning,
  error: ServiceError,
  platformName: PlatformName,
  fallback: string,
): string => {
  const said = formatSaid(error)
  return cause === undefined
    ? `${endSentence(said ?? fallback)} ${whatToDo}`
    : `${quote(said, platformName)}${cause} ${whatToDo}`
}

/** Describes one of several errors of an answer to an operation. */
export const describeError = (
  error: ServiceError,
  catalog: ErrorCatalog,
  fallback: string,
  operation?: string,
): string => {
  const known = findMeaning(error, catalog, operation)
  return known === undefined
    ? (formatSaid(error) ?? fallback)
    : explainKnown(known, error, catalog.platformName, fallback)
}

const describeStatus = (service: Service, status: number): string => {
  const who = `The ${serviceLabels[service]}`
  if (status >= 500) return `${who} has an internal problem`
  if (status >= 300 && status < 400) return `${who} redirected to another address, which isn’t followed`
  return `${who} refused this`
}

const webPageError = (service: Service, status: number): AppError => {
  const what = `A web page came instead of an answer from the ${serviceLabels[service]}`
  const seen = `${what}.`
  const whatToDo = 'Check the base URL of the connection, and whether this network asks you to sign in.'
  if (classifyStatus(status) !== 'carriedOut') {
    return { kind: 'service', message: `${seen} ${whatToDo}`, status, cause: `${what}.`, whatToDo }
  }
  return { kind: 'unknown', message: `${seen} It isn’t known whether the request was carried out. ${whatToDo}` }
}

const adviceFor = (status: number): string => {
  if (status >= 500) return 'Try again in a few minutes.'
  if (status === 403) return 'Check in Settings which account and permissions this connection has.'
  return 'Check your entries, then try again.'
}

/** Platforms address this sentence to programs: "Wait the seconds of the Retry-After header." */
const isForPrograms = (said: string): boolean => /\bretry-after\b/i.test(said)

/** Keeps the platform's own sentence, which may name the limit that was reached. A day's limit is never called a short time. */
const rateLimited = (response: HttpResponse, platformName: PlatformName): AppError => {
  const { pause } = response
  const retryAfterMs = pause?.ms ?? parseRetryAfter(response.headers) ?? DEFAULT_WAIT_MS
  const errors = parseErrors(response)
  const said = errors.length === 0 ? readSaid(response) : joinSaid(errors.flatMap((error) => formatSaid(error) ?? []))
  return {
    kind: 'rateLimited',
    message: `${quote(said === undefined || isForPrograms(said) ? undefined : said, platformName)}${describePause(retryAfterMs, pause?.isGuess, saysDayUsedUp(said))}`,
    retryAfterMs,
    ...(pause === undefined ? {} : { untilMs: pause.untilMs }),
  }
}

/** `scope`: the permission that the call needs. `operation`: the call's name, which says what an errorId means (PLT-44). */
type FailureOptions = { readonly scope?: string | undefined; readonly operation?: string | undefined }

const toAppError = (
  service: Service,
  response: HttpResponse,
  catalog: ErrorCatalog,
  { scope, operation }: FailureOptions,
): AppError => {
  const { status } = response
  const { platformName, common } = catalog
  if (isWebPage(response) && status < 500 && status !== 401 && status !== 429) return webPageError(service, status)
  if (status === 429) return rateLimited(response, platformName)
  const errors = parseErrors(response)
  const find = (one: ServiceError): ErrorMeaning | undefined =>
    findMeaning(one, catalog, operation) ?? findMeaning(one, { meanings: common })
  const error = errors.find((one) => find(one) !== undefined) ?? errors[0]
  const errorId = error?.errorId
  const known = error === undefined ? undefined : find(error)
  const said = error === undefined ? readSaid(response) : formatSaid(error)
  const what = describeStatus(service, status)
  const shown = known?.cause ?? said ?? `${what}.`
  const whatToDo = known?.whatToDo ?? adviceFor(status)
  const mark = errorId === undefined ? '' : ` (${errorId})`
  const others = joinSaid(errors.filter((one) => one !== error).flatMap((one) => formatSaid(one) ?? []))
  const also = others === '' ? '' : ` Also: ${others}`
  const cause = `${known?.cause ?? said ?? `${what}.`}${also}`
  const explained =
    known === undefined || error === undefined
      ? `${endSentence(shown)} ${whatToDo}`
      : explainKnown(known, error, platformName, shown)
  const message = `${explained}${mark}${also}`
  const topic = known?.topic

  if (status === 403 || errorId === 1100) {
    // AUT-03: 1100 means that a permission is missing, and no answer names it. Another 403 is explained by its own sentence; without
    // one, the permission is all that can be checked.
    const isMissing = errorId === 1100
    const isSilent = known === undefined && said === undefined
    const missing =
      scope === undefined
        ? ''
        : isMissing
          ? ` Missing permission: ${describePermission(scope)}`
          : isSilent
            ? ` This needs the permission ${describePermission(scope)}.`
            : ''
    return {
      kind: 'forbidden',
      message: `${explained}${missing}${mark}${also}`,
      topic,
      ...(scope === undefined ? {} : { scope }),
    }
  }
  if (status === 401) {
    return {
      kind: 'signInNeeded',
      message: `${quote(said, platformName)}${SIGN_IN_REFUSED}${mark}`,
      topic,
    }
  }
  if (status === 404) {
    const isUnexplained = known === undefined && said === undefined
    const missing = `The ${serviceLabels[service]} doesn’t have this.`
    return { kind: 'notFound', message: isUnexplained ? missing : message, topic }
  }
  if (status === 409) return { kind: 'conflict', message, topic }
  return { kind: 'service', message, topic, status, cause, whatToDo, ...(errorId === undefined ? {} : { errorId }) }
}

/**
 * The failure for an answer that is not a success. Cause and remedy come from the first error whose id is in `catalog`, after the
 * platform's own sentence and parameters (PLT-09). Without a known id only those are shown.
 *
 * 401 is `signInNeeded`; 403, and id 1100 with any status, `forbidden` with `scope` (AUT-03); 404 `notFound`; 409 `conflict`;
 * 429 `rateLimited`; anything else `service`. A web page is `service`, or `unknown` with a 2xx.
 */
export const responseFailure = (
  service: Service,
  response: HttpResponse,
  catalog: ErrorCatalog,
  options: FailureOptions = {},
): Failure => new Failure(toAppError(service, response, catalog, options))
