/**
 * Who may use the local host: this user's browser, and this user's scripts.
 *
 * SECURITY: any web page can send requests to 127.0.0.1, and any DNS name can point there. So, in this order:
 *
 * 1. `Host` must be exact, which refuses a rebound name.
 * 2. `Origin`, if present, must be exact, and `Sec-Fetch-Site` must be `same-origin` for a call or a stream. A script sends
 *    neither and needs only the cookie, which it can only get with the printed address.
 * 3. The session cookie must match: HttpOnly, SameSite=Strict, and issued for a token that works once.
 * 4. A call must be `application/json`, which no form can send, and at most 32 MB.
 *
 * A new address is given only to a bearer of the key in the data folder (second-start.ts), never to a page.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Twice a mapping of 5,000 products with all their specifics. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024

export type Refusal = { readonly status: 400 | 401 | 403 | 413 | 415 | 421; readonly sentence: string }

export type RequestHeaders = { readonly get: (name: string) => string | null }

/** Node joins repeated headers, so those match nothing that the guard accepts. */
export const fromNodeHeaders = (headers: IncomingHttpHeaders): RequestHeaders => ({
  get: (name) => {
    const value = headers[name]
    return value === undefined ? null : String(value)
  },
})

export type Guard = {
  /** A token that works once, for an address. */
  readonly newToken: () => string
  /** Consumes a token. True once per token. */
  readonly redeem: (token: string) => boolean
  /** The Set-Cookie header that starts the session. */
  readonly setCookie: () => string
  readonly hasSession: (headers: RequestHeaders) => boolean
  /** For every request: checks `Host`. */
  readonly refuseHost: (headers: RequestHeaders) => Refusal | undefined
  /** For calls and streams: checks origin and session. */
  readonly refuseApi: (headers: RequestHeaders) => Refusal | undefined
  /** The key that a second start of this user sends. */
  readonly startKey: string
  /** For a second start: refuses pages, and everything without the key. */
  readonly refuseStart: (headers: RequestHeaders) => Refusal | undefined
  /** For calls: checks content type and length. */
  readonly refuseBody: (headers: RequestHeaders) => Refusal | undefined
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Constant time. The length is no secret: all have the same. */
const isEqual = (given: string, secret: Buffer): boolean => {
  const bytes = Buffer.from(given)
  return bytes.length === secret.length && timingSafeEqual(bytes, secret)
}

const readCookie = (headers: RequestHeaders, name: string): string | undefined => {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

export const createGuard = (port: number): Guard => {
  const host = `127.0.0.1:${port}`
  const origin = `http://${host}`
  // Cookies are shared by all ports of a host, so the name has the port: two shops can be open in one browser.
  const cookieName = `stallhand-${port}`
  const session = newSecret()
  const sessionBytes = Buffer.from(session)
  const tokens = new Set<Buffer>()
  const startKey = newSecret()
  const startBytes = Buffer.from(`Bearer ${startKey}`)

  const hasSession = (headers: RequestHeaders): boolean => {
    const cookie = readCookie(headers, cookieName)
    return cookie !== undefined && isEqual(cookie, sessionBytes)
  }

  return {
    newToken: () => {
      const token = newSecret()
      tokens.add(Buffer.from(token))
      return token
    },
    redeem: (token) => {
      for (const known of tokens) {
        if (!isEqual(token, known)) continue
        tokens.delete(known)
        return true
      }
      return false
    },
    setCookie: () => `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`,
    hasSession,
    refuseHost: (headers) =>
      headers.get('host') === host
        ? undefined
        : { status: 421, sentence: `This is Stallhand at ${host}. It uses no other name.` },
    refuseApi: (headers) => {
      const from = headers.get('origin')
      const site = headers.get('sec-fetch-site')
      if ((from !== null && from !== origin) || (site !== null && site !== 'same-origin')) {
        return { status: 403, sentence: 'Stallhand answers only its own page, and scripts on this machine.' }
      }
      return hasSession(headers)
        ? undefined
        : {
            status: 401,
            sentence: 'This session is unknown. To use this browser, run npm start again: it prints an address.',
          }
    },
    startKey,
    refuseStart: (headers) =>
      headers.get('origin') === null &&
      headers.get('sec-fetch-site') === null &&
      isEqual(headers.get('authorization') ?? '', startBytes)
        ? undefined
        : { status: 403, sentence: 'Only another start of Stallhand by the same user gets an address.' },
    refuseBody: (headers) => {
      const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
      if (type !== 'application/json') return { status: 415, sentence: 'A call is sent as application/json.' }
      return Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES ? tooLarge : undefined
    },
  }
}

/** SECURITY: checked first, for every connection (peer.ts). */
export const otherUser: Refusal = {
  status: 403,
  sentence: 'This Stallhand belongs to another user of this computer.',
}

export const tooLarge: Refusal = { status: 413, sentence: 'A call is at most 32 MB.' }
