/** Reads the platform's answers: JSON by a schema, and the platform's own sentences. `failures.ts` explains what it refuses. */
import * as z from 'zod'
import type { PlatformName } from '../../shared/connection/platforms.ts'
import { Failure } from '../../shared/result.ts'
import type { HttpResponse, OutcomeName } from './request.ts'
import { type Answer, answerToStatus, classifyStatus, retryTable } from './retry-table.ts'

/** `Any User error`, in which system errors were seen too. */
const SYSTEM_IN_USER_ERROR = 25002
const CHECK_URL = 'Try again. If it happens again, check the base URL of the connection.'

/** The body as UTF-8. Replaces invalid bytes and removes a byte-order mark. */
export const readText = (response: HttpResponse): string => new TextDecoder().decode(response.body)

/**
 * Whether a web page came instead of data: from a wrong base URL, a proxy or a hotel's sign-in page. It isn't the
 * service's answer, so its 404 proves nothing about an item, and its 200 nothing about a send.
 */
export const isWebPage = (response: HttpResponse): boolean =>
  response.body.length > 0 && /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(response.headers['content-type'] ?? '')

/** How an exchange that has a status line ended. */
export const answerTo = (response: HttpResponse): Exclude<Answer, 'notReached' | 'lost'> => {
  const answer = answerToStatus(response.status)
  if (answer !== 'success') return answer
  if (response.bodyCut) return 'cutSuccess'
  return isWebPage(response) ? 'webPage' : 'success'
}

/** The outcome of a write. A web page with a 2xx did not come from the service, so its outcome is `unknown`. */
export const classifyResponse = (response: HttpResponse): Exclude<OutcomeName, 'notReached'> =>
  retryTable[answerTo({ ...response, bodyCut: false })].outcome

/** Fields of the wrong type are dropped. */
export const serviceErrorSchema = z.object({
  errorId: z.coerce.number().int().optional().catch(undefined),
  domain: z.string().optional().catch(undefined),
  subdomain: z.string().optional().catch(undefined),
  category: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  longMessage: z.string().optional().catch(undefined),
  /** The fields of the request and of the answer that an error is about. */
  inputRefIds: z.array(z.coerce.string()).optional().catch(undefined),
  outputRefIds: z.array(z.coerce.string()).optional().catch(undefined),
  parameters: z
    .array(z.object({ name: z.string(), value: z.coerce.string() }))
    .optional()
    .catch(undefined),
})
export type ServiceError = z.infer<typeof serviceErrorSchema>

/** An `errors[]` body. */
const errorBodySchema = z.object({ errors: z.array(serviceErrorSchema) })

/** The `warnings[]` of a success. */
const warningBodySchema = z.object({ warnings: z.array(serviceErrorSchema) })

/** The body as JSON; undefined if it isn't JSON. */
export const tryReadJson = (response: HttpResponse, parse: (text: string) => unknown = JSON.parse): unknown => {
  try {
    return parse(readText(response))
  } catch {
    return undefined
  }
}

/** The warnings of a successful answer; an unreadable body doesn't change the success. */
export const readWarnings = (response: HttpResponse): readonly string[] => parseWarnings(tryReadJson(response))

/** The `errors[]` of an answer; empty if the body is missing, cut off or of another shape. */
export const parseErrors = (response: HttpResponse): readonly ServiceError[] => {
  const parsed = errorBodySchema.safeParse(tryReadJson(response))
  return parsed.success ? parsed.data.errors : []
}

const text = z.string().optional().catch(undefined)
const inner = z.object({ message: text, longMessage: text })

/** Errors in another form than `errors[]`: from gateways, the sign-in service or older services. */
const bareBodySchema = z.union([
  z
    .object({ errorMessage: z.object({ error: z.array(inner).min(1) }) })
    .transform((body) => body.errorMessage.error[0]),
  z
    .array(inner)
    .min(1)
    .transform(([first]) => first),
  z.object({ error: inner }).transform((body) => body.error),
  z.object({ errors: inner }).transform((body) => body.errors),
  z
    .object({
      message: text,
      longMessage: text,
      error_description: text,
      detail: text,
      errorMessage: text,
      error: text,
    })
    .transform(({ message, longMessage, ...body }) => ({
      message: message ?? body.error_description ?? body.detail ?? body.errorMessage ?? body.error,
      longMessage,
    })),
])

/**
 * Whether the platform names a fault of its own although the ids say that the seller's data is wrong. It goes away by itself,
 * and the answer doesn't say whether the change was carried out.
 */
export const isSystemError = (errors: readonly ServiceError[]): boolean =>
  errors.length > 0 &&
  errors.every(
    ({ errorId, message = '', longMessage = '' }) =>
      errorId === SYSTEM_IN_USER_ERROR && /\bsystem error\b/i.test(`${message} ${longMessage}`),
  )

/** Longer plain text is not a sentence. */
const MAX_PLAIN_CHARACTERS = 1_000

