/**
 * Who may speak to the local host: this user's browser, and a script this user started.
 *
 * SECURITY (design sections 2 and 8). Any page on the web can send requests to 127.0.0.1, and any name can be made to
 * point there. Therefore, in this order:
 *
 * 1. `Host` must be exactly ours (a rebound name is refused).
 * 2. `Origin`, where there is one, must be exactly ours; so must `Sec-Fetch-Site` be `same-origin` for a call or a stream.
 *    A script sends neither, and is held by the cookie alone: it can only have it from the printed address.
 * 3. The session cookie must be ours: HttpOnly, SameSite=Strict, and made from a token that works once.
 * 4. A call must be `application/json`, which no form can send, and at most 32 MB.
 *
 * A new address is given to who bears the key that lies in the data folder (second-start.ts), and never to a page.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A mapping of 5,000 products with all their specifics is half of it. Nobody but the logged-in browser gets this far. */
export const LARGEST_BODY_BYTES = 32 * 1024 * 1024

export type Refusal = { readonly status: 400 | 401 | 403 | 413 | 415 | 421; readonly sentence: string }

/** What the guard reads of a request, however the request came. */
export type AskedHeaders = { readonly get: (name: string) => string | null }

/** Node's headers. What came twice is joined there, so that it equals nothing the guard lets in. */
export const headersOfNode = (headers: IncomingHttpHeaders): AskedHeaders => ({
  get: (name) => {
    const value = headers[name]
    return value === undefined ? null : String(value)
  },
})

export type Guard = {
  /** A new token for an address; it works once. */
  readonly newToken: () => string
  /** Uses a token up. True once per token. */
  readonly redeem: (token: string) => boolean
  /** The header that starts a session in the browser that redeemed a token. */
  readonly setCookie: () => string
  readonly hasSession: (headers: AskedHeaders) => boolean
  /** For every request: is it addressed to us? */
  readonly refuseHost: (headers: AskedHeaders) => Refusal | undefined
  /** For calls and streams: does it come from our own page, or from a script, and with the session? */
  readonly refuseApi: (headers: AskedHeaders) => Refusal | undefined
  /** The key that a second start of this user bears. */
  readonly startKey: string
  /** For that start: no page may ask, and nobody without the key. */
  readonly refuseStart: (headers: AskedHeaders) => Refusal | undefined
  /** For calls: is the body of the kind and size we read? */
  readonly refuseBody: (headers: AskedHeaders) => Refusal | undefined
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** The time tells nothing of how much of a guess was right, and its length is no secret: all are of one. */
const isSame = (given: string, secret: Buffer): boolean => {
  const bytes = Buffer.from(given)
  return bytes.length === secret.length && timingSafeEqual(bytes, secret)
}

const cookieOf = (headers: AskedHeaders, name: string): string | undefined => {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** The guard of one run on one port: its session ends with the process. */
export const createGuard = (port: number): Guard => {
  const host = `127.0.0.1:${port}`
  const origin = `http://${host}`
  // A cookie belongs to all ports of a host, so that the port is part of its name: two shops can be open in one browser.
  const cookieName = `stallhand-${port}`
  const session = newSecret()
  const sessionBytes = Buffer.from(session)
  const tokens = new Set<Buffer>()
  const startKey = newSecret()
  const startBytes = Buffer.from(`Bearer ${startKey}`)

  const hasSession = (headers: AskedHeaders): boolean => {
    const cookie = cookieOf(headers, cookieName)
    return cookie !== undefined && isSame(cookie, sessionBytes)
  }

  return {
    newToken: () => {
      const token = newSecret()
      tokens.add(Buffer.from(token))
      return token
    },
    redeem: (token) => {
      for (const known of tokens) {
        if (!isSame(token, known)) continue
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
        : { status: 421, sentence: `This is Stallhand at ${host}. It answers to no other name.` },
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
            sentence: 'This session is not known. To let this browser in, run npm start again: it prints an address.',
          }
    },
    startKey,
    refuseStart: (headers) =>
      headers.get('origin') === null &&
      headers.get('sec-fetch-site') === null &&
      isSame(headers.get('authorization') ?? '', startBytes)
        ? undefined
        : { status: 403, sentence: 'Only another start of Stallhand by the same user is given an address.' },
    refuseBody: (headers) => {
      const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
      if (type !== 'application/json') return { status: 415, sentence: 'A call is sent as application/json.' }
      return Number(headers.get('content-length') ?? 0) > LARGEST_BODY_BYTES ? tooLarge : undefined
    },
  }
}

/** SECURITY: before anything else, for every connection (peer.ts). */
export const otherUser: Refusal = {
  status: 403,
  sentence: 'Another user of this computer runs this Stallhand. It answers nobody else.',
}

export const tooLarge: Refusal = { status: 413, sentence: 'A call is at most 32 MB.' }
