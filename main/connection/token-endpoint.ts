/** The platform's token endpoint: one request, and what its answer means (docs/platform.md, AUT-01, AUT-05). */
import * as z from 'zod'
import type { PlatformName } from '../../shared/connection/platforms.ts'
import { getPlatform } from '../../shared/connection/profile.ts'
import { Failure } from '../../shared/result.ts'
import type { Services } from '../feature.ts'
import { readText } from '../http/answers.ts'
import { type HttpResponse, TransportFailure } from '../http/request.ts'
import { parseRetryAfter } from '../http/retry-after.ts'
import { SignInNeeded } from './sign-in-needed.ts'

export type Token = { readonly value: string; readonly expiresAtMs: number; readonly scopes: readonly string[] }

export type Granted = {
  readonly token: Token
  readonly refreshToken: string | undefined
  readonly refreshTokenEndsAtMs: number | undefined
}

export const DEFAULT_LIFETIME_S = 7_200
/** Longer lifetimes are the service's mistake, and may exceed the range of dates. */
const MAX_LIFETIME_S = 86_400
const MAX_REFRESH_LIFETIME_S = 10 * 365 * 86_400

/** OAuth errors that say nothing about the grant, though some services send them with a 400. */
const temporaryErrors: readonly string[] = ['temporarily_unavailable', 'server_error', 'slow_down']

/** The token endpoint answered 429. `statedMs`: how long to wait, if it said so. */
export class TokensPaused extends Failure {
  readonly statedMs: number | undefined

  constructor(waitMs: number, statedMs?: number) {
    super({
      kind: 'rateLimited',
      message: 'The sign-in service asks Stallhand to wait. Nothing was sent.',
      retryAfterMs: waitMs,
    })
    this.name = 'TokensPaused'
    this.statedMs = statedMs
  }
}
const DEFAULT_PAUSE_MS = 30_000

/** A token with any other character could break out of a header. */
const tokenText = z.string().regex(/^[\x21-\x7e]+$/)
const grantedSchema = z.object({
  access_token: tokenText,
  expires_in: z.coerce.number().positive().catch(DEFAULT_LIFETIME_S),
  refresh_token: tokenText.optional().catch(undefined),
  refresh_token_expires_in: z.coerce.number().positive().optional().catch(undefined),
  scope: z.string().optional().catch(undefined),
})
const refusalSchema = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) })

/** `isForCode`: an authorization code was exchanged, which is refused with the same error as an ended sign-in. */
const explainRefusal = (
  code: string | undefined,
  { The }: PlatformName,
  isForCode: boolean,
): readonly [cause: string, remedy: string] => {
  switch (code) {
    case 'invalid_grant':
      return isForCode
        ? ['The code has expired, was used before, or belongs to another keyset.', 'Start the sign-in again']
        : [
            'The sign-in has ended: it was withdrawn, the password or user name was changed, or its time ran out.',
            'Sign in again',
          ]
    case 'invalid_scope':
      return [
        `${The} doesn’t grant a permission that this connection requests.`,
        'Check its permissions (Seller scopes), then sign in again',
      ]
    case 'invalid_client':
    case 'unauthorized_client':
      return [`${The} doesn’t accept the client ID or client secret of this connection.`, 'Check them']
    default:
      return [`${The} refused the sign-in.`, 'Check the connection']
  }
}

const MAX_REASON_LENGTH = 200

/**
 * The service's own reason on one line. SECURITY (AUT-04): it may quote what it received, so every secret of the
 * request is removed, and every long word but a scope, which is an address without a query.
 */