/** The message of a refusal without `errors[]`, as from a gateway or another service. */
const readBareMessage = (response: HttpResponse): string | undefined => {
  const json = tryReadJson(response)
  const bare = bareBodySchema.safeParse(json).data
  if (bare !== undefined) return formatSaid({ message: bare.message, longMessage: bare.longMessage })
  const plain = json === undefined ? readText(response).trim() : ''
  return plain === '' || plain.length > MAX_PLAIN_CHARACTERS || /^[<{["]/.test(plain) ? undefined : sanitizeLine(plain)
}

/**
 * The platform's own sentence in a refusal, whatever its shape. Only `parseErrors` shows what a service means: this
 * text may be a gateway's.
 */
export const readSaid = (response: HttpResponse): string | undefined => {
  const [error] = parseErrors(response)
  return error === undefined ? readBareMessage(response) : formatSaid(error)
}

/** One element of a bulk answer as a separate answer; undefined if its status says nothing about the change. */
export const elementResponse = (status: number | undefined, errors: unknown = []): HttpResponse | undefined => {
  const outcome = status === undefined ? 'unknown' : classifyStatus(status)
  if (status === undefined || outcome === 'unknown' || status < 200 || (status >= 300 && status < 400)) return undefined
  return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify({ errors })), bodyCut: false }
}

const unreadable = (status: number, cause: string): Failure =>
  new Failure({ kind: 'service', message: `${cause} ${CHECK_URL}`, status, cause, whatToDo: CHECK_URL })

/**
 * Parses the JSON of a successful read. `what` names it in errors: `The list of conversations`. `parse` replaces `JSON.parse`
 * for a body that must be read without loss.
 *
 * Throws `service` if the body broke off, is not JSON, or doesn't match `schema`. Not for writes: those have succeeded with
 * their status line.
 */
export const readJson = <S extends z.ZodType>(
  response: HttpResponse,
  schema: S,
  what: string,
  parse?: (text: string) => unknown,
): z.output<S> => {
  if (response.bodyCut) throw unreadable(response.status, `${what} didn’t arrive completely.`)
  const json = tryReadJson(response, parse)
  if (json === undefined) {
    const page = isWebPage(response) ? '; a web page came instead' : ''
    throw unreadable(response.status, `${what} didn’t arrive as JSON${page}.`)
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const at = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  throw unreadable(response.status, `${what} has an unexpected format${at === '' ? '' : `, at ${at}`}.`)
}

/**
 * A foreign message on one line of at most 300 characters.
 *
 * SECURITY (AUT-04): a platform or proxy may repeat the authorization header.
 */
export const sanitizeLine = (text: string): string => {
  const line = text
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 …')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/**
 * The platform's own sentence and its parameters, which may name the cause more precisely than our text. Parameters with a
 * number for a name fill the sentence, so those that it repeats are left out.
 */
export const formatSaid = (error: ServiceError): string | undefined => {
  const { message, longMessage, parameters = [], inputRefIds = [], outputRefIds = [] } = error
  const isLonger = message !== undefined && longMessage !== undefined && !message.includes(longMessage)
  const said = isLonger && longMessage.includes(message) ? longMessage : (message ?? longMessage)
  const more = isLonger && said === message ? [longMessage] : []
  const refs = [...inputRefIds, ...outputRefIds].map((ref) => `at ${ref}`)
  const filled = `${message ?? ''} ${longMessage ?? ''}`
  const named = parameters.flatMap(({ name, value }) => {
    if (!/^\d+$/.test(name)) return [`${name}: ${value}`]
    return value === '' || filled.includes(value) ? [] : [value]
  })
  const values = [...named, ...refs].join(', ')
  const parts = [...(said === undefined ? [] : [said]), ...more, ...(values === '' ? [] : [`(${values})`])]
  return parts.length === 0 ? undefined : sanitizeLine(parts.join(' '))
}

/** Ends a foreign text as a sentence. */
export const endSentence = (text: string): string => (/[.!?)]$/.test(text) ? text : `${text}.`)

/** Joins foreign messages, each once; empty if none has a text. */
export const joinSaid = (messages: readonly string[]): string =>
  [...new Set(messages.map(sanitizeLine))]
    .filter((line) => line !== '')
    .map(endSentence)
    .join(' ')

/** The platform's own message and a space, to be put before ours (PLT-09); empty if there is none. */
export const quote = (said: string | undefined, { The }: PlatformName): string =>
  said === undefined || said === '' ? '' : `${The} says: ${endSentence(said)} `

/** The warnings of a success in the platform's own words (PLT-11); empty if there are none. */
export const parseWarnings = (value: unknown): readonly string[] => {
  const parsed = warningBodySchema.safeParse(value)
  return parsed.success ? parsed.data.warnings.flatMap((warning) => formatSaid(warning) ?? []).map(endSentence) : []
}
