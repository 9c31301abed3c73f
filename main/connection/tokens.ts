/** Access tokens: fetched when needed, renewed before they end, kept in memory only (documents 1 to 3, section 5). */
import * as z from 'zod'
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { ConnectionSecrets } from '../feature.ts'
import { readText } from '../http/answers.ts'
import { type HttpResponse, type Send, TransportFailure } from '../http/request.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import type { Credential, TokenSource } from '../http/with-auth.ts'
import type { Clock, Log } from '../ports.ts'

export type Session = {
  readonly state: 'signedIn' | 'signInNeeded'
  readonly label: string
  readonly scopes: readonly string[]
  readonly expiresAtMs: number | null
  /** When the seller has to sign in again, where the platform said so. */
  readonly signInEndsAtMs: number | null
}

export type Tokens = TokenSource & {
  /**
   * Exchanges a code for tokens and keeps them (authorization_code, document 3 section 5). `redirectUri` is the one that
   * the browser was sent away with. Throws `validation` where the code is refused, and otherwise as the others do.
   */
  readonly signIn: (code: string, redirectUri: string) => Promise<void>
  /** Who is signed in as the seller, without a word on the wire. */
  readonly session: () => Promise<Session>
  /** Forgets what was refused: a person says that something is different now. */
  readonly tryAgain: () => void
  /** Forgets every token and refusal: the secrets are others now. */
  readonly startAfresh: () => void
}

export type TokensDeps = {
  readonly profile: ConnectionProfile
  readonly secrets: ConnectionSecrets
  /** Without auth of its own: it fetches what auth needs. */
  readonly send: Send
  readonly clock: Clock
  readonly log: Log
  /** Told when the session is another than before. */
  readonly onChange: () => void
  /** Told when the secrets are others: what was refused for want of a sign-in may go through now. */
  readonly onAfresh: () => void
}

type Token = {
  readonly value: string
  readonly expiresAtMs: number
  readonly scopes: readonly string[]
}

/** A refusal stands for the secret it met, and only for a while where the platform did not say what is wrong. */
type Refusal = { readonly secret: string; readonly failure: Failure; readonly untilMs: number }

/** A token is renewed this long before its end (AUT-01). */
const RENEW_AHEAD_MS = 5 * 60_000
const DEFAULT_LIFETIME_S = 7_200
/** A refusal without an OAuth error word may be a passing trouble of something between here and the platform. */
const VAGUE_REFUSAL_MS = 30_000
/** Renewals that 401s may cause in any minute; a platform that refuses every new token is not asked for ever (AUT-03). */
const MOST_RENEWALS_A_MINUTE = 3

const tokenAnswerSchema = z.object({
  // What would break out of a header is no token.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().catch(DEFAULT_LIFETIME_S),
  refresh_token: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .catch(undefined),
  refresh_token_expires_in: z.coerce.number().positive().optional().catch(undefined),
  scope: z.string().optional().catch(undefined),
})

/** A token that was pasted, with the end that is assumed for it. */
const pastedTokenSchema = z.object({ value: z.string(), expiresAtMs: z.number() })
type PastedToken = z.infer<typeof pastedTokenSchema>

/** What is kept for a pasted access token, which does not say when it ends: it lives about two hours (AUT-01). */
export const pastedToken = (value: string, nowMs: number): string =>
  JSON.stringify({ value, expiresAtMs: nowMs + DEFAULT_LIFETIME_S * 1000 } satisfies PastedToken)

