/** Reading what the platform answered: its JSON as promised, or its errors in words a seller can act on. */
import * as z from 'zod'
import { type AppError, Failure } from '../../shared/result.ts'
import { classifyStatus, type HttpResponse, type Outcome, type Service } from './request.ts'
import { retryAfterMs } from './retry-after.ts'

/** What an errorId means and what to do about it, one catalog a service (documents 1 to 3, section 7). */
export type ErrorCatalog = Readonly<Record<number, { readonly cause: string; readonly whatToDo: string }>>

/** Ids that mean the same in every service. */
export const platformErrors: ErrorCatalog = {
  1001: { cause: 'The sign-in has ended.', whatToDo: 'Sign in again in Settings.' },
  1002: { cause: 'The request carried no sign-in.', whatToDo: 'Sign in again in Settings.' },
  1003: { cause: 'The sign-in has the wrong form.', whatToDo: 'Sign in again in Settings.' },
  1100: {
    cause: 'The sign-in lacks a right for this, or has ended.',
    whatToDo: 'Grant the right to the connection and sign in again in Settings.',
  },
  2001: { cause: 'Too many requests in a short time.', whatToDo: 'Wait; it is tried again when the platform allows.' },
  2002: { cause: 'The platform does not know this address.', whatToDo: 'Check the base URL of the connection.' },
  2003: { cause: 'The platform has a problem of its own.', whatToDo: 'Try again in a few minutes.' },
  3004: { cause: 'The platform is not available right now.', whatToDo: 'Try again in a few minutes.' },
}

const serviceWords: Readonly<Record<Service, string>> = {
  oauth: 'sign-in service',
  inventory: 'inventory service',
  mapping: 'mapping service',
  messages: 'message service',
  notification: 'notification service',
  trading: 'trading service',
  pictures: 'picture host',
  practice: 'practice platform',
}

/** For a 429 that does not say how long. */
const DEFAULT_WAIT_MS = 30_000

/** The body as UTF-8 text; a wrong byte becomes a replacement character, a byte-order mark goes. */
export const readText = (response: HttpResponse): string => new TextDecoder().decode(response.body)

/**
 * Whether a web page came where data was asked for: from a wrong base URL, or from something on the way (a proxy, a hotel's
 * sign-in). It is not the service's answer, so that a 404 of one says nothing about an item, and a 200 nothing about a send.
 */
export const isWebPage = (response: HttpResponse): boolean =>
  response.body.length > 0 && /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(response.headers['content-type'] ?? '')

/** The outcome of a write. A web page with a 2xx did not come from the service, so its outcome is `unknown`. */
export const classifyResponse = (response: HttpResponse): Exclude<Outcome, 'notReached'> => {
  const outcome = classifyStatus(response.status)
  return outcome === 'carriedOut' && isWebPage(response) ? 'unknown' : outcome
}

/** One error of an `errors[]` body. Readers are tolerant: whatever is not what it should be is left out. */
export const errorBodySchema = z.object({
  errors: z.array(
    z.object({
      errorId: z.coerce.number().int().optional().catch(undefined),
      domain: z.string().optional().catch(undefined),
      category: z.string().optional().catch(undefined),
      message: z.string().optional().catch(undefined),
      longMessage: z.string().optional().catch(undefined),
      parameters: z
        .array(z.object({ name: z.string(), value: z.coerce.string() }))
        .optional()
        .catch(undefined),
    }),
  ),
})
export type ServiceError = z.infer<typeof errorBodySchema>['errors'][number]

const parseJson = (
  response: HttpResponse,
  parse: (text: string) => unknown = JSON.parse,
): { readonly value: unknown } | undefined => {
  try {
    return { value: parse(readText(response)) }
  } catch {
    return undefined
  }
}

/** The `errors[]` of an answer; empty where the body is none, is cut, or is of another shape. */
export const parseErrors = (response: HttpResponse): readonly ServiceError[] => {
  const parsed = errorBodySchema.safeParse(parseJson(response)?.value)
  return parsed.success ? parsed.data.errors : []
}

const unreadable = (status: number, cause: string): Failure =>
  new Failure({
    kind: 'service',
    message: `${cause} Try again; if it stays so, check the base URL of the connection.`,
    status,
    cause,
    whatToDo: 'Try again; if it stays so, check the base URL of the connection.',
  })

/**
 * The JSON of a successful answer, parsed by `schema`. `what` names it in the error: `The list of conversations`.
 *
 * Throws a `service` failure when the body broke off, is not JSON, or is not what the documents promise, naming the first
 * field that is not. Call it for reads: a write has succeeded with its status line, whatever became of the body. `parse`
 * stands in for `JSON.parse` where a body must be read without loss.
 */
