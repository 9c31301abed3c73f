/**
 * Who may use the local host: this user's browser, and this user's scripts.
 *
 * SECURITY (SEC-02): any web page can send requests to 127.0.0.1, and any DNS name can point there. So, in this order:
 *
 * 1. `Host` must be exact, which refuses a rebound name.
 * 2. `Origin`, if present, must be exact, and `Sec-Fetch-Site` must be `same-origin`. A script sends neither.
 * 3. `Authorization` must carry the session key. There is no cookie: a browser would send one to every port of 127.0.0.1,
 *    where another user may listen. The window keeps the key in its own origin's storage, which includes the port.
 * 4. A call must be `application/json` and at most 32 MB.
 *
 * The key is given for a token that works once and ends after ten minutes. A new token is given only to a bearer of the key
 * in the data folder (second-start.ts), never to a page.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../ports.ts'

/** Twice a mapping of 5,000 products with all their specifics. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024
/** Time to find the printed address. After it, `npm start` prints a new one. */
export const TOKEN_LIFE_MS = 10 * 60_000

export type Refusal = { readonly status: 400 | 401 | 403 | 413 | 415 | 421; readonly sentence: string }

type RequestHeaders = { readonly get: (name: string) => string | null }

/** Node joins repeated headers, so those match nothing that the guard accepts. */
export const fromNodeHeaders = (headers: IncomingHttpHeaders): RequestHeaders => ({
  get: (name) => {
    const value = headers[name]
    return value === undefined ? null : String(value)
  },
})

export type Guard = {
  /** A token that works once within ten minutes, for an address. */
  readonly newToken: () => string
  /** The session key for a bearer of an open token, which is consumed, or of the key itself; else undefined. */
  readonly logIn: (headers: RequestHeaders) => string | undefined
  /** For every request: checks `Host`. */
  readonly refuseHost: (headers: RequestHeaders) => Refusal | undefined
  /** For everything but files: refuses other pages. */
  readonly refuseOrigin: (headers: RequestHeaders) => Refusal | undefined
  /** For calls and streams: checks origin and session key. */
  readonly refuseApi: (headers: RequestHeaders) => Refusal | undefined
  /** The key that a second start of this user sends. */
  readonly startKey: string
  /** For a second start: refuses pages, and everything without the key. */
  readonly refuseStart: (headers: RequestHeaders) => Refusal | undefined
  /** For calls: checks content type and length. */
  readonly refuseBody: (headers: RequestHeaders) => Refusal | undefined
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Compares in constant time. The length isn't secret: all keys have the same. */
const isEqual = (given: string, secret: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const readBearer = (headers: RequestHeaders): string =>
  /^Bearer (\S{1,100})$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''

export const createGuard = (port: number, clock: Clock): Guard => {
  const host = `127.0.0.1:${port}`
  const origin = `http://${host}`
  const sessionKey = newSecret()
  const startKey = newSecret()
  /** Each token, and when it ends by the monotonic clock. */
  const tokens = new Map<string, number>()

  const findToken = (given: string): string | undefined => {
    for (const [token, endsMs] of tokens) {
      if (endsMs <= clock.monotonicMs()) tokens.delete(token)
      else if (isEqual(given, token)) return token
    }
    return undefined
  }
  const isFromOtherPage = (headers: RequestHeaders): boolean => {
    const from = headers.get('origin')
    const site = headers.get('sec-fetch-site')
    return (from !== null && from !== origin) || (site !== null && site !== 'same-origin')
  }
  const refuseOrigin = (headers: RequestHeaders): Refusal | undefined =>
    isFromOtherPage(headers)
      ? { status: 403, sentence: 'Stallhand answers only its own page, and scripts on this machine.' }
      : undefined

  return {
    newToken: () => {
      const token = newSecret()
      tokens.set(token, clock.monotonicMs() + TOKEN_LIFE_MS)
      return token
    },
    logIn: (headers) => {
      const given = readBearer(headers)
      if (isEqual(given, sessionKey)) return sessionKey
      const token = findToken(given)
      return token !== undefined && tokens.delete(token) ? sessionKey : undefined
    },
    refuseHost: (headers) =>
      headers.get('host') === host
        ? undefined
        : { status: 421, sentence: `This is Stallhand at ${host}. It answers to no other name.` },
    refuseOrigin,
    refuseApi: (headers) =>
      refuseOrigin(headers) ??
      (isEqual(readBearer(headers), sessionKey)
        ? undefined
        : {
            status: 401,
            sentence: 'This session is unknown. To use this browser, run npm start again: it prints an address.',
          }),
    startKey,
    refuseStart: (headers) =>
      headers.get('origin') === null && headers.get('sec-fetch-site') === null && isEqual(readBearer(headers), startKey)
        ? undefined
        : { status: 403, sentence: 'Only another start of Stallhand by the same user gets an address.' },
    refuseBody: (headers) => {
      const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
      if (type !== 'application/json') return { status: 415, sentence: 'A call is sent as application/json.' }
      return Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES ? tooLarge : undefined
    },
  }
}

export const unknownToken: Refusal = {
  status: 401,
  sentence: 'This address was used or is too old. Run npm start again: it prints a new one.',
}

export const tooLarge: Refusal = { status: 413, sentence: 'A call is at most 32 MB.' }
