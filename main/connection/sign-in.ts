/**
 * Sign-in of a seller by authorization code (AUT-05, document 3 section 5).
 *
 * The system's browser is sent to the platform's page and comes back with a code: to a listener on this machine where the
 * connection's redirect leads here, or else by the user's hand. The code is exchanged in main and never shown.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignIn } from '../../shared/connection/contract.ts'
import { type ConnectionProfile, isLoopback } from '../../shared/connection/profile.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { ConnectionSecrets } from '../feature.ts'
import type { Cancel, Clock, Log } from '../ports.ts'
import { listenForRedirect, type RedirectListener } from './redirect-listener.ts'
import { ClientRefused, type Tokens } from './tokens.ts'

export type SignInDeps = {
  readonly profile: ConnectionProfile
  readonly secrets: ConnectionSecrets
  readonly tokens: Pick<Tokens, 'signIn'>
  readonly openExternal: (url: string) => Promise<void>
  /** The scheme of links that the system hands to this app, such as `app.stallhand.desktop`. */
  readonly linkScheme: string | null
  readonly clock: Clock
  readonly log: Log
  /** Told whenever `state` is another than before. */
  readonly onChange: () => void
}

export type SellerSignIn = {
  readonly state: () => SignIn
  /** Ends an attempt that is under way and begins another. */
  readonly begin: () => Promise<void>
  readonly finish: (pasted: string) => Promise<void>
  readonly cancel: () => Promise<void>
}

/** Long enough for a password, a second factor and a look at the rights. */
const LONGEST_WAIT_MS = 10 * 60_000

const idle: SignIn = {
  phase: 'none',
  way: null,
  address: null,
  endsAtMs: null,
  problem: null,
  isClientRefused: false,
}

/** What the browser or the user brought: a code, or the platform's reason why there is none. */
export type Brought =
  | { readonly code: string; readonly state: string | undefined }
  | { readonly refused: string; readonly state: string | undefined }