export const readJson = <S extends z.ZodType>(
  response: HttpResponse,
  schema: S,
  what: string,
  parse?: (text: string) => unknown,
): z.output<S> => {
  if (response.bodyCut) throw unreadable(response.status, `${what} did not arrive whole.`)
  const json = parseJson(response, parse)
  if (json === undefined) {
    const page = isWebPage(response) ? '; a web page came instead' : ''
    throw unreadable(response.status, `${what} did not arrive as JSON${page}.`)
  }
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return parsed.data
  const at = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  throw unreadable(response.status, `${what} has another shape than promised${at === '' ? '' : `, at ${at}`}.`)
}

/**
 * A stranger's words in a message of ours: one line, not endless.
 *
 * SECURITY (AUT-04): a platform or a proxy may repeat the header that it did not like.
 */
const oneLine = (text: string): string => {
  const line = text
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

const statusWords = (service: Service, status: number): string => {
  const who = `The ${serviceWords[service]}`
  if (status >= 500) return `${who} has a problem of its own (HTTP ${status}).`
  if (status >= 300 && status < 400) return `${who} pointed to another address (HTTP ${status}), which is not followed.`
  return `${who} refused this (HTTP ${status}).`
}

/**
 * An answer that is not a success, as what a screen can act on.
 *
 * The first error whose id is in `catalog`, or in the platform-wide one, gives cause and what to do; otherwise the
 * platform's own message is the cause. By status: 401 `signInNeeded`; 403, and id 1100 whatever its status, `forbidden`
 * naming `scope` (AUT-03); 404 `notFound`; 409 `conflict`; 429 `rateLimited`; anything else `service`. The platform's id is
 * in `errorId` of a `service` failure, and in brackets at the end of the message. A web page is a `service` failure
 * that points at the base URL, and with a 2xx `uncertain`.
 */
export const responseFailure = (
  service: Service,
  response: HttpResponse,
  catalog: ErrorCatalog,
  options: { readonly scope?: string } = {},
): Failure => new Failure(appErrorOf(service, response, catalog, options))

const webPageError = (service: Service, status: number): AppError => {
  const cause = `A web page came instead of an answer of the ${serviceWords[service]} (HTTP ${status}).`
  const whatToDo = 'Check the base URL of the connection, and that this network asks for no sign-in of its own.'
  if (classifyStatus(status) !== 'carriedOut') {
    return { kind: 'service', message: `${cause} ${whatToDo}`, status, cause, whatToDo }
  }
  return { kind: 'unknown', message: `${cause} It is not known whether the request was carried out. ${whatToDo}` }
}

const appErrorOf = (
  service: Service,
  response: HttpResponse,
  catalog: ErrorCatalog,
  options: { readonly scope?: string },
): AppError => {
  const { status } = response
  const errors = parseErrors(response)
  const lookUp = (id: number | undefined) => (id === undefined ? undefined : (catalog[id] ?? platformErrors[id]))
  const error = errors.find(({ errorId }) => lookUp(errorId) !== undefined) ?? errors[0]
  const errorId = error?.errorId
  const known = lookUp(errorId)
  const platformSays = error?.message ?? error?.longMessage
  const cause = known?.cause ?? (platformSays === undefined ? statusWords(service, status) : oneLine(platformSays))
  const whatToDo =
    known?.whatToDo ?? (status >= 500 ? 'Try again in a few minutes.' : 'Check what was entered, then try again.')
  const message = `${cause} ${whatToDo}`
  const numbered = (text: string): string => (errorId === undefined ? text : `${text} (${errorId})`)

  if (isWebPage(response) && status < 500 && status !== 401 && status !== 429) return webPageError(service, status)
  if (status === 429) {
    const ms = retryAfterMs(response.headers) ?? DEFAULT_WAIT_MS
    return {
      kind: 'rateLimited',
      message: 'The platform asks for a pause: too many requests in a short time.',
      retryAfterMs: ms,
    }
  }
  if (status === 403 || errorId === 1100) {
    const right = options.scope === undefined ? '' : ` The right that is missing: ${options.scope}`
    return {
      kind: 'forbidden',
      message: numbered(`${message}${right}`),
      ...(options.scope === undefined ? {} : { scope: options.scope }),
    }
  }
  if (status === 401) {
    const refused = 'The platform does not accept the sign-in. Sign in again in Settings.'
    return { kind: 'signInNeeded', message: numbered(refused) }
  }
  if (status === 404)
    return {
      kind: 'notFound',
      message:
        known === undefined && platformSays === undefined
          ? `The ${serviceWords[service]} does not have this (HTTP 404).`
          : numbered(message),
    }
  if (status === 409) return { kind: 'conflict', message: numbered(message) }
  return {
    kind: 'service',
    message: numbered(message),
    status,
    cause,
    whatToDo,
    ...(errorId === undefined ? {} : { errorId }),
  }
}