const readPastedToken = (text: string | undefined): PastedToken | undefined => {
  if (text === undefined) return undefined
  try {
    return pastedTokenSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const pastedTokenEnded = (): Failure =>
  new Failure({
    kind: 'signInNeeded',
    message:
      'The access token that was pasted has ended, or the platform does not accept it. Sign in, or paste a new one, in Settings.',
  })

const signInEnded = (endsAtMs: number): Failure =>
  new Failure({
    kind: 'signInNeeded',
    message: `The sign-in was good until ${new Date(endsAtMs).toISOString().slice(0, 10)}. Sign in again in Settings.`,
  })

const refusalSchema = z.object({ error: z.string() })

const parsedBody = (answer: HttpResponse): unknown => {
  try {
    return JSON.parse(readText(answer)) as unknown
  } catch {
    return undefined
  }
}

/** The OAuth error word, or undefined. Its description is not passed on: it may quote what was sent. */
const errorWord = (answer: HttpResponse): string | undefined => {
  const parsed = refusalSchema.safeParse(parsedBody(answer))
  return parsed.success ? parsed.data.error : undefined
}

/** The platform refuses the application itself: no sign-in helps then. */
export class ClientRefused extends Failure {
  constructor() {
    super({
      kind: 'signInNeeded',
      message:
        'The platform does not accept the client id or client secret of this connection. Check them in Settings.',
    })
    this.name = 'ClientRefused'
  }
}

const refusalSentence = (word: string | undefined, status: number): string => {
  switch (word) {
    case 'invalid_grant':
      return 'The sign-in has ended or was withdrawn. Sign in again in Settings.'
    case 'invalid_scope':
      return 'The platform does not grant a right that this connection asks for. Check its scopes, then sign in again.'
    default:
      return `The platform refused the sign-in (HTTP ${status}). Sign in again in Settings.`
  }
}

const refusal = (word: string | undefined, status: number): Failure =>
  word === 'invalid_client' || word === 'unauthorized_client'
    ? new ClientRefused()
    : new Failure({ kind: 'signInNeeded', message: refusalSentence(word, status) })

const noSignIn = (): Failure =>
  new Failure({
    kind: 'signInNeeded',
    message: 'No seller has signed in to this connection yet. Sign in under Settings.',
  })

const noClient = (): Failure =>
  new Failure({
    kind: 'signInNeeded',
    message: 'This connection has no client id and client secret yet. Add them under Settings.',
  })

/** A captive portal, a proxy or a wrong address: somebody answered, and not the sign-in service. */
const isWebPage = (answer: HttpResponse): boolean => /^\s*</.test(readText(answer).slice(0, 200))

/** A failure of the sign-in service never leaves it open whether the call that needed the token was carried out. */
const notReached = (error: unknown): TransportFailure =>
  new TransportFailure(
    'notReached',
    error instanceof TransportFailure && error.outcome === 'notReached'
      ? error.message
      : 'The sign-in service gave no answer, so nothing was sent.',
    error,
  )

/**
 * User tokens by the refresh_token grant, application tokens by client_credentials (AUT-05).
 *
 * All callers of one credential share one request. Throws `signInNeeded` when a secret is missing or the platform refuses
 * it, and goes on doing so without asking again until the secret is another or `tryAgain` is called (AUT-03); `TransportFailure` `notReached`
 * when the sign-in service cannot be reached; `rateLimited` on 429. Within its last five minutes a token still serves
 * while no new one can be had.
 */
export const createTokens = (deps: TokensDeps): Tokens => {
  const { profile, secrets, clock } = deps
  const tokens = new Map<Credential, Token>()
  const pending = new Map<Credential, Promise<Token>>()
  const refused = new Map<Credential, Refusal>()
  const renewals = new Map<Credential, number[]>()

  const refusalOf = (credential: Credential, secret: string): Failure | undefined => {
    const refusal = refused.get(credential)
    return refusal?.secret === secret && clock.monotonicMs() < refusal.untilMs ? refusal.failure : undefined
  }

  const ask = (
    form: Record<string, string>,
    clientSecret: string,
    options: { readonly repeatable: boolean } = { repeatable: true },
  ): Promise<HttpResponse> => {
    const basic = Buffer.from(`${profile.oauth.clientId}:${clientSecret}`).toString('base64')
    return deps.send({
      service: 'oauth',
      operation: 'token',
      method: 'POST',
      url: profile.oauth.tokenUrl,
      pathTemplate: '/identity/v1/oauth2/token',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams(form).toString(),
      lane: 'read',
      repeatable: options.repeatable,
      credential: 'none',
      maxBytes: 64 * 1024,
    })
  }

  type Granted = { readonly token: Token; readonly refreshToken?: string; readonly refreshTokenEndsAtMs?: number }

  const readToken = (answer: HttpResponse, asked: readonly string[]): Granted => {
    const parsed = tokenAnswerSchema.safeParse(parsedBody(answer))
    if (answer.bodyCut || !parsed.success) {
      throw new TransportFailure(
        'notReached',
        isWebPage(answer)
          ? 'The sign-in service answered with a web page instead of a token. Check the token address of the connection. Nothing was sent.'
          : 'The sign-in service gave an answer that cannot be read. Nothing was sent.',
      )
    }
    const { access_token, expires_in, refresh_token, refresh_token_expires_in: refreshLifetimeS, scope } = parsed.data
    return {
      token: {
        value: access_token,
        expiresAtMs: clock.nowMs() + expires_in * 1000,
        scopes: scope === undefined ? asked : scope.split(/\s+/).filter((word) => word !== ''),
      },
      ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
      ...(refreshLifetimeS === undefined ? {} : { refreshTokenEndsAtMs: clock.nowMs() + refreshLifetimeS * 1000 }),
    }
  }

  /** Throws what every other answer than a token means. */
  const judge = (answer: HttpResponse): void => {
    if (answer.status === 429) {
      throw new Failure({
        kind: 'rateLimited',
        message: 'The sign-in service asks for a pause. Nothing was sent.',
        retryAfterMs: retryAfterMs(answer.headers, clock.nowMs()) ?? 30_000,
      })
    }
    if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400)) {
      throw new TransportFailure(
        'notReached',
        `The sign-in service has a problem of its own (HTTP ${answer.status}). Nothing was sent.`,
      )
    }
  }

  const keepRefreshToken = async ({ refreshToken, refreshTokenEndsAtMs }: Granted): Promise<void> => {
    if (refreshToken === undefined) return
    await secrets.set('refreshToken', refreshToken)
    if (refreshTokenEndsAtMs === undefined) await secrets.delete('refreshTokenEndsAt')
    else await secrets.set('refreshTokenEndsAt', String(refreshTokenEndsAtMs))
  }

  const signInEndsAtMs = async (): Promise<number | null> => {
    const text = await secrets.get('refreshTokenEndsAt')
    return text === undefined || !/^\d{1,16}$/.test(text) ? null : Number(text)
  }

  /** A pasted access token serves where there is no refresh token: until its end, or until it is refused. */
  const fromPasted = async (rejected: string | undefined): Promise<Token> => {
    const pasted = readPastedToken(await secrets.get('accessToken'))
    if (pasted === undefined) throw noSignIn()
    const earlier = refusalOf('user', pasted.value)
    if (earlier !== undefined) throw earlier
    if (pasted.value !== rejected && pasted.expiresAtMs > clock.nowMs()) return { ...pasted, scopes: [] }
    const failure = pastedTokenEnded()
    refused.set('user', { secret: pasted.value, failure, untilMs: Number.POSITIVE_INFINITY })
    throw failure
  }

  const fetchToken = async (credential: Credential, rejected: string | undefined): Promise<Token> => {
    const refreshToken = credential === 'user' ? await secrets.get('refreshToken') : undefined
    const clientSecret = await secrets.get('clientSecret')
    if (credential === 'user' && refreshToken === undefined && (await secrets.get('accessToken')) !== undefined) {
      return fromPasted(rejected)
    }
    if (clientSecret === undefined || profile.oauth.clientId === '') throw noClient()
    if (credential === 'user' && refreshToken === undefined) throw noSignIn()
    const endsAtMs = credential === 'user' ? await signInEndsAtMs() : null
    if (endsAtMs !== null && endsAtMs <= clock.nowMs()) throw signInEnded(endsAtMs)

    const secret = `${clientSecret}\n${refreshToken ?? ''}`
    const earlier = refusalOf(credential, secret)
    if (earlier !== undefined) throw earlier

    const asked = profile.scopes[credential]
    const grant: Record<string, string> =
      refreshToken === undefined
        ? { grant_type: 'client_credentials' }
        : { grant_type: 'refresh_token', refresh_token: refreshToken }
    const scope = asked.join(' ')
    let answer: HttpResponse
    let scopes: readonly string[] = asked
    try {
      answer = await ask(scope === '' ? grant : { ...grant, scope }, clientSecret)
      if (answer.status === 400 && errorWord(answer) === 'invalid_scope' && refreshToken !== undefined) {
        // The seller granted less than is asked for: what was granted is better than nothing, and a call that needs the
        // missing right says so by its name.
        answer = await ask(grant, clientSecret)
        scopes = []
      }
    } catch (error) {
      throw notReached(error)
    }

    judge(answer)
    if (answer.status >= 400) {
      const word = errorWord(answer)
      const failure = refusal(word, answer.status)
      const untilMs = word === undefined ? clock.monotonicMs() + VAGUE_REFUSAL_MS : Number.POSITIVE_INFINITY
      refused.set(credential, { secret, failure, untilMs })
      throw failure
    }

    const granted = readToken(answer, scopes)
    // An answer without a refresh token leaves the old one in force (platform facts, 1.6).
    if (credential === 'user' && granted.refreshToken !== refreshToken) await keepRefreshToken(granted)
    return granted.token
  }

  const renewNow = (credential: Credential, rejected?: string): Promise<Token> => {
    const underWay = pending.get(credential)
    if (underWay !== undefined) return underWay
    const isCurrent = (): boolean => pending.get(credential) === renewal
    const renewal: Promise<Token> = fetchToken(credential, rejected)
      .then((token) => {
        if (!isCurrent()) return token
        tokens.set(credential, token)
        refused.delete(credential)
        deps.onChange()
        return token
      })
      .catch((error: unknown) => {
        if (isCurrent() && error instanceof Failure && error.detail.kind === 'signInNeeded') {
          const had = tokens.delete(credential)
          deps.log.warn('sign-in needed', { credential, hadToken: had })
          deps.onChange()
        }
        throw error
      })
      .finally(() => {
        if (isCurrent()) pending.delete(credential)
      })
    pending.set(credential, renewal)
    return renewal
  }

  /** Whether another renewal may be caused by a 401 within this minute; counts it when it may. */
  const mayRenew = (credential: Credential): boolean => {
    const nowMs = clock.monotonicMs()
    const recent = (renewals.get(credential) ?? []).filter((atMs) => nowMs - atMs < 60_000)
    const may = recent.length < MOST_RENEWALS_A_MINUTE
    renewals.set(credential, may ? [...recent, nowMs] : recent)
    return may
  }

  const startAfresh = (): void => {
    refused.clear()
    tokens.clear()
    // Whoever waits for a token of the old secrets still gets its answer; the next caller asks anew.
    pending.clear()
  }

  const signIn = async (code: string, redirectUri: string): Promise<void> => {
    const clientSecret = await secrets.get('clientSecret')
    if (clientSecret === undefined || profile.oauth.clientId === '') throw noClient()
    let answer: HttpResponse
    try {
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      // A code works once: a repetition could only be refused.
      answer = await ask(form, clientSecret, { repeatable: false })
    } catch (error) {
      throw notReached(error)
    }
    judge(answer)
    if (answer.status >= 400) {
      const word = errorWord(answer)
      if (word === 'invalid_grant') {
        throw validation(
          'input.pasted',
          'The platform does not accept this code: it works once, for about five minutes, and for the redirect of this connection only. Begin the sign-in again.',
        )
      }
      throw refusal(word, answer.status)
    }
    const granted = readToken(answer, profile.scopes.user)
    if (granted.refreshToken === undefined) {
      await secrets.delete('refreshToken')
      await secrets.delete('refreshTokenEndsAt')
      const { value, expiresAtMs } = granted.token
      await secrets.set('accessToken', JSON.stringify({ value, expiresAtMs } satisfies PastedToken))
    } else {
      await keepRefreshToken(granted)
      await secrets.delete('accessToken')
    }
    startAfresh()
    tokens.set('user', granted.token)
    deps.onChange()
    deps.onAfresh()
  }

  return {
    current: async (credential) => {
      const token = tokens.get(credential)
      const leftMs = token === undefined ? 0 : token.expiresAtMs - clock.nowMs()
      if (token !== undefined && leftMs > RENEW_AHEAD_MS) return token.value
      try {
        return (await renewNow(credential)).value
      } catch (error) {
        if (token !== undefined && leftMs > 0 && !(error instanceof Failure && error.detail.kind === 'signInNeeded')) {
          return token.value
        }
        throw error
      }
    },
    renew: async (credential, rejected) => {
      const token = tokens.get(credential)
      if (token !== undefined && token.value !== rejected) return token.value
      if (!pending.has(credential) && !mayRenew(credential)) return rejected
      return (await renewNow(credential, rejected)).value
    },
    signIn,
    tryAgain: () => refused.clear(),
    startAfresh: () => {
      startAfresh()
      deps.onAfresh()
    },
    session: async () => {
      const token = tokens.get('user')
      const name = profile.kind === 'practice' ? 'Practice seller' : `Seller of ${profile.name}`
      if (token !== undefined) {
        const endsAtMs = await signInEndsAtMs().catch(() => null)
        return {
          state: 'signedIn',
          label: name,
          scopes: token.scopes,
          expiresAtMs: token.expiresAtMs,
          signInEndsAtMs: endsAtMs,
        }
      }
      const failure = await whyNobody()
      return failure === undefined
        ? {
            state: 'signedIn',
            label: name,
            scopes: [],
            expiresAtMs: null,
            signInEndsAtMs: await signInEndsAtMs().catch(() => null),
          }
        : { state: 'signInNeeded', label: failure.message, scopes: [], expiresAtMs: null, signInEndsAtMs: null }
    },
  }

  async function whyNobody(): Promise<Failure | undefined> {
    try {
      const [clientSecret, refreshToken] = [await secrets.get('clientSecret'), await secrets.get('refreshToken')]
      const pasted = refreshToken === undefined ? readPastedToken(await secrets.get('accessToken')) : undefined
      if (pasted !== undefined) {
        return pasted.expiresAtMs <= clock.nowMs() ? pastedTokenEnded() : refusalOf('user', pasted.value)
      }
      if (clientSecret === undefined || profile.oauth.clientId === '') return noClient()
      if (refreshToken === undefined) return noSignIn()
      const endsAtMs = await signInEndsAtMs()
      if (endsAtMs !== null && endsAtMs <= clock.nowMs()) return signInEnded(endsAtMs)
      return refusalOf('user', `${clientSecret}\n${refreshToken}`)
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }
}