const fromParams = (params: URLSearchParams): Brought | undefined => {
  const state = params.get('state') ?? undefined
  const error = params.get('error')
  if (error !== null) return { refused: error, state }
  const code = params.get('code')
  return code === null || code === '' ? undefined : { code, state }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads what was pasted: the whole address, its query alone, or the code alone (as it stands in an address, or decoded).
 *
 * Throws `validation` where no code is to be found in it.
 */
export const readPasted = (pasted: string): Brought => {
  const text = pasted.trim()
  const query = URL.canParse(text) ? new URL(text) : undefined
  const isQuery = /(^|[?&#])(code|error)=/.test(text)
  if (query !== undefined && isQuery) {
    const brought = fromParams(query.searchParams) ?? fromParams(new URLSearchParams(query.hash.replace(/^#/, '')))
    if (brought !== undefined) return brought
  } else if (isQuery) {
    const brought = fromParams(new URLSearchParams(text.replace(/^[?#]/, '')))
    if (brought !== undefined) return brought
  } else if (query === undefined || !/^https?:$/.test(query.protocol)) {
    const code = /%[0-9a-f]{2}/i.test(text) ? decoded(text) : text
    if (/^[\x21-\x7e]{1,4000}$/.test(code)) return { code, state: undefined }
  }
  throw validation(
    'input.pasted',
    'There is no code in this. Paste the whole address that the browser shows after the sign-in, or the code in it.',
  )
}

const isOfClient = (word: string): boolean => word === 'unauthorized_client' || word === 'invalid_client'

const refusalSentence = (word: string): string => {
  if (word === 'access_denied') return 'The sign-in was declined on the platform. Nothing has changed here.'
  if (word === 'invalid_scope') {
    return 'The platform does not grant a right that this connection asks for. Check its scopes, then sign in again.'
  }
  if (isOfClient(word)) {
    return 'The platform does not know the client id of this connection. Check it, then sign in again.'
  }
  return 'The platform ended the sign-in without a code. Check client id, redirect and scopes of the connection, then sign in again.'
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Whether the browser can lead back to this machine by itself. */
export const leadsHere = (redirectUri: string): boolean => {
  if (redirectUri === '') return true
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname } = new URL(redirectUri)
  return protocol === 'http:' && isLoopback(hostname)
}

/** Whether the browser leads back by a link that the system hands to this app. */
export const isLinkHere = (redirectUri: string, linkScheme: string | null): boolean =>
  linkScheme !== null && redirectUri.toLowerCase().startsWith(`${linkScheme}:`)

/** The address of the platform's page, with all that it has to know; parameters that are there already stay. */
export const authorizeAddress = (profile: ConnectionProfile, redirectUri: string, state: string): string => {
  const url = new URL(profile.oauth.authorizeUrl)
  url.searchParams.set('client_id', profile.oauth.clientId)
  url.searchParams.set('redirect_uri', redirectUri)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('scope', profile.scopes.user.join(' '))
  url.searchParams.set('state', state)
  return url.href
}

export const createSellerSignIn = (deps: SignInDeps): SellerSignIn => {
  const { profile, clock } = deps
  let state: SignIn = idle
  let attempt:
    | {
        readonly nonce: string
        readonly redirectUri: string
        readonly listener?: RedirectListener
        readonly end: Cancel
      }
    | undefined

  const become = (next: SignIn): void => {
    state = next
    deps.onChange()
  }

  const endAttempt = async (): Promise<void> => {
    const ending = attempt
    attempt = undefined
    ending?.end()
    await ending?.listener?.close()
  }

  /**
   * SECURITY: the state is compared before anything else is believed. A wrong one changes nothing, so that a page that
   * guesses the listener's port can neither sign somebody else in here nor end the attempt.
   */
  const exchange = async (brought: Brought): Promise<void> => {
    const current = attempt
    if (current === undefined || state.phase !== 'waiting') {
      throw new Failure({ kind: 'conflict', message: 'No sign-in is under way. Begin one first.' })
    }
    if (brought.state !== undefined && !isSame(brought.state, current.nonce)) {
      throw validation(
        'input.pasted',
        'This is the answer to another sign-in. Paste the address of the one that was begun last, or begin again.',
      )
    }
    const fail = (problem: string, isClientRefused: boolean): void =>
      become({ ...idle, phase: 'failed', problem, isClientRefused })
    if ('refused' in brought) {
      attempt = undefined
      current.end()
      const problem = refusalSentence(brought.refused)
      fail(problem, isOfClient(brought.refused))
      void current.listener?.close()
      throw new Failure({ kind: 'signInNeeded', message: problem })
    }
    become({ ...state, phase: 'exchanging', address: null })
    try {
      await deps.tokens.signIn(brought.code, current.redirectUri)
      if (attempt === current) become({ ...idle, phase: 'done' })
    } catch (error) {
      const failure = error instanceof Failure ? error.message : 'The sign-in could not be finished. Begin it again.'
      if (attempt === current) fail(failure, error instanceof ClientRefused)
      throw error
    } finally {
      if (attempt === current) attempt = undefined
      current.end()
      // Not awaited: the browser that brought the code still waits for its page.
      void current.listener?.close()
    }
  }

  const begin = async (): Promise<void> => {
    if (profile.oauth.clientId === '' || (await deps.secrets.get('clientSecret')) === undefined) {
      throw new Failure({
        kind: 'signInNeeded',
        message: 'The sign-in needs the client id and client secret from the developer pages. Add them first.',
      })
    }
    if (profile.scopes.user.length === 0) {
      throw new Failure({
        kind: 'conflict',
        message: 'The connection asks for no rights. Add the scopes it needs first.',
      })
    }
    await endAttempt()
    const nonce = randomBytes(32).toString('base64url')
    const { redirectUri: registered } = profile.oauth
    const listener = leadsHere(registered)
      ? await listenForRedirect({
          redirectUri: registered,
          isOurs: (params) => isSame(params.get('state') ?? '', nonce),
          take: async (params) => {
            const brought = fromParams(params)
            if (brought === undefined) throw new Failure({ kind: 'conflict', message: 'There is no code in this.' })
            await exchange(brought)
          },
          onError: (error) => deps.log.warn('the sign-in was not finished', { error }),
        })
      : undefined
    const redirectUri = listener?.redirectUri ?? registered
    const end = clock.setTimer(() => {
      void endAttempt()
      become({
        ...idle,
        phase: 'failed',
        problem: 'Nobody came back from the sign-in within ten minutes. Begin it again.',
      })
    }, LONGEST_WAIT_MS)
    attempt = { nonce, redirectUri, end, ...(listener === undefined ? {} : { listener }) }
    const address = authorizeAddress(profile, redirectUri, nonce)
    become({
      ...idle,
      phase: 'waiting',
      way: listener !== undefined ? 'loopback' : isLinkHere(registered, deps.linkScheme) ? 'link' : 'paste',
      address,
      endsAtMs: clock.nowMs() + LONGEST_WAIT_MS,
    })
    await deps.openExternal(address).catch((error: unknown) => {
      // The address is on screen to be copied.
      deps.log.warn('the browser could not be opened', { error })
    })
  }

  return {
    state: () => state,
    begin,
    finish: async (pasted) => exchange(readPasted(pasted)),
    cancel: async () => {
      await endAttempt()
      if (state.phase !== 'none') become(idle)
    },
  }
}
