/**
 * The seller's sign-in by authorization code (AUT-05).
 *
 * The system's browser opens the platform's page and returns with a code: to a listener on this machine, by a link, or pasted
 * by the user. The code is exchanged in main and never shown.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { SignIn } from '../../shared/connection/contract.ts'
import type { Platform } from '../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform, isLoopback } from '../../shared/connection/profile.ts'
import { conflict, Failure, validation } from '../../shared/result.ts'
import type { Services } from '../feature.ts'
import type { Cancel } from '../ports.ts'
import { createSerialQueue } from '../serial-queue.ts'
import type { createLeftOutScopes } from './left-out-scopes.ts'
import { parsePasted, parseReply, type SignInReply } from './pasted-code.ts'
import { listenForRedirect, type RedirectListener } from './redirect-listener.ts'
import { isClientError, TokenRefused } from './token-endpoint.ts'
import type { Tokens } from './tokens.ts'

type SignInDeps = Pick<Services, 'clock' | 'log' | 'profile' | 'secrets'> & {
  readonly tokens: Pick<Tokens, 'signIn' | 'session'>
  readonly leftOut: Pick<ReturnType<typeof createLeftOutScopes>, 'list' | 'requested' | 'save'>
  readonly openExternal: (url: string) => Promise<void>
  /** The scheme of links that the system opens with this app, such as `app.stallhand.desktop`. */
  readonly linkScheme: string | null
  /** Called when `state` has changed. */
  readonly onChange: () => void
}

/** Enough time for a password, a second factor and reading the permissions. */
const MAX_WAIT_MS = 10 * 60_000

const idle: SignIn = {
  phase: 'none',
  way: null,
  address: null,
  endsAtMs: null,
  problem: null,
  isClientRefused: false,
  isScopeRefused: false,
}

const formatRefusal = (code: string, { redirect, label, name: { the, The } }: Platform): string => {
  // eBay's error for a redirect that is no RuName of the keyset; it stays on its own page.
  if (code === 'temporarily_unavailable' && redirect === 'name') {
    return `${label} doesn’t know the RuName of this connection. Copy the RuName, a name and not an address, from the developer pages of the same keyset, then sign in again.`
  }
  if (code === 'access_denied') return `The sign-in was declined on ${the}. Nothing has changed here.`
  if (code === 'invalid_scope') {
    return `${The} doesn’t grant your keyset one of the permissions that this connection requests. Sign in without it: choose below what to leave out.`
  }
  return isClientError(code)
    ? `${The} doesn’t know the client ID of this connection. Check it, then sign in again.`
    : `${The} ended the sign-in without a code. Check the client ID, redirect and permissions of the connection, then sign in again.`
}

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Whether the redirect leads the browser to this machine. */
export const isLoopbackRedirect = (redirectUri: string): boolean => {
  if (redirectUri === '') return true
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname } = new URL(redirectUri)
  return protocol === 'http:' && isLoopback(hostname)
}

const isLinkRedirect = (redirectUri: string, linkScheme: string | null): boolean =>
  linkScheme !== null && redirectUri.toLowerCase().startsWith(`${linkScheme}:`)

type AuthorizeRequest = {
  readonly redirectUri: string
  readonly state: string
  readonly scopes: readonly string[]
  /**
   * Whether a seller is signed in: then the page must ask who signs in, or it uses the seller that the browser
   * remembers.
   */
  readonly isAgain: boolean
}

/** The address of the platform's sign-in page. Keeps the parameters that it already has. */
export const formatAuthorizeUrl = (
  profile: ConnectionProfile,
  { redirectUri, state, scopes, isAgain }: AuthorizeRequest,
): string => {
  const url = new URL(profile.oauth.authorizeUrl)
  url.searchParams.set('client_id', profile.oauth.clientId)
  url.searchParams.set('redirect_uri', redirectUri)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('scope', scopes.join(' '))
  if (isAgain && getPlatform(profile).capabilities.loginPrompt) url.searchParams.set('prompt', 'login')
  url.searchParams.set('state', state)
  return url.href
}

type Attempt = {
  readonly nonce: string
  readonly redirectUri: string
  /** The permissions left out. */
  readonly leftOut: readonly string[]
  readonly listener: RedirectListener | undefined
  readonly cancelTimer: Cancel
}