const sanitizeReason = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\S{25,}/g, (word) => (/^["'(]?https:\/\/[\w./:-]+$/.test(word) ? word : '…'))
    .trim()
    .slice(0, MAX_REASON_LENGTH)

type RefusalDetails = { readonly reason?: string; readonly isForCode?: boolean; readonly clientHint?: string }

/** The platform refused the grant. `code` is the OAuth error. `reason` may be quoted: it contains no secret. */
export class TokenRefused extends SignInNeeded {
  readonly code: string | undefined

  /** `isForCode`: an authorization code was exchanged. `clientHint`: what else may be wrong with the client. */
  constructor(
    code: string | undefined,
    platformName: PlatformName,
    { reason = '', isForCode = false, clientHint = '' }: RefusalDetails = {},
  ) {
    const [cause, remedy] = explainRefusal(code, platformName, isForCode)
    const stop = /[.!?]$/.test(reason) ? '' : '.'
    const quoted = reason === '' ? '' : `The sign-in service says: “${reason}”${stop} `
    const hint = isClientError(code) && clientHint !== '' ? ` ${clientHint}` : ''
    super(`${quoted}${cause}${hint}`, remedy)
    this.name = 'TokenRefused'
    this.code = code
  }

  /** Whether the same secret will always be refused. Any other refusal may come from a proxy or a temporary fault. */
  get isLasting(): boolean {
    return this.code === 'invalid_grant' || this.code === 'invalid_scope' || isClientError(this.code)
  }

  /** Whether the application itself was refused, so signing in again can't help. */
  get isClientRefused(): boolean {
    return isClientError(this.code)
  }
}

export const isClientError = (code: string | undefined): boolean =>
  code === 'invalid_client' || code === 'unauthorized_client'

const parseBody = (response: HttpResponse): unknown => {
  try {
    return JSON.parse(readText(response)) as unknown
  } catch {
    return undefined
  }
}

const isPage = (response: HttpResponse): boolean => /^\s*</.test(readText(response).slice(0, 200))

/** If the token endpoint fails, the call that needed the token was not sent. */
const notReached = (message: string, cause?: unknown): TransportFailure =>
  new TransportFailure('notReached', `${message} Nothing was sent.`, cause)

/** The token endpoint answered with a passing fault. */
export class TokenFault extends TransportFailure {
  constructor(message: string) {
    super('notReached', `${message} Nothing was sent.`)
  }
}

type TokenRequest = {
  /** The grant and its parameters. */
  readonly form: Readonly<Record<string, string>>
  readonly clientSecret: string
  /** The scopes to assume if the answer names none. */
  readonly scopes: readonly string[]
  /** False for an authorization code, which works once. */
  readonly isRepeatable: boolean
}

export type RequestToken = (request: TokenRequest) => Promise<Granted>

/** `send` must not add authorization itself. Throws `TokenRefused`, `TokensPaused` on 429, `TokenFault`, and `TransportFailure` `notReached`. */
export const createTokenEndpoint = (deps: Pick<Services, 'clock' | 'profile' | 'send'>): RequestToken => {
  const { oauth, kind } = deps.profile
  const { name, clientHints } = getPlatform(deps.profile)

  const basic = (clientSecret: string): string => Buffer.from(`${oauth.clientId}:${clientSecret}`).toString('base64')

  const post = async ({ form, clientSecret, isRepeatable }: TokenRequest): Promise<HttpResponse> => {
    try {
      return await deps.send({
        service: 'oauth',
        operation: 'token',
        method: 'POST',
        url: oauth.tokenUrl,
        pathTemplate: '/identity/v1/oauth2/token',
        headers: {
          authorization: `Basic ${basic(clientSecret)}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: new URLSearchParams(form).toString(),
        lane: 'read',
        repeatable: isRepeatable,
        credential: 'none',
        maxBytes: 64 * 1024,
      })
    } catch (error) {
      if (error instanceof TransportFailure && error.outcome === 'notReached') throw error
      throw notReached('The sign-in service didn’t answer.', error)
    }
  }

  const listSecrets = ({ form, clientSecret }: TokenRequest): readonly string[] =>
    [form.refresh_token, form.code, clientSecret, basic(clientSecret)].filter((secret) => secret !== undefined)

  return async (request) => {
    const response = await post(request)
    const { status } = response
    const nowMs = deps.clock.nowMs()
    if (status === 429) {
      const statedMs = parseRetryAfter(response.headers, nowMs)
      throw new TokensPaused(statedMs ?? DEFAULT_PAUSE_MS, statedMs)
    }
    if (status >= 500 || (status >= 300 && status < 400)) {
      throw new TokenFault('The sign-in service has a problem.')
    }
    const body = parseBody(response)
    if (status >= 400) {
      const refusal = refusalSchema.safeParse(body)
      // A 401 is about the client (https://www.rfc-editor.org/rfc/rfc6749#section-5.2), unless a proxy's page says it.
      if (!refusal.success) {
        throw new TokenRefused(status === 401 && !isPage(response) ? 'invalid_client' : undefined, name)
      }
      const { error, error_description: reason = error } = refusal.data
      if (temporaryErrors.includes(error)) throw new TokenFault(`The sign-in service has a problem (${error}).`)
      throw new TokenRefused(error, name, {
        reason: sanitizeReason(reason, listSecrets(request)),
        isForCode: request.form.grant_type === 'authorization_code',
        clientHint: clientHints[kind] ?? '',
      })
    }
    const parsed = grantedSchema.safeParse(body)
    if (response.bodyCut || !parsed.success) {
      throw new TokenFault(
        isPage(response)
          ? 'The sign-in service answered with a web page instead of a token. Check the token address of the connection.'
          : 'The answer of the sign-in service couldn’t be read.',
      )
    }
    const { data } = parsed
    const refreshLifetimeMs = Math.min(data.refresh_token_expires_in ?? Number.NaN, MAX_REFRESH_LIFETIME_S) * 1000
    return {
      token: {
        value: data.access_token,
        expiresAtMs: nowMs + Math.min(data.expires_in, MAX_LIFETIME_S) * 1000,
        scopes: data.scope?.split(/\s+/).filter((scope) => scope !== '') ?? request.scopes,
      },
      refreshToken: data.refresh_token,
      refreshTokenEndsAtMs: Number.isNaN(refreshLifetimeMs) ? undefined : nowMs + refreshLifetimeMs,
    }
  }
}
