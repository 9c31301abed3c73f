/**
 * Admits only this user's browser and scripts to the local host.
 *
 * SECURITY (SEC-02): any web page can send requests to 127.0.0.1, and any DNS name can point there. So these are
 * checked in order:
 *
 * 1. `Host` must be exact, which refuses a rebound name.
 * 2. `Origin`, if present, must be exact, and `Sec-Fetch-Site` must be `same-origin`. A script sends neither.
 * 3. `Authorization` must carry the session key. There is no cookie: a browser would send one to every port of
 *    127.0.0.1, where another user may listen. The window keeps the key in its own origin's storage, which includes the
 *    port.
 * 4. A call must be `application/json` and at most 32 MB.
 *
 * The key is given for a token that works once and ends after ten minutes. A new token is given only to a bearer of the
 * key in the data folder (second-start.ts), never to a page.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../ports.ts'

/** Twice the size of a mapping of 5,000 products with all their specifics. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024
/** The time to find the printed address. Afterwards, `npm start` prints a new one. */
export const TOKEN_LIFE_MS = 10 * 60_000

export type Refusal = { readonly status: 400 | 401 | 403 | 413 | 415 | 421; readonly sentence: string }

type RequestHeaders = { readonly get: (name: string) => string | null }

/**
 * Node keeps the first `Host`, `Authorization` or `Content-Type`, and joins other repeated headers
 * (https://nodejs.org/api/http.html#messageheaders), which then match nothing that the guard accepts.
 */
export const fromNodeHeaders = (headers: IncomingHttpHeaders): RequestHeaders => ({
  get: (name) => {
    const value = headers[name]
    return value === undefined ? null : String(value)
  },
})

export type Guard = {
  /** Creates a token for an address. It works once, within ten minutes. */
  readonly newToken: () => string
  /** The session key for a valid token, which is consumed, or for the key itself; undefined for anything else. */
  readonly logIn: (headers: RequestHeaders) => string | undefined
  /** For every request: checks `Host`. */
  readonly refuseHost: (headers: RequestHeaders) => Refusal | undefined
  /** For everything except files: refuses other pages. */
  readonly refuseOrigin: (headers: RequestHeaders) => Refusal | undefined
  /** For calls and streams: checks the origin and the session key. */
  readonly refuseApi: (headers: RequestHeaders) => Refusal | undefined
  /** The key sent by this user's second start. */
  readonly startKey: string
  /** For a second start: refuses pages, and requests without the key. */
  readonly refuseStart: (headers: RequestHeaders) => Refusal | undefined
  /** For calls: checks the content type and length. */
  readonly refuseBody: (headers: RequestHeaders) => Refusal | undefined
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Compares in constant time. The length isn't secret, because all keys have the same length. */
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
  /** Each token, with its expiry on the monotonic clock. */
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