export const createSellerSignIn = (deps: SignInDeps) => {
  const { profile, clock } = deps
  /** Starting opens a port first: a concurrent start or cancel would miss that listener. */
  const runSerially = createSerialQueue()
  let state: SignIn = idle
  let attempt: Attempt | undefined

  const setState = (next: SignIn): void => {
    state = next
    deps.onChange()
  }
  const fail = (problem: string, cause: Partial<Pick<SignIn, 'isClientRefused' | 'isScopeRefused'>> = {}): void =>
    setState({ ...idle, phase: 'failed', problem, ...cause })

  const endAttempt = async (): Promise<void> => {
    const ending = attempt
    attempt = undefined
    ending?.cancelTimer()
    await ending?.listener?.close()
  }

  /**
   * SECURITY: the state is compared before anything else is read. A wrong one changes nothing, so a page that guesses the
   * listener's port can neither sign another user in nor end the attempt.
   */
  const exchange = async (reply: SignInReply): Promise<void> => {
    const current = attempt
    if (current === undefined || state.phase !== 'waiting') {
      throw conflict('No sign-in is in progress. Start one first.')
    }
    if (reply.state !== undefined && !isEqual(reply.state, current.nonce)) {
      throw validation(
        'input.pasted',
        'This belongs to another sign-in. Paste the address of the latest one, or start again.',
      )
    }
    // Not awaited: the browser that brought the code is still waiting for its page.
    const close = (): void => void current.listener?.close()
    current.cancelTimer()
    if ('refused' in reply) {
      const { refused } = reply
      const problem = formatRefusal(refused, getPlatform(profile))
      attempt = undefined
      fail(problem, { isClientRefused: isClientError(refused), isScopeRefused: refused === 'invalid_scope' })
      close()
      throw new Failure({ kind: 'signInNeeded', message: problem })
    }
    setState({ ...state, phase: 'exchanging', address: null })
    try {
      const { redirectUri, leftOut } = current
      await deps.tokens.signIn(reply.code, redirectUri, deps.leftOut.requested(leftOut))
      deps.leftOut.save(leftOut)
      if (attempt === current) setState({ ...idle, phase: 'done' })
    } catch (error) {
      const problem = error instanceof Failure ? error.message : 'The sign-in couldn’t be completed. Start it again.'
      if (attempt === current)
        fail(problem, { isClientRefused: error instanceof TokenRefused && error.isClientRefused })
      throw error
    } finally {
      if (attempt === current) attempt = undefined
      close()
    }
  }

  const openListener = (redirectUri: string, nonce: string): Promise<RedirectListener> =>
    listenForRedirect({
      redirectUri,
      isExpected: (params) => isEqual(params.get('state') ?? '', nonce),
      onReply: async (params) => {
        const reply = parseReply(params)
        if (reply === undefined) throw conflict('There is no code in this address.')
        await exchange(reply)
      },
      onError: (error) => deps.log.warn('the sign-in was not completed', { error }),
    })

  /** Returns the address to open. */
  const startAttempt = async (leftOut: readonly string[]): Promise<string> => {
    if (profile.oauth.clientId === '' || (await deps.secrets.get('clientSecret')) === undefined) {
      throw new Failure({
        kind: 'signInNeeded',
        message: 'The sign-in needs the client ID and client secret from the developer pages. Add them first.',
      })
    }
    const { redirect, label } = getPlatform(profile)
    if (redirect === 'name' && profile.oauth.redirectUri === '') {
      throw new Failure({
        kind: 'signInNeeded',
        message: `The sign-in needs the RuName from the developer pages of ${label}. Enter it as the redirect of the connection.`,
      })
    }
    if (profile.scopes.user.length === 0) {
      throw conflict('The connection requests no permissions. Add the ones it needs under Seller scopes first.')
    }
    await endAttempt()
    const nonce = randomBytes(32).toString('base64url')
    const registered = profile.oauth.redirectUri
    const listener = isLoopbackRedirect(registered) ? await openListener(registered, nonce) : undefined
    const redirectUri = listener?.redirectUri ?? registered
    const cancelTimer = clock.setTimer(() => {
      void endAttempt()
      fail('The sign-in wasn’t completed within ten minutes. Start it again.')
    }, MAX_WAIT_MS)
    attempt = { nonce, redirectUri, leftOut, listener, cancelTimer }
    const isAgain = (await deps.tokens.session()).state === 'signedIn'
    const scopes = deps.leftOut.requested(leftOut)
    const address = formatAuthorizeUrl(profile, { redirectUri, state: nonce, scopes, isAgain })
    setState({
      ...idle,
      phase: 'waiting',
      way: listener !== undefined ? 'loopback' : isLinkRedirect(registered, deps.linkScheme) ? 'link' : 'paste',
      address,
      endsAtMs: clock.nowMs() + MAX_WAIT_MS,
    })
    return address
  }

  const begin = async (leftOut: readonly string[] = deps.leftOut.list()): Promise<void> => {
    const address = await runSerially(() => startAttempt(leftOut))
    await deps.openExternal(address).catch((error: unknown) => {
      // The address is also on screen, where it can be copied.
      deps.log.warn('the browser could not be opened', { error })
    })
  }

  return {
    state: (): SignIn => state,
    /**
     * Ends the current attempt and starts another. `leftOut`: the permissions to leave out; by default those of the
     * last sign-in.
     */
    begin,
    finish: async (pasted: string): Promise<void> => exchange(parsePasted(pasted)),
    cancel: (): Promise<void> =>
      runSerially(async () => {
        await endAttempt()
        if (state.phase !== 'none') setState(idle)
      }),
  }
}
